"""Positions with open cards, one JSON object a line: how ``kibic solve`` reads and answers a stream of them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import BinaryIO, Final, cast

from kibic.cli.output import speaker, write_json
from kibic.cli.recordfiles import REFUSED, UNREADABLE
from kibic.game import Json
from kibic.record.read import LARGEST
from kibic.solver import (
    Position,
    PositionError,
    moves_many,
    moves_to_json,
    position_from_json,
    solve_many,
    table_of,
    table_to_json,
)

#: The longest line that is read, in bytes.
LONGEST: Final = 1_000_000
_BLOCK: Final = 1 << 16
_BOM: Final = b"\xef\xbb\xbf"
#: What a line of TOML can begin with: a comment, the head of a table, a key with its value.
_TOML: Final = re.compile(rb"""#|\[\[?\s*[A-Za-z_][\w."' -]*\]|[\w.-]+\s*=|"[^"]*"\s*=|'[^']*'\s*=""")


class LineError(Exception):
    """A line of the input that cannot be answered."""

    def __init__(self, line: int, message: str, status: int) -> None:
        super().__init__(f"{line}: {message}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked about each position besides its value, with how many threads, and the language of messages."""

    moves: bool
    table: bool
    threads: int
    lang: str


def _some(stream: BinaryIO) -> bytes:
    """What has arrived, without waiting until a block is full: so a program may ask and wait for each answer."""
    return cast("bytes", stream.read1(_BLOCK))  # type: ignore[attr-defined]


def beginning(stream: BinaryIO) -> bytes:
    """The input up to where it is clear whether it is a record: the first line with something on it, at most."""
    pieces, size, line = [], 0, 0
    while size <= LARGEST and line <= LONGEST and (piece := _some(stream)):
        pieces.append(piece)
        size += len(piece)
        text = piece if line else piece.removeprefix(_BOM).lstrip()
        if b"\n" in text or (not line and text.startswith(b"{")):
            break
        line += len(text)
    return b"".join(pieces)


def begins_record(head: bytes) -> bool:
    """Whether the first line is one of TOML; anything else is to be JSON."""
    return _TOML.match(head.removeprefix(_BOM).lstrip()) is not None


def blocks(head: bytes, stream: BinaryIO, lang: str) -> Iterator[list[bytes]]:
    """The complete lines of each piece of input. Raises :class:`LineError` for one longer than :data:`LONGEST`."""
    begun: list[bytes] = []
    size = done = 0
    piece = head.removeprefix(_BOM) or _some(stream)
    while piece:
        first, *more = piece.split(b"\n")
        begun.append(first)
        size += len(first)
        if more:
            *lines, last = more
            yield [b"".join(begun), *lines]
            done += 1 + len(lines)
            begun, size = [last], len(last)
        if size > LONGEST:
            raise _too_long(done + 1, lang)
        piece = _some(stream)
    if size:
        yield [b"".join(begun)]


def _too_long(number: int, lang: str) -> LineError:
    say = speaker(lang)
    return LineError(
        number,
        say(f"the line is longer than {LONGEST:,} bytes", f"red je duži od {LONGEST:,} bajtova"),
        UNREADABLE,
    )


def answer_all(pieces: Iterator[list[bytes]], options: Options, advance: Callable[[int, int], None]) -> None:
    """Answer every line in order; a block is answered before the next one is waited for.

    ``advance`` is told how many lines and bytes have been answered. Raises :class:`LineError`.
    """
    done = 0
    for lines in pieces:
        try:
            _answer(lines, done, options)
        finally:
            sys.stdout.buffer.flush()
        done += len(lines)
        advance(len(lines), sum(map(len, lines)) + len(lines))


def _answer(lines: list[bytes], before: int, options: Options) -> None:
    """One line of output for each line of input that is not blank; raises after the answers before the wrong line."""
    wrong: LineError | None = None
    read: list[tuple[int, dict[str, Json], Position]] = []
    for number, line in enumerate(lines, before + 1):
        if not line or (line.isspace() and len(line) <= LONGEST):
            continue
        try:
            read.append((number, *_read(line, number, options.lang)))
        except LineError as error:
            wrong = error
            break
    positions = [position for _, _, position in read]
    for (_, value, _), tricks in zip(read, solve_many(positions, options.threads), strict=True):
        value["dd_tricks"] = tricks
    if options.moves:
        for (_, value, _), found in zip(read, moves_many(positions, options.threads), strict=True):
            value["moves"] = moves_to_json(found)
    for number, value, position in read:
        if options.table:
            value["table"] = table_to_json(table_of(position))
        try:
            write_json(value)
        except RecursionError:
            raise _too_deep(number, options.lang) from None
    if wrong is not None:
        raise wrong


def _read(line: bytes, number: int, lang: str) -> tuple[dict[str, Json], Position]:
    """The object of a line and its position. Raises :class:`LineError`."""
    if len(line) > LONGEST:
        raise _too_long(number, lang)
    try:
        value = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
        return value, position_from_json(value)
    except PositionError as error:
        raise LineError(number, error.text.in_language(lang), REFUSED) from error
    except RecursionError:
        raise _too_deep(number, lang) from None
    except ValueError as error:
        raise LineError(number, f"{speaker(lang)('no JSON', 'nije JSON')}: {error}", UNREADABLE) from error


def _too_deep(number: int, lang: str) -> LineError:
    say = speaker(lang)
    told = say("no JSON: brackets nested too deeply", "nije JSON: previše zagrada jedna u drugoj")
    return LineError(number, told, UNREADABLE)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:40]} is too large a number")
    return number
