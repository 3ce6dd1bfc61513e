"""Many people at many tables in one process: ``python -m stress.crowd ADDRESS CROWD`` (JSON of :class:`Crowd`).

It prints ``seated`` when everybody is; then a line ``play SECONDS`` has them play and prints what was measured as JSON,
and the end of its input has them all leave.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
import traceback
import urllib.request
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kibic.server.patch import merged

_RANKS: Final = "789TJQKA"
#: How many come at a time; more would only wait in the same queue.
_AT_ONCE: Final = 8


@dataclass(frozen=True)
class Crowd:
    """``tables`` of three people who think ``think`` seconds on average, and ``idle`` ones where one sits silent."""

    tables: int = 0
    idle: int = 0
    think: float = 2.0
    seed: int = 1

    def to_json(self) -> str:
        """As an argument of this program."""
        return json.dumps(asdict(self))


@dataclass
class Measured:
    """What was measured while they played: ``delays`` are those from a word to the last of the three, in seconds."""

    delays: list[float] = field(default_factory=list)
    #: How late this process itself was when it wanted to do something, in seconds.
    late: list[float] = field(default_factory=list)
    frames: int = 0
    refused: int = 0


class Sat:
    """One person at a table, and what he holds of it."""

    def __init__(self, crowd: Sitting, table: str, cookie: str, rng: random.Random) -> None:
        self._crowd = crowd
        self._table = table
        self._cookie = cookie
        self._rng = rng
        self._line: ClientConnection | None = None
        self._view: Any = None
        self._version = 0
        self._seat: int | None = None
        self._asked: asyncio.TimerHandle | None = None
        self.welcomed = asyncio.Event()

    async def live(self) -> None:
        """Sit at the table until the line ends."""
        url = self._crowd.address.replace("http", "ws", 1) + "/ws"
        headers = {"Cookie": self._cookie}
        async with connect(url, additional_headers=headers, compression=None, proxy=None, ping_interval=None) as line:
            self._line = line
            await self._say({"type": "hello", "protocol": 1, "table": self._table})
            await self._say({"type": "sit"})
            try:
                async for frame in line:
                    self._take(json.loads(frame), time.monotonic())
            except ConnectionClosed:
                pass

    async def leave(self) -> None:
        """Close the line."""
        if self._line is not None:
            await self._line.close()

    def _take(self, message: dict[str, Any], now: float) -> None:
        self._crowd.measured.frames += 1
        match message["type"]:
            case "welcome":
                self._view, self._version, self._seat = message["view"], message["version"], message["seat"]
                if self._view is not None:
                    self.welcomed.set()
            case "event":
                self._version, self._view = message["version"], merged(self._view, message["patch"])
                self._crowd.came(self._table, self._version, now)
            case "table" if message["table"]["next_at"] and self._seat is not None:
                if not message["table"]["seats"][self._seat]["ready"]:
                    self._crowd.begin(self._say({"type": "next"}))
            case "refused":
                self._crowd.measured.refused += message["code"] != "already_started"
        self.consider()

    def consider(self) -> None:
        """Think, if it is for this one to speak."""
        mine = self._view is not None and self._view.get("to_act") == self._seat and self._seat is not None
        if mine and self._crowd.playing and self._asked is None:
            loop, pause = asyncio.get_running_loop(), self._crowd.crowd.think * self._rng.uniform(0.2, 1.8)
            self._asked = loop.call_at(loop.time() + pause, self._speak, loop.time() + pause)

    def _speak(self, due: float) -> None:
        self._asked = None
        if self._view.get("to_act") != self._seat or not self._crowd.playing:
            return
        self._crowd.measured.late.append(asyncio.get_running_loop().time() - due)
        word = chosen(self._view, self._rng)
        self._crowd.said(self._table, self._version + 1, time.monotonic())
        message = {"type": "act", "id": f"at {self._version}", "version": self._version, "word": word}
        self._crowd.begin(self._say(message))

    async def _say(self, message: dict[str, Any]) -> None:
        assert self._line is not None
        await self._line.send(json.dumps(message))


class Sitting:
    """Everybody of this process."""

    def __init__(self, address: str, crowd: Crowd) -> None:
        self.address = address
        self.crowd = crowd
        self.measured = Measured()
        self.playing = False
        self._said: dict[tuple[str, int], tuple[float, int]] = {}
        self._people: list[Sat] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Any) -> asyncio.Task[None]:
        """Begin some work that goes on by itself."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Whatever fails ends the whole crowd, and so the story."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ConnectionClosed):
            traceback.print_exception(error)
            os._exit(1)

    def said(self, table: str, version: int, now: float) -> None:
        """A word is said that makes this version."""
        self._said[table, version] = (now, 3)

    def came(self, table: str, version: int, now: float) -> None:
        """It has come to somebody; the last one counts."""
        found = self._said.get((table, version))
        if found is None:
            return
        begun, missing = found
        if missing > 1:
            self._said[table, version] = (begun, missing - 1)
        else:
            del self._said[table, version]
            self.measured.delays.append(now - begun)

    async def sit(self) -> None:
        """Make the tables and sit down at them."""
        rng, room = random.Random(self.crowd.seed), asyncio.Semaphore(_AT_ONCE)

        async def table(seed: int, *, idle: bool) -> None:
            async with room:
                seats = ["me", "free", "free"]
                body = json.dumps({"seats": seats, "manners": {"wait": 0}}).encode()
                answer, cookie = await self._ask("/api/tables", body)
                made = json.loads(answer)["table"]
                cookies = [cookie, *[(await self._ask(f"/t/{made}"))[1] for seat in seats if seat == "free"]]
                people = [Sat(self, made, each, random.Random(seed + n)) for n, each in enumerate(cookies)]
                for person in people:
                    self.begin(person.live())
                for person in people:
                    await person.welcomed.wait()
                for person in people[1:] if idle else []:
                    await person.leave()
                self._people += people[:1] if idle else people

        kinds = [False] * self.crowd.tables + [True] * self.crowd.idle
        await asyncio.gather(*(table(rng.randrange(10**9), idle=idle) for idle in kinds))

    async def play(self, seconds: float) -> Measured:
        """Have everybody play."""
        self.measured, self.playing = Measured(), True
        for person in self._people:
            person.consider()
        await asyncio.sleep(seconds)
        self.playing = False
        return self.measured

    async def leave(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*(person.leave() for person in self._people))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _ask(self, path: str, body: bytes | None = None) -> tuple[bytes, str]:
        """The answer to a request, and the session that came with it."""

        def ask() -> tuple[bytes, str]:
            request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                return answer.read(), answer.headers.get("Set-Cookie", "").partition(";")[0]

        return await asyncio.to_thread(ask)


def chosen(view: dict[str, Any], rng: random.Random) -> str:
    """The lowest card; with two aces he follows, now and then he bids, otherwise he passes."""
    legal: list[str] = view["legal"]
    if view["phase"] == "play":
        return min(legal, key=lambda card: (_RANKS.index(card[1]), card))
    if "dodjem" in legal and sum(card[1] == "A" for card in view["cards"][view["viewer"]] or ()) >= 2:
        return "dodjem"
    if "dalje" in legal:
        others = [word for word in legal if word != "dalje"]
        return others[0] if others and view["phase"] == "auction" and rng.random() < 0.3 else "dalje"
    return rng.choice(legal)


async def main(address: str, crowd: Crowd) -> None:
    """As the program says."""
    sitting = Sitting(address, crowd)
    await sitting.sit()
    print("seated", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        measured = await sitting.play(float(line.split()[1]))
        print(json.dumps(asdict(measured)), flush=True)
    await sitting.leave()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Crowd(**json.loads(sys.argv[2]))))
