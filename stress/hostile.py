"""Clients that mean no good (:mod:`stress.attacks`) beside people who play: refused, counted, and nobody else notices.

The people play at tables of three; it is measured how long it takes from saying a word until all three seats have it,
alone and beside the attackers in turn, so that what else the machine does meets both alike. The attackers are a process
of their own, of the lowest priority: what is measured is what they make the server do, not the processor they use up.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from websockets.asyncio.client import ClientConnection

from kibic.server.database import url_of
from kibic.server.patch import merged
from stress.attacks import PATIENCE, Target, heard, opened, say
from stress.nodes import Node

T = TypeVar("T")

#: How often more the slowest hundredth may take beside attackers, and what is never too long, in seconds.
TIMES: Final = 2.0
NEVER_LONG: Final = 0.01
#: How often people play alone for a while and then beside attackers.
TURNS: Final = 3
#: Between which times people think, in seconds.
THINKING: Final = (0.1, 0.3)
#: What attackers are refused with, or closed with, in every round of all attacks.
CODES: Final = frozenset(
    {"too_large", "1009", "1007", "too_fast", "1008", "1013", "not_your_turn", "not_seated", "already_started"}
    | {"stale_version", "origin"}
)


@dataclass
class Seat:
    """A person at a table: his line, and what he sees."""

    line: ClientConnection
    number: int
    version: int
    view: Any

    @property
    def on_turn(self) -> bool:
        """Whether he is to act."""
        return bool(self.view.get("to_act") == self.number)

    async def reach(self, version: int) -> None:
        """Hear everything up to this version."""
        while self.version < version:
            await self._event()

    async def _event(self) -> None:
        """Wait for the next word. Raises :class:`AssertionError` when his own is refused."""
        message = await heard(self.line, lambda message: message["type"] in ("event", "refused"))
        assert message["type"] == "event", message
        assert message["version"] == self.version + 1
        self.version, self.view = message["version"], merged(self.view, message["patch"])


@dataclass
class Peace:
    """Tables of three people who play; how long each word took until all seats had it, in seconds."""

    url: str
    seed: int
    thinking: tuple[float, float] = THINKING
    tables: list[str] = field(default_factory=list)
    _seats: list[list[Seat]] = field(default_factory=list)

    async def sit(self, tables: int) -> None:
        """People come and sit down."""
        for _ in range(tables):
            target = Target(self.url, "")
            await target.prepare()
            self.tables.append(target.own)
            self._seats.append([await self._seat(target, cookie) for cookie in target.cookies])

    async def _seat(self, target: Target, cookie: str) -> Seat:
        line = await target.line(cookie)
        welcome = await opened(line, target.own)
        return Seat(line, welcome["seat"], welcome["version"], welcome["view"])

    async def beside(self, other: Coroutine[Any, Any, T]) -> tuple[T, list[float]]:
        """What ``other`` gives, and how long the words took that were said meanwhile."""
        took: list[float] = []
        going_on = [True]
        tables = [asyncio.create_task(self._play(number, going_on, took)) for number in range(len(self._seats))]
        try:
            result = await other
        finally:
            going_on[0] = False
            await asyncio.gather(*tables)
        return result, took

    async def _play(self, number: int, going_on: list[bool], took: list[float]) -> None:
        """Whoever is on turn thinks and says a word; all hear it before the next one thinks."""
        rng, seats, loop = random.Random(self.seed + number), self._seats[number], asyncio.get_running_loop()
        while going_on[0] and seats[0].view["phase"] != "over":
            # Those who sat down first may have seen less.
            version = max(seat.version for seat in seats)
            await asyncio.gather(*(seat.reach(version) for seat in seats))
            mover = next((seat for seat in seats if seat.on_turn), None)
            if mover is not None:
                await asyncio.sleep(rng.uniform(*self.thinking))
                begun = loop.time()
                word = {"type": "act", "id": f"{number}-{mover.version}", "version": mover.version}
                await say(mover.line, word | {"word": rng.choice(mover.view["legal"])})
            await asyncio.gather(*(seat.reach(version + 1) for seat in seats))
            if mover is not None:
                took.append(loop.time() - begun)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """They go."""
        await asyncio.gather(*(seat.line.close() for seats in self._seats for seat in seats))


def check(seen: Mapping[str, int], counted: Mapping[str, int]) -> None:
    """Everything was refused as documented, and the server has counted it. Raises :class:`AssertionError`."""
    missing = sorted(CODES - {code for code, number in seen.items() if number})
    assert not missing, f"never refused with: {', '.join(missing)}"
    uncounted = [
        f"{code}: {seen[code]} seen, {counted.get(code, 0)} counted"
        for code in CODES
        if counted.get(code, 0) < seen[code]
    ]
    assert not uncounted, "; ".join(uncounted)


async def _attackers(url: str, busy: str, seconds: float) -> Counter[str]:
    command = ["nice", "-n", "19", sys.executable, "-m", "stress.attacks", url, busy, str(seconds)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0, "the attackers have failed"
    return Counter(json.loads(said))


async def _long(database: Path, seconds: float, tables: int, seed: int) -> dict[str, object]:
    """With the limits of a server as it is started."""
    node = Node(url_of(str(database)), rate=20.0, burst=60, queue=256)
    await node.start()
    try:
        assert node.address is not None
        async with Peace(node.address, seed) as peace:
            await peace.sit(tables)
            seen, alone, beside = Counter[str](), list[float](), list[float]()
            for _ in range(TURNS):
                alone += (await peace.beside(asyncio.sleep(seconds)))[1]
                met, took = await peace.beside(_attackers(node.address, peace.tables[0], seconds))
                seen, beside = seen + met, beside + took
        check(seen, await Target(node.address, "").counted())
    finally:
        await node.end(hard=False)
    usual, now = _p99(alone), _p99(beside)
    counted: dict[str, object] = {"seed": seed, "tables": tables, **dict(sorted(seen.items()))}
    counted |= {"words alone": _shown(alone), "words beside attackers": _shown(beside)}
    counted["p99 beside attackers, times that alone"] = f"{now / usual:.2f}"
    assert now <= max(NEVER_LONG, TIMES * usual), f"others were disturbed: {counted}"
    return counted


def _p99(took: list[float]) -> float:
    return sorted(took)[len(took) * 99 // 100]


def _shown(took: list[float]) -> str:
    ordered = sorted(took)
    return f"{len(took)}, p50 {ordered[len(took) // 2] * 1000:.1f} ms, p99 {_p99(took) * 1000:.1f} ms"


def main() -> dict[str, object]:
    """The long story."""
    with tempfile.TemporaryDirectory() as place:
        return asyncio.run(asyncio.wait_for(_long(Path(place) / "kibic.sqlite3", 20.0, 10, 1), 60 * PATIENCE))
