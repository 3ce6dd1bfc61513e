"""``kibic solve``: streams of positions and recorded hands (record.md section 3)."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from benchmarks.solver.corpora import corpus
from kibic.cards import DECK_32
from kibic.solver import Mode, moves_to_json, position_to_json, solve, solve_moves, table, table_of, table_to_json

EXAMPLE = Path(__file__).parents[2] / "examples" / "three-hands.toml"
LEVELS = Path(__file__).parents[1] / "record" / "golden" / "polski_open_hand.toml"
#: The program, in English whatever the machine speaks.
KIBIC = [sys.executable, "-c", "from kibic.cli.app import main; main()", "solve"]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KIBIC, *arguments, "--lang", "en"], input=given, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def lines(positions: list[Any]) -> str:
    return "".join(json.dumps(position_to_json(position)) + "\n" for position in positions)


POSITIONS = list(corpus("lone", 40, "cli"))


def test_each_line_is_answered_with_the_same_object_and_the_tricks(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(lines(POSITIONS), encoding="utf-8")
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{**position_to_json(position), "dd_tricks": solve(position)} for position in POSITIONS]


def test_standard_input_moves_table_threads_and_foreign_keys() -> None:
    value = {**position_to_json(POSITIONS[0]), "note": "šest"}
    done = run("-", "--moves", "--table", "--threads", "2", given="\n" + json.dumps(value) + "\n\n" + json.dumps(value))
    assert done.returncode == 0
    expected = {
        **value,
        "dd_tricks": solve(POSITIONS[0]),
        "moves": moves_to_json(solve_moves(POSITIONS[0])),
        "table": table_to_json(table_of(POSITIONS[0])),
    }
    assert [json.loads(line) for line in done.stdout.splitlines()] == [expected, expected]


def on_terminal(file: Path, *, answers_too: bool) -> tuple[bytes, bytes]:
    """What comes to standard output and to the terminal that shows standard error (or both)."""
    ours, theirs = os.openpty()
    shown: list[bytes] = []

    def watch() -> None:
        with contextlib.suppress(OSError):  # Linux says so when the other end has been closed
            while piece := os.read(ours, 4096):
                shown.append(piece)

    watcher = threading.Thread(target=watch)
    watcher.start()
    program = subprocess.Popen(
        [*KIBIC, str(file)],
        stdout=theirs if answers_too else subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    answers, _ = program.communicate()
    watcher.join()
    os.close(ours)
    assert program.returncode == 0
    return answers, b"".join(shown)


def test_a_terminal_shows_a_bar_and_the_answers_go_where_they_were_sent(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(lines(POSITIONS), encoding="utf-8")
    answers, shown = on_terminal(file, answers_too=False)
    assert [json.loads(line)["dd_tricks"] for line in answers.splitlines()] == [solve(it) for it in POSITIONS]
    assert b"dd_tricks" not in shown
    assert "━".encode() in shown


def test_answers_on_the_terminal_itself_are_not_mixed_with_a_bar(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text(lines(POSITIONS), encoding="utf-8")
    _, shown = on_terminal(file, answers_too=True)
    assert [json.loads(line)["dd_tricks"] for line in shown.splitlines()] == [solve(it) for it in POSITIONS]


def test_nothing_asked_nothing_answered() -> None:
    done = run(given="")
    assert (done.returncode, done.stdout) == (0, "")


def test_a_program_may_wait_for_each_answer() -> None:
    with subprocess.Popen(KIBIC, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for position in POSITIONS[:3]:
            talk.stdin.write(lines([position]).encode())
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline())["dd_tricks"] == solve(position)
        talk.stdin.close()
    assert talk.returncode == 0


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ('{"hands": {}}', 1, '<stdin>:3: "mode" is missing'),
        ('{"hands": {"0": "SA", "1": "SA"}, "mode": "S", "declarer": 0, "leader": 0}', 1, "<stdin>:3: given twice: SA"),
        ("{", 2, "<stdin>:3: no JSON"),
    ],
)
def test_a_wrong_line_is_named_after_the_answers_before_it(line: str, status: int, message: str) -> None:
    done = run(given=lines(POSITIONS[:2]) + line + "\n" + lines(POSITIONS[2:3]))
    assert done.returncode == status
    assert done.stderr.startswith(message)
    assert len(done.stdout.splitlines()) == 2


def test_a_file_that_is_not_there_and_a_text_that_is_nothing() -> None:
    missing = run("nowhere.jsonl")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("nowhere.jsonl: ")
    nothing = run(given="no record at all")
    assert (nothing.returncode, nothing.stdout) == (2, "")


def test_a_recorded_hand_is_shown_with_its_best_line_and_losses() -> None:
    done = run(str(EXAMPLE), "--hand", "3", "--trace", "--table", "--moves")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hand 3 · Ana: igra herc · lead: Ana" in done.stdout
    assert "With best play Ana takes 8 tricks" in done.stdout
    assert "♠Q −1" in done.stdout
    assert "tricks lost: Ana 1, Boro 0" in done.stdout
    assert "Tricks of each declarer" in done.stdout


def test_a_recorded_hand_as_json() -> None:
    done = run(str(EXAMPLE), "--hand", "3", "--trace", "--json", "--moves", "--table")
    answer = json.loads(done.stdout)
    assert (answer["dd_tricks"], answer["contract"], answer["mode"]) == (8, "igra herc", "H")
    assert sum(item["loss"] for item in answer["trace"]) == 1
    assert len(answer["line"]) == len(answer["trace"]) == 20
    assert answer["moves"]["SA"] == 8
    assert answer["table"]["0"]["H"] == 8
    assert all(DECK_32.parse(card) >= 0 for card in answer["line"])


@pytest.mark.parametrize(
    ("hand", "message"), [("1", "no cards were played in hand 1"), ("9", "there is no hand 9; the record has 3")]
)
def test_a_hand_without_play_is_refused(hand: str, message: str) -> None:
    done = run(str(EXAMPLE), "--hand", hand)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr


def test_a_record_that_the_rules_refuse(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(EXAMPLE.read_text(encoding="utf-8").replace("2 dalje dalje", "2 2"), encoding="utf-8")
    done = run(str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert "hand 1" in done.stderr


def test_the_solver_refuses_rules_of_play_it_does_not_know(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    text = EXAMPLE.read_text(encoding="utf-8")
    file.write_text(text.replace("[[hands]]", '[options]\n"play.must_trump" = false\n\n[[hands]]', 1), encoding="utf-8")
    done = run(str(file), "--hand", "3")
    assert done.returncode == 1
    assert "must_trump = true" in done.stderr


def test_pol_07_a_recorded_hand_of_levels_is_solved_with_the_declarer_leading() -> None:
    done = run(str(LEVELS), "--table", "--trace", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["leader"] == answer["declarer"]
    hands = [sum(1 << DECK_32.parse(card) for card in answer["hands"][str(seat)].split()) for seat in range(3)]
    found = table(hands, declarer_leads=True)
    assert answer["table"] == table_to_json(found)
    assert answer["dd_tricks"] == found[answer["declarer"], Mode[answer["mode"]]]
    assert len(answer["trace"]) > 1
    shown = run(str(LEVELS), "--table")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert answer["contract"] in shown.stdout
