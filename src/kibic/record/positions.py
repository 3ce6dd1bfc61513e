"""Where things stand in a TOML text, which the standard library's reader does not tell.

The scanner runs after ``tomllib`` has accepted the text, so it only has to walk valid TOML and may trust it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from kibic.record.errors import Place

#: A path to a value: keys, and indexes of arrays.
Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")
_QUOTES: Final = re.compile(r"\"\"\"|'''|\"|'")
_ESCAPE: Final = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[ \t]*\n[ \t\n]*|.)")
_SIMPLE_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


@dataclass
class Positions:
    """Offsets of the keys and values of a TOML text."""

    source: str
    keys: dict[Path, int] = field(default_factory=dict)
    values: dict[Path, int] = field(default_factory=dict)

    def place(self, offset: int) -> Place:
        """Line and column of an offset."""
        start = self.source.rfind("\n", 0, offset) + 1
        return Place(self.source.count("\n", 0, start) + 1, offset - start + 1)

    def of_key(self, *path: str | int) -> Place | None:
        """Where the key (or the header of the table) of ``path`` stands; the nearest thing around it if it has none."""
        for end in range(len(path), 0, -1):
            offset = self.keys.get(path[:end], self.values.get(path[:end]))
            if offset is not None:
                return self.place(offset)
        return None

    def of_value(self, path: Path, index: int | None = None) -> Place | None:
        """Where the value of ``path`` stands; for a string with ``index``, where that character of it stands."""
        offset = self.values.get(path)
        if offset is None:
            return self.of_key(*path)
        if index is not None and self.source[offset] in "\"'":
            offset = self._inside(offset, index)
        return self.place(offset)

    def _inside(self, start: int, index: int) -> int:
        """The offset of character ``index`` of the string literal that starts at ``start``."""
        for at, (_, offset) in enumerate(_characters(self.source, start)[0]):
            if at == index:
                return offset
        return start


def scan(source: str) -> Positions:
    """The positions of a text that ``tomllib`` accepts. Line ends must already be single line feeds."""
    return _Scanner(source).run()


class _Scanner:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.found = Positions(source)
        self.counts: dict[Path, int] = {}

    def run(self) -> Positions:
        table: Path = ()
        self._blank()
        while self.at < len(self.source):
            if self.source[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._blank()
        return self.found

    def _blank(self) -> None:
        self.at = _end(_BLANK, self.source, self.at)

    def _header(self) -> Path:
        start = self.at
        array = self.source.startswith("[[", self.at)
        self.at += 2 if array else 1
        path = self._resolve(self._key())
        self.at += 2 if array else 1
        if array:
            number = self.counts.get(path, 0)
            self.counts[path] = number + 1
            self.found.keys.setdefault(path, start)
            path = (*path, number)
        self.found.keys[path] = start
        return path

    def _resolve(self, keys: Path) -> Path:
        """A header's path with the index of the latest table wherever it passes through an array of tables."""
        path: Path = ()
        for place, key in enumerate(keys):
            path = (*path, key)
            if place < len(keys) - 1 and path in self.counts:
                path = (*path, self.counts[path] - 1)
        return path

    def _key(self) -> Path:
        parts: list[str] = []
        while True:
            self._blank()
            if self.source[self.at] in "\"'":
                characters, end = _characters(self.source, self.at)
                parts.append("".join(character for character, _ in characters))
                self.at = end
            else:
                end = _end(_BARE_KEY, self.source, self.at)
                parts.append(self.source[self.at : end])
                self.at = end
            self._blank()
            if self.source[self.at] != ".":
                return tuple(parts)
            self.at += 1

    def _pair(self, table: Path) -> None:
        start = self.at
        keys = self._key()
        for end in range(1, len(keys) + 1):
            self.found.keys.setdefault((*table, *keys[:end]), start)
        self.at += 1
        self._blank()
        self._value((*table, *keys))

    def _value(self, path: Path) -> None:
        self.found.values[path] = self.at
        opening = self.source[self.at]
        if opening in "\"'":
            self.at = _characters(self.source, self.at)[1]
        elif opening == "[":
            self._array(path)
        elif opening == "{":
            self._inline_table(path)
        else:
            self.at = _end(_SCALAR, self.source, self.at)

    def _array(self, path: Path) -> None:
        self.at += 1
        number = 0
        self._blank()
        while self.source[self.at] != "]":
            self._value((*path, number))
            number += 1
            self._comma()
        self.at += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        self._blank()
        while self.source[self.at] != "}":
            self._pair(path)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        self._blank()
        if self.source[self.at] == ",":
            self.at += 1
            self._blank()


def _end(pattern: re.Pattern[str], source: str, at: int) -> int:
    """Where the pattern ends that the text, being valid TOML, has at ``at``."""
    match = pattern.match(source, at)
    return at if match is None else match.end()


def _characters(source: str, start: int) -> tuple[list[tuple[str, int]], int]:
    """The characters of the string literal at ``start`` with their offsets, and the offset behind the literal."""
    at = _end(_QUOTES, source, start)
    quotes = source[start:at]
    if len(quotes) == 3 and source[at] == "\n":
        at += 1
    characters: list[tuple[str, int]] = []
    while not source.startswith(quotes, at) or (len(quotes) == 3 and source.startswith(quotes[0], at + 3)):
        if source[at] == "\\" and quotes[0] == '"':
            end = _end(_ESCAPE, source, at)
            characters += [(character, at) for character in _unescaped(source[at:end])]
            at = end
        else:
            characters.append((source[at], at))
            at += 1
    return characters, at + len(quotes)


def _unescaped(escape: str) -> str:
    if escape[1] in "xuU" and len(escape) > 2:
        return chr(int(escape[2:], 16))
    return _SIMPLE_ESCAPES.get(escape[1], "")
