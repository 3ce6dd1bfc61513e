"""Several servers on one PostgreSQL, killed hard at random while people and bots play: every log is what everybody saw.

Three server processes, PostgreSQL and Redis. Tables of one, two and three people, the other seats with bots; everybody
speaks to any server. Servers are killed and started again, PostgreSQL and Redis fall and come back. In the end:

- each acknowledged word is in the log once, at the version it was acknowledged with, and no word is there twice;
- each word in the log that a person said is one that he said;
- whatever anybody was ever shown, events and views, is what the log replays to, and all end at its end.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from kibic.game import game_named
from kibic.server.course import FIRST, Course
from kibic.server.database import open_database
from kibic.server.patch import merged
from kibic.server.store import Store, TableRow
from stress.player import Player, plain
from tests.services import Postgres, Redis, running_postgres, running_redis

#: The seats of tables, in turn. Whoever is "free" is another person.
TABLES: Final = (["me", "bot:rule", "bot:random"], ["me", "free", "bot:random"], ["me", "free", "free"])
#: How long nothing may happen at any table, in seconds.
STUCK: Final = 120.0
#: How often a server is started that ends at once.
STARTS: Final = 10


@dataclass(frozen=True)
class Story:
    """How much happens: about ``words`` at each table, ``kills`` of servers, and ``falls`` of both services."""

    tables: int = 30
    words: int = 25
    kills: int = 3
    falls: int = 1
    nodes: int = 3
    seed: int = 1


class Node:
    """A server process that is started again when it was killed."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self.address: str | None = None

    async def start(self) -> None:
        """Start it, more than once if its database is down."""
        for _ in range(STARTS):
            command = [sys.executable, "-m", "stress.node", *self._arguments]
            self._process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            assert self._process.stdout is not None
            said = (await self._process.stdout.readline()).decode().strip()
            if said:
                self.address = said
                return
            await self._process.wait()
        raise AssertionError("a server does not start")

    async def end(self, *, hard: bool) -> None:
        """End it, hard or after it has finished what it began."""
        self.address = None
        if self._process is None:
            return
        (self._process.kill if hard else self._process.terminate)()
        await self._process.communicate()
        self._process = None


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

    def addresses(self) -> list[str]:
        """Where servers are now."""
        return [node.address for node in self.nodes if node.address is not None]

    async def run(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
        """Play it; ``fall`` has a service fall and come back."""
        self.nodes = [Node(self.database, self.redis) for _ in range(self.story.nodes)]
        try:
            await asyncio.gather(*(node.start() for node in self.nodes))
            await asyncio.wait_for(self._seat(), STUCK * 5)
            players = [player for table in self.tables.values() for player in table]
            lives = [asyncio.create_task(player.live(self._plays)) for player in players]
            story = asyncio.create_task(self._story(fall))
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
        finally:
            await asyncio.gather(*(node.end(hard=True) for node in self.nodes))

    async def _seat(self) -> None:
        """Make the tables; everybody has a session, and the others sit down when they come."""
        moved = asyncio.Event()

        async def table(number: int) -> None:
            seats = TABLES[number % len(TABLES)]
            people = [
                Player(self.addresses, self.story.seed * 1000 + number * 10 + place, f"p{number}-{place}", moved)
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

    async def _story(self, fall: Callable[[random.Random], Awaitable[None]]) -> None:
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


def check(database: str, play: Play) -> dict[str, object]:
    """Compare every log with what everybody saw; what was counted. Raises :class:`AssertionError`."""
    engine = open_database(database)
    try:
        store, counted = Store(engine), Counter[str]()
        for table, players in play.tables.items():
            row = store.table(table)
            assert row is not None
            counted.update(_compare(store, row, players))
    finally:
        engine.dispose()
    return dict(counted)


def _compare(store: Store, row: TableRow, players: list[Player]) -> Counter[str]:
    words = store.words(row.id)
    assert [word.seq for word in words] == list(range(1, len(words) + 1))
    said = [word.client_id for word in words if word.client_id is not None]
    assert len(said) == len(set(said)), "a word is there twice"
    mine = {message_id: word for player in players for message_id, word in player.said.items()}
    assert all(mine[word.client_id] == word.word for word in words if word.client_id is not None)
    counted = Counter(tables=1, words=len(words), said=len(mine), joins=sum(player.joins for player in players))
    assert row.opening is not None
    game: Any = game_named(row.game)
    rules, names, dealer = game.rules(row.preset, row.options), [seat.name for seat in row.seats], row.opening["dealer"]
    whole = Course.replayed(game, rules, names, dealer, len(words) + 1, words=words)
    for player in players:
        for message_id, version in player.acked.items():
            assert words[version - FIRST - 1].client_id == message_id, "an acknowledged word is not where it was"
        assert player.version == whole.version, "somebody has not seen the end"
        assert player.seat is not None
        view: Any = Course(game, rules, names, dealer, 1).view(player.seat)
        frames = [json.loads(frame) for frame in whole.missed(player.seat, FIRST) or []]
        shown = {FIRST: plain(json.loads(json.dumps(view)))}
        for frame in frames:
            view = merged(view, frame["patch"])
            shown[frame["version"]] = plain(view)
        events = {frame["version"]: frame["events"] for frame in frames}
        assert all(shown[version] == seen for version, seen in player.saw.items()), "somebody saw something else"
        assert all(events[version] == seen for version, seen in player.events.items())
        counted.update(acknowledged=len(player.acked), views=len(player.saw))
    return counted


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
        return {"kills": story.kills, "falls": story.falls} | check(postgres.url(name), play)
    finally:
        postgres.drop(name)


def main() -> dict[str, object]:
    """The long story."""
    with running_postgres() as postgres, running_redis() as redis:
        return played(Story(words=400, kills=60, falls=6), postgres, redis)
