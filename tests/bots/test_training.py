"""Making the weights: labels follow the seed, work goes on where it was, the fit learns, the command runs."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from kibic.bots.train import __main__ as command
from kibic.bots.train import shards, tables
from kibic.bots.train.descent import fit_head, fit_layers, fit_line
from kibic.bots.train.exact import labels
from kibic.bots.value.net import Net, log_softmax
from kibic.cards import DECK_32
from kibic.solver import Mode, Position, solve

LEADER = (0, 2, 1)


def test_labels_are_exact_play_of_a_whole_deal() -> None:
    rows = list(labels("t", 0, 12))
    for row in rows:
        hands = (row["own"], row["right"], row["left"])
        assert all(hand.bit_count() == 10 for hand in hands)
        assert sum(hands) + row["away"] <= DECK_32.full
        assert row["bought"].bit_count() == (0 if row["igra"] else 2)
        if row["mode"] < 5:
            assert row["both"] == solve(Position(hands, Mode(row["mode"]), 0, LEADER[row["place"]]))
            assert row["both"] <= row["lone_right"] + 1
    assert rows == list(labels("t", 0, 12))
    assert rows != list(labels("t", 1, 12))


def test_hands_at_tables_tell_what_happened() -> None:
    heard = list(tables.rows("t", 0, 6, "rule", "srpski"))
    hands = [row for kind, row in heard if kind == "hand"]
    assert hands
    for row in hands:
        if row["mode"] != 5:
            assert row["both_d"] + row["both_r"] + row["both_l"] == 10
            assert row["lone_right_l"] == row["lone_left_r"] == 0
        if row["answer"] == 5 and row["played"] and row["kontra"] == 1:
            assert row["taken"] + row["taken_right"] + row["taken_left"] == 10
    assert {row["said"] for kind, row in heard if kind == "auction"} <= {0, 1, 2, 3}
    assert heard == list(tables.rows("t", 0, 6, "rule", "srpski"))


def test_files_are_whole_or_not_there(tmp_path: Path) -> None:
    told: list[int] = []
    shards.make(tmp_path, "x", 0, iter([{"a": 1}, {"a": 2}]), lambda: told.append(1))
    assert len(told) == 2
    assert shards.missing(tmp_path, "x", 3) == [1, 2]
    assert shards.load(tmp_path, "x", 1)["a"].tolist() == [1, 2]

    def broken() -> object:
        yield {"a": 1}
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        shards.make(tmp_path, "x", 1, broken(), lambda: None)  # type: ignore[arg-type]
    assert shards.missing(tmp_path, "x", 3) == [1, 2]


def test_layers_learn_what_one_line_cannot() -> None:
    rng = np.random.default_rng(1)
    rows = rng.standard_normal((6000, 2)).astype(np.float32)
    wanted = ((rows[:, 0] * rows[:, 1]) > 0).astype(np.int64)
    losses: list[float] = []
    weights = fit_layers(rows, {"out": wanted}, {"out": 2}, (16, 16), 30, 1, lambda _, loss: losses.append(loss))
    assert losses[-1] < 0.3 < losses[0]
    head = fit_head(rows, (rows[:, 0] > 0).astype(np.int64), 2, decay=0.0, epochs=30)
    chances = np.exp(log_softmax(rows @ head["w"] + head["b"]))
    assert ((chances[:, 1] > 0.5) == (rows[:, 0] > 0)).mean() > 0.98
    assert "out.w" in weights


def test_a_head_starts_from_what_it_corrects() -> None:
    rng = np.random.default_rng(2)
    base = log_softmax(rng.standard_normal((4000, 3)).astype(np.float32))
    drawn = np.array([rng.choice(3, p=np.exp(row) / np.exp(row).sum()) for row in base])
    head = fit_head(np.zeros((4000, 1), np.float32), drawn.astype(np.int64), 3, base=base)
    assert head["scale"][0] == pytest.approx(1, abs=0.15)


def test_a_line_is_found_again() -> None:
    rng = np.random.default_rng(3)
    rows = np.concatenate([np.ones((5000, 1)), rng.standard_normal((5000, 2))], axis=1).astype(np.float32)
    values = (rows @ np.array([3.0, -2.0, 0.5])).astype(np.float32)
    assert fit_line(rows, values) == pytest.approx([3, -2, 0.5], abs=0.05)


def test_the_command_makes_weights_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "EXACT_ROWS", 900)
    monkeypatch.setattr(command, "TABLE_DEALS", 12)
    monkeypatch.setattr(command, "TRIALS", 12)
    out = tmp_path / "w.npz"
    arguments = ["--work", str(tmp_path / "work"), "--out", str(out), "--exact", "4", "--tables", "1", "--trials", "1"]
    monkeypatch.setattr(sys, "argv", ["train", *arguments])
    command.main()
    assert "kB" in capsys.readouterr().out
    with np.load(out) as file:
        about = Net({key: file[key] for key in file.files}).about
    assert about["data"] == {"deals solved": 3600, "deals bid and played": 12, "hands of sans and betl": 12}
    made = {path: path.stat().st_mtime_ns for path in (tmp_path / "work").iterdir()}
    command.main()
    assert made == {path: path.stat().st_mtime_ns for path in (tmp_path / "work").iterdir()}
