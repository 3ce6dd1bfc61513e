"""House rules drawn at random, to play what nobody thought of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kibic.cards import SeededRandom
from kibic.game import Game, Parameter, RulesError
from kibic.game.parameters import Value

#: One key in so many is drawn anew.
_ONE_IN: Final = 3
#: How far a free number goes from its usual value.
_STEP: Final = 2


def drawn_options(
    game: Game[Any, Any, Any], preset: str, options: Mapping[str, Any], players: int, rng: SeededRandom
) -> dict[str, Any]:
    """``options`` with a third of the other keys drawn at random, so that the rules fit together and ``players``.

    A value that contradicts those drawn before it is left out.
    """
    drawn = dict(options)
    usual: Mapping[str, Value] = game.rules(preset, drawn).as_dict()
    parameters = game.parameters()
    order = list(range(len(parameters)))
    rng.shuffle(order)
    for parameter in (parameters[place] for place in order):
        if parameter.key in options or rng.randrange(_ONE_IN):
            continue
        value = _value(parameter, usual[parameter.key], rng)
        if value == usual[parameter.key]:
            continue
        tried = {**drawn, parameter.key: value}
        try:
            fits = players in game.player_counts(game.rules(preset, tried))
        except RulesError:
            continue
        if fits:
            drawn = tried
    return drawn


def _value(parameter: Parameter, usual: Value, rng: SeededRandom) -> Value:
    if parameter.kind == "choices":
        return tuple(value for value in parameter.values if rng.randrange(2))  # type: ignore[return-value]
    values = list(parameter.values)
    if parameter.low is not None and parameter.high is not None and isinstance(usual, int):
        values += range(max(parameter.low, usual - _STEP), min(parameter.high, usual + _STEP) + 1)
    return rng.choice(values) if values else usual
