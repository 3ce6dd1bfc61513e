"""Declaring a parameter: a dataclass field that carries its allowed values, explanation and rule IDs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TypeVar

from kibic.game import Parameter, Text
from kibic.game.parameters import Value

T = TypeVar("T", bound=Value)


def knob(
    default: T,
    en: str,
    sr: str,
    ids: str,
    values: Sequence[Value] = (),
    *,
    low: int | None = None,
    high: int | None = None,
    pattern: str | None = None,
) -> T:
    """A field of a rules group. ``ids`` are rule IDs separated by spaces; a bool needs no ``values``."""
    if isinstance(default, bool) and not values:
        values = (True, False)
    if isinstance(default, tuple):
        kind = "choices"
    elif isinstance(default, bool):
        kind = "bool"
    elif values:
        kind = "choice"
    else:
        kind = "int" if isinstance(default, int) else "text"
    meta = Parameter("", kind, default, Text(en, sr), tuple(ids.split()), tuple(values), low, high, pattern)
    return dataclasses.field(default=default, metadata={"parameter": meta})


def parameters_of(group: str, cls: type) -> tuple[Parameter, ...]:
    """The parameters of a rules group, with their full keys."""
    return tuple(
        dataclasses.replace(field.metadata["parameter"], key=f"{group}.{field.name}")
        for field in dataclasses.fields(cls)
    )
