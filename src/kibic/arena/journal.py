"""The journal of a run: what has been played, one JSON line a board, so that a run that was stopped goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from kibic.arena.boards import BoardScore
from kibic.game import Json, KibicError

_VERSION: Final = 1


class Journal:
    """A file of board scores. Use it as a context manager; ``scores`` are those it held when it was opened.

    A line that was cut off by the end of a run is dropped, and its board played again.
    """

    def __init__(self, path: Path, order: Json) -> None:
        """Opens the journal of the run that ``order`` describes, or begins it.

        Raises :class:`KibicError` when the file is of another run, or cannot be read or written.
        """
        self.scores: dict[int, BoardScore] = {}
        head = {"kibic_arena": _VERSION, **json.loads(json.dumps(order))}
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise KibicError(f"{path}: {error.strerror or error}") from error
        try:
            self._read(path, head)
        except KibicError:
            self._file.close()
            raise

    def _read(self, path: Path, head: Json) -> None:
        self._file.seek(0)
        lines = self._file.read().split(b"\n")
        whole = lines[:-1]  # what follows the last end of a line was cut off
        if not whole:
            if not _line_of(head).startswith(lines[0]):
                raise KibicError(_foreign(path))
            self._file.truncate(0)
            self._write(head)
            return
        if _parsed(whole[0]) != head:
            raise KibicError(_foreign(path))
        for number, line in enumerate(whole[1:], 2):
            try:
                score = BoardScore.from_json(_parsed(line))
            except (KeyError, TypeError, ValueError) as error:
                raise KibicError(f"{path}:{number}: this is no board of the arena") from error
            self.scores[score.number] = score
        self._file.truncate(sum(len(line) + 1 for line in whole))

    def add(self, score: BoardScore) -> None:
        """Write a score; it is in the file when this returns."""
        self._write(score.as_json())

    def _write(self, value: Json) -> None:
        self._file.write(_line_of(value) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._file.close()


def _line_of(value: Json) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _foreign(path: Path) -> str:
    return f"{path} is the journal of another run; name a new file, or repeat its command"


def _parsed(line: bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(line)
    except ValueError:
        return None
