"""``kibic replay``: the contract of record.md section 3."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import GOLDEN, kibic, kibic_process
from tests.record.record_texts import CARDS, record_text

HERC = str(GOLDEN / "herc_kontra_refa.toml")
UNFINISHED = str(GOLDEN / "unfinished.toml")


def test_json_is_one_object_a_file_and_nothing_else() -> None:
    files = [HERC, UNFINISHED, str(GOLDEN / "last_hand.toml")]
    ran = kibic_process("replay", *files, "--json")
    assert (ran.status, ran.err) == (0, "")
    objects = [json.loads(line) for line in ran.out.splitlines()]
    assert objects == [json.loads(Path(file).with_suffix(".json").read_text(encoding="utf-8")) for file in files]


def test_keys_stand_in_the_order_of_the_specification() -> None:
    data = json.loads(kibic("replay", HERC, "--json").out)
    assert list(data) == ["game", "rules", "players", "hands", "sheet", "refa_written", "over", "result", "next"]
    assert list(data["hands"][0]) == [
        "number", "dealer", "outcome", "declarer", "contract", "igra", "followers", "caller", "called", "kontra",
        "kontras", "refa", "tricks", "made", "bule", "supe", "refa_written", "complete",
    ]  # fmt: skip
    assert list(data["sheet"]["Ana"]) == ["bule", "supe", "refa_available", "hat"]


def test_standard_input() -> None:
    ran = kibic_process("replay", "-", "--json", text=record_text("2 dalje").replace("Ceca", "Čeda"))
    assert ran.status == 0
    assert json.loads(ran.out)["next"] == {
        "to_act": "Čeda",
        "phase": "auction",
        "legal": ["dalje", "3", "igra", "betl", "sans"],
    }


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [
        (record_text("2 dalje 4"), 1, '<stdin>:6:12: hand 1, word 3 "4": to act: Ceca (auction): '),
        (record_text(cards=("AQ87.AK87.Q.", *CARDS[1:])), 1, "<stdin>:4:10: hand 1: to act: house (deal)"),
        (record_text("2 foo"), 2, "<stdin>:6:6: "),
        ("kibic = \n", 2, "<stdin>:1:9: broken TOML"),
        ("kibic = 9\n", 2, "<stdin>:1:9: format version 9 is unknown"),
    ],
)  # fmt: skip
def test_bad_records(text: str, status: int, error: str) -> None:
    ran = kibic("replay", "-", "--json", text=text)
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith(error)
    assert len(ran.err.splitlines()) == 1
    assert kibic("replay", "-", "--lang", "sr", text=text).err != ran.err


def test_exit_status_is_the_worst_and_the_good_files_are_printed(tmp_path: Path) -> None:
    refused, broken = tmp_path / "refused.toml", tmp_path / "broken.toml"
    refused.write_text(record_text("4"), encoding="utf-8")
    broken.write_text("kibic", encoding="utf-8")
    ran = kibic("replay", HERC, str(refused), "--json")
    assert (ran.status, len(ran.out.splitlines()), len(ran.err.splitlines())) == (1, 1, 1)
    ran = kibic("replay", str(broken), str(refused), str(tmp_path / "none.toml"), HERC, "--json")
    assert (ran.status, len(ran.out.splitlines()), len(ran.err.splitlines())) == (2, 1, 3)


def test_view_shows_what_the_player_may_know_and_nothing_else() -> None:
    ceca = json.loads(kibic("replay", UNFINISHED, "--json", "--view", "Ceca").out)
    assert ceca == json.loads(kibic("replay", UNFINISHED, "--json", "--view", "2").out)
    assert (ceca["viewer"], ceca["to_act"], ceca["counts"]) == (2, 2, [9, 8, 9])
    assert ceca["cards"][0] is None
    assert ceca["cards"][1] is None
    assert sorted(ceca["cards"][2]) == sorted(["SK", "ST", "S9", "DQ", "DT", "HA", "HK", "CK", "CQ"])
    kibitzer = json.loads(kibic("replay", UNFINISHED, "--json", "--view", "kibitzer").out)
    assert kibitzer["cards"] == [None, None, None]
    assert "discard" not in kibitzer
    assert json.loads(kibic("replay", UNFINISHED, "--json", "--view", "Boro").out)["discard"] == ["C8", "C7"]


def test_view_for_people() -> None:
    out = kibic("replay", UNFINISHED, "--view", "Ceca").out
    assert "Ceca · hand 2 · dealer Ana" in out
    assert "♠K ♠10 ♠9 ♦Q ♦10 ♥A ♥K ♣K ♣Q" in out
    assert "Boro: skart ? ?" in out
    assert "talon: ♣8 ♣7" in out
    assert "to act: Ceca (play)" in out
    assert "♥J" not in out
    declarer = kibic("replay", UNFINISHED, "--view", "Boro", "--lang", "sr").out
    assert "škart: ♣8 ♣7" in declarer
    assert "na redu: Ceca (igranje)" in declarer
    assert "kibic · ruka 2" in kibic("replay", UNFINISHED, "--view", "kibitzer", "--lang", "sr").out


def test_view_of_nobody() -> None:
    ran = kibic("replay", HERC, "--view", "3", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "players: Ana, Boro, Ceca" in ran.err


def test_hands_and_sheet_for_people() -> None:
    ran = kibic("replay", HERC)
    assert (ran.status, ran.err) == (0, "")
    lines = [line.rstrip() for line in ran.out.splitlines()]
    assert "Hand 1 · dealer Ceca · all passed · a refa is written" in lines
    assert "Hand 2 · dealer Ana · Ana: herc · kontra · refa" in lines
    assert "  2 dalje 3 mogu 4 dalje · skart S7 D7 · herc · dodjem ne · sam · kontra moze" in lines
    assert "  Boro  gave kontra          2  fell  +32  96 against Ana" in lines
    assert "     │ --/-- │            │ ----- │             │ ----- │" in lines
    assert "total of bule: 180" in lines
    assert lines[-1] == "to act: the dealer (deal)"


def test_names_are_printed_as_they_are() -> None:
    text = record_text("dalje").replace('"Ana"', '"[red]A[/red]"').replace('"Ceca"', '":smile:"')
    out = kibic("replay", "-", text=text).out
    assert "[red]A[/red]" in out
    assert ":smile:" in out


def test_reasons_on_request() -> None:
    sentence = "(SCO-02, KON-03)"
    assert sentence in kibic("replay", HERC, "--explain").out
    assert sentence not in kibic("replay", HERC).out
    assert "Boro: Piše" in kibic("replay", HERC, "--explain", "--lang", "sr").out


def test_unfinished_hand_for_people() -> None:
    out = kibic("replay", UNFINISHED).out
    assert "Hand 2\n  2 dalje dalje · skart C7 C8 · karo · dodjem ne · zajedno · idem · kontra rekontra moze" in out


def test_four_01_four_players_have_a_column_more() -> None:
    ran = kibic("replay", str(GOLDEN / "four_players.toml"), columns=80)
    lines = [line.rstrip() for line in ran.out.splitlines()]
    assert "  Dana  deals and sits out" in lines
    assert "  Boro  deals and sits out" in lines
    assert "Dana ┃  bule ┃ Boro ┃ Ceca   Ana ┃  bule ┃ Ceca ┃ Dana" in lines
    assert "  dalje 2 dalje · skart ? ? · tref · dodjem dodjem · kontra moze · otpis" in lines
    assert "Dana  −250" in lines
    explained = kibic("replay", str(GOLDEN / "four_players.toml"), "--explain", "--lang", "sr").out
    assert "deli i ne igra" in explained
    assert "Dana: Rečeno „ne“" not in explained
    assert "Ceca: Rečeno „ne“: van igre u ovoj ruci. (FOL-03)" in explained


def test_agreements_after_a_hand_are_shown_with_it() -> None:
    out = kibic("replay", str(GOLDEN / "take_over_str.toml"), "--explain").out
    assert "moze moze · preuzima 2 3" in out
    assert "(PEN-02, RSP-02)" in out
    assert "produzi 10" in kibic("replay", str(GOLDEN / "extension.toml")).out


def test_hats_and_result_for_people() -> None:
    out = kibic("replay", str(GOLDEN / "hat_crossed.toml"), "--lang", "sr").out
    assert "‾\\_/‾" in out
    assert "_/‾\\_" in out
    out = kibic("replay", str(GOLDEN / "write_off.toml")).out
    assert "written off: Ana 8, Boro 7, Ceca 7" in out
    assert "Result (negative is good)" in out
    assert "Ana   −60" in out
    assert "umanjeno za kraj partije" in kibic("replay", str(GOLDEN / "last_hand.toml"), "--lang", "sr").out
