"""What every end of a hand is worth in points on the real sheet: the rules are asked, never copied.

Asking is slow, and most sheets give the same prices. What a result moves depends on the refa of the declarer, and near
the end of a match on the bule that are left (LAST-01 to LAST-04); so prices are kept by these, with the seats turned
until the declarer has the first, and serve all hands and dealers of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from kibic.bots.preferans.evaluation import points
from kibic.bots.value.features import Floats
from kibic.game import Seat
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.phase import Dealt
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import HandFacts, score_played
from kibic.games.preferans.sheet import Sheet, refa_factor
from kibic.games.preferans.view import PreferansView

TRICKS: Final = 10
#: A declarer hardly ever takes fewer tricks; such results are priced like this one, which halves the work.
FEWEST: Final = 3


#: Tables kept for one set of rules: about 2 kB each.
MOST_TABLES: Final = 2048
#: The bule of a match that is far from its end.
FAR: Final = 10_000

#: A bargain with the declarer in the first seat, whether his refa counts, and the bule left where they matter.
_Key = tuple[Bargain, bool, int]


class Prices:
    """The points of one seat for each end of a hand, by EVAL-07, as the rules and the sheet of the table have them."""

    def __init__(self, facts: HandFacts, order: tuple[Seat, ...]) -> None:
        self.dealt: Final = Dealt(facts, order, Deal((0,) * facts.players, 0))
        self._tables: dict[Bargain, Floats] = {}
        self._kept: Final = _kept(facts.rules, facts.players)

    def of(self, outcome: Outcome, seat: Seat) -> float:
        """The points of an outcome."""
        return points(seat, outcome.bule, [(entry.writer, entry.against, entry.points) for entry in outcome.supe])

    def by_tricks(self, bargain: Bargain, seat: Seat, right_share: float = 0.5) -> Floats:
        """Points for 0 to 10 tricks of the declarer; the right defender takes each other trick with ``right_share``.

        In betl index 0 is a made game and every other one a lost one, in preferans 10 a made one.
        """
        table = self._tables.get(bargain)
        if table is None:
            table = self._tables[bargain] = self._found(bargain)
        spread = _shares(round(right_share, 2)) if len(bargain.active) == 3 else _LONE
        priced: Floats = (table[seat] * spread).sum(axis=1)
        return priced

    def _found(self, bargain: Bargain) -> Floats:
        """Points of every seat by tricks of the declarer and of his right."""
        facts = self.dealt.facts
        refa = refa_factor(facts.rules, facts.sheet, bargain.declarer)
        unit = bargain.game.unit(bargain.igra, bargain.kontra * refa)
        # Twice the unit is the most that anybody can write; beyond it the end of the match is far.
        left = facts.sheet.total if facts.sheet.total <= 2 * unit else FAR
        key = (_turned(bargain, facts.players), refa > 1, left)
        table = self._kept.get(key)
        if table is None:
            if len(self._kept) >= MOST_TABLES:
                self._kept.clear()
            table = self._kept[key] = _Table(facts.rules, facts.players, key).priced()
        return np.roll(table, bargain.declarer, axis=0)


@lru_cache(maxsize=4)
def _kept(rules: Rules, players: int) -> dict[_Key, Floats]:
    """The tables of a set of rules, kept as long as these are in use."""
    return {}


def _turned(bargain: Bargain, players: int) -> Bargain:
    """The bargain with the seats turned until the declarer has the first; words that move no points are left out."""
    turn = bargain.declarer

    def moved(seat: Seat | None) -> Seat | None:
        return None if seat is None else (seat - turn) % players

    place = bargain.ring.index(turn)
    ring = tuple((seat - turn) % players for seat in (*bargain.ring[place:], *bargain.ring[:place]))
    return replace(
        bargain, declarer=0, ring=ring, number=0, discard=0, offer_made=False, first_bidder=None,
        caller=moved(bargain.caller), called=moved(bargain.called), kontras=moved(bargain.kontras),
    )  # fmt: skip


class _Table:
    """The prices of one bargain, with the declarer in the first seat."""

    def __init__(self, rules: Rules, players: int, key: _Key) -> None:
        self._bargain, refa, left = key
        self._rules, self._players = rules, players
        empty: Sheet = Sheet.new(rules, players)
        sheet = replace(
            empty, bule=(left, *(0,) * (players - 1)), refa_available=(int(refa), *(0,) * (players - 1)),
            hats=(False,) * players,
        )  # fmt: skip
        self._facts = HandFacts(rules, sheet, 1, 0, players)

    def priced(self) -> Floats:
        """Points of every seat by tricks of the declarer and of his right; for a lone defender in column 0."""
        bargain = self._bargain
        table = np.zeros((self._players, TRICKS + 1, TRICKS + 1), np.float32)
        if bargain.game.is_forced:
            made, lost = _ends(bargain.game)
            table[:] = self._one(lost, 0)[:, None, None]
            table[:, made] = self._one(made, 0)[:, None]
            return table
        # END-01: the defence takes no sixth trick.
        lowest = TRICKS - 5 if self._rules.end.stop_at_5 else FEWEST
        for own in range(lowest, TRICKS + 1):
            self._split(table[:, own], own)
        for own in range(lowest):
            table[:, own] = _stretched(table[:, lowest], TRICKS - lowest, TRICKS - own)
        return table

    def _split(self, row: Floats, own: int) -> None:
        """Fill the points of all ways in which the defence may share its tricks."""
        bargain = self._bargain
        joint = TRICKS - own if len(bargain.active) == 3 else 0
        first, last = self._one(own, 0), self._one(own, joint) if joint else None
        row[:] = first[:, None]
        if last is None or ((bargain.kontra > 1 or bargain.called is not None) and (first == last).all()):
            return
        for right in range(1, joint):
            row[:, right] = self._one(own, right)
        row[:, joint] = last

    def _one(self, own: int, right: int) -> Floats:
        """The points of every seat for one result."""
        bargain = self._bargain
        taken = [0] * self._players
        taken[bargain.declarer] = own
        defenders = [other for other in bargain.defenders if other in bargain.active]
        if len(defenders) == 1:
            taken[defenders[0]] = TRICKS - own
        else:
            taken[defenders[0]], taken[defenders[1]] = right, TRICKS - own - right
        outcome = score_played(self._facts, bargain, tuple(taken))
        supe = [(entry.writer, entry.against, entry.points) for entry in outcome.supe]
        return np.array([points(seat, outcome.bule, supe) for seat in range(self._players)], np.float32)


def _ends(game: Contract) -> tuple[int, int]:
    """Tricks of the declarer of a fixed game when he makes it and when he loses it."""
    return (0, 1) if game is Contract.BETL else (TRICKS, TRICKS - 1)


def _stretched(row: Floats, have: int, wanted: int) -> Floats:
    """The points of a defence that stopped at ``have`` tricks, by the right's part of ``wanted``."""
    parts = np.zeros_like(row)
    for right in range(wanted + 1):
        parts[:, right] = row[:, round(right * have / wanted)]
    return parts


@lru_cache(maxsize=128)
def _shares(right: float) -> Floats:
    """Chance of each number of tricks for the right defender, by the tricks of the declarer."""
    table = np.zeros((TRICKS + 1, TRICKS + 1), np.float32)
    for own in range(TRICKS + 1):
        joint = TRICKS - own
        chances: Sequence[float] = [1.0]
        for _ in range(joint):
            chances = [
                (chances[n] if n < len(chances) else 0.0) * (1 - right) + (chances[n - 1] if n else 0.0) * right
                for n in range(len(chances) + 1)
            ]
        table[own, : joint + 1] = chances
    return table


_LONE: Final = np.eye(TRICKS + 1, dtype=np.float32)[:1].repeat(TRICKS + 1, axis=0)


@lru_cache(maxsize=16)
def _prices(facts: HandFacts, order: tuple[Seat, ...]) -> Prices:
    return Prices(facts, order)


def prices_of(view: PreferansView) -> Prices:
    """The prices of the hand a view shows."""
    return _prices(HandFacts(view.rules, view.sheet, view.hand_number, view.dealer, view.players), view.order)
