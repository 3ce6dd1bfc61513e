"""Sentences: names of cards and figures in both languages for the reasons of decisions."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.cards import card_name
from kibic.game import Action, Text
from kibic.games.preferans.actions import PLAYS


def decide(action: Action, rule: str, en: str, sr: str) -> Decision:
    """A decision with its sentence in both languages."""
    return Decision(action, rule, Text(_sentence(en), _sentence(sr)))


def play(card: int, rule: str, en: str, sr: str) -> Decision:
    """The card with its reason; ``{card}`` in the sentences is replaced by its name."""
    return Decision(
        PLAYS[card],
        rule,
        Text(
            _sentence(en.replace("{card}", card_name(card, "en"))),
            _sentence(sr.replace("{card}", card_name(card, "sr"))),
        ),
    )


def _sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def percent(chance: float) -> str:
    """A chance in percent; 100 only for what is certain."""
    return f"{100 if chance >= 1 else min(99, round(100 * chance))} %"


def number(value: float) -> str:
    """A figure with at most one decimal: 5, 4.5."""
    return f"{value:.1f}".removesuffix(".0")


def number_sr(value: float) -> str:
    """A figure with a decimal comma."""
    return number(value).replace(".", ",")
