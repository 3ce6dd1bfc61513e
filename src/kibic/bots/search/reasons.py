"""Why a card: one sentence with the figures of the search, in both languages."""

from __future__ import annotations

from kibic.bots.preferans.words import percent
from kibic.bots.search.choice import Verdict
from kibic.bots.search.values import Question
from kibic.cards import card_name
from kibic.game import Text


def reason(question: Question, chosen: Verdict, verdicts: tuple[Verdict, ...], card: int, exact: bool) -> Text:
    """The card, how often the declarer makes or falls after it, and the same of the next best card."""
    declares = question.turn == question.view.declarer
    others = [verdict for verdict in verdicts if verdict.card != chosen.card]
    share = chosen.makes if declares else 1 - chosen.makes
    en = f"{card_name(card, 'en')}: {'makes' if declares else 'beats the game'} in {percent(share)} of "
    sr = f"{card_name(card, 'sr')}: {'prolazi' if declares else 'obara igru'} u {percent(share)} od "
    worlds = chosen.worlds
    en += f"{'the ' if exact else ''}{worlds} {'possible ' if exact else ''}layouts"
    sr += f"{worlds} {'mogućih ' if exact else ''}rasporeda"
    if others:
        other = max(others, key=lambda verdict: (verdict.worlds, verdict.points))
        gap = chosen.points - other.points
        next_share = other.makes if declares else 1 - other.makes
        en += f", next best the {card_name(other.card, 'en')} with {percent(next_share)}"
        sr += f", sledeća {card_name(other.card, 'sr')} u {percent(next_share)}"
        en += f"; worth {gap:+.1f} points more." if gap > 0.05 else "; worth the same in points."
        sr += f"; vredi {gap:+.1f} poena više.".replace(".", ",", 1) if gap > 0.05 else "; u poenima isto vredi."
        return Text(en[:1].upper() + en[1:], sr[:1].upper() + sr[1:])
    return Text(f"{en[:1].upper()}{en[1:]}.", f"{sr[:1].upper()}{sr[1:]}.")
