"""Preferans: the rules of the game for three (preferans.md), as a pure engine.

>>> from kibic.games.preferans import GAME
>>> match = GAME.start(GAME.rules("srpski"), players=3, dealer=2)
>>> match.phase
'deal'
"""

from kibic.game import register
from kibic.games.preferans.actions import Action
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.game import GAME, PreferansGame
from kibic.games.preferans.levels.match import LevelMatch
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.match import Match
from kibic.games.preferans.outcome import Outcome, Reason, Supe
from kibic.games.preferans.rules import PARAMETERS, PRESETS, Rules, rules_for
from kibic.games.preferans.sheet import Result, Sheet
from kibic.games.preferans.view import PreferansView

register(GAME)

__all__ = [
    "GAME",
    "PARAMETERS",
    "PRESETS",
    "Action",
    "Contract",
    "LevelMatch",
    "LevelView",
    "Match",
    "Outcome",
    "PreferansGame",
    "PreferansView",
    "Reason",
    "Result",
    "Rules",
    "Sheet",
    "Supe",
    "rules_for",
]
