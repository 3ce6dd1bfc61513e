"""The four suits, in the order of the games 2 3 4 5 (CRD-02)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

SUIT_LETTERS: Final = "SDHC"

#: What people type or paste for a suit, mapped to its letter (record.md section 1).
SUIT_SYMBOLS: Final = {"♠": "S", "♦": "D", "♥": "H", "♣": "C", "♤": "S", "♢": "D", "♡": "H", "♧": "C"}


class CardTextError(ValueError):
    """A text that is not a card, a holding or a deck. The message says what was read and what is expected."""


class Suit(IntEnum):
    """A suit; its number is its place in the order pik < karo < herc < tref (CRD-02)."""

    SPADES = 0
    DIAMONDS = 1
    HEARTS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """``S`` ``D`` ``H`` or ``C`` (CRD-04)."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The printed sign of the suit."""
        return "♠♦♥♣"[self]

    @property
    def word(self) -> str:
        """The word of the table: pik, karo, herc, tref."""
        return ("pik", "karo", "herc", "tref")[self]
