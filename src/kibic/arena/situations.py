"""Sheets to play a hand on: taken from matches of the usual bot, so that refas, hats and late matches occur."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from kibic.bots import bot_named, usual_bot
from kibic.cards import SeededRandom
from kibic.game import HOUSE, State, game_named

#: So many deals after one another take their sheets from one match.
GROUP: Final = 16
#: Where a match that does not end is cut.
_MOST_HANDS: Final = 400


def situation(game: str, preset: str, options: Mapping[str, Any], players: int, seed: str, number: int) -> State[Any]:
    """The state between two hands on which deal ``number`` (from 1) is played; the same for the same arguments."""
    found = _between_hands(
        game, preset, json.dumps(dict(options), sort_keys=True), players, seed, (number - 1) // GROUP
    )
    return found[SeededRandom(f"{seed}/sheet/{number}").randrange(len(found))]


@lru_cache(maxsize=4)
def _between_hands(game: str, preset: str, options: str, players: int, seed: str, group: int) -> tuple[State[Any], ...]:
    """The states between the hands of a match, from before the first one to before the last one."""
    played = game_named(game)
    rng = SeededRandom(f"{seed}/match/{group}")
    bot = bot_named(usual_bot(game), game)
    state: State[Any] = played.start(played.rules(preset, _options(options)), players, rng.randrange(players))
    found: list[State[Any]] = []
    while (actor := state.to_act) is not None and len(found) < _MOST_HANDS:
        if actor == HOUSE:
            found.append(state)
            state, _ = state.apply(state.legal().sample(rng))
        else:
            state, _ = state.apply(bot.choose(state.view(actor), rng).action)
    return tuple(found)


def _options(text: str) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(text).items()}
