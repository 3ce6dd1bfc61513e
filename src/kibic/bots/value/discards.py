"""All 66 discards of twelve cards at once, each valued roughly for every game, to leave the good ones for the model."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from kibic.bots.preferans.estimate import BETL_DANGER
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.bots.value.features import BETL_MODE, NO_TRUMP_MODE, Floats, Masks, holdings_of
from kibic.cards import bits

_PAIRS: Final = np.array(list(combinations(range(12), 2)))
_SIDE: Final = np.array(SIDE, dtype=np.float32)
_TRUMPS: Final = np.array(TRUMPS, dtype=np.float32)
_NO_TRUMP: Final = np.array(NO_TRUMP, dtype=np.float32)
_DANGER: Final = np.array(BETL_DANGER, dtype=np.float32)
#: A dangerous betl card is worth so many tricks in the rough order of discards; only the order matters.
_BETL_SCALE: Final = -8.0


def discards(cards: int) -> Masks:
    """The masks of the 66 discards of twelve cards."""
    single = np.array([1 << card for card in bits(cards)], dtype=np.uint32)
    pairs: Masks = single[_PAIRS[:, 0]] | single[_PAIRS[:, 1]]
    return pairs


def rough_tricks(hands: Masks) -> Floats:
    """Rough worth of each hand in the six modes, shape (n, 6): tricks, in betl minus its danger."""
    suits = holdings_of(hands)
    side = _SIDE[suits]
    trumped = side.sum(axis=1, keepdims=True) - side + _TRUMPS[suits]
    without = np.maximum(0.0, _NO_TRUMP[suits].sum(axis=1, keepdims=True))
    return np.concatenate([trumped, without, _BETL_SCALE * _DANGER[suits].sum(axis=1, keepdims=True)], axis=1)


@lru_cache(maxsize=256)
def best_discards(cards: int, count: int) -> tuple[npt.NDArray[np.int64], Masks, Masks]:
    """For twelve cards the ``count`` roughly best discards of each mode.

    Returns modes, hands kept and cards put away, row by row.
    """
    away = discards(cards)
    kept = np.uint32(cards) & ~away
    rough = rough_tricks(kept)
    # Of equal discards the one that keeps the higher cards; in betl the lower ones.
    rough[:, : NO_TRUMP_MODE + 1] += (kept.astype(np.float64) / 2**32 * 1e-4).astype(np.float32)[:, None]
    best = np.argsort(-rough, axis=0, kind="stable")[:count]
    modes = np.repeat(np.arange(BETL_MODE + 1), best.shape[0])
    rows = best.T.reshape(-1)
    return modes, kept[rows], away[rows]
