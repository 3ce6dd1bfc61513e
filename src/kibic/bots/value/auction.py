"""The auction by expected score: every game over drawn talons, the chance to buy them, and what passing is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibic.bots.preferans.talons import talons
from kibic.bots.value.discards import best_discards
from kibic.bots.value.exchange import Choice, choice_of, declarer_mind, worth
from kibic.bots.value.features import BETL_MODE, Floats, auction_rows
from kibic.bots.value.minds import mode_of
from kibic.bots.value.net import log_softmax, net
from kibic.bots.value.prices import Prices
from kibic.bots.value.talk import seen_in_auction
from kibic.cards import Shuffler
from kibic.games.preferans.actions import BETL, HOLD, IGRA, PASS, PREFERANS, SANS, Action, Bid, Igra
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.exchange import declarable
from kibic.games.preferans.scoring import score_all_pass
from kibic.games.preferans.view import PreferansView

_CALLS: Final[dict[Contract, Action]] = {
    Contract.BETL: BETL,
    Contract.SANS: SANS,
    Contract.PREFERANS: PREFERANS,
}
#: Talons drawn for a bid, and discards of each game weighed with each of them.
TALONS: Final = 24
DISCARDS: Final = 4
#: A game that no talon makes likelier than this, or without the talon the own cards, is not weighed further.
LEAST_PROMISE: Final = 0.3
LEAST_IGRA: Final = 0.35
#: Points of a price at which nothing can be made.
HOPELESS: Final = -100.0
#: How likely an own igra outranks one that somebody has called and not named, by its suit (IGR-06).
OUTRANKS: Final = {Contract.PIK: 0.0, Contract.KARO: 0.25, Contract.HERC: 0.5, Contract.TREF: 0.75}
#: How likely nobody calls a stronger igra after an own one.
UNBEATEN: Final = 0.97


@dataclass(frozen=True, slots=True)
class Purse:
    """What buying the talon at a price is worth: points, the game it mostly leads to, and how often it does."""

    points: float
    contract: Contract
    share: float


@dataclass(frozen=True, slots=True)
class Offer:
    """A game without the talon and the word that calls it."""

    action: Action
    choice: Choice


def bought(view: PreferansView, prices: Prices, number: int, drawn: Sequence[int]) -> Purse:
    """The worth of the talon at ``number``: the best game and discard with each of the talons ``drawn``."""
    contracts = declarable(view.rules, number)
    exchanges = [best_discards(view.own | talon, DISCARDS) for talon in drawn]
    kept = np.stack([hands.reshape(BETL_MODE + 1, -1) for _, hands, _ in exchanges])
    away = np.stack([gone.reshape(BETL_MODE + 1, -1) for _, _, gone in exchanges])
    size = kept.shape[2]
    cards = np.repeat(np.array(drawn, dtype=np.uint32), size)
    best: list[Floats] = []
    for contract in contracts:
        mode = mode_of(contract)
        mind = declarer_mind(
            view, contract, kept[:, mode].reshape(-1), away[:, mode].reshape(-1), cards, igra=False, number=number
        )
        if mind.promise(view.rules.make.declarer).max() < LEAST_PROMISE:
            best.append(np.full(len(drawn), -np.inf, np.float32))
            continue
        best.append(worth(prices, view, mind).reshape(len(drawn), size).max(axis=1))
    table: Floats = np.stack(best)
    if not np.isfinite(table).any():
        return Purse(HOPELESS, contracts[0], 1.0)
    chosen = table.argmax(axis=0)
    counts = np.bincount(chosen, minlength=len(contracts))
    most = int(counts.argmax())
    return Purse(float(table.max(axis=0).mean()), contracts[most], float(counts[most] / len(drawn)))


def without_talon(view: PreferansView, prices: Prices) -> list[Offer]:
    """Every game that may be called on the dealt cards with its worth, best first (IGR-01)."""
    offers = []
    own, none = np.array([view.own], dtype=np.uint32), np.zeros(1, np.uint32)
    for contract in Contract:
        action = _CALLS.get(contract, IGRA)
        if action not in view.legal:
            continue
        mind = declarer_mind(view, contract, own, none, none, igra=True, number=0)
        if mind.promise(view.rules.make.declarer)[0] < LEAST_IGRA:
            continue
        offers.append(Offer(action, choice_of(view, prices, mind)))
    return sorted(offers, key=lambda offer: -offer.choice.points)


def named(view: PreferansView, prices: Prices, contracts: Sequence[Contract]) -> list[Choice]:
    """The suits an igra may be named in with their worth, best first (IGR-04)."""
    own, none = np.array([view.own], dtype=np.uint32), np.zeros(1, np.uint32)
    minds = [declarer_mind(view, contract, own, none, none, igra=True, number=0) for contract in contracts]
    return sorted((choice_of(view, prices, mind) for mind in minds), key=lambda choice: -choice.points)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word of the auction with the points expected of it.

    ``chance`` is how often it wins the auction, ``purse`` what the talon is worth then, ``choice`` the game of a call.
    """

    action: Action
    points: float
    chance: float = 0.0
    purse: Purse | None = None
    choice: Choice | None = None


def weigh(view: PreferansView, prices: Prices, rng: Shuffler) -> list[Weighed]:
    """All words that may be said, best first."""
    row = _state(view)
    passing = float((row @ net().table("auction.pass"))[0])
    state = seen_in_auction(view)
    if state["passed"] == 2 and not state["bidders"] and not state["callers"]:
        passing = _all_pass(view, prices)
    found = [Weighed(PASS, passing)]
    lost = float((row @ net().table("auction.lost"))[0])
    drawn = talons(view.own, rng, TALONS)
    for action in view.legal:
        if isinstance(action, Bid) or action == HOLD:
            number = action.number if isinstance(action, Bid) else view.number or 0
            purse = bought(view, prices, number, drawn)
            chance = _kept(row, number, action == HOLD)
            found.append(Weighed(action, chance * purse.points + (1 - chance) * lost, chance, purse))
    found += _calls(view, prices, passing)
    return sorted(found, key=lambda word: -word.points)


def _state(view: PreferansView) -> Floats:
    columns = {key: np.array([value], dtype=np.int64) for key, value in seen_in_auction(view).items()}
    return auction_rows(np.array([view.own], dtype=np.uint32), columns)


def _kept(row: Floats, number: int, holds: bool) -> float:
    """How often a bid buys the talon."""
    last = np.array([[0.0 if holds else number / 5]], np.float32)
    logits = np.concatenate([row, last], axis=1) @ net().table("auction.won.w") + net().table("auction.won.b")
    return float(np.exp(log_softmax(logits))[0, 1])


def _all_pass(view: PreferansView, prices: Prices) -> float:
    """What it is worth that nobody plays (AUC-06)."""
    return prices.of(score_all_pass(prices.dealt.facts), view.viewer)


def _calls(view: PreferansView, prices: Prices, passing: float) -> list[Weighed]:
    """Games without the talon; one that may be outranked is worth what passing is when it is."""
    others = [word.action for word in view.spoken if word.phase == "auction" and word.seat != view.viewer]
    best: dict[Action, Weighed] = {}
    for offer in without_talon(view, prices):
        contract = offer.choice.contract
        chance = UNBEATEN
        if any(isinstance(action, Igra) for action in others) and contract.is_suit:
            chance = OUTRANKS[contract]
        points = chance * offer.choice.points + (1 - chance) * min(passing, 0.0)
        known = best.get(offer.action)
        if known is None or points > known.points:
            best[offer.action] = Weighed(offer.action, points, chance, choice=offer.choice)
    return list(best.values())
