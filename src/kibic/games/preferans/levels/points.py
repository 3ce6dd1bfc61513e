"""The paper of the game of levels: one column of points for each player (POL-08, POL-13)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.sheet import Mark, Result


@dataclass(frozen=True, slots=True)
class PointSheet:
    """``points`` by seat, ``columns`` the running totals as they were written, ``deals`` the hands that count."""

    points: tuple[int, ...]
    columns: tuple[tuple[Mark, ...], ...]
    deals: int = 0

    @classmethod
    def new(cls, players: int) -> PointSheet:
        """The sheet before the first hand."""
        return cls((0,) * players, ((),) * players)


def enter_points(sheet: PointSheet, outcome: LevelOutcome) -> PointSheet:
    """The sheet after a hand has been written on it; who scored nothing gets no mark."""
    points = tuple(have + change for have, change in zip(sheet.points, outcome.points, strict=True))
    columns = tuple(
        (*column, Mark("bule", points[seat], outcome.number)) if outcome.points[seat] else column
        for seat, column in enumerate(sheet.columns)
    )
    return PointSheet(points, columns, sheet.deals + outcome.counts)


def points_result(rules: Rules, sheet: PointSheet) -> Result:
    """The result of a finished match: the highest total wins (POL-13), in the sign convention of the rules."""
    sign = 1 if rules.result.sign == "high_good" else -1
    return Result(tuple(sign * points for points in sheet.points), rules.result.sign)
