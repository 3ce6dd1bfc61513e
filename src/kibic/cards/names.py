"""Names of suits and cards, by language and deck skin (CRD-05). Display only: no rule reads them."""

from __future__ import annotations

from enum import Enum
from typing import Final

from kibic.cards.deck import DECK_32, Deck
from kibic.cards.suits import Suit


class DeckSkin(Enum):
    """The pictures on the cards."""

    FRENCH = "french"
    MADJARICE = "madjarice"
    ITALIAN = "italian"


_SUITS: Final[dict[tuple[DeckSkin, str], tuple[str, str, str, str]]] = {
    (DeckSkin.FRENCH, "sr"): ("pik", "karo", "herc", "tref"),
    (DeckSkin.FRENCH, "en"): ("spades", "diamonds", "hearts", "clubs"),
    (DeckSkin.MADJARICE, "sr"): ("zelena", "tikva", "crvena", "žir"),
    (DeckSkin.MADJARICE, "en"): ("leaves", "bells", "red hearts", "acorns"),
    (DeckSkin.ITALIAN, "sr"): ("kupe", "dinari", "špade", "baštoni"),
    (DeckSkin.ITALIAN, "en"): ("cups", "coins", "swords", "batons"),
}
_RANKS: Final[dict[str, dict[str, str]]] = {
    "sr": {
        "A": "as", "K": "kralj", "Q": "dama", "J": "žandar", "T": "desetka", "9": "devetka", "8": "osmica",
        "7": "sedmica", "6": "šestica", "5": "petica", "4": "četvorka", "3": "trojka", "2": "dvojka",
    },
    "en": {
        "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight",
        "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
    },
}  # fmt: skip


def suit_name(suit: Suit, language: str = "sr", skin: DeckSkin = DeckSkin.FRENCH) -> str:
    """Name of a suit, ``language`` is ``sr`` or ``en``."""
    return _SUITS[skin, language][suit]


def card_name(card: int, language: str = "sr", deck: Deck = DECK_32, skin: DeckSkin = DeckSkin.FRENCH) -> str:
    """Name of a card as it is read aloud: "herc sedmica", "seven of hearts"."""
    if deck.is_joker(card):
        return {"sr": "džoker", "en": "joker"}[language]
    rank = _RANKS[language][deck.rank_letter(card)]
    suit = suit_name(deck.suit(card), language, skin)
    return f"{suit} {rank}" if language == "sr" else f"{rank} of {suit}"
