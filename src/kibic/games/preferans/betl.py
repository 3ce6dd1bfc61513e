"""The sure ("uver") betl: one that cannot lose (KON-10, EVAL-08)."""

from __future__ import annotations

from kibic.cards import DECK_32, bits


def suit_is_safe(ranks: int) -> bool:
    """Whether a betl holding in one suit (ranks as an 8-bit mask, bit 0 = seven) can always stay below.

    The i-th lowest own card must not be higher than the (2i-1)-th lowest card of the suit: 7, 9, J, K; further
    cards are free (KON-10).
    """
    return all(rank <= 2 * place for place, rank in enumerate(bits(ranks)))


def suits_safe(hand: int) -> bool:
    """Whether every suit of ``hand`` passes the position test, so that a defender's lead cannot beat it (KON-10)."""
    return all(suit_is_safe(hand >> 8 * suit & 0xFF) for suit in range(4))


def is_sure(hand: int, leads: bool, away: int = 0) -> bool:
    """Whether a betl with ``hand`` cannot lose however the other cards lie (KON-10).

    ``leads`` tells that the declarer himself leads. ``away`` are his own discards; 0 means a game without the talon,
    where two cards of unknown suit are out of play.
    """
    if not leads:
        return suits_safe(hand)
    return any(_lead_is_sure(hand, card, away) for card in bits(hand))


def _lead_is_sure(hand: int, card: int, away: int) -> bool:
    """A lead is sure when every card outside is higher (a defender with the suit must overtake), when the defenders
    cannot both be void of the suit, and when the other nine cards pass the test.
    """
    outside = DECK_32.suit_masks[card // 8] & ~hand & ~away
    unknown_away = 0 if away else 2
    all_higher = not outside & ((1 << card) - 1)
    return all_higher and outside.bit_count() > unknown_away and suits_safe(hand & ~(1 << card))
