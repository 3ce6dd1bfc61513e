"""Builds matches of levels from short texts. Seats are 0, 1, 2; the dealer is 2, so that seat 0 speaks first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from kibic.game import IllegalAction
from kibic.games.preferans import GAME, LevelMatch, Rules
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.levels.events import LevelEvent
from kibic.games.preferans.levels.outcome import LevelOutcome
from tests.rules.deals import HANDS, cards, words

#: The declaration of the hand of the tests, seat 0 playing: his opponents answer next.
SPADES_6: Final = "6S pas pas skart C8 C7 6S "
BLIND_6: Final = "6S pas pas skart ? ? 6S "


def level_rules(options: Mapping[str, Any] | None = None) -> Rules:
    """``polski`` with options on top."""
    return GAME.rules("polski", dict(options or {}))


def level_table(options: Mapping[str, Any] | None = None, *, dealer: int = 2) -> LevelMatch:
    """A match before the first deal."""
    match = GAME.start(level_rules(options), players=3, dealer=dealer)
    assert isinstance(match, LevelMatch)
    return match


def happen(match: LevelMatch, text: str) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
    """The match after the words of ``text``, and all that happened."""
    events: tuple[LevelEvent, ...] = ()
    for word in words(text):
        match, more = match.apply(GAME.parse(match, word))
        events += more
    return match, events


def say(match: LevelMatch, text: str) -> LevelMatch:
    """The match after the words of ``text``."""
    return happen(match, text)[0]


def dealt(text: str = "", options: Mapping[str, Any] | None = None, *, dealer: int = 2) -> LevelMatch:
    """The match after the deal of the tests and the words of ``text``."""
    match, _ = level_table(options, dealer=dealer).apply(cards(*HANDS))
    return say(match, text)


def told(text: str = "", options: Mapping[str, Any] | None = None) -> LevelMatch:
    """The match after a deal of unknown cards and the words of ``text``."""
    match, _ = level_table(options).apply(Deal((0, 0, 0), 0))
    return say(match, text)


def scored(text: str, *taken: int, options: Mapping[str, Any] | None = None) -> LevelOutcome:
    """The outcome of a hand of unknown cards, after the words of ``text``, with these tricks by seat."""
    match = told(text, options)
    match, _ = match.apply(GAME.parse(match, "tricks " + " ".join(map(str, taken))))
    return match.outcomes[-1]


def legal(match: LevelMatch) -> list[str]:
    """The words that may be said."""
    return [action.word for action in match.legal()]


def refused(match: LevelMatch, word: str) -> str:
    """The rule that forbids ``word`` now; both sentences must be there."""
    with pytest.raises(IllegalAction) as caught:
        match.apply(GAME.parse(match, word))
    assert caught.value.text.en != caught.value.text.sr
    assert caught.value.legal == tuple(legal(match))
    return caught.value.rule
