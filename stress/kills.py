"""One server on SQLite, killed hard at random moments through a thousand hands: nothing is lost, nothing is done twice.

Tables of one, two and three people who are programs, the other seats with bots. Whoever had no answer when the server
was killed says the same word under the same id again, or another one. In the end the log is what everybody saw
(:func:`stress.nodes.check`).
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Final

from kibic.server.database import url_of
from stress.cluster import Play, Story
from stress.nodes import check

#: Hands that the long story has at least.
HANDS: Final = 1_000


async def _nothing_falls(_: random.Random) -> None:
    """The database is a file."""


def played(story: Story, database: Path) -> dict[str, object]:
    """Play a story on a database and check it; what was counted. Raises :class:`AssertionError`."""
    url = url_of(str(database))
    play = Play(story, url, redis="")
    asyncio.run(play.run(_nothing_falls))
    return {"seed": story.seed, "kills": story.kills} | check(url, play.tables)


def main() -> dict[str, object]:
    """The long story."""
    with tempfile.TemporaryDirectory() as place:
        counted = played(Story(words=1_000, kills=60, falls=0, nodes=1), Path(place) / "kibic.sqlite3")
    assert int(str(counted["hands dealt"])) >= HANDS, counted
    return counted
