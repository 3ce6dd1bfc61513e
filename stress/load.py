"""Many tables at one server: how long a word takes to all seats, how much memory they need, and what is left of them.

The people are programs in processes of their own that think as long as people do. In the end everybody leaves, the
tables leave memory, and the server holds no table, page or task more than before.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kibic.server.database import url_of
from stress.crowd import Crowd

#: What is promised (docs/reliability.md), in seconds and bytes.
P50: Final = 0.010
P99: Final = 0.050
MEMORY: Final = 400e6
#: How long the server may take to forget tables that nobody watches, in seconds.
_FORGETTING: Final = 60.0
#: How much more memory a second crowd may leave behind than the first one: what an allocator does not give back varies.
_SLACK: Final = 1.1
#: What there is one of for each table, page or piece of work.
_COUNTED: Final = ("tasks", "files", "threads", "Table", "Course", "Connection")


@dataclass(frozen=True)
class Load:
    """``tables`` that play, ``idle`` ones, ``think`` seconds a word, ``processes`` of people, ``seconds`` of play."""

    tables: int = 300
    idle: int = 1_000
    think: float = 3.0
    seconds: float = 60.0
    processes: int = 2


class Gauged:
    """A server that says what it holds."""

    def __init__(self, database: Path) -> None:
        self._settings = {"database": url_of(str(database)), "unload": 0.5, "queue": 256}
        self.address = ""

    async def start(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "stress.gauge", json.dumps(self._settings)]
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*command, stdout=pipe)
        self.address = (await self._line()).strip()
        assert self.address, "the server does not start"

    async def look(self) -> dict[str, float]:
        """What it holds."""
        self._process.send_signal(signal.SIGUSR1)
        found: dict[str, float] = json.loads(await self._line())
        return found

    async def empty(self, start: dict[str, float] | None = None) -> dict[str, float]:
        """What it holds once it has forgotten all tables, at most what it held at ``start``, else it raises."""
        until = asyncio.get_running_loop().time() + _FORGETTING
        while True:
            found = await self.look()
            most = start if start is not None else {"Table": 0, "Course": 0, "Connection": 0}
            left = {name: found[name] - number for name, number in most.items() if name in _COUNTED}
            if not any(number > 0 for number in left.values()):
                return found
            assert asyncio.get_running_loop().time() < until, f"left behind: {left}"
            await asyncio.sleep(0.5)

    async def end(self) -> None:
        """End it after it has finished what it began."""
        self._process.send_signal(signal.SIGINT)  # after SIGTERM it would end by the signal, without its samples
        await self._process.communicate()

    async def _line(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()


async def _crowds(server: Gauged, crowds: list[Crowd], seconds: float) -> tuple[dict[str, Any], dict[str, float]]:
    """Have crowds come, play and go; what they measured, and what the server held before they went."""
    pipe = asyncio.subprocess.PIPE
    processes = []
    try:
        for crowd in crowds:
            command = [sys.executable, "-m", "stress.crowd", server.address, crowd.to_json()]
            processes.append(
                await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=64 * 1024 * 1024)
            )
        lines = [await _read(process) for process in processes]
        assert lines == ["seated\n"] * len(crowds), "a crowd could not sit down"
        before = await server.look()
        for process in processes:
            assert process.stdin is not None
            process.stdin.write(f"play {seconds}\n".encode())
        measured = [json.loads(await _read(process)) for process in processes]
        after = await server.look()
        for process in processes:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
    finally:
        for process in processes:
            if process.returncode is None:
                process.kill()
                await process.wait()
    every = {key: sum((each[key] for each in measured[1:]), measured[0][key]) for key in measured[0]}
    return every, after | {"busy": (after["cpu"] - before["cpu"]) / seconds}


async def _read(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode()


async def _story(load: Load, database: Path) -> dict[str, object]:
    server = Gauged(database)
    await server.start()
    try:
        few = Crowd(tables=2, idle=2, think=0.05)
        await _crowds(server, [few], 1.0)
        start = await server.empty()
        share = load.tables // load.processes
        crowds = [Crowd(tables=share, think=load.think, seed=number) for number in range(load.processes)]
        crowds += [Crowd(idle=load.idle, seed=len(crowds))] if load.idle else []
        measured, held = await _crowds(server, crowds, load.seconds)
        once = await server.empty(start)
        if load.idle:
            await _crowds(server, crowds, load.seconds / 4)
        end = await server.empty(start)
    finally:
        await server.end()
    assert end["resident"] <= once["resident"] * _SLACK, (once["resident"], end["resident"])
    delays, late = sorted(measured["delays"]), sorted(measured["late"])
    return {
        "tables": f"{load.tables} that play and {load.idle} idle, {held['Connection']:.0f} sockets",
        "words a second": round(len(delays) / load.seconds, 1),
        "frames a second": round(measured["frames"] / load.seconds),
        "refused": measured["refused"],
        "word to all seats, p50 / p95 / p99 / longest (ms)": _ms(delays),
        "of that the people themselves late, p50 / p95 / p99 / longest (ms)": _ms(late),
        "processor of the server": f"{held['busy']:.0%} of a core",
        "load of the machine": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        "memory, start / loaded / empty / empty again (MB)": " / ".join(
            f"{each['resident'] / 1e6:.0f}" for each in (start, held, once, end)
        ),
        "left behind": "nothing",
        "_figures": {"p50": statistics.median(delays), "p99": _at(delays, 0.99), "resident": held["resident"]},
    }


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _ms(ordered: list[float]) -> str:
    return " / ".join(f"{_at(ordered, share) * 1000:.1f}" for share in (0.5, 0.95, 0.99, 1.0))


def played(load: Load, database: Path) -> dict[str, object]:
    """Play a load on a database; what was measured. Raises :class:`AssertionError` where something is left behind."""
    return asyncio.run(_story(load, database))


def main() -> dict[str, object]:
    """The long story, which must keep what is promised."""
    with tempfile.TemporaryDirectory() as place:
        told = played(Load(), Path(place) / "kibic.sqlite3")
    figures: Any = told.pop("_figures")
    for what, value in told.items():
        print(f"  {what}: {value}", flush=True)
    assert figures["resident"] <= MEMORY, "too much memory"
    assert figures["p50"] <= P50, "half of all words take too long"
    assert figures["p99"] <= P99, "one word in a hundred takes too long"
    return {}
