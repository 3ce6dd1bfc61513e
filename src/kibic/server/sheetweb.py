"""Sheets over HTTP (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.server.guests import MAX_NAME, clean_name
from kibic.server.messages import Id, Version
from kibic.server.refusals import Refused
from kibic.server.sheet import Sheet
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import Answers, HandNumber
from kibic.server.web import Key, Name, Web, answer
from kibic.sheets import Setup, state_json, text_of_book

#: The header that carries the key.
KEY_HEADER: Final = "x-sheet-key"


class SheetBody(Struct, frozen=True):
    """A new sheet: names in playing order, who deals first (a seat), the rules."""

    players: Annotated[list[Name], Meta(min_length=2, max_length=8)]
    dealer: Annotated[int, Meta(ge=0, le=7)] | None = None
    preset: Key = "srpski"
    options: dict[str, Any] = {}


class FormBody(Struct, frozen=True):
    """Answers so far, of the next hand or of hand ``hand``."""

    answers: Answers = {}
    hand: HandNumber | None = None


class DoBody(Struct, frozen=True):
    """A command on the version one holds."""

    id: Id
    version: Version
    command: dict[str, Any]


class SheetWeb:
    """The HTTP side of sheets; bodies and limits are those of :class:`Web`."""

    def __init__(self, desk: SheetDesk, web: Web) -> None:
        self._desk = desk
        self._web = web

    def routes(self) -> list[Route]:
        """All routes of sheets."""
        return [
            Route("/api/sheets", self.create, methods=["POST"]),
            Route("/api/sheets/{sheet}", self.state),
            Route("/api/sheets/{sheet}/form", self.form, methods=["POST"]),
            Route("/api/sheets/{sheet}/do", self.do, methods=["POST"]),
            Route("/api/sheets/{sheet}/record", self.record),
        ]

    async def create(self, request: Request) -> Response:
        """A new sheet."""
        body = await self._web.body(request, SheetBody)
        names = tuple(clean_name(name, MAX_NAME) or "" for name in body.players)
        dealer = len(names) - 1 if body.dealer is None else body.dealer
        sheet, key = await self._desk.create(Setup(names, dealer, body.preset, body.options))
        return answer({"sheet": sheet, "key": key, "url": f"/sheet/{sheet}"})

    async def state(self, request: Request) -> Response:
        """The sheet as it is now."""
        sheet = await self._found(request)
        return answer({"sheet": sheet.row.id, "version": sheet.version, "state": state_json(sheet.book)})

    async def form(self, request: Request) -> Response:
        """The questions after some answers."""
        body = await self._web.body(request, FormBody)
        sheet = await self._found(request)
        return answer({"version": sheet.version, "form": await sheet.form(body.answers, body.hand)})

    async def do(self, request: Request) -> Response:
        """A command."""
        body = await self._web.body(request, DoBody)
        sheet = await self._found(request)
        if not self._desk.may_write(sheet, request.headers.get(KEY_HEADER)):
            raise Refused("not_writer")
        made: list[int] = []
        await sheet.run(sheet.do(body.id, body.version, body.command, made.append))
        return answer({"version": made[0], "state": state_json(sheet.book)})

    async def record(self, request: Request) -> Response:
        """The sheet as a record."""
        sheet = await self._found(request)
        text = text_of_book(sheet.book)
        return download(text, "application/toml", f"kibic-{sheet.row.id}.toml")

    async def _found(self, request: Request) -> Sheet:
        return await self._desk.find(request.path_params["sheet"])


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """A file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)
