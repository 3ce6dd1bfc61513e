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
        (found for found in verdicts if found.card != chosen.card), key=lambda found: (found.worlds, found.merit)
    )
    gap = chosen.points - other.points
    one, two = (percent(found.makes if declares else 1 - found.makes) for found in (chosen, other))
    name, next_name = card_name(card, "en"), card_name(other.card, "en")
    en = f"{name[:1].upper()}{name[1:]} {'makes' if declares else 'beats the game'} in {one} of "
    en += f"all {chosen.worlds} possible layouts" if exact else f"{chosen.worlds} layouts"
    en += f", next best {next_name} {two}; "
    en += _worth(gap, chosen, other)
    name, next_name = card_name(card), card_name(other.card)
    sr = f"{name[:1].upper()}{name[1:]} {'prolazi' if declares else 'obara igru'} u {one} od "
    sr += f"svih {chosen.worlds} mogućih rasporeda" if exact else f"{chosen.worlds} rasporeda"
    sr += f", sledeća {next_name} {two}; "
    sr += _worth_sr(gap, chosen, other)
    return Text(en, sr)


def _worth(gap: float, chosen: Verdict, other: Verdict) -> str:
    """What lies between two cards: points, or what weighs more than these."""
    if gap >= 0.05:
        return f"worth {gap:+.1f} points more."
    if gap > -0.05:
        return "worth the same in points."
    if chosen.best > other.best:
        best = f"nothing does better in {percent(chosen.best)}, next best {percent(other.best)}"
        return f"{gap:+.1f} points with open cards, but {best}."
    return f"{gap:+.1f} points with open cards, but more tricks."


def _worth_sr(gap: float, chosen: Verdict, other: Verdict) -> str:
    figure = f"{gap:+.1f}".replace(".", ",")
    if gap >= 0.05:
        return f"vredi {figure} poena više."
    if gap > -0.05:
        return "u poenima vredi isto."
    if chosen.best > other.best:
        best = f"ništa nije bolje u {percent(chosen.best)}, sledeća {percent(other.best)}"
        return f"uz otvorene karte {figure} poena, ali {best}."
    return f"uz otvorene karte {figure} poena, ali više štihova."


def customary_reason(customary: Decision, figures: Text) -> Text:
    """What the customs say for the card, with the convention, and the figures after it."""
    said, rule = customary.text, customary.rule
    return Text(f"{said.en.rstrip('.')} ({rule}). {figures.en}", f"{said.sr.rstrip('.')} ({rule}). {figures.sr}")
