"""HTTP: the pages, the session, new tables, the rules for the form, records. Answers are of docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic import __version__
from kibic.game import games
from kibic.server import hosting
from kibic.server.accounts import Accounts
from kibic.server.answers import answer, failure, toml
from kibic.server.cookies import set_token, token_of
from kibic.server.guests import MAX_TITLE, Guest, Guests, clean_name
from kibic.server.limits import Buckets
from kibic.server.manners import Manners
from kibic.server.pages import Pages
from kibic.server.peoplestore import Session
from kibic.server.protocol import MAX_PACE
from kibic.server.records import conventions, fair_cards, record_text
from kibic.server.refusals import Refused
from kibic.server.rulesets import checked, read_file, written_file
from kibic.server.rulesform import rules_form
from kibic.server.seating import is_kind
from kibic.server.security import same_origin
from kibic.server.store import TableRow
from kibic.server.tables import Tables

T = TypeVar("T", bound=Struct)

#: Largest body of a request, in bytes; and of one that brings a file of rules, which explains every key.
MAX_BODY: Final = 16_384
MAX_FILE: Final = 131_072
_HAND: Final = re.compile("[1-9][0-9]{0,4}")

Name = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]


class MeBody(Struct, frozen=True):
    """The name of the person."""

    name: Name


class PlayBody(Struct, frozen=True):
    """A table of one person and bots."""

    game: Key | None = None
    preset: Key | None = None
    options: dict[str, Any] = {}
    bot: Key | None = None
    bot_pause: Annotated[int, Meta(ge=0, le=MAX_PACE)] | None = None
    hints: bool = True
    public: bool = False
    kibitzers: bool = True
    manners: Manners = Manners()
    name: Name | None = None


class TableBody(PlayBody, frozen=True):
    """A table with chosen seats."""

    title: Name | None = None
    seats: Annotated[list[Key], Meta(max_length=16)] = []


class RulesBody(Struct, frozen=True):
    """Rules as the form has them."""

    game: Key | None = None
    preset: Key | None = None
    options: dict[str, Any] = {}


class RulesFileBody(RulesBody, frozen=True):
    """Rules to be written as a file."""

    language: Annotated[str, Meta(max_length=8)] = "en"


class RulesTextBody(Struct, frozen=True):
    """A file of rules."""

    text: str


class Web:
    """The HTTP side of a server."""

    def __init__(self, tables: Tables, accounts: Accounts, pages: Pages) -> None:
        self._tables = tables
        self._accounts = accounts
        self._guests: Guests = accounts.guests
        self.writer, self.people, self.seals = self._guests.writer, self._guests.store, tables.services.seals
        self._pages = pages
        settings = tables.services.settings
        self._settings = settings
        self._makes = Buckets(settings.makes, settings.makes_burst)
        self._tables_made = Buckets(settings.table_makes, settings.table_makes_burst)
        self.checks = Buckets(settings.checks, settings.checks_burst)

    def routes(self) -> list[Route]:
        """All routes but the socket."""
        return [
            Route("/", self.home),
            Route("/new", self.new),
            Route("/t/{table}", self.table),
            Route("/sheet", self.sheets),
            Route("/sheet/{sheet}", self.sheet),
            Route("/static/{path:path}", self.static),
            Route("/healthz", self.health),
            Route("/api/me", self.me),
            Route("/api/me", self.set_me, methods=["POST"]),
            Route("/api/play", self.play, methods=["POST"]),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/mine", self.mine),
            Route("/api/tables/{table}/record", self.record),
            Route("/api/tables/{table}/conventions", self.conventions),
            Route("/api/tables/{table}/fair", self.fair),
            Route("/api/rules", self.rules),
            Route("/api/bots", self.bots),
            Route("/api/rules/check", self.check_rules, methods=["POST"]),
            Route("/api/rules/read", self.read_rules, methods=["POST"]),
            Route("/api/rules/write", self.write_rules, methods=["POST"]),
        ]

    # Pages

    async def home(self, request: Request) -> Response:
        """The page on which one chooses what to do."""
        return self._pages.html(request, "index.html")

    async def new(self, request: Request) -> Response:
        """The form of a new table."""
        return self._pages.html(request, "new.html")

    async def table(self, request: Request) -> Response:
        """A table. Whoever opens one gets a session, so that the page can sit down."""
        response = self._pages.html(request, "table.html")
        try:
            await self._tables.row(request.path_params["table"])
        except Refused:
            # The page hears of it from the socket, and shows the way out.
            response.status_code = 404
            return response
        if await self.guest(request) is None:
            _, token = await self._guests.new(None)
            set_token(request, response, token)
        return response

    async def sheets(self, request: Request) -> Response:
        """The form of a new match with real cards, and the sheets the device knows."""
        return self._pages.html(request, "sheets.html")

    async def sheet(self, request: Request) -> Response:
        """A sheet. Whether there is one the page hears from the socket, and shows the way out."""
        return self._pages.html(request, "sheet.html")

    def lost(self, request: Request) -> Response:
        """The answer where there is nothing: the home page for people, JSON for programs."""
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            response = self._pages.html(request, "index.html")
            response.status_code = 404
            return response
        return failure(Refused("not_found"))

    async def static(self, request: Request) -> Response:
        """A file of the page."""
        return self._pages.static(request, request.path_params["path"])

    async def health(self, _request: Request) -> Response:
        """A sign of life."""
        return answer({"ok": True, "version": __version__})

    # The person

    async def me(self, request: Request) -> Response:
        """Who the person is. A token that has grown old is exchanged."""
        session = await self._guests.session(token_of(request))
        if session is None:
            return answer({"name": None, "account": False})
        response = answer({"name": session.guest.name, "account": session.guest.account})
        return self._with_session(request, response, await self._guests.renewed(session))

    async def set_me(self, request: Request) -> Response:
        """Give the person a name."""
        body = await self.body(request, MeBody)
        guest, token = await self._host(request, body.name)
        if guest.account:
            guest = await self._accounts.rename(guest, body.name)
        return self._with_session(request, answer({"name": guest.name, "account": guest.account}), token)

    # Tables

    async def play(self, request: Request) -> Response:
        """A table against bots, at once."""
        body = await self.body(request, PlayBody)
        return await self._make(request, TableBody(**msgspec.structs.asdict(body)))

    async def create(self, request: Request) -> Response:
        """A new table with chosen seats and rules."""
        return await self._make(request, await self.body(request, TableBody))

    async def _make(self, request: Request, body: TableBody) -> Response:
        if not all(map(is_kind, body.seats)):
            raise Refused("bad_request", detail="a seat is me, bot, bot:NAME or free")
        host, token = await self._host(request, body.name)
        if not self._tables_made.take(host.id):
            raise Refused("too_fast")
        game = body.game or self._settings.game
        usual = body.preset is None and game == self._settings.game
        row = await self._tables.create(
            host,
            game=game,
            title=clean_name(body.title, MAX_TITLE),
            preset=self._settings.preset if usual else body.preset,
            options={**self._settings.options, **body.options} if usual else body.options,
            kinds=body.seats,
            bot=body.bot,
            bot_pause=self._settings.bot_pause_ms if body.bot_pause is None else body.bot_pause,
            hints=body.hints,
            public=body.public,
            kibitzers=body.kibitzers,
            manners=body.manners,
        )
        return self._with_session(request, answer({"table": row.id, "url": f"/t/{row.id}"}), token)

    async def mine(self, request: Request) -> Response:
        """The person's tables, latest first."""
        guest = await self.guest(request)
        rows = await self._tables.of(guest) if guest is not None else []
        tables = [
            {
                "id": row.id,
                "name": row.title,
                "game": row.game,
                "preset": row.preset,
                "state": row.state,
                "seats": [seat.name for seat in row.seats],
                "created": row.created,
                "updated": row.updated,
                "url": f"/t/{row.id}",
            }
            for row in rows
        ]
        return answer({"tables": tables})

    async def record(self, request: Request) -> Response:
        """The finished hands of a table as a record."""
        self.limit(request, self.checks)
        row = await self.visible(request, request.path_params["table"])
        writer = self._tables.services.writer
        text = await writer.read(record_text, writer.store, self._tables.services.seals, row)
        return toml(text, f"kibic-{row.id}")

    async def conventions(self, request: Request) -> Response:
        """The conventions broken in one finished hand of a table."""
        self.limit(request, self.checks)
        hand = _hand(request)
        if hand is None:
            raise _no_hand()
        row = await self.visible(request, request.path_params["table"])
        writer = self._tables.services.writer
        return answer({"conventions": await writer.read(conventions, writer.store, row, hand)})

    async def fair(self, request: Request) -> Response:
        """The sealed decks of the finished hands of a table, or of one of them."""
        self.limit(request, self.checks)
        hand = _hand(request)
        row = await self.visible(request, request.path_params["table"])
        writer = self._tables.services.writer
        return answer(await writer.read(fair_cards, writer.store, self._tables.services.seals, row, hand))

    async def rules(self, request: Request) -> Response:
        """The rules of a game for the form."""
        game = request.query_params.get("game", self._settings.game)
        if game not in games():
            raise Refused("not_found")
        form = rules_form(game)
        start = {"preset": form["presets"][0]["name"], "options": {}}
        if game == self._settings.game and self._settings.preset is not None:
            start = {"preset": self._settings.preset, "options": dict(self._settings.options)}
        return answer({**form, "start": start})

    async def bots(self, request: Request) -> Response:
        """The bots of a game for the forms, and the one that plays where none is chosen."""
        game = request.query_params.get("game", self._settings.game)
        if game not in games():
            raise Refused("not_found")
        thinker = self._tables.services.thinker
        return answer({"bots": thinker.offered(game), "usual": thinker.usual(game)})

    async def check_rules(self, request: Request) -> Response:
        """Whether rules go together, and how many may play by them."""
        body = await self.body(request, RulesBody, buckets=self.checks)
        return answer(checked(body.game or self._settings.game, body.preset, body.options))

    async def read_rules(self, request: Request) -> Response:
        """The rules of a file somebody brings."""
        body = await self.body(request, RulesTextBody, limit=MAX_FILE)
        return answer(await asyncio.to_thread(read_file, body.text))

    async def write_rules(self, request: Request) -> Response:
        """The rules of the form as a file."""
        body = await self.body(request, RulesFileBody)
        name = body.game or self._settings.game
        text = written_file(name, body.preset, body.options, body.language)
        headers = {
            "Content-Disposition": f'attachment; filename="{body.preset or name}.toml"',
            "Cache-Control": "no-store",
        }
        return Response(text, headers=headers, media_type="application/toml")

    # What they share

    async def guest(self, request: Request) -> Guest | None:
        """The person of the request."""
        return await self._guests.of(token_of(request))

    async def session(self, request: Request) -> Session | None:
        """The session of the request."""
        return await self._guests.session(token_of(request))

    async def known(self, request: Request) -> Guest:
        """The person of the request. Raises :class:`Refused` (``no_session``)."""
        guest = await self.guest(request)
        if guest is None:
            raise Refused("no_session")
        return guest

    async def visible(self, request: Request, table: str) -> TableRow:
        """A table that the person may look at. Raises :class:`Refused`."""
        row = await self._tables.row(table)
        refused = hosting.not_welcome(row, await self.guest(request))
        if refused is not None:
            raise refused
        return row

    async def _host(self, request: Request, name: str | None) -> tuple[Guest, str | None]:
        """The person of the request, under the name he gives, and the token if the session is new.

        An account has its name, which only its own page changes.
        """
        cleaned = clean_name(name)
        guest = await self.guest(request)
        if guest is None:
            return await self._guests.new(cleaned)
        if cleaned is not None and not guest.account:
            guest = await self._accounts.rename(guest, cleaned)
        return guest, None

    def _with_session(self, request: Request, response: Response, token: str | None) -> Response:
        if token is not None:
            set_token(request, response, token)
        return response

    def limit(self, request: Request, buckets: Buckets | None = None) -> None:
        """What costs something may not be asked for too often. Raises :class:`Refused` (``too_fast``)."""
        if not (buckets or self._makes).take(self.address(request)):
            raise Refused("too_fast")

    @staticmethod
    def address(request: Request) -> str:
        """Where a request comes from, for limits."""
        return request.client.host if request.client else ""

    async def body(
        self, request: Request, kind: type[T], *, limit: int = MAX_BODY, buckets: Buckets | None = None
    ) -> T:
        """The checked body of a POST. Raises :class:`Refused`."""
        if not same_origin(request.headers):
            raise Refused("origin")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("content_type")
        self.limit(request, buckets)
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise Refused("too_large", limit=limit)
        with contextlib.suppress(RecursionError):
            try:
                return msgspec.json.decode(bytes(body) or b"{}", type=kind)
            except (msgspec.DecodeError, UnicodeError) as error:
                raise Refused("bad_request", detail=str(error)) from error
        raise Refused("bad_request", detail="nested too deeply")


def _hand(request: Request) -> int | None:
    """The number of the hand that is asked for. Raises :class:`Refused`."""
    hand = request.query_params.get("hand")
    if hand is None:
        return None
    if not _HAND.fullmatch(hand):
        raise _no_hand()
    return int(hand)


def _no_hand() -> Refused:
    return Refused("bad_request", detail="hand is the number of a hand, from 1")
