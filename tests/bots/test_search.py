"""The bot that looks ahead: points of the real sheet, no leak, the same for a seed, and figures in its reasons."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kibic.bots import bot_named
from kibic.bots.belief import worlds_of
from kibic.bots.search.bot import SearchBot, chosen_worlds, searchable
from kibic.bots.search.merits import is_best, merits
from kibic.bots.search.stakes import TRICK, stakes_of
from kibic.bots.search.values import hand_in_turn, points_in, question_of, tricks_in
from kibic.game import HOUSE, KibicError
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Discard, Play
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.solver import position_of, solve_moves
from tests.bots.positions import RULESETS, positions, truth
from tests.rules.worlds import other_world, replay


def playing(preset: str, options: dict[str, Any], players: int, steps: int, seed: int) -> list[Any]:
    return [match for match in positions(preset, options, players, steps, seed) if match.phase == "play"]


def _points(match: Any) -> list[float]:
    """What the last hand gave everybody, more is better, compared with the mean of the table."""
    outcome = match.outcomes[-1]
    if isinstance(outcome, LevelOutcome):
        points = [float(value) for value in outcome.points]
    else:
        points = [-10.0 * change for change in outcome.bule]
        for entry in outcome.supe:
            points[entry.writer] += entry.points
            points[entry.against] -= entry.points
    mean = sum(points) / len(points)
    return [value - mean for value in points]


@pytest.mark.parametrize(("preset", "options"), RULESETS)
def test_eval_07_stakes_are_what_the_sheet_will_say(preset: str, options: dict[str, Any]) -> None:
    rules = GAME.rules(preset, options)
    compared = 0
    for match in playing(preset, options, GAME.player_counts(rules)[-1], 900, seed=21):
        view = match.view(match.to_act)
        if max(view.counts) > 1 and not (view.counts[view.to_act] == 1 and view.phase == "play"):
            continue
        turn = hand_in_turn(view)
        assert turn is not None
        stakes = stakes_of(view, turn)
        over = match
        while over.phase == "play":
            over, _ = over.apply(over.legal().listed()[0])
        outcome = over.outcomes[-1]
        declarer = outcome.declarer
        took = outcome.tricks[declarer]
        assert stakes.made[took] is outcome.made[declarer]
        defenders = [seat for seat in view.active if seat != declarer]
        if took == view.taken[declarer] and len(defenders) > 1:
            continue  # who of two defenders takes the last trick is anybody's in the stakes
        points = _points(over)
        side = [declarer] if turn == declarer else defenders
        assert stakes.points[took] == pytest.approx(sum(points[seat] for seat in side), abs=11 * TRICK)
        compared += 1
    assert compared > 5


def test_more_tricks_are_never_worse_for_who_plays_for_them() -> None:
    for match in playing("srpski", {}, 3, 300, seed=22):
        view = match.view(match.to_act)
        points = stakes_of(view, match.to_act).points
        betl = view.contract.word == "betl"
        rising = (match.to_act == view.declarer) != betl
        assert list(points) == sorted(points, reverse=not rising)


def test_before_a_game_is_declared_nothing_is_at_stake() -> None:
    match = next(match for match in positions("srpski", {}, 3, 5, seed=1) if match.phase == "auction")
    with pytest.raises(KibicError, match="at stake"):
        stakes_of(match.view(match.to_act), match.to_act)


def test_values_in_the_true_world_are_those_of_exact_play() -> None:
    seen = 0
    for match in playing("srpski", {}, 3, 250, seed=23):
        view = match.view(match.to_act)
        question = question_of(view, match.to_act, stakes_of(view, match.to_act))
        hands, _ = truth(match)
        values = solve_moves(position_of(match))
        for some in (question.cards, question.cards[:1]):
            expected = [view.taken[view.declarer] + values[card] for card in some]
            if view.contract.word == "betl":
                expected = [min(tricks, 1) for tricks in expected]
            assert tricks_in(question, hands, some) == expected
        legal = {action.card for action in view.legal}
        covered = [card for mask in question.alike.values() for card in range(32) if mask >> card & 1]
        assert sorted(covered) == sorted(legal)
        for card, mask in question.alike.items():
            assert {values[other] for other in range(32) if mask >> other & 1} == {values[card]}
        seen += 1
    assert seen > 100


@pytest.mark.parametrize(("preset", "options"), RULESETS)
def test_search_plays_legally_and_says_why(preset: str, options: dict[str, Any]) -> None:
    bot = SearchBot(6)
    rules = GAME.rules(preset, options)
    figures = 0
    for match in playing(preset, options, GAME.player_counts(rules)[0], 110, seed=24):
        view = match.view(match.to_act)
        decision = bot.choose(view, random.Random(1))
        assert decision.action in match.legal()
        if "layouts" in decision.text.en:
            figures += 1
            assert "%" in decision.text.en
            assert decision.rule == "EVAL-07" or f"({decision.rule})" in decision.text.en
            assert "raspored" in decision.text.sr
    solvable = rules.play.must_trump and not rules.play.must_overtake
    assert (figures > 5) is solvable


def test_the_same_seed_gives_the_same_card() -> None:
    for match in playing("srpski", {}, 3, 120, seed=25):
        view = match.view(match.to_act)
        first, again = (SearchBot(8).choose(view, random.Random(7)) for _ in range(2))
        assert first == again


def test_other_hidden_cards_give_the_same_decision() -> None:
    start: Any = GAME.start(GAME.rules("srpski"), 3, 0)
    rule, rng, chance = bot_named("rule"), random.Random(3), random.Random(4)
    bot = SearchBot(8)
    compared = 0
    for _ in range(40):
        match = start
        actions: list[Any] = []
        while match.to_act is not None and (match.hand is not None or not actions):
            if match.phase == "play" and compared < 400:
                view = match.view(match.to_act)
                try:
                    twin = replay(start, other_world(actions, match, match.to_act, chance))
                except KibicError:
                    twin = None
                if twin is not None and twin.phase == "play":
                    other = twin.view(match.to_act)
                    assert other == view
                    assert bot.choose(other, random.Random(5)) == bot.choose(view, random.Random(5))
                    compared += 1
            if match.to_act == HOUSE:
                action = match.legal().sample(rng)
            else:
                action = rule.choose(match.view(match.to_act), rng).action
            actions.append(action)
            match, _ = match.apply(action)
    assert compared > 20


def test_worlds_are_chosen_by_weight_at_even_steps() -> None:
    match = playing("srpski", {}, 3, 200, seed=26)[0]
    worlds = worlds_of(match.view(match.to_act), 200, random.Random(1), enumerate_up_to=0)
    heavier = worlds.weighted(np.where(np.arange(200) < 20, np.log(9.0), 0.0))
    picks = chosen_worlds(heavier, 100, random.Random(2))
    assert picks.sum() == pytest.approx(1)
    assert picks[:20].sum() == pytest.approx(0.5, abs=0.02)
    assert np.array_equal(chosen_worlds(heavier, 500, random.Random(2)), heavier.weights)


def test_only_cards_that_exact_play_can_judge_are_searched() -> None:
    match = playing("srpski", {}, 3, 200, seed=27)[0]
    assert searchable(match.view(match.to_act))
    loose = playing("srpski", {"play.must_trump": False}, 3, 200, seed=27)[0]
    assert not searchable(loose.view(loose.to_act))
    assert not searchable(match.view((match.to_act + 1) % 3))


def test_outside_the_play_it_does_what_the_customs_say() -> None:
    rule, bot = bot_named("rule"), bot_named("search:5")
    for match in positions("srpski", {}, 3, 80, seed=28):
        if match.phase != "play":
            view = match.view(match.to_act)
            action = bot.choose(view, random.Random(1)).action
            assert action == rule.choose(view, random.Random(1)).action
            assert isinstance(action, Discard) or not isinstance(action, Play)


def test_merits_count_tricks_and_best_cards_beside_points() -> None:
    match = playing("srpski", {}, 3, 200, seed=26)[0]
    view = match.view(match.to_act)
    assert view.contract.word != "betl"
    question = question_of(view, match.to_act, stakes_of(view, match.to_act))
    declares = match.to_act == view.declarer
    sure = 10 if declares else 0
    tricks = np.array([[sure, 5], [sure, 4]])
    points = points_in(question, tricks)
    assert is_best(question, tricks).tolist() == [[True, False], [True, False]]
    gap, plain = (found[:, 0] - found[:, 1] for found in (merits(question, tricks), points))
    assert (gap > plain).all()
    same = merits(question, np.array([[6, 6]]))
    assert same[0, 0] == same[0, 1]
