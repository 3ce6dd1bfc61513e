"""Which card does best on average: worlds in growing batches, the worst cards dropped after each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibic.bots.belief import Worlds
from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.search.merits import is_best, merits
from kibic.bots.search.values import Question, points_in, tricks_in
from kibic.cards import Shuffler

#: Worlds of the first batch; each later one is as large as all before it together.
FIRST: Final = 24
#: A card is dropped when it is worse than the best by so many standard errors.
DROP: Final = 3.0
#: Differences of merit below so many points decide nothing: the customs do.
EQUAL: Final = 0.02


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card, its expected points, how often the declarer makes his game after it, and in how many worlds.

    ``merit`` is what decides between cards (:mod:`kibic.bots.search.merits`), ``best`` how often no card does better.
    """

    card: int
    points: float
    makes: float
    worlds: int
    merit: float
    best: float


def compare(
    question: Question, worlds: Worlds, picks: Floats, rng: Shuffler, out_of_time: Callable[[], bool]
) -> tuple[Verdict, ...]:
    """The cards in question, best first.

    ``picks`` has the share of each world; worlds without a share are skipped. Sequential halving: after each batch the
    cards that are clearly worse, and the worse half once many worlds are seen, are looked at no more.
    """
    listed = [int(world) for world in np.flatnonzero(picks > 0)]
    rng.shuffle(listed)
    order = np.array(listed)
    cards = list(question.cards)
    kept = list(range(len(cards)))
    tricks = np.zeros((order.size, len(cards)), dtype=np.int64)
    done = np.zeros(len(cards), dtype=np.int64)
    reached = 0
    while reached < order.size and (len(kept) > 1 or not reached):
        upto = min(order.size, max(FIRST, 2 * reached))
        for row in range(reached, upto):
            hands = worlds.hand(int(order[row]))
            tricks[row, kept] = tricks_in(question, hands, [cards[column] for column in kept])
        reached = upto
        done[kept] = reached
        kept = _survivors(question, tricks[:reached], picks[order[:reached]], kept)
        if out_of_time():
            break
    found = []
    for column, card in enumerate(cards):
        seen = int(done[column])
        # Compared with the cards that were looked at as long as this one.
        others = [column, *(other for other in range(len(cards)) if other != column and done[other] >= seen)]
        found.append(_verdict(question, tricks[:seen, others], picks[order[:seen]], card))
    # A card that was looked at longer goes before one that was dropped.
    return tuple(sorted(found, key=lambda verdict: (-verdict.worlds, -verdict.merit)))


def _survivors(question: Question, tricks: Masks, shares: Floats, kept: list[int]) -> list[int]:
    """The cards not clearly worse than the best one so far, compared world by world."""
    worth = merits(question, tricks[:, kept])
    weights = shares / shares.sum()
    means = weights @ worth
    best = int(means.argmax())
    gaps = worth[:, best, None] - worth
    gap = means[best] - means
    spread = np.sqrt(np.maximum(weights @ (gaps - gap) ** 2, 1e-9) * (weights**2).sum())
    return [column for place, column in enumerate(kept) if gap[place] <= DROP * spread[place] + EQUAL]


def _verdict(question: Question, tricks: Masks, shares: Floats, card: int) -> Verdict:
    """The verdict on the card in the first column of ``tricks``."""
    weights = shares / shares.sum()
    points = float(weights @ points_in(question, tricks[:, 0]))
    made = np.asarray(question.stakes.made)[tricks[:, 0]]
    merit = float(weights @ merits(question, tricks)[:, 0])
    best = float(weights @ is_best(question, tricks)[:, 0])
    return Verdict(card, points, float(weights @ made), int(tricks.shape[0]), merit, best)
