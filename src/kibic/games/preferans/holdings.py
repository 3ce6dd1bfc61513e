"""The cards of one suit as eight bits (bit 0 = 7, bit 7 = ace), with tables for all 256 holdings."""

from __future__ import annotations

from typing import Final

from kibic.cards import DECK_32, CardTextError

RANKS: Final = DECK_32.ranks
SUIT_MASKS: Final = DECK_32.suit_masks
ACE: Final = 1 << 7
KING: Final = 1 << 6
QUEEN: Final = 1 << 5
JACK: Final = 1 << 4
TEN: Final = 1 << 3
SMALL: Final = TEN - 1 | TEN

LENGTH: Final = tuple(holding.bit_count() for holding in range(256))
#: Rank of the highest and the lowest card, -1 for a void.
TOP: Final = tuple(holding.bit_length() - 1 for holding in range(256))
LOW: Final = tuple((holding & -holding).bit_length() - 1 for holding in range(256))


def holding_of(hand: int, suit: int) -> int:
    """The holding of ``hand`` in ``suit``."""
    return hand >> 8 * suit & 255


def holdings(hand: int) -> tuple[int, int, int, int]:
    """The four holdings of a hand."""
    return hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24 & 255


def parse_ranks(text: str) -> int:
    """Read a holding such as ``KQTyy``: ``y`` (or ``x``) is the lowest card still free (CRD-04).

    Raises :class:`CardTextError` for a letter that is no rank, a rank given twice or too many cards.
    """
    holding = 0
    small = 0
    for letter in text.strip().upper().replace("10", "T"):
        if letter in "YX":
            small += 1
            continue
        if letter not in RANKS or holding >> RANKS.index(letter) & 1:
            raise CardTextError(f"{text!r}: {letter!r} is no rank or given twice; ranks are A K Q J T 9 8 7 and y")
        holding |= 1 << RANKS.index(letter)
    for _ in range(small):
        free = ~holding & 255
        if not free:
            raise CardTextError(f"{text!r}: a suit has eight cards")
        holding |= free & -free
    return holding


def show_ranks(holding: int) -> str:
    """A holding as text, highest card first."""
    return "".join(RANKS[rank] for rank in range(7, -1, -1) if holding >> rank & 1)


def highest(cards: int) -> int:
    """The highest card number of a mask that is not empty; within one suit the highest card."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest card number of a mask that is not empty."""
    return (cards & -cards).bit_length() - 1
