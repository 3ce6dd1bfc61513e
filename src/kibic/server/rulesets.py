"""Rules as the form of a new table holds them: checked, read from a file of rules and written as one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kibic.game import Game, Json, Rules, RulesError, Text, game_named, games
from kibic.server.refusals import Refused

if TYPE_CHECKING:
    from kibic.record import Place

_WORDS: Final = re.compile(r"[a-z]+\.[a-z0-9_]+")


def game_of(name: str) -> Game[Any, Any, Any]:
    """The game of that name. Raises :class:`Refused` with the names there are."""
    if name not in games():
        raise Refused("bad_request", detail=f"there is no game {name!r}; games: {', '.join(games())}")
    return game_named(name)


def rules_of(game: Game[Any, Any, Any], preset: str, options: Mapping[str, Any]) -> Rules:
    """A ruleset of the game. Raises :class:`Refused`; with the code ``rules`` it has all problems at once."""
    if preset not in game.presets():
        raise Refused("bad_request", detail=f"there is no preset {preset!r}: {', '.join(game.presets())}")
    try:
        rules: Rules = game.rules(preset, options)
    except RulesError as error:
        raise wrong_rules(game, error) from error
    return rules


def checked(name: str, preset: str | None, options: Mapping[str, Any]) -> Json:
    """Good rules as preset, what differs from it, and how many may play by them; of others the ``problems``.

    Raises :class:`Refused` for a game or a preset that does not exist.
    """
    game = game_of(name)
    try:
        rules = rules_of(game, preset or game.presets()[0], options)
    except Refused as refused:
        if not refused.problems:
            raise
        return {"problems": list(refused.problems)}
    return {
        "game": name,
        "preset": rules.preset,
        "options": dict(rules.options()),
        "players": list(game.player_counts(rules)),
        "problems": [],
    }


def read_file(text: str) -> Json:
    """The rules of a file as :func:`checked` gives them, or all its faults with their places."""
    from kibic.record.rulesfile import RulesFileError, read_rules

    try:
        rules = read_rules(text)
    except RulesFileError as error:
        return {"problems": [_problem(set(), each.text, each.place) for each in error.problems]}
    return checked(rules.game, rules.preset, rules.options)


def written_file(name: str, preset: str | None, options: Mapping[str, Any], language: str) -> str:
    """A file of these rules, every key explained in ``language``. Raises :class:`Refused` as :func:`rules_of`."""
    from kibic.record.rulesfile import RulesFile, write_rules

    game = game_of(name)
    rules = rules_of(game, preset or game.presets()[0], options)
    return write_rules(RulesFile(rules.preset, rules.options(), name), language)


def wrong_rules(game: Game[Any, Any, Any], error: RulesError) -> Refused:
    """The refusal of rules with all their faults: each sentence, and the keys of the game it names, in its order."""
    known = {parameter.key for parameter in game.parameters()}
    return Refused("rules", problems=tuple(_problem(known, text) for text in error.texts))


def _problem(known: set[str], text: Text, place: Place | None = None) -> Json:
    keys: Sequence[str] = list(dict.fromkeys(key for key in _WORDS.findall(text.en) if key in known))
    where = {} if place is None else {"line": place.line, "column": place.column}
    return {"sr": text.sr, "en": text.en, "keys": keys, **where}
