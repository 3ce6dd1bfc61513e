"""The cards of Portable Preferans Notation: one letter a card, ten of each player and the talon, or packets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from kibic.cards import DECK_32, Suit
from kibic.game import Seat, Text
from kibic.games.preferans.actions import Deal, Discard
from kibic.games.preferans.deal import deal_from_deck, deck_of

#: Spades 1..8, diamonds 9 and A..G, hearts H..O, clubs P..W, each from the seven to the ace.
_LETTERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
_CARDS: Final = {
    letter: DECK_32.card(suit, rank) for letter, (suit, rank) in zip(_LETTERS, product(Suit, "789TJQKA"), strict=True)
}
_SIGNS: Final = {card: letter for letter, card in _CARDS.items()}
#: Cards nobody told.
UNTOLD: Final = "?" * 32


def fault_of_cards(text: str) -> Text | None:
    """What is wrong with the 32 letters of a deal; None when nothing is."""
    letters = text.upper()
    strange = sorted(set(letters) - set(_LETTERS))
    if strange:
        named = " ".join(strange[:8])
        return Text(f"no cards are called {named}", f"nema karata {named}")
    if len(letters) != len(_LETTERS):
        return Text(f"{len(letters)} cards instead of 32", f"karata je {len(letters)} umesto 32")
    twice = sorted({letter for letter in letters if letters.count(letter) > 1})
    if twice:
        named = " ".join(DECK_32.texts[_CARDS[letter]] for letter in twice)
        return Text(f"{named} dealt twice", f"dvaput podeljeno: {named}")
    return None


def deal_in_tens(text: str, order: Sequence[Seat]) -> Deal:
    """The deal as the notation is published: ten cards of each player in speaking order, then the talon."""
    cards = [_CARDS[letter] for letter in text.upper()]
    tens = (cards[0:10], cards[10:20], cards[20:30])
    deck = [card for ten in tens for card in ten[:5]] + cards[30:] + [card for ten in tens for card in ten[5:]]
    return deal_from_deck(deck, order[-1])


def deal_in_packets(text: str, order: Sequence[Seat]) -> Deal:
    """The deal where the letters stand as cards are dealt: five to each, the talon, five to each."""
    return deal_from_deck([_CARDS[letter] for letter in text.upper()], order[-1])


def discard_of(text: str) -> Discard | None:
    """The two cards put away; None for what are not two cards."""
    cards = [_CARDS.get(letter) for letter in text.upper()]
    if len(cards) != 2 or cards[0] is None or cards[1] is None or cards[0] == cards[1]:
        return None
    return Discard.of(cards[0], cards[1])


def letters_of_deal(deal: Deal, order: Sequence[Seat]) -> str:
    """The 32 letters of a deal, in tens; question marks for cards nobody told."""
    if deal.blind:
        return UNTOLD
    deck = deck_of(deal, order[-1])
    tens = [deck[5 * place : 5 * place + 5] + deck[17 + 5 * place : 22 + 5 * place] for place in range(3)]
    return "".join(_SIGNS[card] for card in (*tens[0], *tens[1], *tens[2], *deck[15:17]))


def letters_of(cards: Sequence[int]) -> str:
    """The letters of some cards."""
    return "".join(_SIGNS[card] for card in cards)
