"""The file of a backup: compressed lines of JSON that no kind of database has to itself.

The first line says what follows: the revision of the tables, their columns with the kind of each, and how many rows
they have. Each row is a line ``[table, values]``. The last line has the SHA-256 of all before it, so that a file that
was cut off or changed is known.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from sqlalchemy import JSON, BigInteger, Boolean, Column, Integer, LargeBinary, String
from sqlalchemy.types import TypeEngine

from kibic.game import KibicError, Text

FORMAT: Final = "kibic-backup"
VERSION: Final = 1

#: The type with which a column of each kind is read and written. JSON travels as its text, so that null stays null.
TYPES: Final[Mapping[str, TypeEngine[Any]]] = {
    "text": String(),
    "number": BigInteger(),
    "boolean": Boolean(),
    "bytes": LargeBinary(),
    "json": JSON(none_as_null=True),
}


class BackupError(KibicError):
    """A backup that cannot be made or taken back; nothing was changed."""

    def __init__(self, en: str, sr: str) -> None:
        super().__init__(en)
        self.text = Text(en, sr)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: of each table its columns with their kinds, and its number of rows. ``made`` is in ms."""

    revision: str
    made: int
    columns: Mapping[str, tuple[tuple[str, str], ...]]
    rows: Mapping[str, int]


def kind(column: Column[Any]) -> str:
    """The kind of a column."""
    match column.type:
        case Boolean():
            return "boolean"
        case Integer():
            return "number"
        case JSON():
            return "json"
        case LargeBinary():
            return "bytes"
        case String():
            return "text"
    raise AssertionError(f"a backup cannot hold {column}")


class Sink:
    """Writes a backup. Raises :class:`OSError` when the disk does."""

    def __init__(self, file: BinaryIO, contents: Contents) -> None:
        # No name and no time: the same rows always make the same file.
        self._file = gzip.GzipFile("", "wb", 6, file, mtime=0)
        self._digest = hashlib.sha256()
        self._kinds = {table: [kind for _, kind in columns] for table, columns in contents.columns.items()}
        tables = {
            table: {"columns": columns, "rows": contents.rows[table]} for table, columns in contents.columns.items()
        }
        head = {"format": FORMAT, "version": VERSION, "revision": contents.revision, "made": contents.made}
        self._line(head | {"tables": tables})

    def row(self, table: str, values: tuple[Any, ...]) -> None:
        """Write one row."""
        kinds = self._kinds[table]
        self._line([table, [_out(kind, value) for kind, value in zip(kinds, values, strict=True)]])

    def close(self) -> None:
        """Write the end."""
        self._file.write(_encoded({"sha256": self._digest.hexdigest()}))
        self._file.close()

    def _line(self, value: object) -> None:
        line = _encoded(value)
        self._digest.update(line)
        self._file.write(line)


class Source:
    """Reads a backup. Raises :class:`BackupError` where it is none, is damaged, or is of a later version."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0
        self._digest = hashlib.sha256()
        try:
            self._file = gzip.open(path)  # noqa: SIM115 - closed by the one who reads
        except OSError as error:
            raise BackupError(f"{path} cannot be read: {error.strerror}", f"{path} ne može da se čita") from error
        try:
            self.contents = self._head()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._file.close()

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """All rows with their tables. At the end the checksum and the numbers of rows have been compared."""
        seen = dict.fromkeys(self.contents.columns, 0)
        while True:
            digest = self._digest.hexdigest()
            line = self._line()
            if isinstance(line, dict):
                if line.get("sha256") != digest or self._file.read(1) or seen != dict(self.contents.rows):
                    raise self._damaged()
                return
            yield self._row(line, seen)

    def _row(self, line: object, seen: dict[str, int]) -> tuple[str, dict[str, Any]]:
        match line:
            case [str(table), list(values)] if table in seen and len(values) == len(self.contents.columns[table]):
                seen[table] += 1
                named = zip(self.contents.columns[table], values, strict=True)
                return table, self._checked(lambda: {name: _in(kind, value) for (name, kind), value in named})
        raise self._damaged()

    def _head(self) -> Contents:
        try:
            head = self._line()
        except BackupError as error:
            raise BackupError(
                f"{self._path} is no backup of Kibic", f"{self._path} nije rezervna kopija Kibica"
            ) from error
        match head:
            case {"format": str(name), "version": int(version)} if name == FORMAT and version > VERSION:
                raise BackupError(f"{self._path} was made by a newer Kibic", f"{self._path} je napravio noviji Kibic")
            case {"format": str(name), "revision": str(revision), "made": int(made), "tables": dict(tables)} if (
                name == FORMAT
            ):
                columns = self._checked(
                    lambda: {
                        table: tuple((str(c), str(k)) for c, k in found["columns"]) for table, found in tables.items()
                    }
                )
                counted = self._checked(lambda: {table: int(found["rows"]) for table, found in tables.items()})
                if all(kind in TYPES for named in columns.values() for _, kind in named):
                    return Contents(revision, made, columns, counted)
        raise BackupError(f"{self._path} is no backup of Kibic", f"{self._path} nije rezervna kopija Kibica")

    def _line(self) -> object:
        self._number += 1
        line = self._checked(self._file.readline)
        self._digest.update(line)
        return self._checked(lambda: json.loads(line))

    def _checked(self, read: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the call gives
        try:
            return read()
        except (
            OSError,
            EOFError,
            zlib.error,
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            binascii.Error,
        ) as error:
            raise self._damaged() from error

    def _damaged(self) -> BackupError:
        return BackupError(
            f"{self._path} is damaged at line {self._number}; nothing was restored",
            f"{self._path} je oštećena u redu {self._number}; ništa nije vraćeno",
        )


def _encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _out(kind: str, value: Any) -> Any:  # noqa: ANN401 - values of columns
    return base64.b64encode(value).decode() if kind == "bytes" and value is not None else value


def _in(kind: str, value: Any) -> Any:  # noqa: ANN401 - values of columns
    if value is None:
        return None
    match kind:
        case "bytes":
            return base64.b64decode(value, validate=True)
        case "json":
            return JSON.NULL if value == "null" else json.loads(value)
    return value
