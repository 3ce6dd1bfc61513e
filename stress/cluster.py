"""Several servers on one PostgreSQL, killed hard at random while people and bots play: every log is what everybody saw.

Three server processes, PostgreSQL and Redis. Tables of one, two and three people, the other seats with bots; everybody
speaks to any server. Servers are killed and started again, PostgreSQL and Redis fall and come back. In the end the logs
are what everybody saw (:func:`stress.nodes.check`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from kibic.server.course import FIRST
from stress.nodes import Node, check
from stress.player import Patience, Player
from tests.services import Postgres, Redis, running_postgres, running_redis

#: The seats of tables, in turn. Whoever is "free" is another person.
TABLES: Final = (["me", "bot:rule", "bot:random"], ["me", "free", "bot:random"], ["me", "free", "free"])
#: How long nothing may happen at any table, in seconds.
STUCK: Final = 120.0
#: What is told to a client has just been committed; a kill may come so much later, in seconds.
ANY_MOMENT: Final = 0.03


@dataclass(frozen=True)
class Story:
    """How much happens: about ``words`` at each table, ``kills`` of servers, and ``falls`` of both services."""

    tables: int = 30
    words: int = 25
    kills: int = 3
    falls: int = 1
    nodes: int = 3
    seed: int = 1


@dataclass
class Play:
    """One playing of a story."""

    story: Story
    database: str
    redis: str
    nodes: list[Node] = field(default_factory=list)
    tables: dict[str, list[Player]] = field(default_factory=dict)
    #: How far people play for now, as a version: what is killed has to be back before they go on.
    far: int = FIRST
    #: How those who play bear with the line.
    patience: Patience = field(default_factory=Patience)

    def addresses(self) -> list[str]:
        """Where servers are now."""
        return [node.address for node in self.nodes if node.address is not None]

    async def run(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Play it; ``fall`` has a service fall and come back."""
        self.nodes = [Node(self.database, redis=self.redis) for _ in range(self.story.nodes)]
        try:
            await asyncio.gather(*(node.start() for node in self.nodes))
            await self.lived(fall)
        finally:
            await asyncio.gather(*(node.end(hard=True) for node in self.nodes))

    async def lived(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Everybody plays while the story happens; in the end the servers are stopped."""
        await asyncio.wait_for(self._seat(), STUCK * 5)
        players = [player for table in self.tables.values() for player in table]
        lives = [asyncio.create_task(player.live(self._plays)) for player in players]
        story = asyncio.create_task(self.happen(fall))
        try:
            await asyncio.wait([story, *lives], return_when=asyncio.FIRST_COMPLETED)
            for task in (*lives, story):
                if task.done():
                    task.result()
            assert story.done(), "a player has left"
            await asyncio.gather(*(node.end(hard=False) for node in self.nodes))
        finally:
            for task in (story, *lives):
                task.cancel()
            await asyncio.gather(story, *lives, return_exceptions=True)

    async def _seat(self) -> None:
        """Make the tables; everybody has a session, and the others sit down when they come."""
        moved = asyncio.Event()

        async def table(number: int) -> None:
            seats = TABLES[number % len(TABLES)]
            people = [
                Player(
                    self.addresses,
                    self.story.seed * 1000 + number * 10 + place,
                    f"p{number}-{place}",
                    moved,
                    self.patience,
                )
                for place, seat in enumerate(seats)
                if seat in ("me", "free")
            ]
            made = await people[0].make(seats)
            await asyncio.gather(*(person.come(made) for person in people[1:]))
            self.tables[made] = people

        await asyncio.gather(*map(table, range(self.story.tables)))
        self._moved = moved

    def _plays(self, player: Player) -> bool:
        return player.version < self.far

    async def happen(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Kills and falls in the midst of what is played, and the end."""
        rng = random.Random(self.story.seed)
        steps = ["kill"] * self.story.kills + ["fall"] * self.story.falls
        rng.shuffle(steps)
        for number, step in enumerate([*steps, "end"], 1):
            before, self.far = self.far, FIRST + self.story.words * number // (len(steps) + 1)
            await asyncio.gather(*(player.nudge() for table in self.tables.values() for player in table))
            if step == "end":
                await self._until(lambda: all(map(self._rests, self.tables.values())))
                return
            # Something happens in the midst of what they play now.
            goal = self.story.tables * (before + (self.far - before) * rng.uniform(0.2, 0.8))
            await self._until(lambda goal=goal: self._played() >= goal)  # type: ignore[misc]
            if step == "fall":
                await fall(rng)
            else:
                node = rng.choice([node for node in self.nodes if node.address is not None])
                await asyncio.sleep(rng.uniform(0, ANY_MOMENT))
                await node.end(hard=True)
                await node.start()

    def _played(self) -> int:
        """How far all tables have come; one whose match is over as far as it may."""
        return sum(
            self.far if any(player.over for player in table) else min(self.far, max(player.version for player in table))
            for table in self.tables.values()
        )

    def _rests(self, table: list[Player]) -> bool:
        """Whether everybody has seen the same and it is for a person to speak who does not, or for nobody."""
        seats = {player.seat for player in table}
        return len({player.version for player in table}) == 1 and all(
            player.over or (player.version >= self.far and player.turn in seats) for player in table
        )

    async def _until(self, reached: Callable[[], bool]) -> None:
        """Wait for something to be reached. Raises where nothing happens any more."""
        while not reached():
            self._moved.clear()
            try:
                await asyncio.wait_for(self._moved.wait(), STUCK)
            except TimeoutError as error:
                raise AssertionError("\n".join(map(_told, self.tables.values()))) from error


def _told(table: list[Player]) -> str:
    return "; ".join(
        f"{one.name} seat {one.seat} at {one.version}, {one.turn} is to act, {one.joins} joins" for one in table
    )


async def _fall(rng: random.Random, postgres: Postgres, redis: Redis) -> None:
    """Both services fall, one after the other, and come back."""
    await asyncio.to_thread(postgres.restart, hard=rng.random() < 0.5)
    await asyncio.to_thread(redis.stop)
    await asyncio.to_thread(redis.start)


def played(story: Story, postgres: Postgres, redis: Redis) -> dict[str, object]:
    """Play a story on a database of its own and check it; what was counted. Raises :class:`AssertionError`."""
    name = postgres.create()
    try:
        play = Play(story, postgres.url(name), redis.url)
        asyncio.run(play.run(lambda rng: _fall(rng, postgres, redis)))
        return {"seed": story.seed, "kills": story.kills, "falls": story.falls} | check(postgres.url(name), play.tables)
    finally:
        postgres.drop(name)


def main() -> dict[str, object]:
    """The long story."""
    with running_postgres() as postgres, running_redis() as redis:
        return played(Story(words=400, kills=60, falls=6), postgres, redis)
