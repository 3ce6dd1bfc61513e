"""Replays over HTTP (docs/protocol.md): of a table's finished hands, of a sheet, and of a text somebody brings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.game import Json, Text
from kibic.record import Record, RecordError
from kibic.server.answers import answer
from kibic.server.pages import Pages
from kibic.server.records import record_of_table
from kibic.server.refusals import Refused
from kibic.server.replays import OPEN, fault, hand_json, looked_back, match_json
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import HandNumber
from kibic.server.tables import Tables
from kibic.server.web import Key, Web
from kibic.sheets import SheetError, record_of_book
from kibic.sheets.imported import record_of_text

#: Largest request that brings a record, in bytes: a match of some 700 hands with all its cards.
MAX_RECORD: Final = 524_288
_REVIEW: Final = "review"

Source = Callable[[], tuple[Record, tuple[tuple[int, Text], ...]]]


class ReplayBody(Struct, frozen=True):
    """A record or Portable Preferans Notation, and what is asked of it: the match, or one hand."""

    text: str
    hand: HandNumber | None = None
    view: Key = OPEN
    part: Annotated[str, Meta(max_length=8)] = ""


class ReplayWeb:
    """The HTTP side of replays. Nothing is kept between two requests; limits are those of :class:`Web`."""

    def __init__(self, tables: Tables, desk: SheetDesk, web: Web, pages: Pages) -> None:
        self._tables = tables
        self._desk = desk
        self._web = web
        self._pages = pages

    def routes(self) -> list[Route]:
        """All routes of replays."""
        return [
            Route("/replay", self.page),
            Route("/t/{table}/replay", self.page),
            Route("/sheet/{sheet}/replay", self.page),
            Route("/api/replay", self.text, methods=["POST"]),
            Route("/api/tables/{table}/replay", self.table),
            Route("/api/sheets/{sheet}/replay", self.sheet),
        ]

    async def page(self, request: Request) -> Response:
        """The page of a replay. Whether there is anything to replay it hears from the answers."""
        return self._pages.html(request, "replay.html")

    async def text(self, request: Request) -> Response:
        """A text somebody brings; or what is wrong with it."""
        body = await self._web.body(request, ReplayBody, limit=MAX_RECORD, buckets=self._web.checks)
        try:
            found = await asyncio.to_thread(
                _answered, lambda: record_of_text(body.text), body.hand, body.view, body.part
            )
        except (SheetError, RecordError) as error:
            return answer({"problems": [fault(error)]})
        return answer(found)

    async def table(self, request: Request) -> Response:
        """The finished hands of a table; while the match goes on without cards that stay closed."""
        asked = self._asked(request)
        row = await self._web.visible(request, request.path_params["table"])
        if row.opening is None:
            return answer({"hands": [], "players": [seat.name for seat in row.seats], "remarks": [], "problems": []})
        writer = self._tables.services.writer
        record = await writer.read(record_of_table, writer.store, row)
        return answer(await asyncio.to_thread(_answered, lambda: (record, ()), *asked))

    async def sheet(self, request: Request) -> Response:
        """The hands of a sheet, told without their cards."""
        asked = self._asked(request)
        sheet = await self._desk.read(request.path_params["sheet"])
        book = sheet.book
        return answer(await asyncio.to_thread(_answered, lambda: (record_of_book(book), ()), *asked))

    def _asked(self, request: Request) -> tuple[int | None, str, str]:
        """Hand, viewer and part of a GET. Raises :class:`Refused`."""
        self._web.limit(request, self._web.checks)
        asked = request.query_params
        hand = asked.get("hand")
        if hand is not None and not (hand.isascii() and hand.isdecimal() and len(hand) < 6):
            raise Refused("bad_request", detail="hand is the number of a hand, from 1")
        return None if hand is None else int(hand), asked.get("view", OPEN), asked.get("part", "")


def _answered(source: Source, hand: int | None, view: str, part: str) -> Json:
    """The match, or of one hand the steps or the review."""
    record, remarks = source()
    if hand is None:
        return match_json(record, remarks)
    return looked_back(record, hand) if part == _REVIEW else hand_json(record, hand, view)
