"""Discard and declaration together: every discard and every game, by the model first, the best by exact play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kibic.bots.value.discards import best_discards
from kibic.bots.value.features import Floats, Masks
from kibic.bots.value.minds import DeclarerMind, mode_of
from kibic.bots.value.prices import Prices
from kibic.bots.value.talk import place_of, supposed
from kibic.bots.value.tree import expected
from kibic.bots.value.worlds import defenders, played_out
from kibic.cards import Shuffler, bits
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.exchange import declarable
from kibic.games.preferans.following import after_declaration
from kibic.games.preferans.view import PreferansView

#: Discards of each game that the model weighs, choices left for exact play, and deals each of these is played in.
DISCARDS: Final = 12
CHOICES: Final = 10
WORLDS: Final = 64
#: The half of the choices that goes on to the second half of the deals.
FIRST_WORLDS: Final = 24


@dataclass(frozen=True, slots=True)
class Choice:
    """A game with its discard: points expected, chance to make it if it is played out, tricks expected of it."""

    contract: Contract
    away: int
    points: float
    chance: float
    tricks: float | None
    alone: float
    worlds: int = 0


def declarer_mind(
    view: PreferansView, contract: Contract, hands: Masks, away: Masks, bought: Masks, *, igra: bool, number: int
) -> DeclarerMind:
    """The mind of the viewer as declarer of ``contract``."""
    place = place_of(view, view.viewer, contract)
    return DeclarerMind(view.viewer, contract, hands, away, bought, place, igra, number)


def worth(prices: Prices, view: PreferansView, mind: DeclarerMind) -> Floats:
    """Points expected of declaring the game of ``mind``, for each of its hands."""
    bargain = supposed(view, view.viewer, mind.contract, igra=mind.igra)
    return expected(prices, after_declaration(prices.dealt, bargain), mind)


def choices(view: PreferansView, prices: Prices, contracts: Sequence[Contract], rng: Shuffler) -> list[Choice]:
    """The best ways to go on with twelve cards, best first."""
    number = view.number or 0
    modes, kept, away = best_discards(view.own, DISCARDS)
    minds = []
    for contract in contracts:
        rows = modes == mode_of(contract)
        bought = np.full(int(rows.sum()), view.talon or 0, np.uint32)
        minds.append(declarer_mind(view, contract, kept[rows], away[rows], bought, igra=False, number=number))
    return _best(view, prices, minds, rng)


def declarations(view: PreferansView, prices: Prices, contracts: Iterable[Contract], rng: Shuffler) -> list[Choice]:
    """The best games with ten cards kept, best first."""
    own, away = np.array([view.own], dtype=np.uint32), np.array([view.discard or 0], dtype=np.uint32)
    bought = np.array([view.talon or 0], dtype=np.uint32)
    minds = [
        declarer_mind(view, contract, own, away, bought, igra=False, number=view.number or 0) for contract in contracts
    ]
    return _best(view, prices, minds, rng)


def _best(view: PreferansView, prices: Prices, minds: Sequence[DeclarerMind], rng: Shuffler) -> list[Choice]:
    """By the model, then by exact play in common deals: half of the choices in some, half of these in all of them."""
    ranked = [(float(value), mind, row) for mind in minds for row, value in enumerate(worth(prices, view, mind))]
    ranked.sort(key=lambda item: -item[0])
    left = [(mind, row) for _, mind, row in ranked[:CHOICES]]
    known = (view.own | (view.discard or 0)) | (view.talon or 0)
    deals = defenders(known, WORLDS, rng)
    seen: dict[int, Choice] = {}
    for count in (FIRST_WORLDS, WORLDS):
        if len(left) > 1 or not seen:
            tried = [(_tried(view, prices, mind, row, deals[:count]), mind, row) for mind, row in left]
            tried.sort(key=lambda item: -item[0].points)
            seen |= {place: choice for place, (choice, _, _) in enumerate(tried)}
            left = [(mind, row) for _, mind, row in tried[: (len(tried) + 1) // 2]]
    return [seen[place] for place in sorted(seen)]


def _tried(
    view: PreferansView, prices: Prices, mind: DeclarerMind, row: int, deals: Sequence[tuple[int, int]]
) -> Choice:
    """One choice with exact play in ``deals`` beside what the model expects of it."""
    one = replace(
        mind, hands=mind.hands[row : row + 1], away=mind.away[row : row + 1], bought=mind.bought[row : row + 1]
    )
    played = played_out(int(one.hands[0]), mode_of(one.contract), one.place, deals)
    return choice_of(view, prices, replace(one, seen=tuple(map(float, played))), len(deals))


def choice_of(view: PreferansView, prices: Prices, mind: DeclarerMind, worlds: int = 0) -> Choice:
    """The figures of a game with one hand."""
    bargain = supposed(view, view.viewer, mind.contract, igra=mind.igra)
    points = float(worth(prices, view, mind)[0])
    need = view.rules.make.declarer
    chance, tricks = mind.made(need)
    return Choice(mind.contract, int(mind.away[0]), points, chance, tricks, mind.alone(bargain), worlds)


def names_of(away: int) -> list[int]:
    """The cards of a discard."""
    return list(bits(away))


def open_games(view: PreferansView) -> tuple[Contract, ...]:
    """The games that may be declared at the price (DEC-01, DEC-03)."""
    return declarable(view.rules, view.number or 0)
