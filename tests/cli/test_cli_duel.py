"""``kibic arena`` with duplicate boards: what it prints, the sequential test, the ladder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibic.bots import ladder
from tests.cli.commands import kibic

QUICK = ("--jobs", "1", "--option", "match.start_bule=10")


def test_a_comparison_as_json_has_the_figures_of_the_first_bot() -> None:
    ran = kibic("arena", "rule", "random", "--deals", "3", "--seed", "s", *QUICK, "--json")
    assert ran.status == 0
    told = json.loads(ran.out)
    assert (told["bots"], told["rules"], told["deals"], told["hands"]) == (["rule", "random"], "srpski", 3, 18)
    points = told["points_per_hand"]
    assert points["low"] <= points["mean"] <= points["high"]
    assert told["points_per_hand"] == told["by_bot"][0]["points_per_hand"]
    assert told["by_bot"][1]["points_per_hand"]["mean"] == pytest.approx(-points["mean"])
    assert {"declarer", "defence"} & set(told)
    for role in {"declarer", "defence"} & set(told):
        assert 0 <= told[role]["critical_zero_loss"] <= 1
        assert told[role]["tricks_lost"] >= 0
    assert set(told["seconds"]) == {"card", "bid", "discard"}
    assert 0 < told["seconds"]["card"]["p50"] <= told["seconds"]["card"]["p99"]
    assert told["seats_lost"] == {}


def test_a_comparison_in_both_languages_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = str(tmp_path / "run.jsonl")
    first = kibic("arena", "rule", "random", "--deals", "2", *QUICK, "--resume", journal)
    assert first.status == 0
    assert "Points a hand, positive = good" in first.out
    assert "2 deals, 12 hands, 6 seatings" in first.out
    again = kibic("arena", "rule", "random", "--deals", "2", *QUICK, "--resume", journal, lang="sr")
    assert "Poena po ruci, plus je dobro" in again.out
    assert "podela 2, ruku 12, rasporeda 6" in again.out
    other = kibic("arena", "random", "rule", "--deals", "2", *QUICK, "--resume", journal)
    assert (other.status, other.out) == (2, "")
    assert "journal of another run" in other.err


def test_a_bot_that_lost_its_seat_is_named() -> None:
    ran = kibic("arena", "tests.arena.entrants.Cheat", "random", "--deals", "1", *QUICK)
    assert ran.status == 0
    assert "tests.arena.entrants.Cheat lost its seat to the usual bot in" in ran.err
    assert "illegal: said 'mogu mogu'" in ran.err


def test_the_sequential_test_ends_as_soon_as_it_is_decided() -> None:
    ran = kibic("arena", "rule", "random", "--deals", "400", *QUICK, "--sprt", "0,20", "--json")
    told = json.loads(ran.out)
    assert (ran.status, told["sprt"]["verdict"]) == (0, "accepted")
    assert told["deals"] == told["sprt"]["deals"] < 400
    undecided = kibic("arena", "rule", "random", "--deals", "1", *QUICK, "--sprt", "0,20")
    assert undecided.status == 4
    assert "undecided" in undecided.out


def test_the_ladder_is_a_table_for_the_documents() -> None:
    ran = kibic("arena", "--ladder", "random", "rule", "--deals", "2", *QUICK)
    assert ran.status == 0
    heading, line, random_row, rule_row = ran.out.splitlines()
    assert heading.startswith("| bot | points a hand against the one before | points a hand against `rule` |")
    assert set(line) <= set("|-: ")
    assert random_row.startswith("| `random` | – | -")
    assert rule_row.startswith("| `rule` | +")
    assert len({row.count("|") for row in (heading, line, random_row, rule_row)}) == 1
    assert ladder()[0] == "random"
    told = json.loads(kibic("arena", "--ladder", "random", "--deals", "1", *QUICK, "--json").out)
    assert [rung["bot"] for rung in told["ladder"]] == ["random"]
    assert told["ladder"][0]["against_rule"] < 0
