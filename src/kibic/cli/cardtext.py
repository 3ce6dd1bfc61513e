"""Cards as the terminal shows them: the sign of the suit, 10 for the ten, red suits in red."""

from __future__ import annotations

from rich.text import Text

from kibic.cards import DECK_32, Hand, Suit


def suit_style(suit: Suit) -> str:
    """The style of a suit's sign."""
    return "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else ""


def ranks_of(hand: int, suit: Suit) -> list[str]:
    """The ranks that a hand holds in a suit, as they are written."""
    return [_rank(card) for card in Hand(hand).suit(suit)]


def card_text(card: int) -> Text:
    """One card."""
    suit = DECK_32.suit(card)
    return Text(suit.symbol + _rank(card), suit_style(suit))


def _rank(card: int) -> str:
    return DECK_32.rank_letter(card).replace("T", "10")
