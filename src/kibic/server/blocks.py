"""Block lists: whom a person does not want at his tables, and whose words he does not want to read."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.server.answers import answer
from kibic.server.guests import NAMELESS, Guest, Guests, now_ms
from kibic.server.messages import SeatNumber, TableId
from kibic.server.refusals import Refused
from kibic.server.store import TableRow

if TYPE_CHECKING:
    from kibic.server.web import Web

#: Most people on one list.
MAX_BLOCKED = 500


class Blocks:
    """The block lists."""

    def __init__(self, guests: Guests) -> None:
        self._store, self._writer = guests.store, guests.writer

    async def between(self, guest: Guest) -> set[str]:
        """Everybody a person blocks or who blocks him."""
        mine = await self._writer.read(self._store.blocks_of, guest.id)
        return set(mine) | await self._writer.read(self._store.blockers_of, guest.id)

    async def check_seat(self, row: TableRow, guest: Guest) -> None:
        """Whether somebody may sit down at a table: nobody there blocks him. Raises :class:`Refused`."""
        there = {row.host} | {seat.guest for seat in row.seats}
        if there & await self._writer.read(self._store.blockers_of, guest.id):
            raise Refused("not_welcome")

    async def block(self, me: Guest, other: str, name: str) -> None:
        """Put somebody on the list. Raises :class:`Refused` (``nothing_open`` for oneself, ``too_large``)."""
        if me.id == other:
            raise Refused("no_person")
        if len(await self._writer.read(self._store.blocks_of, me.id)) >= MAX_BLOCKED:
            raise Refused("too_many_blocked", most=MAX_BLOCKED)
        await self._writer.write(self._store.block, me.id, other, name, now_ms())

    async def unblock(self, me: Guest, who: str) -> None:
        """Take somebody off the list; ``who`` is his handle on it. Raises :class:`Refused` (``nothing_open``)."""
        found = await self._writer.read(self._store.blocks_of, me.id)
        other = next((one for one in found if handle(me.id, one) == who), None)
        if other is None:
            raise Refused("no_person")
        await self._writer.write(self._store.unblock, me.id, other)

    async def names(self, me: Guest) -> list[dict[str, str]]:
        """The list with names and handles, by name."""
        found = await self._writer.read(self._store.blocks_of, me.id)
        return [{"name": name, "who": handle(me.id, other)} for other, name in found.items()]


def handle(me: str, other: str) -> str:
    """What somebody is called on a block list: it tells nothing of him elsewhere."""
    return hashlib.sha256(f"block {me} {other}".encode()).hexdigest()[:12]


class BlockBody(Struct, frozen=True):
    """Somebody at a table."""

    table: TableId
    seat: SeatNumber


class UnblockBody(Struct, frozen=True):
    """Somebody on the list."""

    who: Annotated[str, Meta(min_length=1, max_length=16)]


class BlockWeb:
    """The HTTP side of block lists."""

    def __init__(self, web: Web, blocks: Blocks) -> None:
        self._web = web
        self._blocks = blocks

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/blocks", self.listed),
            Route("/api/blocks", self.block, methods=["POST"]),
            Route("/api/blocks/remove", self.unblock, methods=["POST"]),
        ]

    async def listed(self, request: Request) -> Response:
        """Whom the person blocks."""
        return answer({"blocks": await self._blocks.names(await self._web.known(request))})

    async def block(self, request: Request) -> Response:
        """Block whoever sits at a table that the person may see."""
        body = await self._web.body(request, BlockBody)
        me = await self._web.known(request)
        row = await self._web.visible(request, body.table)
        if body.seat >= len(row.seats):
            raise Refused("no_seat")
        other = row.seats[body.seat]
        if other.guest is None:
            raise Refused("no_person")
        await self._blocks.block(me, other.guest, other.name or NAMELESS)
        return answer({"blocks": await self._blocks.names(me)})

    async def unblock(self, request: Request) -> Response:
        """Take somebody off the list."""
        body = await self._web.body(request, UnblockBody)
        me = await self._web.known(request)
        await self._blocks.unblock(me, body.who)
        return answer({"blocks": await self._blocks.names(me)})
