"""Sets of cards: masks inside, :class:`Hand` outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kibic.cards.deck import DECK_32, Deck
from kibic.cards.suits import CardTextError, Suit


def bits(mask: int) -> Iterator[int]:
    """The cards of a mask, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def parse_holding(text: str, deck: Deck = DECK_32) -> int:
    """Read a holding ``spades.diamonds.hearts.clubs`` (record.md section 1) and return its mask.

    Raises :class:`CardTextError` for a wrong number of groups, an unknown rank or a card given twice.
    """
    groups = text.strip().upper().replace("10", "T").split(".")
    if len(groups) != 4:
        raise CardTextError(
            f"{text!r} is no holding: four groups spades.diamonds.hearts.clubs separated by three dots are expected"
        )
    mask = 0
    for suit, group in zip(Suit, groups, strict=True):
        for rank in group.replace(" ", ""):
            if rank not in deck.ranks:
                raise CardTextError(f"{text!r}: {rank!r} is no rank; ranks are {' '.join(reversed(deck.ranks))}")
            bit = 1 << deck.card(suit, rank)
            if mask & bit:
                raise CardTextError(f"{text!r}: {suit.letter}{rank} is given twice")
            mask |= bit
    return mask


@cache
def _from_the_top(ranks: int, offset: int) -> tuple[int, ...]:
    """The cards of one suit, highest first; there are few different ones, so each is sorted once."""
    return tuple(offset + rank for rank in sorted(bits(ranks), reverse=True))


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards as people see it: ordered by suit, highest card first, printed as a holding."""

    mask: int
    deck: Deck = DECK_32

    @classmethod
    def parse(cls, text: str, deck: Deck = DECK_32) -> Hand:
        """Read ``AQ87.AK87.Q7.`` or cards separated by spaces."""
        if "." in text:
            return cls(parse_holding(text, deck), deck)
        cards = deck.parse_cards(text)
        mask = mask_of(cards)
        if mask.bit_count() != len(cards):
            raise CardTextError(f"{text!r}: a card is given twice")
        return cls(mask, deck)

    def __iter__(self) -> Iterator[int]:
        deck = self.deck
        if deck.copies == 1:
            for suit in range(4):
                offset = suit * deck.width
                yield from _from_the_top(self.mask >> offset & deck.one_suit, offset)
        else:
            for own in deck.suit_masks:
                yield from sorted(bits(self.mask & own), key=deck.rank, reverse=True)
        jokers = deck.plain * deck.copies
        if self.mask >> jokers:
            yield from bits(self.mask >> jokers << jokers)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.mask >> card & 1)

    def suit(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return Hand(self.mask & self.deck.suit_masks[suit], self.deck)

    @property
    def texts(self) -> list[str]:
        """The cards as texts, in display order."""
        return [self.deck.texts[card] for card in self]

    def __str__(self) -> str:
        return ".".join("".join(self.deck.rank_letter(card) for card in self.suit(suit)) for suit in Suit)
