"""What must hold in a state that the rules made; anything else is a bug and says so."""

from __future__ import annotations

from typing import TypeVar

from kibic.game import BrokenStateError

T = TypeVar("T")


def known(value: T | None) -> T:
    """``value``, which is decided by now. Raises :class:`BrokenStateError` when it is None."""
    if value is None:
        raise BrokenStateError("something that must be decided is not")
    return value


def as_a(kind: type[T], value: object) -> T:
    """``value``, which is a ``kind``: only legal actions reach a step. Raises :class:`BrokenStateError` otherwise."""
    if not isinstance(value, kind):
        raise BrokenStateError(f"{value!r} is no {kind.__name__}")
    return value
