"""The cards of a hand that a viewer has seen: what he cannot be made to forget when a word is taken back."""

from __future__ import annotations

from collections.abc import Iterable

from kibic.cards import DECK_32, bits
from kibic.games.preferans.history import Trick


def cards_in_sight(masks: Iterable[int | None], tricks: Iterable[Trick]) -> frozenset[str]:
    """The texts of the cards in ``masks`` (None: hidden) and in ``tricks``."""
    shown = {card for mask in masks if mask is not None for card in bits(mask)}
    shown |= {card for trick in tricks for _, card in trick.cards}
    return frozenset(DECK_32.text(card) for card in shown)
