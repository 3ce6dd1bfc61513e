"""Somebody at a table whose servers are killed: he comes back, says again what had no answer, and notes all he saw."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kibic.server.patch import merged
from kibic.server.protocol import PROTOCOL

#: How long somebody waits who was turned away, in seconds, and how long he waits for an answer before he comes again.
_BACKOFF: Final = 0.1
_SILENCE: Final = 20.0
_FAULTS: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


class Player:
    """One person. ``nodes`` gives the addresses of servers; any will do. ``moved`` is set when he sees more."""

    def __init__(self, nodes: Callable[[], list[str]], seed: int, name: str, moved: asyncio.Event) -> None:
        self.nodes = nodes
        self.name = name
        self.rng = random.Random(seed)
        self.table = ""
        self.seat: int | None = None
        self.version = 0
        self.view: Any = None
        self.cookie = ""
        self.joins = 0
        self.moved = moved
        #: Words said by id; versions of those acknowledged; digests of the view and of what happened at each version.
        self.said: dict[str, str] = {}
        self.acked: dict[str, int] = {}
        self.saw: dict[int, bytes] = {}
        self.events: dict[int, bytes] = {}
        self._open: dict[str, Any] | None = None
        self._line: ClientConnection | None = None
        self._due = 0
        self._count = 0

    @property
    def turn(self) -> object:
        """Who is to act, as far as he knows."""
        return self.view.get("to_act") if self.view is not None else None

    @property
    def over(self) -> bool:
        """Whether he has seen the end of the match."""
        return self.view is not None and self.view["phase"] == "over"

    # Before the match

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer of some server to a request, asked again until there is one."""
        while True:
            try:
                headers = {"Cookie": self.cookie} if self.cookie else {}
                url = self.rng.choice(self.nodes())
                async with httpx.AsyncClient(base_url=url, timeout=_SILENCE, verify=False, headers=headers) as client:
                    response = await client.request(method, path, json=body)
                if response.status_code < 500:
                    assert response.status_code == 200, response.text
                    self.cookie = "; ".join(f"{key}={value}" for key, value in response.cookies.items()) or self.cookie
                    return response
            except (httpx.HTTPError, OSError, IndexError):
                pass
            await asyncio.sleep(_BACKOFF)

    async def make(self, seats: list[str]) -> str:
        """Make a table and sit at it; its id."""
        body = {"seats": seats, "bot_pause": 0, "name": self.name, "kibitzers": True}
        self.table = (await self.ask("POST", "/api/tables", body)).json()["table"]
        return self.table

    async def come(self, table: str) -> None:
        """Get a session to sit down with."""
        self.table = table
        await self.ask("GET", f"/t/{table}")

    # The match

    async def live(self, plays: Callable[[Player], bool]) -> None:
        """Stay at the table, and speak when it is his turn as long as ``plays`` says. Ends by being cancelled."""
        while True:
            try:
                url = self.rng.choice(self.nodes()).replace("http", "ws", 1) + "/ws"
                async with connect(url, additional_headers={"Cookie": self.cookie}, max_size=None, proxy=None) as line:
                    await self._stay(line, plays)
            except (*_FAULTS, IndexError):
                await asyncio.sleep(_BACKOFF)

    async def nudge(self) -> None:
        """Have him look whether he may speak now."""
        if self._line is not None:
            with contextlib.suppress(*_FAULTS):
                await _say(self._line, {"type": "ping"})

    async def _stay(self, line: ClientConnection, plays: Callable[[Player], bool]) -> None:
        self.joins += 1
        self._line = line
        since = self.version if self.view is not None else None
        await _say(line, {"type": "hello", "protocol": PROTOCOL, "table": self.table, "since": since})
        if self._open is not None:
            await _say(line, self._open)
        while True:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), _SILENCE))
            except TimeoutError:
                if self._open is not None:
                    raise  # an answer is due: this line is dead
                continue
            if await self._hear(line, message):
                await asyncio.sleep(_BACKOFF)
                return
            await self._speak(line, plays)

    async def _hear(self, line: ClientConnection, message: dict[str, Any]) -> bool:
        """Take a message in; whether to come again."""
        match message["type"]:
            case "welcome":
                self.seat = message["seat"]
                self._at(message["version"], message["view"])
                if message["table"]["state"] == "waiting" and self.seat is None:
                    free = [number for number, seat in enumerate(message["table"]["seats"]) if seat["kind"] == "free"]
                    if free:
                        await _say(line, {"type": "sit", "seat": self.rng.choice(free), "name": self.name})
            case "event":
                assert message["version"] == self.version + 1, "an event is missing"
                self.events[message["version"]] = seen(message["events"])
                self._at(message["version"], merged(self.view, message["patch"]))
            case "ack":
                assert self.acked.setdefault(message["id"], message["version"]) == message["version"]
                self._answered(message["id"])
                self._due = message["version"]  # what he did comes as an event, which may come later
            case "refused":
                return self._refused(message)
        return False

    def _refused(self, message: dict[str, Any]) -> bool:
        """What was refused; whether to come again."""
        if message["code"] == "seat_taken":
            return True
        if message["code"] in ("storage", "unsure", "internal", "too_fast"):
            # Nobody knows whether it went in: sometimes it is said again, and sometimes something else.
            if self.rng.random() < 0.5:
                self._answered(message["id"])
            return True
        assert message["code"] in ("stale_version", "not_your_turn"), message
        self._answered(message["id"])
        return True

    async def _speak(self, line: ClientConnection, plays: Callable[[Player], bool]) -> None:
        if self._open is not None or self.view is None or self.seat is None or self.view.get("to_act") != self.seat:
            return
        if self.version < self._due or not plays(self):
            return
        self._count += 1
        word, message_id = self.rng.choice(self.view["legal"]), f"{self.name}-{self._count}"
        self._open = {"type": "act", "id": message_id, "version": self.version, "word": word}
        self.said[message_id] = word
        await _say(line, self._open)

    def _at(self, version: int, view: Any) -> None:
        assert version >= self.version, "the table went back"
        self.version, self.view = version, view
        if view is not None:
            self.saw[version] = seen(view)
        self.moved.set()

    def _answered(self, message_id: str | None) -> None:
        if self._open is not None and self._open["id"] == message_id:
            self._open = None


def seen(view: Any) -> bytes:
    """A digest of a view or of events. What is null is left out: in the protocol that means the same as absent."""
    return hashlib.sha256(json.dumps(_plain(view), sort_keys=True).encode()).digest()


def _plain(view: Any) -> Any:
    if isinstance(view, dict):
        return {key: _plain(value) for key, value in view.items() if value is not None}
    if isinstance(view, list):
        return [_plain(value) for value in view]
    return view


async def _say(line: ClientConnection, message: dict[str, Any]) -> None:
    await line.send(json.dumps(message))
