"""``kibic sheet``: the paper kept at the terminal, taken up again, printed and written out."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibic.cli.app import app
from kibic.record import read_file, replay, summary

START = "Ana, Boro, Ceca\nsrpski\n\n\n\n"
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
    assert "Hand 1: Boro bule −6 → −8" in output
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
        "Ana, Ana, Boro\nAna\nAna, Boro, Ceca\nkineski\nsrpski\n41\n40\nmany\n1\nPera\nana\n"
        "Nobody\n?\ncorrect 4\nundo\nBoro\nback\nquit\n",
    )
    assert "Two players are called Ana" in output
    assert "no rules are called 'kineski'" in output
    assert "A number of the list" in output
    assert "“Nobody” is no answer here: Boro, Ceca, Ana, All passed" in output
    assert "Nobody is called “Pera”: 1 Ana, 2 Boro, 3 Ceca." in output
    assert "match.start_bule must be even" in output
    assert "refa.max" in output
    assert read_file(file).extras["dealer"] == "Ana"
    assert read_file(file).options == {"match.start_bule": 40}, "one refa is what goes with 40 bule"
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
    output = run(str(match), "--rules", "balkan", "--lang", "sr")
    assert "Boro: karo" in output
    assert "Kako je dogovoreno za partiju: Koliko refa sme da se upiše: 2" in output


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
    missing = str(tmp_path / "no" / "x.html")
    assert f"{missing}: cannot be written: there is no such folder" in run(
        str(good), "--html", missing, "--lang", "en", code=1
    )
    assert "to je fascikla" in run(str(good), "--csv", str(tmp_path), "--lang", "sr", code=1)


def test_a_name_is_understood_in_small_letters_and_by_its_beginning(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    kept(file, "Ana, Anastasija, Ceca\nVOJ\n60\n2\nANA\nana\nKaro\nnobody\nc\nall\n")
    played = replay(read_file(file))
    assert (played.record.rules, dict(played.record.options)) == (
        "vojvodina",
        {"match.start_bule": 60, "refa.max": 2},
    )
    assert [hand["declarer"] for hand in summary(played)["hands"]] == ["Ana"]
    assert read_file(file).extras["entry"] == {"declarer": "2"}
    levels = tmp_path / "levels.toml"
    kept(levels, "Ana, Boro, Ceca\npolski\n12\n2\n")
    assert read_file(levels).options == {"match.deals": 12}
    assert read_file(levels).extras["dealer"] == "Boro"


def test_replay_says_how_notation_is_printed(match: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.ppn"
    run(str(match), "--ppn", str(out))
    answer = CliRunner().invoke(app, ["replay", str(out), "--lang", "en"])
    assert answer.exit_code == 2
    assert "`kibic sheet FILE` prints it" in answer.output


def test_portable_notation_goes_out_and_comes_in_with_a_report(match: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.ppn"
    assert "does not know rules" in run(str(match), "--ppn", str(out), "--lang", "en")
    assert '[Player2 "Boro"]' in out.read_text(encoding="utf-8")
    output = run(str(out), "--lang", "en")
    assert "Boro: karo" in output
    assert "match.ppn" not in output, "nothing is lost"
    out.write_bytes((out.read_text(encoding="utf-8").replace("Boro", "Đura") + "junk\n").encode("cp1250"))
    output = run(str(out), "--lang", "sr")
    assert "Đura: karo" in output
    assert "Windows-1250" in output
    assert "match.ppn:10: Ovo nije ni oznaka ni deljenje" in output
    run(str(out), "--keep", code=1)


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\x81\x83", b"x" * 4_000_010])
def test_what_is_no_notation_is_no_record(tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad.ppn"
    bad.write_bytes(content)
    assert "bad.ppn: " in run(str(bad), code=2)


def test_cards_that_are_known_are_shown() -> None:
    example = Path(__file__).parents[2] / "examples" / "three-hands.toml"
    output = run(str(example), "--lang", "en")
    assert "  talon: " in output
    assert "discard: " in output
    assert "Ana: ♠" in output


@pytest.mark.parametrize(
    "stake", ["-1", "nan", "inf", "0", "1e400", "1e9", "1000001", "0,00001", "much", "", "½", "1_0"]
)
def test_a_price_that_is_none_is_refused_in_words(match: Path, tmp_path: Path, stake: str) -> None:
    page = tmp_path / "x.html"
    output = run(str(match), "--html", str(page), "--stake", stake, "--lang", "en", code=1)
    assert "is no price of a point: an amount from 0.0001 to 1000000" in output
    assert not page.exists(), "nothing is written before the options are known to be good"


def test_a_settlement_in_the_middle_is_marked_and_one_of_nothing_is_said(match: Path, tmp_path: Path) -> None:
    assert "If we stopped now" in run(str(match), "--stake", "0.1", "--lang", "en")
    empty = tmp_path / "empty.toml"
    kept(empty, START)
    assert "Nijedna ruka nije odigrana" in run(str(empty), "--stake", "1", "--lang", "sr")
    kept(match, "agree otpis\n")
    assert "now" not in run(str(match), "--stake", "0.1", "--lang", "en")
    kept(empty, "All\nagree otpis\n")
    assert "Nobody pays anybody." in run(str(empty), "--stake", "1", "--lang", "en")


def test_the_paper_shows_marks_corrections_and_what_the_result_would_be(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    kept(file, START + KARO + KARO + "correct 2\nBoro\nherc\n1\n\n6\n2\n" + "insert 1\nAll\n")
    output = run(str(file), "--lang", "en")
    assert "Boro: herc · (corrected)" in output
    assert "all passed · a refa is written · (put in)" in output
    assert "  hand 2 was corrected (now hand 3)\n  hand 1 was put in\n" in output
    assert "If we stopped now (negative is good)" in output
    kept(file, "remove 3\n")
    output = run(str(file), "--lang", "sr")
    assert "2. ruka je ispravljena (kasnije obrisana)" in output
    assert "3. ruka je obrisana" in output
    assert "Kad bi se sada stalo" in output


def test_undo_in_the_middle_of_a_hand_goes_one_question_back(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    output = kept(file, START + KARO + "Boro\nundo\nAna\nherc\nundo\n")
    assert read_file(file).extras["entry"] == {"declarer": "0"}
    assert output.count("Who plays?") == 3
    output = kept(file, "undo\ncorrect 1\nundo\n")
    assert "The correction is put aside." in output
    assert len(read_file(file).hands) == 1
    kept(file, "undo\n")
    assert read_file(file).hands == (), "between hands the last step is taken back"


def test_no_choice_is_broken_in_two(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    output = kept(file, START + "Boro\n")
    assert all(len(line) <= 80 for line in output.splitlines())
    assert [
        line
        for line in output.splitlines()
        if line.startswith("  ") and "igra" in line and line.rstrip().endswith(" igra")
    ] == []
