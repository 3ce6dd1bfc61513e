"""Sheets over HTTP (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.game import RulesError, game_named
from kibic.record import RecordError
from kibic.server.answers import answer
from kibic.server.guests import MAX_NAME, clean_name
from kibic.server.messages import Id, Version
from kibic.server.refusals import Refused
from kibic.server.relay import Relays
from kibic.server.replays import fault, remarks_json
from kibic.server.rulesets import wrong_rules
from kibic.server.sheet import Sheet
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import Answers, Do, HandNumber
from kibic.server.sheetrelay import done
from kibic.server.web import MAX_FILE, Key, Name, Web
from kibic.sheets import Book, Setup, SheetError, if_stopped, state_json, text_of_book
from kibic.sheets.html import page
from kibic.sheets.imported import imported
from kibic.sheets.ppn import write_ppn
from kibic.sheets.press import typeset
from kibic.sheets.printed import printed
from kibic.sheets.settlement import factor_of, settle
from kibic.sheets.tables import hands_csv, sheet_csv
from kibic.sheets.whatif import what_if, what_if_json

T = TypeVar("T")

#: The forms of the paper.
_TYPES: Final = {"html": "text/html", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml"}
#: The header that carries the key.
KEY_HEADER: Final = "x-sheet-key"


class SheetBody(Struct, frozen=True):
    """A new sheet: names in playing order, who deals first (a seat), the rules."""

    players: Annotated[list[Name], Meta(min_length=2, max_length=8)]
    dealer: Annotated[int, Meta(ge=0, le=7)] | None = None
    preset: Key = "srpski"
    options: dict[str, Any] = {}


class ImportBody(Struct, frozen=True):
    """A record, or Portable Preferans Notation."""

    text: str


class FormBody(Struct, frozen=True):
    """Answers so far, of the next hand or of hand ``hand``."""

    answers: Answers = {}
    hand: HandNumber | None = None


class DoBody(Struct, frozen=True):
    """A command on the version one holds."""

    id: Id
    version: Version
    command: dict[str, Any]


class RulesBody(Struct, frozen=True):
    """Other rules."""

    preset: Key
    options: dict[str, Any] = {}


class SheetWeb:
    """The HTTP side of sheets; bodies and limits are those of :class:`Web`."""

    def __init__(self, desk: SheetDesk, web: Web, relays: Relays) -> None:
        self._desk = desk
        self._web = web
        self._relays = relays

    def routes(self) -> list[Route]:
        """All routes of sheets."""
        return [
            Route("/api/sheets", self.create, methods=["POST"]),
            Route("/api/sheets/import", self.bring, methods=["POST"]),
            Route("/api/sheets/{sheet}", self.state),
            Route("/api/sheets/{sheet}/form", self.form, methods=["POST"]),
            Route("/api/sheets/{sheet}/do", self.do, methods=["POST"]),
            Route("/api/sheets/{sheet}/record", self.record),
            Route("/api/sheets/{sheet}/paper.{form:str}", self.paper),
            Route("/api/sheets/{sheet}/ppn", self.ppn),
            Route("/api/sheets/{sheet}/hands.csv", self.hands),
            Route("/api/sheets/{sheet}/marks.csv", self.marks),
            Route("/api/sheets/{sheet}/whatif", self.whatif, methods=["POST"]),
            Route("/api/sheets/{sheet}/settlement", self.settlement),
        ]

    async def create(self, request: Request) -> Response:
        """A new sheet."""
        body = await self._web.body(request, SheetBody)
        names = tuple(clean_name(name, MAX_NAME) or "" for name in body.players)
        dealer = len(names) - 1 if body.dealer is None else body.dealer
        sheet, key = await self._desk.create(Setup(names, dealer, body.preset, body.options))
        return answer({"sheet": sheet, "key": key, "url": f"/sheet/{sheet}"})

    async def bring(self, request: Request) -> Response:
        """A new sheet from a text somebody brings, and what of it could not be taken over; or the fault of the text."""
        body = await self._web.body(request, ImportBody, limit=MAX_FILE)
        try:
            found = await asyncio.to_thread(imported, body.text)
        except (SheetError, RecordError) as error:
            return answer({"problems": [fault(error)]})
        sheet, key = await self._desk.create(found.setup, found.commands)
        remarks = remarks_json(found.remarks)
        made = {"sheet": sheet, "key": key, "url": f"/sheet/{sheet}"}
        return answer(made | {"players": list(found.setup.players), "remarks": remarks, "problems": []})

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
        found, key = request.path_params["sheet"], request.headers.get(KEY_HEADER)
        version = await done(self._desk, self._relays, found, key, Do(body.id, body.version, body.command))
        return answer({"version": version, "state": state_json((await self._desk.read(found)).book)})

    async def record(self, request: Request) -> Response:
        """The sheet as a record."""
        sheet = await self._found(request)
        text = text_of_book(sheet.book)
        return download(text, "application/toml", f"kibic-{sheet.row.id}.toml")

    async def paper(self, request: Request) -> Response:
        """The paper as a page, a PDF or a picture (its first page)."""
        self._web.limit(request)
        sheet, form = await self._found(request), request.path_params["form"]
        if form not in _TYPES:
            raise Refused("not_found")
        content = await self._worked(_paper, sheet.book, form, _language(request))
        return download(content, _TYPES[form], f"kibic-{sheet.row.id}.{form}")

    async def ppn(self, request: Request) -> Response:
        """The sheet in Portable Preferans Notation, or what of the sheet that notation cannot say (``?report``)."""
        self._web.limit(request)
        sheet = await self._found(request)
        made = await self._worked(write_ppn, sheet.book)
        if "report" in request.query_params:
            remarks = [{"sr": text.sr, "en": text.en, "hand": hand} for hand, text in made.remarks]
            return answer({"remarks": remarks})
        return download(made.text, "text/plain", f"kibic-{sheet.row.id}.ppn")

    async def hands(self, request: Request) -> Response:
        """The hands as CSV."""
        sheet = await self._found(request)
        return download(hands_csv(sheet.book), "text/csv", f"kibic-{sheet.row.id}-hands.csv")

    async def marks(self, request: Request) -> Response:
        """The marks on the paper as CSV."""
        sheet = await self._found(request)
        return download(sheet_csv(sheet.book), "text/csv", f"kibic-{sheet.row.id}-marks.csv")

    async def whatif(self, request: Request) -> Response:
        """The same hands under other rules."""
        body = await self._web.body(request, RulesBody)
        sheet = await self._found(request)
        try:
            found = await self._worked(what_if, sheet.book, body.preset, body.options)
        except RulesError as error:
            raise wrong_rules(game_named("preferans"), error) from error
        return answer(what_if_json(found))

    async def settlement(self, request: Request) -> Response:
        """Who pays whom: of the result, or of what it would be if the match ended now."""
        sheet = await self._found(request)
        try:
            factor = factor_of(request.query_params.get("factor", "1"))
        except SheetError as error:
            raise Refused("bad_request", text=error.text) from error
        result = sheet.book.match.result or if_stopped(sheet.book.match)
        if result is None:
            raise Refused("nothing_open")
        found = settle(result, factor)
        payments = [
            {"payer": item.payer, "receiver": item.receiver, "amount": str(item.amount)} for item in found.payments
        ]
        told = {"balance": [str(amount) for amount in found.balance], "payments": payments}
        return answer(told | {"preview": sheet.book.match.result is None})

    async def _worked(self, call: Callable[..., T], *arguments: object) -> T:
        """The result of a call that takes long, off the event loop. Raises :class:`Refused`."""
        try:
            return await asyncio.to_thread(call, *arguments)
        except SheetError as error:
            raise Refused.by_sheet(error) from error

    async def _found(self, request: Request) -> Sheet:
        return await self._desk.read(request.path_params["sheet"])


def _language(request: Request) -> str:
    return "en" if request.query_params.get("lang") == "en" else "sr"


def _paper(book: Book, form: str, language: str) -> bytes:
    paper = printed(book, language)
    if form == "html":
        return page(paper).encode()
    return typeset(paper, form)[0]  # type: ignore[arg-type]  # one of _TYPES


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """A file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)
