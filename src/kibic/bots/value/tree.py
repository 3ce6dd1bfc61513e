"""The rest of the talking as a tree: own words are the best ones, those of others as likely as they were at tables."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from kibic.bots.value.features import Floats
from kibic.bots.value.prices import Prices
from kibic.game import Seat
from kibic.games.preferans.actions import NO_KONTRA, Action, OfferTricks
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.kontra import KontraRound
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Finished, Phase
from kibic.games.preferans.play import Playing


class Mind(Protocol):
    """What a seat expects of a hand, for one or several possible hands of its own at once."""

    @property
    def seat(self) -> Seat:
        """Whose mind it is."""

    @property
    def size(self) -> int:
        """How many possible hands are weighed at once."""

    def chance(self, phase: Phase, action: Action) -> Floats:
        """How likely another one, whose turn it is in ``phase``, says ``action``."""

    def tricks(self, bargain: Bargain) -> Floats:
        """Chances of 0 to 10 tricks of the declarer (in betl of a made game and a lost one: 0 and 1 tricks)."""

    def right_share(self, bargain: Bargain) -> float:
        """How often a trick of the defence goes to the declarer's right."""


def expected(prices: Prices, phase: Phase | Finished, mind: Mind) -> Floats:
    """Points expected from ``phase`` on, for each possible hand."""
    if isinstance(phase, Finished):
        return np.full(mind.size, prices.of(phase.outcome, mind.seat), np.float32)
    if isinstance(phase, Playing):
        bargain = known(phase.bargain)
        worth: Floats = mind.tricks(bargain) @ prices.by_tricks(bargain, mind.seat, mind.right_share(bargain))
        return worth
    if isinstance(phase, KontraRound) and (phase.factor > 4 or (phase.factor == 4 and phase.actor == mind.seat)):
        # What a kontra is worth hardly depends on the rare steps beyond the answer of the declarer.
        return expected(prices, phase.step(prices.dealt, NO_KONTRA), mind)
    actions = [action for action in phase.legal(prices.dealt) if not isinstance(action, OfferTricks)]
    if phase.actor == mind.seat:
        best: Floats = np.max([expected(prices, phase.step(prices.dealt, action), mind) for action in actions], axis=0)
        return best
    total = np.zeros(mind.size, np.float32)
    for action in actions:
        chance = mind.chance(phase, action) if len(actions) > 1 else np.ones(mind.size, np.float32)
        if chance.any():
            total = total + chance * expected(prices, phase.step(prices.dealt, action), mind)
    return total
