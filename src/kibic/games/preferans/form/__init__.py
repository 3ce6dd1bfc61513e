"""Entering a hand played with real cards by few answers: what is asked, what may be answered, what it comes to.

See docs/decisions/0005-sheet.md. The engine decides everything: a question stands for steps of a hand without cards.
"""

from kibic.games.preferans.form.answers import DEALER_KEY
from kibic.games.preferans.form.encoding import ended_json, form_json
from kibic.games.preferans.form.facts import answers_of
from kibic.games.preferans.form.model import Choice, Ended, Form, Position, Question, Said
from kibic.games.preferans.form.steps import applied, blind_deal
from kibic.games.preferans.form.walk import entry

__all__ = [
    "DEALER_KEY",
    "Choice",
    "Ended",
    "Form",
    "Position",
    "Question",
    "Said",
    "answers_of",
    "applied",
    "blind_deal",
    "ended_json",
    "entry",
    "form_json",
]
