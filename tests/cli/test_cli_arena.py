"""The arena and ``kibic arena``."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kibic.arena import ArenaError, MatchOrder, MatchScore, Series, play_match, play_series
from kibic.bots import Decision
from kibic.cards import Shuffler
from kibic.game import Text, View, game_named
from kibic.games.preferans.actions import HOLD
from kibic.games.preferans.rules import PRESETS
from tests.cli.commands import kibic

#: Short matches: six bule, so that a few made games end them; two hands at most by the rules.
SHORT = {"match.start_bule": 10, "score.bule_model": "mirror93", "match.end": "hands:4"}
SERIES = Series(("rule", "random", "rule"), 7, "s", options=SHORT)


def test_same_seed_same_scores_in_any_number_of_processes() -> None:
    heard: list[MatchScore] = []
    alone = play_series(SERIES, 1, heard.append)
    assert tuple(heard) == alone
    assert [score.number for score in alone] == [1, 2, 3, 4, 5, 6, 7]
    heard.clear()
    assert play_series(SERIES, 2, heard.append) == alone
    assert tuple(heard) == alone
    assert play_series(replace(SERIES, seed="t"), 1, heard.append) != alone


def test_entrants_take_all_seatings_in_turn() -> None:
    seatings = [order.seating for order in SERIES.orders()]
    assert len(set(seatings[:6])) == 6
    assert seatings[6] == seatings[0]


def test_scores_add_to_zero_and_counts_fit() -> None:
    for score in play_series(SERIES, 1, lambda score: None):
        assert score.hands == 4
        assert sum(score.points) == 0
        assert sum(score.declared) <= score.hands
        assert all(fallen <= declared for fallen, declared in zip(score.fallen, score.declared, strict=True))
        assert all(fallen <= falls for fallen, falls in zip(score.fallen, score.falls, strict=True))


def test_standings_give_mean_and_interval() -> None:
    scores = [
        MatchScore(1, 4, (30, -10, -20), (1, 2, 1), (0, 1, 0), (0, 2, 1)),
        MatchScore(2, 5, (10, 10, -20), (2, 1, 1), (1, 0, 0), (1, 0, 0)),
    ]
    first, second, third = SERIES.standings(scores)
    # mean 20, standard deviation sqrt(200), standard error 10: 20 -+ 19.6
    assert (first.bot, first.mean, first.declared, first.fallen, first.falls) == ("rule", 20, 3, 1, 1)
    assert (first.low, first.high) == pytest.approx((0.4, 39.6))
    assert (second.bot, second.mean, third.low, third.high) == ("random", 0, -20, -20)


class Cheat:
    """Says mogu whatever happens."""

    name = "cheat"

    def choose(self, view: View, rng: Shuffler) -> Decision:
        return Decision(HOLD, "AUC-07", Text("mogu", "mogu"))


def test_an_illegal_action_stops_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibic.arena.matches.bot_from", lambda name, game: Cheat())
    order = MatchOrder(3, ("cheat",) * 3, (0, 1, 2), "s")
    with pytest.raises(ArenaError, match=r"match 3 \(seed 's', rules srpski, .*\), hand 1: cheat .*'mogu'.*AUC-10"):
        play_match(order)
    with pytest.raises(ArenaError, match=r"match 1 "):
        play_series(Series(("cheat",) * 3, 2, "s"), 1, lambda score: None)


def test_a_match_without_end_stops_the_arena() -> None:
    with pytest.raises(ArenaError, match=r"match 1 .*: not finished after 1 hands"):
        play_series(Series(("random",) * 3, 4, "s", hands_limit=1), 2, lambda score: None)


QUICK = ("--matches", "2", "--jobs", "1", "--option", "match.start_bule=10", "--option", "writeoff.extra_to=worst")


def test_arena_prints_results_and_speed() -> None:
    ran = kibic("arena", "rule", "rule", "rule", *QUICK, "--json")
    assert ran.status == 0
    data = json.loads(ran.out)
    assert (data["matches"], data["rules"], data["seed"]) == (2, "srpski", "1")
    assert data["options"] == {"match.start_bule": 10, "writeoff.extra_to": "worst"}
    assert [bot["bot"] for bot in data["bots"]] == ["rule"] * 3
    assert sum(bot["mean"] for bot in data["bots"]) == pytest.approx(0)
    assert data["hands"] > 0
    assert data["hands_per_second"] > 0
    assert "2/2" in ran.err
    assert "partija 2, ruku" in kibic("arena", "rule", "rule", "rule", *QUICK, lang="sr").out


def test_four_bots_play_where_four_may_sit() -> None:
    ran = kibic("arena", *["rule"] * 4, "--rules", "vojvodina", "--seed", "four", *QUICK, "--json")
    assert ran.status == 0
    data = json.loads(ran.out)
    assert len(data["bots"]) == 4
    assert sum(bot["mean"] for bot in data["bots"]) == pytest.approx(0)
    assert len({order.seating for order in Series(("rule",) * 4, 24, "s", "vojvodina").orders()}) == 24
    assert "for 3 / 4 players" in kibic("arena", "rule", "rule", "--rules", "vojvodina").err


def test_random_options_are_rules_and_the_same_for_the_same_seed() -> None:
    series = Series(("random",) * 3, 12, "s", options={"match.start_bule": 10}, random_options="a")
    drawn = [order.options for order in series.orders()]
    assert drawn == [order.options for order in series.orders()]
    assert drawn != [order.options for order in replace(series, random_options="b").orders()]
    assert len({tuple(sorted(options)) for options in drawn}) == 12
    game = game_named("preferans")
    for options in drawn:
        assert options["match.start_bule"] == 10
        assert 3 in game.player_counts(game.rules("srpski", options))
    ran = kibic(
        "arena", *["random"] * 3, "--matches", "3", "--jobs", "1", "--random-options", "a", "--option",
        "match.start_bule=6", "--option", "match.end=hands:3", "--json",
    )  # fmt: skip
    assert ran.status == 0
    assert json.loads(ran.out)["random_options"] == "a"


@pytest.mark.parametrize(("preset", "players"), [*((name, 3) for name in PRESETS), ("vojvodina", 4), ("turnir", 4)])
def test_bots_finish_matches_by_rules_nobody_thought_of(preset: str, players: int) -> None:
    options = {"match.end": "hands:4", "match.deals": 3, "match.start_bule": 20}
    for bot in ("random", "rule"):
        series = Series((bot,) * players, 3, preset, preset, options, random_options=f"{bot}{players}")
        assert [score.number for score in play_series(series, 1, lambda score: None)] == [1, 2, 3]


def test_an_error_tells_the_options_of_its_match() -> None:
    order = MatchOrder(1, ("random",) * 3, (0, 1, 2), "s", options={"end.stop_at_5": True}, hands_limit=1)
    with pytest.raises(ArenaError, match=r"rules srpski, end\.stop_at_5=true, seats"):
        play_match(order)


def test_arena_tells_what_is_wrong() -> None:
    ran = kibic("arena", "random", "random", "random", "--matches", "2", "--hands-limit", "1", "--jobs", "1")
    assert (ran.status, ran.out) == (1, "")
    assert "not finished after 1 hands" in ran.err
    assert kibic("arena", "rule", "rule", "--matches", "1").status == 2
    assert "name the bots" in kibic("arena").err
    for wrong in (
        ("--matches", "1", "--deals", "1"),
        ("--deals", "1", "--random-options", "a"),
        ("--sprt", "0,1"),
        ("--resume", "x"),
        ("--ladder", "--sprt", "0,1"),
        ("--deals", "1", "--sprt", "1,0"),
        ("--deals", "1", "--option", "refa.maks=2"),
    ):
        ran = kibic("arena", "rule", "random", *wrong)
        assert (ran.status, ran.out) == (2, ""), wrong
        assert ran.err
    assert "bots: rule, random" in kibic("arena", "rule", "rule", "smart").err
    assert kibic("arena", "rule", "rule", "rule", "--rules", "poker").status == 2
    assert "KEY=VALUE" in kibic("arena", "rule", "rule", "rule", "--option", "refa.max").err
    assert "refa.maks" in kibic("arena", "rule", "rule", "rule", "--option", "refa.maks=2").err
