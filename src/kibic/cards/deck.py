"""Decks: how many cards there are, how a card is numbered and written.

A card of a deck is ``copy * plain + suit * ranks + rank``; jokers follow after all suits. Within one copy, a higher
number in the same suit is a higher card. Preferans uses :data:`DECK_32`; Vist and Bridge use :data:`DECK_52`; Remi
uses :data:`DECK_104` (two packs and jokers), where both copies of a card share one text and the second copy is
written with an apostrophe (``SA'``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kibic.cards.suits import SUIT_LETTERS, SUIT_SYMBOLS, CardTextError, Suit


@dataclass(frozen=True)
class Deck:
    """A pack of cards.

    ``ranks`` lists the rank letters from lowest to highest; ``copies`` is how many identical packs are mixed;
    ``jokers`` how many jokers are added in all (written ``X1``, ``X2``, ...).
    """

    name: str
    ranks: str
    copies: int = 1
    jokers: int = 0

    @cached_property
    def width(self) -> int:
        """Number of ranks in a suit."""
        return len(self.ranks)

    @cached_property
    def plain(self) -> int:
        """Number of different suited cards."""
        return 4 * self.width

    @cached_property
    def size(self) -> int:
        """Number of cards, jokers included."""
        return self.plain * self.copies + self.jokers

    @cached_property
    def full(self) -> int:
        """Mask of all cards."""
        return (1 << self.size) - 1

    @cached_property
    def one_suit(self) -> int:
        """Mask of the first suit in one copy, as many bits as there are ranks."""
        return (1 << self.width) - 1

    @cached_property
    def suit_masks(self) -> tuple[int, int, int, int]:
        """For each suit the mask of all its cards, all copies."""
        one = (1 << self.width) - 1
        s, d, h, c = (
            sum(one << (copy * self.plain + suit * self.width) for copy in range(self.copies)) for suit in range(4)
        )
        return s, d, h, c

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Canonical text of every card, indexed by card."""
        suited = [
            letter + rank + "'" * copy for copy in range(self.copies) for letter in SUIT_LETTERS for rank in self.ranks
        ]
        return tuple(suited + [f"X{n + 1}" for n in range(self.jokers)])

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text: card for card, text in enumerate(self.texts)}

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.size))

    def card(self, suit: Suit | int, rank: str, copy: int = 0) -> int:
        """The card of ``suit`` with rank letter ``rank``."""
        return copy * self.plain + suit * self.width + self.ranks.index(rank)

    def is_joker(self, card: int) -> bool:
        """Whether ``card`` is a joker."""
        return card >= self.plain * self.copies

    def suit(self, card: int) -> Suit:
        """Suit of a suited card."""
        return Suit(card % self.plain // self.width)

    def rank(self, card: int) -> int:
        """Rank of a suited card, 0 = lowest."""
        return card % self.width

    def rank_letter(self, card: int) -> str:
        """Rank letter of a suited card."""
        return self.ranks[card % self.width]

    def text(self, card: int) -> str:
        """Canonical text of a card: suit letter and rank, ``HT`` for the ten of hearts (CRD-04)."""
        return self.texts[card]

    def parse(self, text: str) -> int:
        """Read one card. ``10`` for ``T``, suit symbols and lower case are accepted.

        Raises :class:`CardTextError` when the text is no card of this deck.
        """
        cleaned = text.strip()
        for symbol, letter in SUIT_SYMBOLS.items():
            cleaned = cleaned.replace(symbol, letter)
        cleaned = cleaned.replace("\ufe0f", "").upper().replace("10", "T")
        card = self._by_text.get(cleaned)
        if card is None:
            raise CardTextError(
                f"{text!r} is no card: a card is a suit letter S D H C and a rank {' '.join(reversed(self.ranks))}"
            )
        return card

    def parse_cards(self, text: str) -> tuple[int, ...]:
        """Read cards separated by white space or commas, in order."""
        return tuple(self.parse(word) for word in text.replace(",", " ").split())

    def join(self, cards: tuple[int, ...] | list[int]) -> str:
        """Cards as text in the given order, separated by spaces."""
        return " ".join(self.texts[card] for card in cards)


DECK_32 = Deck("32", "789TJQKA")
DECK_52 = Deck("52", "23456789TJQKA")
DECK_104 = Deck("104", "23456789TJQKA", copies=2, jokers=4)
