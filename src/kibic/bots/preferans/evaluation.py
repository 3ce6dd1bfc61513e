"""What a hand is worth beyond its potential tricks: position, shape, and points of a result (strategy.md section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kibic.games.preferans.holdings import LENGTH, holdings

TALON_TRICKS: Final = 1.25
"""EVAL-05: the talon adds 1 to 1.5 potential tricks."""


def position_weight(order: Sequence[int], declarer: int, seats: int = 3) -> float:
    """EVAL-03: what the place of the declarer in the first trick is worth, in tricks.

    ``order`` are the seats as they play to the first trick. First +0.5, second (led through) -0.5, last 0.
    """
    place = order.index(declarer)
    if place == 0:
        return 0.5
    return -0.5 if place < seats - 1 else 0.0


def shape_weight(hand: int) -> float:
    """EVAL-04: what the distribution is worth, in tricks."""
    lengths = sorted((LENGTH[holding] for holding in holdings(hand)), reverse=True)
    held = sum(1 for length in lengths if length)
    if held == 4:
        return -0.25
    if held == 3:
        return 0.5 if lengths[:3] in ([4, 4, 2], [5, 4, 1]) else 0.25
    return 1.0


def points(seat: int, bule: Sequence[int], supe: Iterable[tuple[int, int, int]] = ()) -> float:
    """EVAL-07: what a result is worth to ``seat``, in points of the final result (positive is good for him).

    ``bule`` are the changes of all seats, ``supe`` triples of writer, against and points. A change of d bule costs
    its player (1 - 1/n) * 10 * d and gives each other 10 * d / n, because the match always closes at total 0.
    """
    players = len(bule)
    worth = -10.0 * bule[seat] + 10.0 * sum(bule) / players
    for writer, against, amount in supe:
        if writer == seat:
            worth += amount
        elif against == seat:
            worth -= amount
    return worth
