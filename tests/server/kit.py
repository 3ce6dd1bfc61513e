"""Tools of the server tests: a real server in a thread, people with real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kibic.bots import bot_named
from kibic.cards import Shuffler
from kibic.game import Text
from kibic.server.app import Server, create_app
from kibic.server.database import url_of
from kibic.server.patch import merged
from kibic.server.settings import Settings
from kibic.server.thinking import Bot
from kibic.server.timing import Time
from kibic.server.wire import Wire, keep_short

#: How long a test waits for something that must come, in seconds.
PATIENCE = 60.0


def quick(database: Path | str, **changes: Any) -> Settings:
    """Settings of a server on which nobody has to wait. ``database`` is a file or a URL."""
    base: dict[str, Any] = {
        "database": url_of(str(database)),
        "next_pause": 0.0,
        "bot_pause_ms": 0,
        "rate": 5_000.0,
        "burst": 5_000,
        "makes": 1_000.0,
        "makes_burst": 1_000,
        "hint_rate": 1_000.0,
        "hint_burst": 1_000,
        "logins": 1_000.0,
        "logins_burst": 1_000,
        "queue": 5_000,
        "cut_wait": 0.0,
        "table_makes": 1_000.0,
        "table_makes_burst": 1_000,
    }
    return Settings(**(base | changes))


@dataclass(frozen=True)
class Chosen:
    """A decision of :class:`FirstBot`."""

    action: Any
    rule: str | None = "TINY-03"
    text: Text | None = None


class FirstBot:
    """Plays the first legal action of the view."""

    def choose(self, view: Any, rng: Shuffler) -> Chosen:
        return Chosen(view.legal[0], text=Text("The first one.", "Prva."))


def bots(name: str, game: str) -> Bot:
    """The bots of the tests: those of Kibic, and one for the game of the tests."""
    return FirstBot() if game == "highest" else bot_named(name, game)


class Running:
    """A real server on a free port, in a thread of its own."""

    def __init__(
        self,
        settings: Settings,
        find: Callable[[str, str], Bot] | None = bots,
        time: Time | None = None,
        ping: float = 20.0,
    ) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        keep_short(self._socket)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.app = create_app(replace(settings, address=self.url), bots=find, time=time)
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            ws=Wire,
            ws_max_size=65_536,
            ws_ping_interval=ping,
            ws_ping_timeout=ping,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})

    @property
    def server(self) -> Server:
        """The inside of the server."""
        server: Server = self.app.state.server
        return server

    def __enter__(self) -> Self:
        self._thread.start()
        with httpx.Client(transport=httpx.HTTPTransport(verify=False, retries=3)) as client:
            assert client.get(f"{self.url}/healthz", timeout=PATIENCE).json()["ok"] is True
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@dataclass
class Person:
    """Somebody with a browser: a cookie, and pages at tables."""

    url: str
    name: str | None = None
    client: httpx.AsyncClient = field(init=False)
    pages: list[Page] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Loading certificates takes longer than all the rest; nothing here is encrypted.
        self.client = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False)

    async def __aenter__(self) -> Self:
        if self.name is not None:
            assert (await self.post("/api/me", name=self.name))["name"] == self.name
        return self

    async def __aexit__(self, *_: object) -> None:
        for page in self.pages:
            await page.close()
        await self.client.aclose()

    async def post(self, path: str, **body: Any) -> Any:
        """The answer to a POST that succeeds."""
        response = await self.client.post(path, json=body)
        assert response.status_code == 200, response.text
        return response.json()

    async def get(self, path: str) -> Any:
        """The answer to a GET that succeeds."""
        response = await self.client.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    @property
    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    async def page(self, table: str, since: int | None = None, view: Any = None, *, whole: bool = False) -> Page:
        """A page that has opened the table."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        line = await connect(self.url.replace("http", "ws") + "/ws", additional_headers=headers, max_queue=None)
        page = Page(line, table)
        self.pages.append(page)
        page.version, page.view = since or 0, view
        await page.say("hello", protocol=1, table=table, since=since, whole=whole)
        return page


class Page:
    """A page at a table: keeps the state as the real page does, and every frame it was sent."""

    def __init__(self, line: ClientConnection, table_id: str) -> None:
        self.line = line
        self.table_id = table_id
        self.frames: list[str] = []
        self.version = 0
        self.view: Any = None
        self.table: Any = None
        self.seat: int | None = None
        self.count = 0

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        await self.line.send(json.dumps({"type": kind, **fields}))

    async def hear(self) -> Any:
        """The next message, after it has been taken in."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.line.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        match message["type"]:
            case "welcome":
                self.version, self.view, self.seat = message["version"], message["view"], message["seat"]
                self.table = message["table"]
            case "event":
                assert message["version"] == self.version + 1
                self.version = message["version"]
                self.view = message["view"] if "view" in message else merged(self.view, message["patch"])
            case "table":
                self.table = message["table"]
            case "clock":
                self.table["clock"] = message["clock"]
        return message

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The first message that ``wanted`` accepts."""
        async with asyncio.timeout(PATIENCE):
            while not wanted(message := await self.hear()):
                pass
        return message

    async def heard(self, *kinds: str) -> Any:
        """The first message of one of the kinds."""
        return await self.until(lambda message: message["type"] in kinds)

    async def holds(self, wanted: Callable[[Any], bool]) -> Any:
        """The view, once ``wanted`` is true of it."""
        if self.view is None or not wanted(self.view):
            await self.until(lambda _: self.view is not None and wanted(self.view))
        return self.view

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.view is not None and self.seat is not None and self.view.get("to_act") == self.seat

    async def act(self, word: str, version: int | None = None, client_id: str | None = None) -> Any:
        """Say a word and return the ``ack`` or ``refused`` for it."""
        self.count += 1
        message_id = client_id or f"{id(self)}-{self.count}"
        await self.say("act", id=message_id, version=self.version if version is None else version, word=word)
        return await self.answer(message_id)

    async def answer(self, message_id: str) -> Any:
        """The answer to the message with this id."""
        return await self.until(lambda message: message.get("id") == message_id)

    @property
    def pausing(self) -> bool:
        """Whether the table pauses between hands and this person has not asked for the next one."""
        if self.table is None or self.seat is None or self.table["next_at"] is None:
            return False
        return not self.table["seats"][self.seat]["ready"]

    async def close(self) -> None:
        """Go away."""
        await self.line.close()

    async def closed(self) -> int:
        """The close code, once the server has closed the line."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    self.frames.append(str(await self.line.recv()))
        assert self.line.close_code is not None
        return self.line.close_code


async def play(page: Page, choose: Callable[[Any], str], done: Callable[[Any], bool]) -> None:
    """Play the seat of the page until ``done`` is true of its view, asking for the next hand between hands."""
    while not (page.view is not None and done(page.view)):
        if page.my_turn:
            before = page.version
            answer = await page.act(choose(page.view))
            assert answer["type"] == "ack", answer
            while page.version == before:
                await page.hear()
        elif (await page.hear())["type"] == "table" and page.pausing:
            await page.say("next")


def first(view: Any) -> str:
    """The first legal word."""
    word: str = view["legal"][0]
    return word
