"""Cards, decks, hands and their text.

Inside, a card is a small int and a set of cards is a bit mask (bit ``card`` is set when the card is in the
set). Outside, :class:`Hand` shows a mask as an object that prints and compares like a hand of cards.
"""

from kibic.cards.deck import DECK_32, DECK_52, DECK_104, Deck
from kibic.cards.hand import Hand, bits, mask_of, parse_holding
from kibic.cards.names import DeckSkin, card_name, suit_name
from kibic.cards.shuffle import SeededRandom, Shuffler, shuffled, system_random
from kibic.cards.suits import SUIT_LETTERS, CardTextError, Suit

__all__ = [
    "DECK_32",
    "DECK_52",
    "DECK_104",
    "SUIT_LETTERS",
    "CardTextError",
    "Deck",
    "DeckSkin",
    "Hand",
    "SeededRandom",
    "Shuffler",
    "Suit",
    "bits",
    "card_name",
    "mask_of",
    "parse_holding",
    "shuffled",
    "suit_name",
    "system_random",
]
