"""``kibic`` with records and bots of the game of levels."""

from __future__ import annotations

import json

from tests.cli.commands import GOLDEN, kibic

MATCH = str(GOLDEN / "polski.toml")
OPEN = str(GOLDEN / "polski_open_hand.toml")
RECORD = """kibic = 1
rules = "polski"
players = ["Ana", "Boro", "Ceca"]
[[hands]]
actions = ["{words}"]
"""


def test_json_has_points_in_place_of_bule_supe_and_refas() -> None:
    data = json.loads(kibic("replay", MATCH, "--json").out)
    assert list(data) == ["game", "rules", "players", "hands", "sheet", "over", "result", "next"]
    assert list(data["hands"][0]) == [
        "number", "dealer", "outcome", "declarer", "contract", "igra", "followers", "caller", "called", "kontra",
        "kontras", "tricks", "made", "points", "complete",
    ]  # fmt: skip
    assert data["sheet"]["Ana"] == {"points": 100}


def test_the_paper_of_a_match_and_its_reasons() -> None:
    english = kibic("replay", MATCH, "--explain", columns=120).out
    assert "Hand 4 · dealer Ceca · Ana: 6S · open" in english
    assert "Boro: 2 tricks with the summoned partner, 4 needed: 2 short. (POL-05, POL-11)" in english
    assert "hands that count: 6 of 6" in english
    assert "Result (positive is good)" in english
    serbian = kibic("replay", MATCH, lang="sr", columns=120).out
    assert "Ruka 5 · deli Ana · Boro: 8NT · na tamno" in serbian
    assert "POL-" not in serbian


def test_an_unfinished_hand_and_what_a_player_sees_of_it() -> None:
    assert "to act: Ana (play)" in kibic("replay", OPEN).out
    kibitzer = kibic("replay", OPEN, "--view", "kibitzer").out
    assert "Ceca: ♠K ♠10 ♠9" in kibitzer
    assert "Ana: ♠J" not in kibitzer
    declarer = kibic("replay", OPEN, "--view", "Boro").out
    assert "discard: ♣8 ♣7" in declarer
    view = json.loads(kibic("replay", OPEN, "--view", "Ana", "--json").out)
    assert view["legal"] == ["SK", "ST", "S9"]


def test_wrong_words_are_told_with_rule_and_place() -> None:
    low = kibic("replay", "-", text=RECORD.format(words="7S 6NT"))
    assert (low.status, low.out) == (1, "")
    assert 'hand 1, word 2 "6NT": to act: Boro (auction)' in low.err
    assert "(POL-02); legal words: pas, 7C, 7D" in low.err
    none = kibic("replay", "-", text=RECORD.format(words="7S mogu"))
    assert none.status == 2
    assert "<stdin>:5:16: " in none.err


def test_levels_on_top_of_another_preset_read_their_own_words() -> None:
    options = """kibic = 1
players = ["Ana", "Boro", "Ceca"]
[options]
"auc.ladder" = "levels"
"igra.enabled" = false
"kontra.enabled" = false
"pik.needs_kontra" = false
"call.refusable" = false
[[hands]]
actions = ["7S pas"]
"""
    assert json.loads(kibic("replay", "-", "--json", text=options).out)["next"]["legal"][:2] == ["pas", "7C"]
    conflict = kibic("replay", "-", text=options.replace('"call.refusable" = false\n', "").replace("7S pas", "2 dalje"))
    assert conflict.status == 1
    assert "call.refusable" in conflict.err


def test_pol_07_the_solver_reads_levels_and_says_when_no_cards_are_known() -> None:
    ran = kibic("solve", OPEN, "--hand", "1")
    assert (ran.status, ran.err) == (0, "")
    assert "Ana: 6D" in ran.out
    told = kibic("solve", MATCH)
    assert (told.status, told.out) == (1, "")
    assert "no cards are being played" in told.err


def test_rule_bots_finish_a_match_of_levels() -> None:
    ran = kibic("arena", "rule", "rule", "random", "--rules", "polski", "--matches", "1", "--seed", "levels", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["rules"] == "polski"
