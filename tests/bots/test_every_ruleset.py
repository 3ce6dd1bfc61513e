"""Matches by every ruleset, with house rules drawn at random and with four players: all end, no action is illegal."""

from __future__ import annotations

import pytest

from kibic.arena import Series, play_series
from kibic.games.preferans import GAME
from kibic.games.preferans.rules import PRESETS

SHORT = {"match.end": "hands:3", "match.deals": 3}
TABLES = [(preset, players) for preset in PRESETS for players in GAME.player_counts(GAME.rules(preset))]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_matches_with_drawn_house_rules_end(preset: str, players: int) -> None:
    series = Series(("random",) * players, 4, f"every/{preset}", preset, SHORT, random_options=preset, hands_limit=60)
    scores = play_series(series, 1, lambda _score: None)
    assert len(scores) == 4
    assert all(score.hands >= 3 for score in scores)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_rule_bot_plays_every_ruleset(preset: str, players: int) -> None:
    series = Series(("rule",) * players, 1, f"rule/{preset}", preset, SHORT, hands_limit=60)
    (score,) = play_series(series, 1, lambda _score: None)
    assert score.hands >= 3
