"""The lines of Portable Preferans Notation: tags, deals, and the rest, of which nothing is lost without a word."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import Final

from kibic.game import Text
from kibic.sheets.errors import UnreadableError

#: Longest text that is read, in characters.
LARGEST: Final = 2_000_000
#: Most bytes of a file: so many characters in UTF-16, or in UTF-8 with the letters of a few names.
LARGEST_FILE: Final = 2 * LARGEST + 2
#: How much of a line a remark quotes.
_QUOTED: Final = 48
_NEW_LINE: Final = re.compile(r"\r\n|\r|\n")
_NAME: Final = re.compile(r"\[\s*([A-Za-z]+\d*)\s*")
#: The value of a tag: in quotes with \" and \\ inside, in quotes with quotes inside, or bare.
_VALUES: Final = (
    re.compile(r'"((?:[^"\\]|\\["\\])*)"\s*\]'),
    re.compile(r'"(.*?)"\s*\]'),
    re.compile(r"([^\]\"]*)\]"),
)
_DEAL: Final = re.compile(r"\[?\s*[0-9]")
_TAG_OR_DEAL: Final = re.compile(
    r"^[ \t\ufeff]*(?:\[[ \t]*[A-Za-z]+[0-9]*[ \t]+[\"\w]|\[?[ \t]*[0-9]+\.?[ \t]+[123]{1,3}[ \t])", re.MULTILINE
)
_KIBIC: Final = re.compile(r"^[ \t\ufeff]*kibic[ \t]*=", re.MULTILINE)
_ENCODINGS: Final = Text("UTF-8, UTF-16 and Windows-1250", "UTF-8, UTF-16 i Windows-1250")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: its name in small letters, and its value."""

    line: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """The fields of a line that begins as a deal does."""

    line: int
    fields: tuple[str, ...]


@dataclass(slots=True)
class Lines:
    """What a text consists of; ``faults`` are by line."""

    tags: list[Tag] = field(default_factory=list)
    deals: list[DealLine] = field(default_factory=list)
    faults: list[tuple[int, Text]] = field(default_factory=list)


def is_ppn(text: str) -> bool:
    """Whether a text is meant as Portable Preferans Notation, and not as a record."""
    return _KIBIC.search(text) is None and _TAG_OR_DEAL.search(text) is not None


def decoded(content: bytes) -> tuple[str, Text | None]:
    """The text of a file, and a remark where its encoding had to be guessed.

    Raises :class:`UnreadableError` for bytes in none of the encodings that are understood.
    """
    if len(content) > LARGEST_FILE:
        raise _too_large()
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return _decode(content, name), None
    sample = content[:200]
    for place, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(sample) > 3 and sample[place::2].count(0) > len(sample) // 4:
            return _decode(content, name), Text("The file is read as UTF-16.", "Fajl je pročitan kao UTF-16.")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = _decode(content, "cp1250")
        remark = Text(
            "The file is not UTF-8, so it is read as Windows-1250: look whether the names are right.",
            "Fajl nije UTF-8, pa je pročitan kao Windows-1250: pogledajte da li su imena dobra.",
        )
        return text, remark
    return _whole(text), None


def _decode(content: bytes, name: str) -> str:
    try:
        return _whole(content.decode(name))
    except UnicodeDecodeError as error:
        raise _unreadable() from error


def _whole(text: str) -> str:
    if "\0" in text:
        raise _unreadable()
    return text


def _unreadable() -> UnreadableError:
    return UnreadableError(
        Text(
            f"This is no text in an encoding that is understood: {_ENCODINGS.en}.",
            f"Ovo nije tekst u zapisu koji se razume: {_ENCODINGS.sr}.",
        )
    )


def lines_of(text: str) -> Lines:
    """The tags and deals of a text, and a fault for every line that is neither.

    Raises :class:`UnreadableError` for a text that is empty, too large, or nothing but such lines.
    """
    if len(text) > LARGEST:
        raise _too_large()
    found, strange = Lines(), _Strange()
    for number, line in enumerate(_NEW_LINE.split(text.lstrip("\ufeff")), 1):
        told = line.strip()
        if not told:
            continue
        if _DEAL.match(told):
            _deal(found, number, told)
        elif _NAME.match(told):
            _tags(found, number, told)
        else:
            strange.add(number, told)
    found.faults = sorted([*found.faults, *strange.told()], key=lambda fault: fault[0])
    if not found.tags and not found.deals:
        raise _nothing(found)
    return found


def _too_large() -> UnreadableError:
    limit = LARGEST // 1_000_000
    return UnreadableError(
        Text(
            f"The text is too large: at most {limit} million characters are read.",
            f"Tekst je prevelik: čita se najviše {limit} miliona znakova.",
        )
    )


def quoted(text: str) -> str:
    """As much of a text as fits a remark."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _nothing(found: Lines) -> UnreadableError:
    if not found.faults:
        return UnreadableError(Text("The file is empty.", "Fajl je prazan."))
    line, fault = found.faults[0]
    return UnreadableError(
        Text(
            f"This is no Portable Preferans Notation: no line is a tag or a deal. Line {line}: {fault.en}",
            f"Ovo nije Portable Preferans Notation: nijedan red nije ni oznaka ni deljenje. Red {line}: {fault.sr}",
        )
    )


def _deal(found: Lines, number: int, line: str) -> None:
    opened, closed = line.startswith("["), line.endswith("]")
    if opened and not closed:
        found.faults.append((number, Text("The closing bracket is missing.", "Nedostaje zatvorena zagrada.")))
    found.deals.append(DealLine(number, tuple(line[opened : len(line) - closed].split())))


def _tags(found: Lines, number: int, line: str) -> None:
    """The tags of a line, one after the other; what stands after or between them is a fault."""
    place = 0
    while place < len(line):
        name = _NAME.match(line, place)
        value = None if name is None else next((m for v in _VALUES if (m := v.match(line, name.end()))), None)
        if name is None or value is None:
            rest = quoted(line[place:])
            fault = Text(f"This is no tag, and is left out: {rest}", f"Ovo nije oznaka, izostavljeno je: {rest}")
            found.faults.append((number, fault))
            return
        told = value[1]
        if value.re is _VALUES[0]:
            told = re.sub(r'\\(["\\])', r"\1", told)
        found.tags.append(Tag(number, name[1].lower(), told.strip()))
        place = value.end()
        while place < len(line) and line[place].isspace():
            place += 1


class _Strange:
    """Lines that are neither, those that follow each other told together."""

    def __init__(self) -> None:
        self._runs: list[tuple[int, int, str]] = []

    def add(self, number: int, line: str) -> None:
        if self._runs and self._runs[-1][1] == number - 1:
            self._runs[-1] = (self._runs[-1][0], number, self._runs[-1][2])
        else:
            self._runs.append((number, number, quoted(line)))

    def told(self) -> list[tuple[int, Text]]:
        return [(first, self._text(first, last, line)) for first, last, line in self._runs]

    def _text(self, first: int, last: int, line: str) -> Text:
        if first == last:
            return Text(
                f"This is neither a tag nor a deal, and is left out: {line}",
                f"Ovo nije ni oznaka ni deljenje, izostavljeno je: {line}",
            )
        return Text(
            f"Lines {first} to {last} are neither tags nor deals, and are left out; the first: {line}",
            f"Redovi od {first} do {last} nisu ni oznake ni deljenja, izostavljeni su; prvi: {line}",
        )
