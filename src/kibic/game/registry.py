"""Finds games by name. A game registers itself when its package is imported; the names below are imported on demand."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kibic.game.contract import Game
from kibic.game.errors import KibicError

#: Where each game lives. Adding a game adds a line here and a package there.
_HOMES = {"preferans": "kibic.games.preferans"}
_GAMES: dict[str, Game[Any, Any, Any]] = {}


def register(game: Game[Any, Any, Any]) -> None:
    """Make a game known by its name."""
    _GAMES[game.name] = game


def games() -> tuple[str, ...]:
    """Names of all games."""
    return tuple(sorted({*_HOMES, *_GAMES}))


def game_named(name: str) -> Game[Any, Any, Any]:
    """The game called ``name``. Raises :class:`KibicError` with the known names when there is none."""
    if name not in _GAMES and name in _HOMES:
        import_module(_HOMES[name])
    if name not in _GAMES:
        raise KibicError(f"no game is called {name!r}; games: {', '.join(games())}")
    return _GAMES[name]
