"""Values that are no positions: what callers may hand over by mistake, for the tests and for the fuzz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kibic.cards import Hand, SeededRandom
from kibic.solver import Position

HUGE: Final = 10**5000
#: Never a seat, a card, a mode, or a collection of them.
NOTHING: Final = (-1, -3, 99, 2**31 - 1, 2**31, 2**32, 2**63, -(2**63), HUGE, -HUGE, 1.5, float("nan"), None, "S", b"S")
NOTHING_AT_ALL: Final[tuple[Any, ...]] = (*NOTHING, True, [], {}, object(), Hand(1), "x" * 10_000)
FIELDS: Final = ("hands", "mode", "declarer", "leader", "trick", "active")


def fields_of(position: Position) -> dict[str, Any]:
    """What a position is made of."""
    return {name: getattr(position, name) for name in FIELDS}


def spoiled(position: Position) -> Iterator[dict[str, Any]]:
    """The fields of a position of three hands and no started trick, each time with something that makes it none."""
    fields = fields_of(position)
    for bad in NOTHING_AT_ALL:
        for name in ("mode", "declarer", "leader"):
            yield {**fields, name: bad}
        yield {**fields, "hands": (bad, *position.hands[1:])}
        yield {**fields, "active": (0, 1, bad)}
        if bad != []:
            yield {**fields, "trick": bad}
        yield {**fields, "hands": bad}
        yield {**fields, "active": bad}
        yield {**fields, "trick": (bad,)}
    yield from ({**fields, "mode": mode} for mode in (6, 7, 9))
    yield {**fields, "hands": position.hands * 2}
    yield {**fields, "active": position.active * HUGE.bit_length()}


def tampered(position: Position, rng: SeededRandom) -> Position:
    """A position changed past all checks, as only somebody who means it can."""
    wrong = Position(**fields_of(position))
    values: dict[str, Callable[[], object]] = {
        "hands": lambda: tuple(rng.randrange(2**32) for _ in range(rng.randrange(5))),
        "mode": lambda: rng.randrange(40) - 20,
        "declarer": lambda: rng.randrange(8) - 4,
        "leader": lambda: rng.randrange(8) - 4,
        "trick": lambda: tuple(rng.randrange(200) - 100 for _ in range(rng.randrange(5))),
        "active": lambda: tuple(rng.randrange(8) - 4 for _ in range(rng.randrange(6))),
    }
    name = rng.choice(tuple(values))
    object.__setattr__(wrong, name, values[name]())
    return wrong
