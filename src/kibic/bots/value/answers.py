"""Following, calling, answering, doubling and offers: each word by the points the rest of the talking promises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from typing import Final

import numpy as np

from kibic.bots.value.exchange import declarer_mind
from kibic.bots.value.minds import DefenderMind
from kibic.bots.value.prices import Prices
from kibic.bots.value.talk import has_bid, phase_of, place_of
from kibic.bots.value.tree import Mind, expected
from kibic.games.preferans.actions import Action, OfferTricks
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.following import OfferAnswering
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Phase
from kibic.games.preferans.view import PreferansView

#: How sharply a declarer refuses an offer above what the play should cost, and what he grants beyond it, in tricks.
OFFER_SLOPE: Final = 2.5
OFFER_GRANT: Final = 0.2
#: The longest trick offer is all of them.
MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """A word with the points expected of it."""

    action: Action
    points: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the viewer expects of the play as the words stand: the declarer's chance, and tricks of the defence."""

    chance: float
    defence: float
    own: float


def mind_of(view: PreferansView) -> Mind:
    """The mind of the viewer once a game is declared."""
    contract, declarer = known(view.contract), known(view.declarer)
    number = view.number or 0
    bought = 0 if view.igra else view.talon or 0
    if view.viewer == declarer:
        return declarer_mind(
            view, contract, np.array([view.own], dtype=np.uint32), np.array([view.discard or 0], dtype=np.uint32),
            np.array([bought], dtype=np.uint32), igra=view.igra, number=number,
        )  # fmt: skip
    place = view.order.index(declarer)
    right, left = view.order[(place + 1) % 3], view.order[(place + 2) % 3]
    partner = left if view.viewer == right else right
    return DefenderMind(
        view.viewer, contract, view.own, bought, place_of(view, declarer, contract), view.igra, number,
        view.viewer == left, has_bid(view, view.viewer), has_bid(view, partner),
    )  # fmt: skip


def weigh(view: PreferansView, prices: Prices) -> list[Answer]:
    """All words that may be said now, best first; empty where there is nothing to weigh."""
    phase = phase_of(view, prices)
    if phase is None:
        return []
    mind = mind_of(view)
    plain = [
        Answer(action, float(expected(prices, phase.step(prices.dealt, action), mind)[0]))
        for action in view.legal
        if not isinstance(action, OfferTricks)
    ]
    plain.sort(key=lambda answer: -answer.points)
    offers = [action for action in view.legal if isinstance(action, OfferTricks)]
    if offers and isinstance(mind, DefenderMind):
        plain += [_offer(phase, prices, mind, action, plain[0].points) for action in offers]
    return sorted(plain, key=lambda answer: -answer.points)


def _offer(phase: Phase, prices: Prices, mind: DefenderMind, action: OfferTricks, otherwise: float) -> Answer:
    """An offer is worth what it settles when it is taken, and the best other word when it is not (AGR-06, CALLS-6)."""
    asked = phase.step(prices.dealt, action)
    if not isinstance(asked, OfferAnswering):
        raise AssertionError(asked)
    yes = asked.legal(prices.dealt)[0]
    settled = float(expected(prices, asked.step(prices.dealt, yes), mind)[0])
    own = MOST - float(mind.tricks(asked.bargain)[0] @ np.arange(MOST + 1))
    takes = 1 / (1 + exp(OFFER_SLOPE * (action.tricks - own - OFFER_GRANT)))
    return Answer(action, takes * settled + (1 - takes) * otherwise)


def forecast(view: PreferansView, prices: Prices) -> Forecast:
    """The figures for the reason of a word."""
    mind = mind_of(view)
    phase = phase_of(view, prices)
    bargain = known(phase.bargain if phase is not None else None)
    if view.phase == "following":
        # Nobody knows yet who comes: the figures are those with both in play.
        bargain = replace(bargain, follows=(True, True))
    need = view.rules.make.declarer
    chances = mind.tricks(bargain)[0]
    if bargain.game.is_forced:
        return Forecast(float(chances[_made(bargain.game)]), 0.0, 0.0)
    defence = MOST - float(chances @ np.arange(MOST + 1))
    share = mind.right_share(bargain)
    own = defence if len(bargain.active) == 2 else defence * (share if mind.seat == bargain.defenders[0] else 1 - share)
    return Forecast(float(chances[need:].sum()), defence, own)


def _made(game: Contract) -> int:
    """The tricks of a fixed game that is made."""
    return 0 if game is Contract.BETL else MOST
