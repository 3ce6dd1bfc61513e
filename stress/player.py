"""Somebody at a table whose servers are killed: he comes back, says again what had no answer, and notes all he saw."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kibic.server.patch import merged
from kibic.server.protocol import PROTOCOL

#: How long a request may take, in seconds, and how long somebody waits who was turned away.
_SILENCE: Final = 20.0
_BACKOFF: Final = 0.1
_FAULTS: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long somebody waits, in seconds.

    ``idle``: nothing may come for so long before he asks for a sign of life; ``pong``: how long that may take;
    ``pause``: before he comes again, by the number of attempts that failed and by chance (0..1).
    """

    idle: float = _SILENCE
    pong: float = _SILENCE
    pause: Callable[[int, float], float] = lambda _attempt, _chance: _BACKOFF


def as_a_page(attempt: int, chance: float) -> float:
    """How long the page waits before it comes again (``backoff`` in its socket.js), in seconds."""
    most = 0.25 if attempt == 0 else 0.35 if attempt < 40 else 0.7
    return most * (0.6 + 0.4 * chance)


class Player:
    """One person. ``nodes`` gives the addresses of servers; any will do. ``moved`` is set when he sees more."""

    def __init__(
        self,
        nodes: Callable[[], list[str]],
        seed: int,
        name: str,
        moved: asyncio.Event,
        patience: Patience | None = None,
    ) -> None:
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
        self.patience = patience or Patience()
        #: When the server last showed that the line holds and all before has come, by the clock of the loop.
        self.proved = 0.0
        #: When he last began to open a line, and when it was open, by the same clock.
        self.tried = self.opened = 0.0
        #: Words said by id; versions of those acknowledged; digests of the view and of what happened at each version.
        self.said: dict[str, str] = {}
        self.acked: dict[str, int] = {}
        self.saw: dict[int, bytes] = {}
        self.events: dict[int, bytes] = {}
        self._open: dict[str, Any] | None = None
        self._open_at = 0
        self._line: ClientConnection | None = None
        self._pings = 0
        self._pong_due: float | None = None
        self._attempt = 0
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
                self.tried, url = _now(), self.rng.choice(self.nodes()).replace("http", "ws", 1) + "/ws"
                cookie = {"Cookie": self.cookie}
                async with connect(
                    url,
                    additional_headers=cookie,
                    max_size=None,
                    proxy=None,
                    close_timeout=_BACKOFF,
                    ping_interval=None,
                ) as line:
                    await self._stay(line, plays)
            except (*_FAULTS, IndexError):
                pass
            self._line = None
            await asyncio.sleep(self.patience.pause(self._attempt, self.rng.random()))
            self._attempt += 1

    async def nudge(self) -> None:
        """Have him look whether he may speak now."""
        if self._line is not None:
            with contextlib.suppress(*_FAULTS):
                await self._ping(self._line)

    async def _stay(self, line: ClientConnection, plays: Callable[[Player], bool]) -> None:
        self.joins += 1
        self._line, self._pong_due, self.opened = line, None, _now()
        await self._hello(line)
        if self._open is not None:
            await self._ask(line, self._open)
        while True:
            due = self._pong_due if self._pong_due is not None else _now() + self.patience.idle
            try:
                async with asyncio.timeout_at(due):
                    message = json.loads(await line.recv())
            except TimeoutError:
                if self._pong_due is not None:
                    raise  # a sign of life is due: this line is dead
                await self._ping(line)
                continue
            if await self._hear(line, message):
                return
            await self._speak(line, plays)

    async def _hello(self, line: ClientConnection) -> None:
        since = self.version if self.view is not None else None
        await _say(line, {"type": "hello", "protocol": PROTOCOL, "table": self.table, "since": since})

    async def _ask(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Say what is to be answered, and ask for a sign of life, which comes after the answer."""
        self._open, self._open_at = message, self._pings
        await _say(line, message)
        await self._ping(line)

    async def _ping(self, line: ClientConnection) -> None:
        self._pings += 1
        if self._pong_due is None:
            self._pong_due = _now() + self.patience.pong
        await _say(line, {"type": "ping", "n": self._pings})

    async def _pong(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """All that was sent before has come, or was lost on the way."""
        if message["n"] == self._pings:
            self._pong_due = None
        if self.view is not None and message.get("version", self.version) != self.version:
            await self._hello(line)
            return
        self._proved()
        if self._open is not None and self._open_at < message["n"]:
            self._open_at = self._pings
            await _say(line, self._open)

    def _proved(self) -> None:
        self.proved, self._attempt = _now(), 0
        self.moved.set()

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
            case "event" if message["version"] > self.version + 1:
                await self._hello(line)  # some were lost in between
            case "event" if message["version"] == self.version + 1:
                self.events[message["version"]] = seen(message["events"])
                self._at(message["version"], merged(self.view, message["patch"]))
            case "table":
                self._proved()
            case "pong":
                await self._pong(line, message)
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
        self.said[message_id] = word
        await self._ask(line, {"type": "act", "id": message_id, "version": self.version, "word": word})

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


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _say(line: ClientConnection, message: dict[str, Any]) -> None:
    await line.send(json.dumps(message))
