"""A parameter of a ruleset: one knob with its type, allowed values, explanation and rule IDs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from kibic.game.errors import Text

Value = bool | int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One key of a ruleset.

    ``kind`` is ``bool``, ``int``, ``choice``, ``choices`` (a list of some of ``values``) or ``text``. ``values`` lists
    the allowed values (empty for a free int in ``low..high`` and for ``text``, which must match ``pattern``; a
    ``choice`` with a ``pattern`` also takes what matches it, such as ``hands:30``). ``labels`` explains single values.
    """

    key: str
    kind: str
    default: Value
    text: Text
    rules: tuple[str, ...]
    values: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    pattern: str | None = None

    @property
    def group(self) -> str:
        """The part before the dot: the phase of the game the key belongs to."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """The part after the dot."""
        return self.key.partition(".")[2]

    def expected(self) -> Text:
        """What may stand here, for error messages."""
        if self.kind == "choices":
            listed = ", ".join(show(value) for value in self.values)
            return Text(f"a list of {listed}", f"spisak od: {listed}")
        plain = [show(value) for value in self.values]
        parts = [Text(value, value) for value in plain]
        if self.low is not None or self.high is not None:
            parts.append(
                Text(f"a whole number from {self.low} to {self.high}", f"ceo broj od {self.low} do {self.high}")
            )
        if self.pattern:
            parts.append(Text(f"a text like {self.pattern}", f"tekst oblika {self.pattern}"))
        return Text(" | ".join(part.en for part in parts), " | ".join(part.sr for part in parts))

    def refusal(self, value: object) -> Text:
        """The sentence against a value that is not allowed."""
        expected = self.expected()
        told = f'"{value}"' if isinstance(value, str) and not self.right_type(value) else show(value)
        return Text(
            f"{self.key}: {told} is not allowed; allowed: {expected.en}",
            f"{self.key}: {told} nije dozvoljeno; dozvoljeno: {expected.sr}",
        )

    def accepts(self, value: object) -> Value | None:
        """``value`` in its stored form, or None when it is not allowed. Lists become tuples."""
        if self.kind == "choices":
            if not isinstance(value, list | tuple) or not all(item in self.values for item in value):
                return None
            return cast("Value", tuple(item for item in self.values if item in value))
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        if isinstance(value, int) and not isinstance(value, bool) and (self.low is not None or self.high is not None):
            low = self.low if self.low is not None else value
            high = self.high if self.high is not None else value
            return value if low <= value <= high else None
        if isinstance(value, str) and self.pattern and re.fullmatch(self.pattern, value):
            return value
        return None

    def right_type(self, value: object) -> bool:
        """Whether ``value`` has a type this key can have, allowed or not (record.md: a wrong type is no record)."""
        if self.kind == "choices":
            return isinstance(value, list | tuple)
        types = {type(allowed) for allowed in self.values}
        if self.low is not None or self.high is not None:
            types.add(int)
        if self.pattern:
            types.add(str)
        return type(value) in types


def show(value: object) -> str:
    """A value as it is written in a rules file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(show(item) for item in value) + "]"
    return str(value)
