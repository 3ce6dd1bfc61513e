"""``kibic solve``: streams of positions and recorded hands (record.md section 3)."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import Any, cast

import pytest

from benchmarks.solver.corpora import corpus
from kibic.cards import DECK_32
from kibic.cli.positions import LONGEST, LineError, beginning, begins_record, blocks
from kibic.solver import moves_to_json, position_to_json, solve, solve_moves, table_of, table_to_json

EXAMPLE = Path(__file__).parents[2] / "examples" / "three-hands.toml"
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
        ("[" * 100_000, 2, "<stdin>:3: no JSON: brackets nested too deeply"),
        ('{"note": NaN}', 2, "<stdin>:3: no JSON: NaN is no number of JSON"),
        ('{"note": -Infinity}', 2, "<stdin>:3: no JSON: -Infinity is no number of JSON"),
        ('{"note": 1e999}', 2, "<stdin>:3: no JSON: 1e999 is too large a number"),
        ("[1, 2]", 1, "<stdin>:3: a position is a JSON object"),
        (" " * 1_000_001, 2, "<stdin>:3: the line is longer than 1,000,000 bytes"),
    ],
)
def test_a_wrong_line_is_named_after_the_answers_before_it(line: str, status: int, message: str) -> None:
    done = run(given=lines(POSITIONS[:2]) + line + "\n" + lines(POSITIONS[2:3]))
    assert done.returncode == status
    assert done.stderr.startswith(message)
    assert len(done.stdout.splitlines()) == 2


ONE = lines(POSITIONS[:1])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('"hands": 1}\n' + ONE, "<stdin>:1: no JSON"),
        ("nonsense\n" + ONE, "<stdin>:1: no JSON"),
        ("[1,2]\n" + ONE, "<stdin>:1: a position is a JSON object"),
        ("\n\n[1,\n" + ONE, "<stdin>:3: no JSON"),
        ("x" * 3_000_000, "<stdin>:1: the line is longer than"),
        ("# a comment\n" + ONE, "<stdin>:2:"),
        ("[options]\n", "<stdin>:1:1: no Kibic record"),
        ("players = 3 4\n", "<stdin>:1:13: broken TOML"),
    ],
)
def test_a_wrong_first_line_is_judged_as_what_it_looks_like(given: str, message: str) -> None:
    read = BytesIO(given.encode())
    head = beginning(BufferedReader(cast("RawIOBase", read)))
    assert begins_record(head) == (given[0] in "#p" or given.startswith("[o"))
    done = run(given=given)
    assert done.stdout == ""
    assert done.stderr.startswith(message)


def test_signs_before_and_in_good_json_do_no_harm() -> None:
    note = ONE.replace("{", '{"note": "\\ud800", ', 1)
    done = run(given="\ufeff" + ONE + "\n" * 200_000 + note)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert second == {**first, "note": "\ud800"}


class Dripping(RawIOBase):
    """A stream that hands out a byte at a time and counts them."""

    def __init__(self, text: bytes) -> None:
        self.text, self.place = text, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        piece = self.text[self.place : self.place + 1]
        buffer[: len(piece)] = piece
        self.place += len(piece)
        return len(piece)


def test_lines_are_put_together_from_any_pieces_and_no_more_is_read_than_a_line_may_have() -> None:
    text = b"\n\n{one\ntwo\n\nthree"
    stream = BufferedReader(cast("RawIOBase", Dripping(text)))
    found = [line for block in blocks(beginning(stream), stream, "en") for line in block]
    assert found == text.split(b"\n")
    endless = BytesIO(b"{" + b" " * (4 * LONGEST))
    stream = BufferedReader(cast("RawIOBase", endless))
    with pytest.raises(LineError, match="1: the line is longer"):
        list(blocks(beginning(stream), stream, "en"))
    assert endless.tell() < 2 * LONGEST


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


def test_the_table_of_a_hand_with_one_follower_has_all_declarers() -> None:
    shown = run(str(EXAMPLE), "--hand", "3", "--table").stdout.split("Tricks of each declarer")[1]
    told = json.loads(run(str(EXAMPLE), "--hand", "3", "--table", "--json").stdout)
    rows = [line.split() for line in shown.splitlines()[2:] if line.strip()]
    assert len(told["active"]) == 2
    assert [row[1:] for row in rows] == [[str(n) for n in told["table"][seat].values()] for seat in ("0", "1", "2")]


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
