"""Preferans as a game of the contract (:class:`kibic.game.Game`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, overload

from kibic.cards import Shuffler
from kibic.game import Event, Json, Opening, Parameter, Seat, Speech, Text, View
from kibic.games.preferans import encoding, seating
from kibic.games.preferans.actions import Action
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.encoding import level_event_json, level_view_json
from kibic.games.preferans.levels.events import LaidOpen, LevelHandOver
from kibic.games.preferans.levels.match import LevelMatch
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.levels.words import parse_level_words
from kibic.games.preferans.match import Match
from kibic.games.preferans.redaction import public_actions
from kibic.games.preferans.rules import PARAMETERS, PRESETS, Rules, rules_for
from kibic.games.preferans.rules.titles import GROUP_TITLES, PRESET_NOTES, PRESET_TITLES
from kibic.games.preferans.spoken import speech_of
from kibic.games.preferans.words import parse_words


class PreferansGame:
    """The game registered as ``preferans``."""

    name: ClassVar[str] = "preferans"

    def presets(self) -> tuple[str, ...]:
        """Names of the rulesets, the default first."""
        return tuple(PRESETS)

    def parameters(self) -> tuple[Parameter, ...]:
        """All keys of a ruleset."""
        return PARAMETERS

    def rules(self, preset: str, options: Mapping[str, Any] | None = None) -> Rules:
        """A ruleset. Raises :class:`kibic.game.RulesError` with every problem at once."""
        return rules_for(preset, options)

    def title(self, name: str) -> Text:
        """What people call a preset or a group of parameters."""
        return PRESET_TITLES[name] if name in PRESET_TITLES else GROUP_TITLES[name]

    def note(self, preset: str) -> Text:
        """What sets a preset apart, in a line."""
        return PRESET_NOTES[preset]

    def speech(self, rules: Rules) -> Speech:
        """What may be said at the table while a hand is played (SPE-01)."""
        return speech_of(rules)

    def player_counts(self, rules: Rules) -> tuple[int, ...]:
        """How many may sit at a table with these rules (FOUR-01)."""
        return rules.seat.players

    def opening(self, rules: Rules, players: int, rng: Shuffler) -> Opening:
        """Seats and first dealer (SEAT-03)."""
        return seating.opening(rules, players, rng)

    def start(self, rules: Rules, players: int, dealer: Seat) -> Match | LevelMatch:
        """The state before the first deal: a match of numbers or of levels, as the ladder of the auction says."""
        kind = LevelMatch if rules.auc.ladder == "levels" else Match
        return kind.start(rules, players, dealer)

    @overload
    def parse(self, state: Match, text: str) -> Action: ...

    @overload
    def parse(self, state: LevelMatch, text: str) -> LevelAction: ...

    def parse(self, state: Match | LevelMatch, text: str) -> Action | LevelAction:
        """The action of ``text``. Raises :class:`kibic.game.WordError` when it is no word of the game."""
        parse = parse_level_words if isinstance(state, LevelMatch) else parse_words
        return parse(state.phase, state.dealer, state.players, text)

    def public(self, state: Match, actions: Sequence[Action]) -> tuple[Action, ...]:
        """The actions of finished hands; until the match is over without cards that stay closed (TAL-03, DEAL-05)."""
        return tuple(actions) if state.result is not None else public_actions(state.outcomes, actions)

    def view_json(self, view: View, names: Sequence[str]) -> Json:
        """A view as JSON (docs/protocol.md)."""
        if isinstance(view, LevelView):
            return level_view_json(view, names)
        return encoding.view_json(view, names)  # type: ignore[arg-type]

    def event_json(self, event: Event, names: Sequence[str]) -> Json:
        """An event as JSON (docs/protocol.md)."""
        if isinstance(event, LaidOpen | LevelHandOver):
            return level_event_json(event, names)
        return encoding.event_json(event, names)  # type: ignore[arg-type]


GAME = PreferansGame()
