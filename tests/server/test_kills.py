"""The short form of ``python -m stress kills``."""

from __future__ import annotations

from pathlib import Path

from stress.cluster import Story
from stress.kills import played


def test_a_server_killed_at_random_loses_no_word_and_takes_none_twice(database: Path) -> None:
    counted = played(Story(tables=3, words=40, kills=2, falls=0, nodes=1), database)
    assert (counted["acknowledged and lost"], counted["applied twice"]) == (0, 0)
    assert counted["logs that replay"] == counted["tables"] == 3
    assert int(str(counted["acknowledged"])) > 0
