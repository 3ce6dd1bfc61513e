"""What is wrong with a set of rules is said in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from kibic.game import RulesError, Text
from kibic.games.preferans import GAME
from kibic.games.preferans.rules import PARAMETERS, PRESETS

#: Options that contradict each other, each beside the preset on which they do.
CONFLICTS: list[tuple[str, dict[str, Any]]] = [
    ("srpski", {"seat.players": []}),
    ("srpski", {"score.bule_model": "mirror93"}),
    ("srpski", {"score.bule_model": "mirror93", "match.end": "hands:9", "last.fall_double": "total_2"}),
    ("srpski", {"match.start_bule": 51}),
    ("srpski", {"match.deals": 31}),
    ("srpski", {"kontra.enabled": False}),
    ("srpski", {"betl.kontras_test": "tricks5"}),
    (
        "srpski",
        {"igra.tie": "first_may_cede_with_kontra", "kontra.enabled": False, "pik.needs_kontra": False},
    ),
    ("srpski", {"kontra.sub_responsibility": "sub_giver", "kontra.max": 4}),
    ("srpski", {"end.stop_at_5": True, "make.declarer": 5}),
    ("srpski", {"make.pair_joint": 1}),
    ("polski", {"seat.players": [3, 4]}),
    ("polski", {"igra.enabled": True}),
    ("srpski", {"auc.jump": 1}),
    ("srpski", {"auc.max": 9}),
    ("srpski", {"refa.max": "many"}),
    ("srpski", {"match.end": "never"}),
    ("srpski", {"refa.trigger": ["noon"]}),
    ("tarok", {}),
]


@pytest.mark.parametrize(("preset", "options"), CONFLICTS)
def test_every_problem_has_its_own_sentence_in_each_language(preset: str, options: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        GAME.rules(preset, options)
    (text,) = caught.value.texts
    assert text.sr != text.en
    assert caught.value.in_language("sr") == text.sr
    assert caught.value.problems == (text.en,)
    for key in options:
        if key in text.en:
            assert key in text.sr


def test_all_problems_are_told_one_after_the_other() -> None:
    error = RulesError([Text("One.", "Jedan."), "two"])
    assert str(error) == "One.; two"
    assert error.in_language("sr") == "Jedan.; two"


def test_what_is_allowed_names_the_same_values_in_both_languages() -> None:
    for parameter in PARAMETERS:
        expected = parameter.expected()
        assert expected.sr
        for value in parameter.values:
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            assert shown in expected.en
            assert shown in expected.sr


def test_the_presets_have_no_conflict() -> None:
    assert {preset: GAME.rules(preset).validate() for preset in PRESETS} == {preset: [] for preset in PRESETS}
