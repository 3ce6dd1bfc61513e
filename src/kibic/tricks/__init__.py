"""Trick mechanics shared by all trick games: who must play what, and who wins. Pure functions over masks."""

from __future__ import annotations

from collections.abc import Sequence

from kibic.cards import DECK_32, Deck


def playable(
    hand: int,
    led: int | None,
    trump: int | None,
    deck: Deck = DECK_32,
    *,
    must_trump: bool = True,
    must_overtake: int | None = None,
) -> int:
    """The cards of ``hand`` that may be played, as a mask (PLAY-01, PLAY-02).

    ``led`` is the suit of the first card of the trick, None for the leader. ``trump`` is the trump suit, None when
    there is none. A player follows suit if he can; otherwise, with ``must_trump``, he plays a trump if he holds one;
    otherwise anything. ``must_overtake``, when given, is the card that wins so far: among the cards that may be played
    those that beat it go first (games with the duty to overtake).
    """
    if led is None:
        return hand
    options = hand & deck.suit_masks[led]
    if not options and trump is not None and must_trump:
        options = hand & deck.suit_masks[trump]
    if not options:
        return hand
    if must_overtake is not None:
        higher = beating(options, must_overtake, trump, deck)
        if higher:
            return higher
    return options


def beating(cards: int, best: int, trump: int | None, deck: Deck = DECK_32) -> int:
    """Those of ``cards`` that would win over ``best``, the card that wins so far."""
    suit = deck.suit(best)
    own = deck.suit_masks[suit]
    higher = cards & own & ~((1 << (best + 1)) - 1)
    if trump is not None and suit != trump:
        higher |= cards & deck.suit_masks[trump]
    return higher


def winner(cards: Sequence[int], trump: int | None, deck: Deck = DECK_32) -> int:
    """Index of the card that wins the trick: the highest trump, else the highest of the led suit (PLAY-03)."""
    best = 0
    for index in range(1, len(cards)):
        if beating(1 << cards[index], cards[best], trump, deck):
            best = index
    return best
