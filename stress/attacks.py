"""Clients that mean no good. Each attack is one round against a server; what came of it is counted by code.

``python -m stress.attacks URL TABLE SECONDS`` goes on with all of them at once and prints what was counted as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import re
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from kibic.server.cookies import COOKIE
from kibic.server.protocol import PROTOCOL, TRY_AGAIN

#: How long an answer may take, in seconds.
PATIENCE: Final = 60.0
#: Messages of a flood, and how many a second; the longest frame; the times a word is repeated.
FLOOD: Final = 1_500
FLOOD_RATE: Final = 1_000
HUGE: Final = 1_000_000
AGAIN: Final = 10
#: Messages between two looks at what the server counts.
LOOK: Final = 15


@dataclass
class Target:
    """A server, a table of other people at which one may look on, and a table of the attackers' own."""

    url: str
    busy: str
    own: str = ""
    cookies: list[str] = field(default_factory=list)
    #: Messages a second that the server lets one socket say.
    pace: float = 15.0
    count: int = 0

    async def counted(self) -> Counter[str]:
        """What the server has counted of refusals and closed sockets, by code."""
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as client:
            text = (await client.get("/metrics")).text
        found = re.findall(r'^kibic_(?:refused|closed)_total\{code="(\w+)"\} (\d+)$', text, re.MULTILINE)
        return Counter({code: int(number) for code, number in found})

    async def prepare(self) -> None:
        """Make the own table, with a session for each of its seats, and start its match."""
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as client:
            body = {"seats": ["me", "free", "free"], "bot_pause": 0, "name": "Hana"}
            made = await client.post("/api/tables", json=body)
            self.own = made.json()["table"]
            self.cookies.append(_cookie(made))
        for seat in (1, 2):
            async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as client:
                self.cookies.append(_cookie(await client.get(f"/t/{self.own}")))
            async with self.line(self.cookies[-1]) as line:
                await opened(line, self.own)
                await say(line, {"type": "sit", "seat": seat, "name": f"H{seat}"})
                await heard(line, partial(_taken, seat))

    def line(self, cookie: str = "", origin: Origin | None = None, **how: Any) -> connect:
        """A socket that is not opened yet."""
        headers = {"Cookie": cookie} if cookie else {}
        url = self.url.replace("http", "ws", 1) + "/ws"
        return connect(
            url,
            additional_headers=headers,
            origin=origin,
            proxy=None,
            max_size=None,
            ping_interval=None,
            **how,
        )

    def act(self, version: int, word: str, message_id: str = "") -> dict[str, Any]:
        """A word, under an id of its own unless one is given."""
        self.count += 1
        return {"type": "act", "id": message_id or f"h{self.count}", "version": version, "word": word}

    async def on_turn(self, *, turn: bool) -> tuple[ClientConnection, Any]:
        """A line of one of these people at the own table who is to act (or not, while another one is); its welcome."""
        async with asyncio.timeout(PATIENCE):
            for cookie in itertools.cycle(self.cookies):
                line = await self.line(cookie)
                welcome = await opened(line, self.own)
                actor = welcome["view"].get("to_act")
                if actor in range(len(self.cookies)) and (actor == welcome["seat"]) == turn:
                    return line, welcome
                await line.close()
        raise AssertionError("nobody is ever on turn")


Attack = Callable[[Target, Counter[str]], Awaitable[None]]


async def never_reads(target: Target, seen: Counter[str]) -> None:
    """Asks for the table again and again and reads nothing; it is cut off, and reading at last it finds out why."""
    parts = urlsplit(target.url)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, (parts.hostname, parts.port))
    line = await target.line(sock=small, max_queue=1)
    line.transport.pause_reading()
    hello = {"type": "hello", "protocol": PROTOCOL, "table": target.busy}
    before = (await target.counted())[str(TRY_AGAIN)]
    try:
        async with asyncio.timeout(PATIENCE):
            while (await target.counted())[str(TRY_AGAIN)] == before:
                for _ in range(LOOK):
                    with contextlib.suppress(ConnectionClosed):  # counted is only what the server says
                        await say(line, hello)
                    await asyncio.sleep(1 / target.pace)
        line.transport.resume_reading()
        seen[str(await closed(line))] += 1
    finally:
        line.transport.abort()


async def huge_frames(target: Target, seen: Counter[str]) -> None:
    """A frame of a megabyte, and one that is only too large."""
    async with target.line() as line:
        await line.send("x" * 5_000)
        seen[(await heard(line, _refusal))["code"]] += 1
        with contextlib.suppress(ConnectionClosed):
            await line.send("x" * HUGE)
        seen[str(await closed(line))] += 1


async def broken_utf8(target: Target, seen: Counter[str]) -> None:
    """A text that is none."""
    async with target.line() as line:
        await line.send(b'{"type": "ping", "n": "\xff\xfe"}', text=True)
        seen[str(await closed(line))] += 1


async def flood(target: Target, seen: Counter[str]) -> None:
    """A thousand messages a second."""
    async with target.line() as line:
        speaking = asyncio.create_task(_speak_fast(line))
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = json.loads(await line.recv())
                    seen[message.get("code", "pong")] += 1
        seen[str(line.close_code)] += 1
        await speaking


async def _speak_fast(line: ClientConnection) -> None:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    with contextlib.suppress(ConnectionClosed):
        for number in range(FLOOD):
            await say(line, {"type": "ping", "n": number})
            await asyncio.sleep(max(0.0, begun + number / FLOOD_RATE - loop.time()))


async def wrong_seat(target: Target, seen: Counter[str]) -> None:
    """A word out of turn, a word without a seat, and a seat at a table that plays."""
    code = ""
    while code != "not_your_turn":  # meanwhile another one may have had his turn
        line, welcome = await target.on_turn(turn=False)
        async with line:
            await say(line, target.act(welcome["version"], "dalje"))
            code = (await heard(line, _refusal))["code"]
            seen[code] += 1
    async with target.line(target.cookies[0]) as line:
        welcome = await opened(line, target.busy)
        await say(line, target.act(welcome["version"], "dalje"))
        seen[(await heard(line, _refusal))["code"]] += 1
        await say(line, {"type": "sit", "seat": 0})
        seen[(await heard(line, _refusal))["code"]] += 1


async def stale_and_replayed(target: Target, seen: Counter[str]) -> None:
    """A word for a state that is past, and one that is said again and again with another meaning."""
    line, welcome = await target.on_turn(turn=True)
    async with line:
        version, words = welcome["version"], welcome["view"]["legal"]
        await say(line, target.act(version - 1, words[0]))
        seen[(await heard(line, _refusal))["code"]] += 1
        act = target.act(version, words[0], f"replayed-{version}-{random.random()}")
        await say(line, act)
        first = await heard(line, lambda message: message.get("id") == act["id"])
        for number in range(AGAIN):
            await say(line, act | {"word": words[-1], "version": version + number})
            answer = await heard(line, lambda message: message.get("id") == act["id"])
            assert answer == first, "a word that was repeated was not acknowledged as it was before"
        seen["replayed"] += AGAIN


async def forged_session(target: Target, seen: Counter[str]) -> None:
    """Somebody who makes up his session, and a page of another site."""
    async with target.line(f"{COOKIE}={random.randbytes(32).hex()}") as line:
        welcome = await opened(line, target.own)
        assert welcome["seat"] is None
        await say(line, target.act(welcome["version"], "dalje"))
        seen[(await heard(line, _refusal))["code"]] += 1
    status = 0
    try:
        async with target.line(target.cookies[0], origin=Origin("https://evil.example")):
            pass
    except InvalidStatus as refused:
        status = refused.response.status_code
    assert status == 403, "a page of another site was let in"
    seen["origin"] += 1


ATTACKS: Final[tuple[Attack, ...]] = (
    never_reads,
    huge_frames,
    broken_utf8,
    flood,
    wrong_seat,
    stale_and_replayed,
    forged_session,
)


async def say(line: ClientConnection, message: dict[str, Any]) -> None:
    """Say something."""
    await line.send(json.dumps(message))


async def heard(line: ClientConnection, wanted: Callable[[Any], bool]) -> Any:
    """The first message that is wanted."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(message := json.loads(await line.recv())):
            pass
        return message


async def opened(line: ClientConnection, table: str) -> Any:
    """Open a table; its welcome."""
    await say(line, {"type": "hello", "protocol": PROTOCOL, "table": table})
    return await heard(line, lambda message: message["type"] == "welcome")


async def closed(line: ClientConnection) -> int | None:
    """The code with which the server has closed the line."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await line.recv()
    return line.close_code


def _refusal(message: Any) -> bool:
    return bool(message["type"] == "refused")


def _taken(seat: int, message: Any) -> bool:
    return message["type"] in ("table", "welcome") and message["table"]["seats"][seat]["kind"] == "person"


def _cookie(response: httpx.Response) -> str:
    return "; ".join(f"{key}={value}" for key, value in response.cookies.items())


async def go_on(target: Target, seconds: float) -> Counter[str]:
    """All attacks at once, each again and again, until the time is over; a round that has begun is ended."""
    await target.prepare()
    seen: Counter[str] = Counter()
    until = asyncio.get_running_loop().time() + seconds

    async def again(attack: Attack) -> None:
        while asyncio.get_running_loop().time() < until:
            await attack(target, seen)
            seen[f"rounds of {attack.__name__}"] += 1

    await asyncio.gather(*map(again, ATTACKS))
    return seen


if __name__ == "__main__":
    print(json.dumps(asyncio.run(go_on(Target(sys.argv[1], sys.argv[2]), float(sys.argv[3])))))
