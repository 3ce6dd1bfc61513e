"""The short form of ``python -m stress relay``."""

from __future__ import annotations

from pathlib import Path

from stress.player import Patience, as_a_page
from stress.relay import BREAKS, Bad, played


def test_over_a_line_that_loses_doubles_delays_and_breaks_everybody_ends_with_the_view_of_the_server(
    database: Path,
) -> None:
    story = Bad()
    counted, back = played(story, Patience(idle=0.5, pong=1.0, pause=as_a_page), database)
    assert (counted["acknowledged and lost"], counted["applied twice"]) == (0, 0)
    assert counted["logs that replay"] == story.tables
    people = {len(times) for times in back.values()}
    assert set(back) == set(BREAKS)
    assert people == {3 * story.rounds}
