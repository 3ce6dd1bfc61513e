"""People whose line loses, doubles and delays frames, goes dead in one direction and breaks in the middle of a frame.

Everybody ends with the view of the server, and no word is lost or applied twice (:func:`stress.nodes.check`). After
each break it is measured how long it takes from the return of the line until everybody has all there is: those who play
come back as the page does.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from kibic.server.course import FIRST
from kibic.server.database import url_of
from stress.badline import DOWN, UP, BadLine, Trouble
from stress.cluster import Play, Story
from stress.nodes import Node, check
from stress.player import Patience, Player, as_a_page

#: What can happen to all lines at once. The last one is never mended: the page has to find that out by itself.
BREAKS: Final[dict[str, Callable[[BadLine], None]]] = {
    "cut off": lambda line: line.cut(),
    "torn in a frame": lambda line: line.tear(),
    "nothing to the server": lambda line: line.hold(UP),
    "nothing to the page": lambda line: line.hold(DOWN),
    "nothing either way": lambda line: line.hold(UP, DOWN),
    "dead for good": lambda line: line.forget(),
}
LAST: Final = "dead for good"
#: Everybody is to be back in this time, in seconds, once the line is, but for one in so many whom the machine holds up.
BACK: Final = 1.0
BUT_ONE_IN: Final = 20
#: What coming back consists of, each measured from the end of the one before.
PARTS: Final = ("until they try", "until it is open", "until all is there")


@dataclass(frozen=True)
class Bad(Story):
    """``rounds`` of trouble, each followed by breaks of every kind that last up to ``longest`` seconds."""

    tables: int = 2
    rounds: int = 1
    words: int = 12
    longest: float = 0.3
    trouble: Trouble = field(default_factory=lambda: Trouble(lost=0.03, twice=0.05, late=0.1, broken=0.01, most=0.05))
    nodes: int = 1


@dataclass
class Through(Play):
    """A story in which everybody speaks to the server through a bad line."""

    bad: Bad = field(default_factory=Bad)
    line: BadLine | None = None
    #: By what had happened: how long each took to be back, in seconds.
    back: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in BREAKS})
    #: What the times of those consist of who opened a new line then, as :data:`PARTS`.
    parts: tuple[list[float], list[float], list[float]] = ([], [], [])

    def addresses(self) -> list[str]:
        """Where the line begins."""
        assert self.line is not None
        return [self.line.url]

    async def run(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Play it."""
        self.nodes = [Node(self.database)]
        await self.nodes[0].start()
        try:
            assert self.nodes[0].address is not None
            async with BadLine(self.nodes[0].address, self.bad.seed) as self.line:
                await self.lived(fall)
        finally:
            await self.nodes[0].end(hard=True)

    async def happen(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Rounds of trouble and breaks; the end is calm."""
        line, rng = self.line, random.Random(self.bad.seed)
        assert line is not None
        everybody = [player for table in self.tables.values() for player in table]
        await self._until(lambda: all(player.version >= FIRST for player in everybody))
        for _ in range(self.bad.rounds):
            line.trouble = self.bad.trouble
            await self._on()
            await self._until(lambda: all(map(self._rests, self.tables.values())))
            line.trouble = Trouble()
            for name, happens in BREAKS.items():
                before = self._played()
                await self._on()
                await self._until(lambda before=before: self._played() > before)  # type: ignore[misc]
                happens(line)
                await asyncio.sleep(rng.uniform(0, self.bad.longest))
                await self._mended(name, line, everybody)
                await self._until(lambda: all(map(self._rests, self.tables.values())))

    async def _on(self) -> None:
        """Everybody may play on for a while."""
        self.far += self.bad.words
        await asyncio.gather(*(player.nudge() for table in self.tables.values() for player in table))

    async def _mended(self, name: str, line: BadLine, everybody: list[Player]) -> None:
        """The line is back; measure until when everybody has what there was to have then."""
        returned = asyncio.get_running_loop().time()
        line.mend()
        reached = {one.table: max(other.version for other in self.tables[one.table]) for one in everybody}
        # Whoever holds a line asks for a sign of life now, so that there is something to measure.
        await asyncio.gather(*(player.nudge() for player in everybody))
        waiting = set(everybody)

        def seen() -> bool:
            for player in list(waiting):
                if player.proved > returned and player.version >= reached[player.table]:
                    self.back[name].append(player.proved - returned)
                    if name != LAST and player.tried > returned:
                        self._take_apart(player, returned)
                    waiting.discard(player)
            return not waiting

        await self._until(seen)

    def _take_apart(self, player: Player, returned: float) -> None:
        moments = (returned, player.tried, player.opened, player.proved)
        for part, begun, ended in zip(self.parts, moments, moments[1:], strict=False):
            part.append(ended - begun)


async def _nothing_falls(_: random.Random) -> None:
    """The database is a file."""


def played(story: Bad, patience: Patience, database: Path) -> tuple[dict[str, object], dict[str, list[float]]]:
    """Play a story and check it; what was counted, and how long people took to be back. Raises AssertionError."""
    url = url_of(str(database))
    play = Through(story, url, redis="", patience=patience, bad=story)
    asyncio.run(play.run(_nothing_falls))
    assert play.line is not None
    happened = {
        f"frames {what}" if what in ("lost", "twice", "late") else f"lines {what}": number
        for what, number in sorted(play.line.counted.items())
    }
    parts = {f"new lines, {name}": shown(part) for name, part in zip(PARTS, play.parts, strict=True) if part}
    return {"seed": story.seed, **happened, **check(url, play.tables), **parts}, play.back


def main() -> dict[str, object]:
    """The long story, with the patience of the page."""
    story = Bad(
        tables=8,
        rounds=8,
        words=20,
        longest=3.0,
        trouble=Trouble(lost=0.01, twice=0.02, late=0.05, broken=0.003, most=2.0),
    )
    patience = Patience(idle=15.0, pong=6.0, pause=as_a_page)
    with tempfile.TemporaryDirectory() as place:
        counted, back = played(story, patience, Path(place) / "kibic.sqlite3")
    for name, times in back.items():
        counted[f"back, {name}"] = shown(times)
    times = sorted(time for name, taken in back.items() if name != LAST for time in taken)
    late = sum(time > BACK for time in times)
    counted[f"back after more than {BACK} s, all but {LAST}"] = f"{late} of {len(times)}, most {times[-1]:.2f} s"
    assert late * BUT_ONE_IN <= len(times), f"people are back late: {counted}"
    return counted


def shown(times: list[float]) -> str:
    """Times in seconds, in short."""
    ordered = sorted(times)
    at = {f"p{part}": ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 99)}
    return f"{len(ordered)} times, p50 {at['p50']:.2f} s, p99 {at['p99']:.2f} s, most {ordered[-1]:.2f} s"
