"""What cards cost against open cards, by role: only decisions count in which the legal cards differ in value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kibic.game import Seat
from kibic.games.preferans import LevelMatch, Match
from kibic.games.preferans.actions import Play
from kibic.review.costs import card_values, loss
from kibic.solver import Mode, Position, PositionError, position_of

#: The roles in the order they are shown: suit games, sans and the ten-trick game, betl.
ROLES: Final = ("declarer", "defence", "sans_declarer", "sans_defence", "betl_declarer", "betl_defence")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a seat did in the play of one hand.

    ``critical`` decisions, of which ``zero`` cost nothing, and the tricks ``lost``. ``share`` is the part of the side
    that the seat is: 1 for a declarer, 1/2 for one of two defenders.
    """

    seat: Seat
    role: str
    critical: int
    zero: int
    lost: int
    share: float


@dataclass(frozen=True, slots=True)
class Played:
    """A card and the position it was played from."""

    position: Position
    card: int


def played_from(state: object, action: object) -> Played | None:
    """The card that ``action`` plays in ``state`` with its position; None where the solver knows no such play."""
    if not isinstance(state, Match | LevelMatch) or not isinstance(action, Play):
        return None
    try:
        return Played(position_of(state), action.card)
    except PositionError:
        return None


def costs(cards: Sequence[Played]) -> tuple[Cost, ...]:
    """What the cards of one hand cost, by seat, in tricks as in :func:`kibic.solver.trace`; a betl is made or not."""
    if not cards:
        return ()
    first = cards[0].position
    counts = {seat: [0, 0, 0] for seat in first.active}
    for each in cards:
        values = card_values(each.position)
        if len(set(values.values())) < 2:
            continue
        lost, _ = loss(each.position, values, each.card)
        count = counts[each.position.to_play]
        count[0] += 1
        count[1] += not lost
        count[2] += lost
    defenders = len(first.active) - 1
    return tuple(
        Cost(
            seat,
            _role(first, seat),
            critical,
            zero,
            lost,
            1.0 if seat == first.declarer else 1 / defenders,
        )
        for seat, (critical, zero, lost) in counts.items()
    )


def _role(position: Position, seat: Seat) -> str:
    side = "declarer" if seat == position.declarer else "defence"
    if position.mode is Mode.BETL:
        return f"betl_{side}"
    return f"sans_{side}" if position.mode is Mode.NT else side
