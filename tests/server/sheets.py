"""Pages at sheets, for the tests of the server."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from kibic.server.sheetpatch import changed
from tests.server.kit import PATIENCE

PLAYERS = ["Ana", "Boro", "Ceca"]
KARO = {"declarer": "1", "game": "karo", "follow": "both", "tricks": "6", "defence": "2"}
PASSED = {"declarer": "pass"}


async def made(url: str, **body: Any) -> dict[str, Any]:
    """A new sheet."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False) as client:
        answer = await client.post("/api/sheets", json={"players": PLAYERS, **body}, headers={"origin": url})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


class SheetPage:
    """A page that follows a sheet, and writes when it has the key."""

    def __init__(self, url: str, sheet: str, key: str | None = None, since: int | None = None) -> None:
        self._url = url.replace("http", "ws", 1) + "/ws/sheet"
        self._hello = {"type": "open", "sheet": sheet, "key": key, "since": since}
        self._ids = 0
        self.version = -1
        self.state: dict[str, Any] = {}
        self.shown: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        self._socket: ClientConnection = await connect(self._url, origin=None)
        await self.send(self._hello)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()

    async def send(self, message: object) -> None:
        """Send a message, or a frame as it is."""
        await self._socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message; the state is kept."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE))
        if message["type"] == "sheet":
            self.version, self.shown = message["version"], message
            if message["change"] is not None:
                assert message["state"] is None
                self.state = changed(self.state, message["change"])
            self.state = message["state"] or self.state
        return message

    async def heard(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = await self.hear()
            if message["type"] == kind:
                return message

    async def at(self, version: int) -> None:
        """Wait until the page shows a version."""
        while self.version != version:
            await self.hear()

    async def do(self, command: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Do a command; the acknowledgement or the refusal."""
        self._ids += 1
        message = {"type": "do", "id": f"{id(self)}-{self._ids}", "version": self.version, "command": command} | more
        await self.send(message)
        while True:
            answer = await self.hear()
            if answer["type"] in ("ack", "refused"):
                return answer
