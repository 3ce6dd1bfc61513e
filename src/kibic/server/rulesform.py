"""The rules of a game as the form of a new table wants them, made from the game's own parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, runtime_checkable

from kibic.game import Game, Json, Parameter, Text, game_named


@runtime_checkable
class Titled(Protocol):
    """A game that has titles for its presets and for the groups of its parameters, and a line on each preset."""

    def title(self, name: str) -> Text:
        """The title of a preset or a group."""

    def note(self, preset: str) -> Text:
        """What sets a preset apart, in a line."""


@runtime_checkable
class Whole(Protocol):
    """Rules that can list all their values."""

    def as_dict(self) -> Mapping[str, Any]:
        """Every key with its value."""


@cache
def rules_form(name: str) -> Json:
    """Presets with their values, all parameters, and the groups they fall into (docs/protocol.md)."""
    game = game_named(name)
    parameters = game.parameters()
    groups = dict.fromkeys(parameter.group for parameter in parameters)
    return {
        "game": name,
        "presets": [
            {
                "name": preset,
                "title": _title(game, preset),
                "note": _note(game, preset),
                "values": _values(game, preset, parameters),
                "players": list(game.player_counts(game.rules(preset))),
            }
            for preset in game.presets()
        ],
        "parameters": [_parameter(parameter) for parameter in parameters],
        "groups": [{"key": group, **_title(game, group)} for group in groups],
    }


def _values(game: Game[Any, Any, Any], preset: str, parameters: tuple[Parameter, ...]) -> Json:
    rules = game.rules(preset)
    values = rules.as_dict() if isinstance(rules, Whole) else rules.options()
    return {parameter.key: values.get(parameter.key, parameter.default) for parameter in parameters}


def _parameter(parameter: Parameter) -> Json:
    return {
        "key": parameter.key,
        "group": parameter.group,
        "kind": parameter.kind,
        "values": list(parameter.values),
        "low": parameter.low,
        "high": parameter.high,
        "pattern": parameter.pattern,
        "default": parameter.default,
        "sr": parameter.text.sr,
        "en": parameter.text.en,
        "rules": list(parameter.rules),
    }


def _note(game: object, preset: str) -> dict[str, str]:
    text = game.note(preset) if isinstance(game, Titled) else Text("", "")
    return {"sr": text.sr, "en": text.en}


def _title(game: object, name: str) -> dict[str, str]:
    if not isinstance(game, Titled):
        return {"sr": name, "en": name}
    text = game.title(name)
    return {"sr": text.sr, "en": text.en}
