"""``kibic sheet``: the paper kept at the terminal, taken up again, printed and written out."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibic.cli.app import app
from kibic.record import read_file, replay, summary

START = "Ana, Boro, Ceca\nsrpski\n\n"
#: Boro, karo, both follow, no kontra, six tricks, two of the first defender.
KARO = "Boro\nkaro\n1\n\n6\n2\n"


def run(*arguments: str, text: str = "", code: int = 0) -> str:
    answer = CliRunner().invoke(app, ["sheet", *arguments], input=text, catch_exceptions=False)
    assert answer.exit_code == code, answer.output
    return answer.output


def kept(path: Path, text: str) -> str:
    return run(str(path), "--keep", "--lang", "en", text=text)


def test_a_match_is_kept_and_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    output = kept(file, START + KARO + "All\n")
    assert "12 against Boro" in output
    played = summary(replay(read_file(file)))
    assert played["sheet"]["Boro"]["bule"] == 94
    assert played["hands"][1]["outcome"] == "all_pass"
    assert "Boro plays under refa: x2" in output


def test_it_is_taken_up_where_it_was_left_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    kept(file, START + "Boro\nkaro\n")
    assert read_file(file).extras["entry"] == {"declarer": "1", "game": "karo"}
    output = kept(file, "1\n\n6\n2\n")
    assert output.count("Who plays?") == 1, "only for the hand after it"
    assert summary(replay(read_file(file)))["sheet"]["Boro"]["bule"] == 94


def test_hands_are_corrected_removed_put_in_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    output = kept(file, START + KARO + "correct 1\nBoro\nherc\n1\n\n6\n2\n")
    assert "Hand 1: Boro bule -6 → -8" in output
    assert read_file(file).extras["corrections"][0]["kind"] == "correct"
    output = kept(file, "insert 1\nAll\nremove 2\nundo\nredo\nundo\nagree produzi 20\n")
    assert "Hand 1 is new." in output
    assert "Hand 2 was removed." in output
    assert summary(replay(read_file(file)))["sheet"]["Boro"]["bule"] == 100 - 16 + 20
    output = kept(file, "agree otpis\nhello\nquit\n")
    assert "The match is over" in output
    assert summary(replay(read_file(file)))["over"]


def test_what_cannot_be_is_said_and_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    output = kept(
        file,
        "Ana, Ana, Boro\n\n\nAna, Boro, Ceca\nkineski\n\n" + START + "Nobody\n?\ncorrect 4\nundo\nBoro\nback\nquit\n",
    )
    assert "Two players are called Ana" in output
    assert "no rules are called 'kineski'" in output
    assert "A number of the list" in output
    assert "enter hand N again" in output
    assert "There is no hand 4" in output
    assert "There is nothing to take back" in output
    assert "entry" not in read_file(file).extras
    assert kept(tmp_path / "none.toml", "Ana\n") == kept(tmp_path / "none.toml", "Ana\n")


@pytest.fixture
def match(tmp_path: Path) -> Path:
    file = tmp_path / "match.toml"
    kept(file, START + KARO)
    return file


def test_a_record_is_printed(match: Path) -> None:
    assert "Boro: karo" in run(str(match), "--lang", "en")
    assert "SCO-01" in run(str(match), "--explain", "--lang", "en")
    assert "Boro" in run(str(match), "--rules", "balkan", "--lang", "sr")


def test_a_record_is_written_out(match: Path, tmp_path: Path) -> None:
    out = {form: tmp_path / f"out.{form}" for form in ("html", "pdf", "png", "csv")}
    run(str(match), *(part for form, path in out.items() for part in (f"--{form}", str(path))))
    assert out["html"].read_text(encoding="utf-8").startswith("<!doctype html>")
    assert out["pdf"].read_bytes().startswith(b"%PDF")
    assert out["png"].read_bytes().startswith(b"\x89PNG")
    assert out["csv"].read_text(encoding="utf-8").startswith("hand,dealer,")
    assert (tmp_path / "out-sheet.csv").read_text(encoding="utf-8").startswith("player,column,")


def test_money_is_settled(match: Path) -> None:
    output = run(str(match), "--stake", "0.1", "--lang", "en")
    assert "pays" in output
    money = [line.split()[-1] for line in output.splitlines() if " pays " in line]
    serbian = run(str(match), "--stake", "0,1", "--lang", "sr")
    told = [line.split()[-1] for line in serbian.splitlines() if " plaća " in line]
    assert told == [amount.replace(".", ",") for amount in money]
    assert run(str(match), "--stake", "much", code=1)


def test_wrong_files_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("kibic = ", encoding="utf-8")
    run(str(bad), code=2)
    bad.write_text('kibic = 1\nplayers = ["A", "B", "C"]\n[[hands]]\nactions = ["9"]\n', encoding="utf-8")
    run(str(bad), code=2)
    bad.write_text('kibic = 1\nplayers = ["A", "B", "C"]\n[[hands]]\nactions = ["mogu"]\n', encoding="utf-8")
    run(str(bad), code=1)
    good = tmp_path / "good.toml"
    good.write_text('kibic = 1\nplayers = ["A", "B", "C"]\n', encoding="utf-8")
    run(str(good), "--rules", "kineski", code=1)
    run(str(good), "--html", str(tmp_path / "no" / "x.html"), code=1)


def test_portable_notation_goes_out_and_comes_in(match: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.ppn"
    run(str(match), "--ppn", str(out))
    assert '[Player2 "Boro"]' in out.read_text(encoding="utf-8")
    output = run(str(out), "--lang", "en")
    assert "Boro: karo" in output
    run(str(out), "--keep", code=1)
