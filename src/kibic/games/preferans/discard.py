"""Putting two cards away: which pairs, and why not others (TAL-01, TAL-02). Shared by all ladders."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from kibic.cards import Hand, bits
from kibic.game import Seat, Text
from kibic.games.preferans import refusals
from kibic.games.preferans.actions import Deal, Discard

_UNTOLD: Final = Discard(None, None)


def legal_discards(deal: Deal, declarer: Seat) -> tuple[Discard, ...]:
    """Any two of the declarer's twelve cards; in a hand without cards only the untold discard."""
    return (_UNTOLD,) if deal.blind else _pairs(_twelve(deal, declarer))


def may_put_away(deal: Deal, declarer: Seat, action: Discard) -> bool:
    """Whether the declarer may put these two cards away."""
    if deal.blind:
        return action == _UNTOLD
    mask = action.mask
    held = mask.bit_count() == 2 and mask & _twelve(deal, declarer) == mask
    return held and action == Discard.of(*bits(mask))


def why_not_away(deal: Deal, action: Discard) -> tuple[str, Text]:
    """Which rule a discard breaks."""
    if deal.blind:
        return refusals.DISCARD_BLIND
    return refusals.DISCARD_TOLD if action == _UNTOLD else refusals.DISCARD_NOT_HELD


def _twelve(deal: Deal, declarer: Seat) -> int:
    return deal.hands[declarer] | deal.talon


@lru_cache(maxsize=4096)
def _pairs(cards: int) -> tuple[Discard, ...]:
    return tuple(Discard.of(one, two) for one, two in combinations(Hand(cards), 2))
