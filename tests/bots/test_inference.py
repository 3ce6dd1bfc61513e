"""What bids and cards tell: better than nothing, never certain, and the same from the view alone."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest

from kibic.bots import bot_named
from kibic.bots.belief import believed, worlds_of
from kibic.bots.belief.clues import SIZE, clues
from kibic.bots.belief.fit import Sight, chance_of_places, fit_clues, fit_traits, sights
from kibic.bots.belief.inference import FLOOR, Factors, factors
from kibic.bots.belief.traits import SIZE as CELLS
from tests.bots.positions import RULESETS, positions


@pytest.fixture(scope="module")
def seen() -> list[Sight]:
    hands = islice(sights(60, "held out of the fit", "srpski", [bot_named("rule")]), 60)
    return [sight for hand in hands for sight in hand if len(sight.view.played) < 8]


def test_the_true_place_of_a_card_gets_more_of_the_weight_than_by_chance(seen: list[Sight]) -> None:
    nothing = Factors(np.zeros(CELLS), np.zeros(SIZE))
    alike, _ = chance_of_places(seen, nothing, 0.0, 100)
    fitted, _ = chance_of_places(seen, factors(), FLOOR, 100)
    assert fitted > alike + 0.04


def test_no_world_loses_its_share_whatever_was_played(seen: list[Sight]) -> None:
    for sight in seen[:60]:
        worlds = believed(sight.view, 60, random.Random(1), enumerate_up_to=200)
        assert worlds.weights.sum() == pytest.approx(1)
        assert worlds.weights.min() >= FLOOR / len(worlds) * 0.999


@pytest.mark.parametrize(("preset", "options"), RULESETS)
def test_every_view_of_every_ruleset_can_be_weighed(preset: str, options: dict[str, object]) -> None:
    players = 4 if preset == "hrvatski" else 3
    for match in positions(preset, options, players, 60, seed=31):
        view = match.view(match.to_act)
        worlds = worlds_of(view, 8, random.Random(2), enumerate_up_to=8)
        table = clues(view, worlds)
        assert table.shape == (len(worlds), SIZE)
        assert np.isfinite(table).all()
        again = believed(view, 8, random.Random(2), enumerate_up_to=8)
        assert np.array_equal(again.weights, believed(view, 8, random.Random(2), enumerate_up_to=8).weights)


def test_a_fit_to_a_few_hands_finds_that_they_are_no_accident(seen: list[Sight]) -> None:
    told: list[str] = []
    traits = fit_traits(seen[:80], 2, told.append)
    found = fit_clues(seen[:80], traits, 3, told.append)
    assert len(told) == 5
    shares = [float(line.split(": ")[1].split()[0]) for line in told[2:]]
    assert shares[-1] > shares[0]
    assert np.isfinite(traits).all()
    assert found.any()
