"""The short form of ``python -m stress load``: what it measures is whole, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stress.load import Load, played


def test_tables_that_come_play_and_go_leave_nothing_behind(database: Path) -> None:
    told = played(Load(tables=3, idle=3, think=0.1, seconds=2.0, processes=1), database)
    figures: Any = told["_figures"]
    assert told["left behind"] == "nothing"
    assert told["refused"] == 0
    assert 0 < figures["p50"] <= figures["p99"]
    assert figures["resident"] > 0
