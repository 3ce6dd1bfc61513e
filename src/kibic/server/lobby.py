"""The open tables of a server: which there are, by which rules, and whether somebody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.game import Json
from kibic.server import hosting, seating
from kibic.server.answers import answer
from kibic.server.blocks import Blocks
from kibic.server.guests import Guest, now_ms
from kibic.server.incidents import note
from kibic.server.matchstore import MatchStore
from kibic.server.store import TableRow
from kibic.server.tables import Tables

if TYPE_CHECKING:
    from kibic.server.web import Web

log = logging.getLogger("kibic.server")

#: How often a server says at which of its tables somebody is, and how long that is believed, in seconds.
_ROUND: Final = 20.0
_BELIEVED: Final = 60.0
#: How long a list of open tables is shown to everybody who asks, in seconds.
_FRESH: Final = 1.0


class Lobby:
    """The open tables."""

    def __init__(self, tables: Tables, matches: MatchStore, blocks: Blocks) -> None:
        self._tables = tables
        self._writer = tables.services.writer
        self._matches = matches
        self._blocks = blocks
        self._rounds: asyncio.Task[None] | None = None
        self._found: list[TableRow] = []
        self._fresh_until = 0.0

    def start(self) -> None:
        """Go on rounds through the tables of this server until :meth:`close`."""
        self._rounds = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        """Stop."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def shown_to(self, guest: Guest | None) -> list[TableRow]:
        """The open tables somebody may come to, without those of people he blocks or who block him."""
        if time.monotonic() >= self._fresh_until:
            self._found = await self._writer.read(self._matches.open_tables, now_ms() - round(_BELIEVED * 1000))
            self._fresh_until = time.monotonic() + _FRESH
        apart = await self._blocks.between(guest) if guest is not None else set()
        return [row for row in self._found if row.host not in apart and hosting.not_welcome(row, guest) is None]

    async def look_round(self) -> None:
        """Note at which public tables of this server somebody is."""
        found = self._tables.public_and_visited()
        if found:
            await self._writer.write(self._matches.touch, found, now_ms())

    async def _go_round(self) -> None:
        while True:
            try:
                await self.look_round()
            except Exception as error:  # the storage fails: the tables are listed again when it works
                note(log, "the open tables could not be noted", error)
            await asyncio.sleep(_ROUND)


class LobbyWeb:
    """The HTTP side of the open tables."""

    def __init__(self, web: Web, lobby: Lobby) -> None:
        self._web = web
        self._lobby = lobby

    def routes(self) -> list[Route]:
        """All routes."""
        return [Route("/api/lobby", self.lobby)]

    async def lobby(self, request: Request) -> Response:
        """The open tables."""
        self._web.limit(request, self._web.checks)
        guest = await self._web.guest(request)
        return answer({"tables": [_shown(row, guest) for row in await self._lobby.shown_to(guest)]})


def _shown(row: TableRow, guest: Guest | None) -> Json:
    seats: list[Json] = [{"kind": seat.kind, "name": seat.name} for seat in row.seats]
    return {
        "id": row.id,
        "name": row.title,
        "game": row.game,
        "preset": row.preset,
        "options": row.options,
        "state": row.state,
        "seats": seats,
        "free": sum(seat.kind == "free" for seat in row.seats),
        "kibitzers": row.kibitzers,
        "hints": row.hints,
        "mine": seating.seat_of(row, guest) is not None or (guest is not None and guest.id == row.host),
        "created": row.created,
        "url": f"/t/{row.id}",
    }
