"""Why a card: one sentence with the figures of the search, in both languages."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.bots.preferans.words import percent
from kibic.bots.search.choice import Verdict
from kibic.bots.search.values import Question
from kibic.cards import card_name
from kibic.game import Text


def reason(question: Question, chosen: Verdict, verdicts: tuple[Verdict, ...], card: int, exact: bool) -> Text:
    """How often the declarer makes or falls after ``card``, the same of the next best card, and what lies between."""
    declares = question.turn == question.view.declarer
    other = max(
        (found for found in verdicts if found.card != chosen.card), key=lambda found: (found.worlds, found.points)
    )
    gap = chosen.points - other.points
    one, two = (percent(found.makes if declares else 1 - found.makes) for found in (chosen, other))
    name, next_name = card_name(card, "en"), card_name(other.card, "en")
    en = f"{name[:1].upper()}{name[1:]} {'makes' if declares else 'beats the game'} in {one} of "
    en += f"all {chosen.worlds} possible layouts" if exact else f"{chosen.worlds} layouts"
    en += f", next best {next_name} {two}; "
    en += f"worth {gap:+.1f} points more." if gap >= 0.05 else "worth the same in points."
    name, next_name = card_name(card), card_name(other.card)
    sr = f"{name[:1].upper()}{name[1:]} {'prolazi' if declares else 'obara igru'} u {one} od "
    sr += f"svih {chosen.worlds} mogućih rasporeda" if exact else f"{chosen.worlds} rasporeda"
    sr += f", sledeća {next_name} {two}; "
    sr += f"vredi {gap:+.1f} poena više.".replace(".", ",", 1) if gap >= 0.05 else "u poenima vredi isto."
    return Text(en, sr)


def customary_reason(customary: Decision, figures: Text) -> Text:
    """What the customs say for the card, with the convention, and the figures after it."""
    said, rule = customary.text, customary.rule
    return Text(f"{said.en.rstrip('.')} ({rule}). {figures.en}", f"{said.sr.rstrip('.')} ({rule}). {figures.sr}")
