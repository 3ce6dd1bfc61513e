"""Sentences: names of cards, suits and games in both languages for the reasons of decisions."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.cards import Suit, card_name, suit_name
from kibic.game import Action, Text
from kibic.games.preferans.actions import PLAYS


def decide(action: Action, rule: str, en: str, sr: str) -> Decision:
    """A decision with its sentence in both languages."""
    return Decision(action, rule, Text(en, sr))


def play(card: int, rule: str, en: str, sr: str) -> Decision:
    """The card with its reason; ``{card}`` in the sentences is replaced by its name."""
    return Decision(
        PLAYS[card],
        rule,
        Text(en.replace("{card}", card_name(card, "en")), sr.replace("{card}", card_name(card, "sr"))),
    )


def suit_en(suit: int) -> str:
    """English name of a suit."""
    return suit_name(Suit(suit), "en")


def suit_sr(suit: int) -> str:
    """Serbian name of a suit."""
    return suit_name(Suit(suit), "sr")


def number(value: float) -> str:
    """A figure with at most one decimal: 5, 4.5."""
    return f"{value:.1f}".removesuffix(".0")


def number_sr(value: float) -> str:
    """A figure with a decimal comma."""
    return number(value).replace(".", ",")
