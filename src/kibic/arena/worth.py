"""What a hand is worth to each seat, in points of the final result (EVAL-07)."""

from __future__ import annotations

from typing import Any

from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.outcome import Outcome


def hand_worth(outcome: Outcome | LevelOutcome | Any) -> tuple[int, ...]:  # noqa: ANN401 - of whichever game it is
    """Worth of a finished hand by seat, in points **times the number of players**, so that it is whole.

    Positive is good, and the seats add to zero. A change of d bule costs the seat 10 d points and, because the match is
    written off to a total of zero, gives a share of that to everybody: with three players -20/3 d to the seat and
    +10/3 d to each other. Supe count at face value. In the game of levels the points are compared with their mean.
    Refas are worth what they change in the hands to come, and do not count.
    """
    if isinstance(outcome, LevelOutcome):
        players, total = len(outcome.points), sum(outcome.points)
        return tuple(players * points - total for points in outcome.points)
    players, moved = len(outcome.bule), sum(outcome.bule)
    worth = [10 * (moved - players * change) for change in outcome.bule]
    for entry in outcome.supe:
        worth[entry.writer] += players * entry.points
        worth[entry.against] -= players * entry.points
    return tuple(worth)
