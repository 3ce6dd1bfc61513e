"""Seats by the names of their players, for what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kibic.game import Seat

T = TypeVar("T")


def name_of(seat: Seat | None, names: Sequence[str]) -> str | None:
    """The name of a seat; None stays None."""
    return None if seat is None else names[seat]


def by_name(values: Sequence[T], names: Sequence[str]) -> dict[str, T]:
    """Values by seat as values by name."""
    return dict(zip(names, values, strict=True))
