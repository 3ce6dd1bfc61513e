"""The contract of a game: what the server, the record, the arena and the client frame know, and all they know."""

from kibic.game.contract import (
    HOUSE,
    KIBITZER,
    Action,
    Disclosing,
    Event,
    Game,
    Json,
    Legal,
    Listed,
    Openable,
    Opening,
    Rules,
    Seat,
    Settling,
    State,
    View,
)
from kibic.game.errors import BrokenStateError, IllegalAction, KibicError, RulesError, Text, WordError
from kibic.game.parameters import Parameter
from kibic.game.registry import game_named, games, register

__all__ = [
    "HOUSE",
    "KIBITZER",
    "Action",
    "BrokenStateError",
    "Disclosing",
    "Event",
    "Game",
    "IllegalAction",
    "Json",
    "KibicError",
    "Legal",
    "Listed",
    "Openable",
    "Opening",
    "Parameter",
    "Rules",
    "RulesError",
    "Seat",
    "Settling",
    "State",
    "Text",
    "View",
    "WordError",
    "game_named",
    "games",
    "register",
]
