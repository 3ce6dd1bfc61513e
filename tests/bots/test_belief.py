"""What is believed about hidden cards always leaves the truth possible, counts exactly and draws evenly."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from kibic.bots.belief import AWAY, count_worlds, hidden_of, worlds_of
from kibic.bots.belief.lattice import Lattice
from kibic.cards import bits
from kibic.game import KibicError
from kibic.games.preferans import GAME
from tests.bots.positions import RULESETS, positions, truth
from tests.rules.worlds import other_world, replay

TABLES = [
    (preset, options, players)
    for preset, options in RULESETS
    for players in GAME.player_counts(GAME.rules(preset, options))
]


@pytest.mark.parametrize(("preset", "options", "players"), TABLES)
def test_the_true_world_always_fits(preset: str, options: dict[str, Any], players: int) -> None:
    chance = random.Random(5)
    seen = 0
    for match in positions(preset, options, players, 200, seed=11):
        view = match.view(chance.randrange(players))
        hands, away = truth(match)
        hidden = hidden_of(view)
        lying = [away if place == AWAY else hands[place] for place in hidden.places]
        assert [mask.bit_count() for mask in lying] == list(hidden.rooms)
        fitting = [case for case in hidden.cases if not any(mask & ~may for mask, may in zip(lying, case, strict=True))]
        assert len(fitting) == 1
        seen += 1
    assert seen > 150


@pytest.mark.parametrize(("preset", "options", "players"), TABLES)
def test_every_world_is_a_deal_and_the_list_is_complete(preset: str, options: dict[str, Any], players: int) -> None:
    chance = random.Random(6)
    listed = 0
    for match in positions(preset, options, players, 90, seed=12):
        view = match.view(chance.randrange(players))
        worlds = worlds_of(view, 20, chance, enumerate_up_to=300)
        hands, away = truth(match)
        for world in range(len(worlds)):
            masks = [*worlds.hand(world), int(worlds.away[world])]
            assert [mask.bit_count() for mask in masks[:-1]] == list(view.counts)
            union = 0
            for mask in masks:
                assert not union & mask
                union |= mask
            assert (
                union & ~view.own & ~sum(hand or 0 for hand in view.hands if hand != view.own) == hidden_of(view).cards
            )
        assert worlds.weights.sum() == pytest.approx(1)
        if worlds.exact:
            listed += 1
            assert len(worlds) == count_worlds(view)
            columns = [(worlds.hand(world), int(worlds.away[world])) for world in range(len(worlds))]
            assert len(set(columns)) == len(columns)
            hidden_away = away if AWAY in hidden_of(view).places else 0
            assert (tuple(hands), hidden_away) in columns
    assert listed > 0


def _by_hand(cards: list[int], rooms: list[int], weights: np.ndarray[Any, Any]) -> dict[tuple[int, ...], float]:
    """All ways with their weights, by trying everything."""
    found = {}
    for places in product(range(len(rooms)), repeat=len(cards)):
        weight = float(np.prod([weights[row, place] for row, place in enumerate(places)]))
        if weight and [places.count(place) for place in range(len(rooms))] == rooms:
            masks = [0] * len(rooms)
            for card, place in zip(cards, places, strict=True):
                masks[place] |= 1 << card
            found[tuple(masks)] = weight
    return found


@pytest.mark.parametrize("seed", range(12))
def test_counts_and_chances_are_those_of_trying_everything(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rooms = [[3, 2, 2], [2, 3, 1, 1], [4, 3], [1, 1, 5]][seed % 4]
    cards = sorted(int(card) for card in rng.choice(32, sum(rooms), replace=False))
    allowed = (rng.random((len(cards), len(rooms))) < 0.75).astype(float)
    allowed[np.arange(len(cards)), rng.permutation(np.repeat(np.arange(len(rooms)), rooms))] = 1
    weights = allowed * (1.0 if seed % 2 else rng.uniform(0.2, 3.0, allowed.shape))
    expected = _by_hand(cards, rooms, weights)
    lattice = Lattice(cards, rooms, weights)
    assert lattice.total == pytest.approx(sum(expected.values()))
    lying, logs = lattice.listed()
    assert {
        tuple(int(mask) for mask in column): weight for column, weight in zip(lying.T, np.exp(logs), strict=True)
    } == pytest.approx(expected)
    # Chi-square: draws come by their weights. 5 standard deviations above the mean of the statistic.
    draws = 60 * len(expected)
    drawn, drawn_logs = lattice.draw(draws, np.random.default_rng(100 + seed))
    counted = Counter(tuple(int(mask) for mask in column) for column in drawn.T)
    assert counted.keys() <= expected.keys()
    assert np.exp(drawn_logs[0]) == pytest.approx(expected[tuple(int(mask) for mask in drawn.T[0])])
    shares = {world: draws * weight / lattice.total for world, weight in expected.items()}
    statistic = sum((counted[world] - share) ** 2 / share for world, share in shares.items())
    freedom = len(expected) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_a_tilt_shows_in_the_chances_of_a_card_drawn_and_listed_alike() -> None:
    match = next(match for match in positions("srpski", {}, 3, 400, seed=3) if match.phase == "play")
    view = match.view(match.to_act)
    cards = list(bits(hidden_of(view).cards))

    def tilt(hidden: Any) -> np.ndarray[Any, Any]:
        weights = np.ones((len(cards), len(hidden.places)))
        weights[0, 0] = 8.0
        return weights

    even = worlds_of(view, 4000, random.Random(1), enumerate_up_to=0)
    tilted = worlds_of(view, 4000, random.Random(1), tilt=tilt, enumerate_up_to=0)
    seat = hidden_of(view).places[0]
    before, after = even.location(cards[0])[seat], tilted.location(cards[0])[seat]
    odds = (after / (1 - after)) / (before / (1 - before))
    assert odds == pytest.approx(8.0, rel=0.25)


def test_the_same_seed_gives_the_same_worlds_and_another_seed_others() -> None:
    match = next(match for match in positions("srpski", {}, 3, 400, seed=4) if match.phase == "play")
    view = match.view(match.to_act)
    first, again, other = (worlds_of(view, 50, random.Random(seed), enumerate_up_to=0) for seed in (9, 9, 10))
    assert np.array_equal(first.hands, again.hands)
    assert not np.array_equal(first.hands, other.hands)


def test_other_hidden_cards_leave_the_belief_as_it_was() -> None:
    chance = random.Random(8)
    rules = GAME.rules("srpski")
    same = 0
    for seed in range(60):
        start: Any = GAME.start(rules, 3, 0)
        actions: list[Any] = []
        match = start
        rng = random.Random(seed)
        for _ in range(3 + seed % 14):
            if match.hand is None and actions:
                break
            actions.append(match.legal().sample(rng))
            match, _ = match.apply(actions[-1])
        if match.hand is None:
            continue
        viewer = chance.randrange(3)
        for _ in range(4):
            changed = other_world(actions, match, viewer, chance)
            try:
                twin = replay(start, changed)
            except KibicError:
                continue
            view, seen = match.view(viewer), twin.view(viewer)
            assert view == seen
            same += 1
            before = worlds_of(view, 10, random.Random(1))
            assert np.array_equal(before.hands, worlds_of(seen, 10, random.Random(1)).hands)
            hands, away = truth(twin)
            assert any(
                not any((away if place == AWAY else hands[place]) & ~may
                        for place, may in zip(hidden_of(view).places, case, strict=True))
                for case in hidden_of(view).cases
            )  # fmt: skip
    assert same > 60


def test_between_hands_there_is_nothing_to_believe() -> None:
    match = GAME.start(GAME.rules("srpski"), 3, 0)
    with pytest.raises(KibicError, match="between hands"):
        hidden_of(match.view(0))
