"""What the tricks of a hand are worth to a side on the real sheet: the engine's own scoring, asked once a hand.

Bule count as EVAL-07 has it: a match closes at a fixed total, so that what one player writes is shared by all. In
points of the final result this means that every player is compared with the mean of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

from kibic.bots.belief import AnyView
from kibic.game import KibicError, Seat
from kibic.games.preferans.actions import Deal, Follow
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.levels.actions import Whist
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.phase import LevelDealt
from kibic.games.preferans.levels.scoring import score_played as score_level
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.scoring import HandFacts, score_played
from kibic.games.preferans.sheet import Sheet
from kibic.games.preferans.view import PreferansView

#: What everybody gets in points of the final result, more is better, and whether the declarer makes.
_Scores = tuple[tuple[float, ...], bool]
#: Points that a trick is worth where the sheet does not care: nobody gives tricks away.
TRICK: Final = 0.05


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake for the side to play, by the tricks the declarer takes in all.

    ``points`` are those of the side (a defender's are those of both defenders), more is better for it; ``made`` tells
    whether the declarer makes his game.
    """

    points: tuple[float, ...]
    made: tuple[bool, ...]


def stakes_of(view: AnyView, turn: Seat) -> Stakes:
    """The stakes of the hand being played for the side of ``turn``.

    Raises :class:`KibicError` when no game is declared.
    """
    declarer = view.declarer
    if declarer is None or view.contract is None:
        raise KibicError("nothing is at stake before a game is declared")
    defenders = tuple(seat for seat in view.active if seat != declarer)
    sign = 1.0 if turn == declarer else -1.0
    scored = _scorer(view)
    points, made = [], []
    for tricks in range(11):
        shares = _shares(view, declarer, defenders, tricks)
        side = (declarer,) if turn == declarer else defenders
        worth = 0.0
        makes = False
        for chance, taken in shares:
            scores, makes = scored(taken)
            mean = sum(scores) / len(scores)
            worth += chance * sum(scores[seat] - mean for seat in side)
        points.append(worth + sign * TRICK * _wanted(view, tricks))
        made.append(makes)
    return Stakes(tuple(points), tuple(made))


def _wanted(view: AnyView, tricks: int) -> int:
    """Tricks in the declarer's favour: in betl the fewer the better."""
    return -tricks if view.contract is Contract.BETL else tricks


def _shares(
    view: AnyView, declarer: Seat, defenders: Sequence[Seat], tricks: int
) -> list[tuple[float, tuple[int, ...]]]:
    """How the defenders may share the tricks left to them, with chances: each further trick is anybody's."""
    had = [view.taken[seat] for seat in defenders]
    rest = max(0, 10 - tricks - sum(had))
    stop = getattr(view.rules.end, "stop_at_5", False) and isinstance(view, PreferansView)
    if stop and view.contract is not None and not view.contract.is_forced:
        rest = min(rest, max(0, 5 - sum(had)))  # END-01: the hand stops there
    if len(defenders) < 2:
        return [(1.0, _by_seat(view, declarer, tricks, {defenders[0]: had[0] + rest}))]
    found = []
    for first in range(rest + 1):
        taken = {defenders[0]: had[0] + first, defenders[1]: had[1] + rest - first}
        found.append((comb(rest, first) / 2**rest, _by_seat(view, declarer, tricks, taken)))
    return found


def _by_seat(view: AnyView, declarer: Seat, tricks: int, taken: dict[Seat, int]) -> tuple[int, ...]:
    return tuple(tricks if seat == declarer else taken.get(seat, 0) for seat in range(view.players))


def _scorer(view: AnyView) -> Callable[[tuple[int, ...]], _Scores]:
    """What tells, for the tricks of every seat, what everybody gets and whether the declarer makes."""
    if isinstance(view, LevelView):
        return _level_scorer(view)
    facts = HandFacts(view.rules, _bare(view.sheet), view.hand_number, view.dealer, view.players)
    bargain = bargain_of(view)
    known = _known(facts, bargain)

    def scored(taken: tuple[int, ...]) -> _Scores:
        if taken not in known:
            known[taken] = _number_points(facts, bargain, taken)
        return known[taken]

    return scored


def _level_scorer(view: LevelView) -> Callable[[tuple[int, ...]], _Scores]:
    dealt = LevelDealt(view.rules, view.sheet, view.hand_number, view.dealer, view.order, Deal((0, 0, 0), 0))
    bargain = level_bargain(view)

    def scored(taken: tuple[int, ...]) -> _Scores:
        level = score_level(dealt, bargain, taken)
        return level.points, bool(level.made[view.declarer or 0])

    return scored


def _bare(sheet: Sheet) -> Sheet:
    """The sheet without its history, so that equal situations are recognised."""
    nothing = ((),) * len(sheet.bule)
    return Sheet(
        sheet.bule, sheet.supe, sheet.refa_available, sheet.refa_written, sheet.hats, nothing, (nothing,) * len(nothing)
    )


@lru_cache(maxsize=256)
def _known(facts: HandFacts, bargain: Bargain) -> dict[tuple[int, ...], _Scores]:
    """The scores of a hand that were asked for, by the tricks of every seat."""
    return {}


def _number_points(facts: HandFacts, bargain: Bargain, taken: tuple[int, ...]) -> _Scores:
    outcome = score_played(facts, bargain, taken)
    points = [-10.0 * change for change in outcome.bule]
    for entry in outcome.supe:
        points[entry.writer] += entry.points
        points[entry.against] -= entry.points
    return tuple(points), bool(outcome.made[bargain.declarer])


def bargain_of(view: PreferansView) -> Bargain:
    """The agreement of the hand as every seat knows it."""
    declarer = _declarer(view)
    plain = Bargain(declarer=declarer, igra=view.igra, ring=view.order)
    said = {word.seat: word.action.yes for word in view.spoken if isinstance(word.action, Follow)}
    first, second = plain.defenders
    return Bargain(
        declarer=declarer,
        igra=view.igra,
        ring=view.order,
        number=view.number or 0,
        contract=view.contract,
        follows=(said.get(first), said.get(second)),
        caller=view.caller,
        called=view.called,
        kontra=view.kontra,
        kontras=view.kontras,
    )


def level_bargain(view: LevelView) -> LevelBargain:
    """The agreement of a hand of levels as every seat knows it."""
    declarer = _declarer(view)
    bid = view.bid if view.bid is not None else view.contract
    if bid is None:
        raise KibicError("nothing is at stake before a game is declared")
    plain = LevelBargain(declarer, view.order, bid, declarer)
    said = {word.seat: word.action.yes for word in view.spoken if isinstance(word.action, Whist)}
    first, second = plain.opponents
    return LevelBargain(
        declarer,
        view.order,
        bid,
        declarer,
        contract=view.contract,
        whists=(said.get(first), said.get(second)),
        caller=view.caller,
        called=view.called,
        summon=view.summon,
    )


def _declarer(view: AnyView) -> Seat:
    if view.declarer is None:
        raise KibicError("nothing is at stake before a game is declared")
    return view.declarer
