"""What may be said at the table while a hand is played (SPE-01)."""

from __future__ import annotations

from kibic.game import Speech
from kibic.games.preferans.rules import Rules

_BIDS = ("dva", "tri", "četiri", "pet", "šest", "betl", "sans", "igra", "dobra", "dalje")
_ANSWERS = ("uzmi", "može", "dođem", "ne", "zajedno", "kontra", "rekontra", "subkontra", "mortkontra")
_OF_LEVELS = ("pas", "wist", "sam", "ciemno", "widno")


def speech_of(rules: Rules) -> Speech:
    """The words of the table by these rules, and whether others may be said in a hand too (SPE-01, AUC-12)."""
    words = _OF_LEVELS if rules.auc.ladder == "levels" else (*_BIDS, rules.auc.hold_word, *_ANSWERS)
    return Speech(rules.table.speech == "free", words)
