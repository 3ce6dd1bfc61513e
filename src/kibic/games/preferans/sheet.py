"""The paper: bule, supe, refas, hats and the marks as players draw them (sections 13-17, LED-01, LED-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kibic.game import Seat
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.rules import Rules

#: The most bule by which a match may be made longer at once.
MOST_EXTENSION = 1000

MarkKind = Literal["bule", "refa", "refa_played", "hat", "hat_off"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One sign on the paper: ``value`` is the new bule (signed) or the running supe, ``hand`` the hand that made it."""

    kind: MarkKind
    value: int
    hand: int


@dataclass(frozen=True, slots=True)
class Result:
    """The final result (RES-01): ``points`` by seat in the sign convention of the rules; bule written off (WO-01)."""

    points: tuple[int, ...]
    sign: str
    write_off: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All columns of all players, signed (HAT-02).

    ``bule[seat]`` is the middle column, ``supe[writer][against]`` the side columns, ``refa_available[seat]`` the refas
    still to be played, ``refa_written`` how many were written in the match (REF-02). ``hats[seat]`` is HAT-01.
    """

    bule: tuple[int, ...]
    supe: tuple[tuple[int, ...], ...]
    refa_available: tuple[int, ...]
    refa_written: int
    hats: tuple[bool, ...]
    middle: tuple[tuple[Mark, ...], ...]
    sides: tuple[tuple[tuple[Mark, ...], ...], ...]

    @classmethod
    def new(cls, rules: Rules, players: int) -> Sheet:
        """The sheet before the first hand: everybody has the starting bule (MATCH-01)."""
        start = rules.match.start_bule
        return cls(
            bule=(start,) * players,
            supe=((0,) * players,) * players,
            refa_available=(0,) * players,
            refa_written=0,
            hats=(False,) * players,
            middle=((Mark("bule", start, 0),),) * players,
            sides=(((),) * players,) * players,
        )

    @property
    def total(self) -> int:
        """Sum of the bule; the match ends when it is 0 (MATCH-01)."""
        return sum(self.bule)

    @property
    def any_hat(self) -> bool:
        """Whether somebody is in a hat (HAT-03)."""
        return any(self.hats)


def in_hat(rules: Rules, bule: int) -> bool:
    """Whether a player with these bule is in a hat (HAT-01)."""
    return bule < 0 or (bule == 0 and rules.hat.at_zero)


def can_write_refa(rules: Rules, sheet: Sheet) -> bool:
    """Whether a refa may be written now (REF-03)."""
    blocked = rules.refa.write_blocked_by_hat and sheet.any_hat
    return sheet.refa_written < rules.refa_budget and not blocked


def refa_factor(rules: Rules, sheet: Sheet, declarer: Seat) -> int:
    """2 when a refa of the declarer doubles the hand, else 1 (REF-05, REF-07)."""
    blocked = rules.refa.use_blocked_by_hat and sheet.any_hat
    return rules.refa.factor if sheet.refa_available[declarer] and not blocked else 1


def enter(rules: Rules, sheet: Sheet, outcome: Outcome) -> Sheet:
    """The sheet after a hand has been written on it (LED-02)."""
    number = outcome.number
    middle = list(sheet.middle)
    available = list(sheet.refa_available)
    written = sheet.refa_written
    if outcome.refa_spent and outcome.declarer is not None:
        available[outcome.declarer] -= 1
        middle[outcome.declarer] = _play_refa(middle[outcome.declarer], number)
    if outcome.refa_written:
        written += 1
        everybody = rules.refa.awarded_to == "all"  # REF-01
        for seat in range(len(available)) if everybody else (outcome.dealer,):
            available[seat] += 1
            middle[seat] = (*middle[seat], Mark("refa", 0, number))
    bule = tuple(have + change for have, change in zip(sheet.bule, outcome.bule, strict=True))
    supe = [list(row) for row in sheet.supe]
    sides = [list(row) for row in sheet.sides]
    for entry in outcome.supe:
        supe[entry.writer][entry.against] += entry.points
        mark = Mark("bule", supe[entry.writer][entry.against], number)
        sides[entry.writer][entry.against] = (*sides[entry.writer][entry.against], mark)
    moved = _move_bule(rules, sheet, middle, bule, number)
    return replace(
        moved,
        supe=tuple(tuple(row) for row in supe),
        sides=tuple(tuple(row) for row in sides),
        refa_available=tuple(available),
        refa_written=written,
    )


def extended(rules: Rules, sheet: Sheet, bule: int, number: int) -> Sheet:
    """The sheet of a match that was made longer: everybody's bule are raised (MATCH-02)."""
    raised = tuple(value + bule for value in sheet.bule)
    return _move_bule(rules, sheet, list(sheet.middle), raised, number)


def write_off_amounts(rules: Rules, bule: Sequence[int], order: Sequence[Seat]) -> tuple[int, ...]:
    """Bule each player writes off so that the total becomes 0 (WO-01, WO-02).

    ``order`` are the seats P1, P2, P3 of the next hand: of players with equal bule the earlier counts as better for
    ``best`` and as worse for ``worst``.
    """
    share, rest = divmod(sum(bule), len(bule))
    worst_first = rules.writeoff.extra_to == "worst"
    ranked = sorted(order, key=lambda seat: -bule[seat] if worst_first else bule[seat])
    extra = set(ranked[:rest])
    return tuple(share + (seat in extra) for seat in range(len(bule)))


def write_off(rules: Rules, sheet: Sheet, order: Sequence[Seat], number: int) -> tuple[Sheet, tuple[int, ...]]:
    """The sheet after the write-off and what each wrote off."""
    amounts = write_off_amounts(rules, sheet.bule, order)
    bule = tuple(have - amount for have, amount in zip(sheet.bule, amounts, strict=True))
    return _move_bule(rules, sheet, list(sheet.middle), bule, number), amounts


def final_result(rules: Rules, sheet: Sheet, written_off: tuple[int, ...] | None = None) -> Result:
    """The result of a finished match (RES-01)."""
    sign = 1 if rules.result.sign == "low_good" else -1
    seats = range(len(sheet.bule))
    points = tuple(
        sign * (10 * sheet.bule[seat] - sum(sheet.supe[seat]) + sum(row[seat] for row in sheet.supe)) for seat in seats
    )
    return Result(points, rules.result.sign, written_off)


def _move_bule(rules: Rules, sheet: Sheet, middle: list[tuple[Mark, ...]], bule: tuple[int, ...], number: int) -> Sheet:
    """Write new middle values with their hats (HAT-02)."""
    hats = tuple(in_hat(rules, value) for value in bule)
    for seat, value in enumerate(bule):
        if hats[seat] != sheet.hats[seat]:
            middle[seat] = (*middle[seat], Mark("hat" if hats[seat] else "hat_off", 0, number))
        if value != sheet.bule[seat]:
            middle[seat] = (*middle[seat], Mark("bule", value, number))
    return replace(sheet, bule=bule, hats=hats, middle=tuple(middle))


def _play_refa(marks: tuple[Mark, ...], number: int) -> tuple[Mark, ...]:
    """Strike the first open refa where it stands (REF-09)."""
    place = next(index for index, mark in enumerate(marks) if mark.kind == "refa")
    return (*marks[:place], Mark("refa_played", 0, number), *marks[place + 1 :])
