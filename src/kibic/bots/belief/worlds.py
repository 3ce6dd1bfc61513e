"""Deals of the hidden cards that fit a view: all of them when they are few, otherwise drawn by weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kibic.bots.belief.hidden import AWAY, AnyView, Hidden, hidden_of
from kibic.bots.belief.lattice import Floats, Lattice, Masks
from kibic.cards import Shuffler, bits

#: Up to so many worlds are listed instead of drawn.
ENUMERATE: Final = 5000

#: How well each hidden card lies in each place: one row a card (lowest first), one column a place, all positive.
Tilt = Callable[[Hidden], Floats]


@dataclass(frozen=True, slots=True)
class Worlds:
    """Deals that fit a view, with their weights (which add up to 1).

    ``hands`` has one row a seat and one column a world: the cards each seat holds now, 0 for a seat without cards;
    the viewer's own hand and open hands are among them. ``away`` are the two cards nobody plays: the talon, or the
    declarer's discard. ``exact`` tells that these are all worlds there are.
    """

    hands: Masks
    away: Masks
    weights: Floats
    exact: bool

    def __len__(self) -> int:
        return int(self.weights.size)

    def hand(self, world: int) -> tuple[int, ...]:
        """The hands by seat in one world."""
        return tuple(int(mask) for mask in self.hands[:, world])

    def weighted(self, logs: Floats) -> Worlds:
        """The same worlds, each weight multiplied by the exponential of its entry in ``logs``."""
        return replace(self, weights=normal(np.log(self.weights) + logs))

    def location(self, card: int) -> Floats:
        """The chance that ``card`` lies with each seat and, last, away."""
        rows = np.concatenate([self.hands, self.away[None, :]])
        return np.asarray(((rows >> card & 1) * self.weights).sum(axis=1))


def normal(logs: Floats) -> Floats:
    """Weights that add up to 1 from their logarithms."""
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def count_worlds(view: AnyView) -> int:
    """How many deals of the hidden cards fit the view."""
    hidden = hidden_of(view)
    return round(sum(lattice.total for lattice in _lattices(hidden, _flat(hidden))))


def worlds_of(
    view: AnyView, count: int, rng: Shuffler, *, tilt: Tilt | None = None, enumerate_up_to: int = ENUMERATE
) -> Worlds:
    """Deals that fit the view: all when there are at most ``enumerate_up_to``, else ``count`` draws.

    Without ``tilt`` each deal is equally likely. With it draws come by the product of its weights, and all weights of
    the answer are equal; listed deals carry the weight instead. The same seed gives the same deals.
    """
    hidden = hidden_of(view)
    lattices = _lattices(hidden, _flat(hidden))
    exact = sum(lattice.total for lattice in lattices) <= enumerate_up_to
    if tilt is not None:
        lattices = _lattices(hidden, tilt(hidden))
    if exact:
        parts = [lattice.listed() for lattice in lattices]
        lying = np.concatenate([part[0] for part in parts], axis=1)
        weights = normal(np.concatenate([part[1] for part in parts]))
    else:
        random = np.random.Generator(np.random.PCG64(rng.randrange(1 << 62)))
        shares = np.array([lattice.total for lattice in lattices])
        split = random.multinomial(count, shares / shares.sum())
        draws = [lattice.draw(int(part), random) for lattice, part in zip(lattices, split, strict=True)]
        lying = np.concatenate([draw[0] for draw in draws], axis=1)
        weights = np.full(count, 1 / count)
    return _placed(view, hidden, lying, weights, exact)


def _placed(view: AnyView, hidden: Hidden, lying: Masks, weights: Floats, exact: bool) -> Worlds:
    hands = np.zeros((view.players, weights.size), dtype=np.int64)
    for seat, hand in enumerate(view.hands):
        hands[seat] = hand or 0
    away = np.zeros(weights.size, dtype=np.int64)
    for place, masks in zip(hidden.places, lying, strict=True):
        if place == AWAY:
            away = masks
        else:
            hands[place] = masks
    return Worlds(hands, away, weights, exact)


def _flat(hidden: Hidden) -> Floats:
    return np.ones((hidden.cards.bit_count(), len(hidden.places)))


def _lattices(hidden: Hidden, weights: Floats) -> list[Lattice]:
    cards = list(bits(hidden.cards))
    found = []
    for case in hidden.cases:
        allowed = np.array([[mask >> card & 1 for mask in case] for card in cards], dtype=np.float64)
        lattice = Lattice(cards, hidden.rooms, weights * allowed.reshape(weights.shape))
        if lattice.total > 0:
            found.append(lattice)
    return found
