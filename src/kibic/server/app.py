"""The server put together: storage, tables, HTTP and the socket as one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from kibic.server.accounts import Accounts
from kibic.server.accountweb import AccountWeb
from kibic.server.answers import failure
from kibic.server.belongings import Belongings
from kibic.server.blocks import BlockWeb
from kibic.server.cluster import Cluster
from kibic.server.connection import Connection
from kibic.server.cookies import token_of
from kibic.server.crowd import Crowd
from kibic.server.database import open_database
from kibic.server.guests import Guests
from kibic.server.incidents import Incidents
from kibic.server.leasestore import LeaseStore
from kibic.server.line import GOING_DOWN, POLICY
from kibic.server.lobby import Lobby, LobbyWeb
from kibic.server.matchstore import MatchStore
from kibic.server.matchweb import MatchWeb
from kibic.server.metrics import METRICS, Counting
from kibic.server.operations import Operations, Probe
from kibic.server.pages import Pages
from kibic.server.peoplestore import PeopleStore
from kibic.server.refusals import Refused
from kibic.server.relay import PATHS, Relays, admitted
from kibic.server.replayweb import ReplayWeb
from kibic.server.reports import Reports
from kibic.server.reportstore import ReportStore
from kibic.server.sealstore import SealStore
from kibic.server.security import SecurityHeaders, same_origin
from kibic.server.sessionwatch import SessionWatch
from kibic.server.settings import Settings
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetline import SheetLine
from kibic.server.sheetstore import SheetStore
from kibic.server.sheetweb import SheetWeb
from kibic.server.store import Store
from kibic.server.table import Services
from kibic.server.tables import Tables
from kibic.server.thinking import Bot, Processes, Thinker, Threads
from kibic.server.timing import LoopTime, Time
from kibic.server.web import Web
from kibic.server.writer import Writer

#: Most sockets of one server.
MAX_SOCKETS = 5_000


class Server:
    """Everything a running server holds."""

    def __init__(
        self, settings: Settings, bots: Callable[[str, str], Bot] | None, pages: Pages, time: Time | None = None
    ) -> None:
        engine = open_database(settings.database)
        self.writer = Writer(Store(engine))
        limit, extra = settings.bot_limit, settings.bots
        minds = Processes(settings.bot_workers, limit, extra) if bots is None else Threads(bots, limit)
        self.thinker = Thinker(minds, limit, extra, settings.bot)
        line = time if time is not None else LoopTime()
        self.cluster = Cluster(LeaseStore(engine), self.writer, settings)
        services = Services(settings, self.writer, self.thinker, self.cluster, SealStore(engine), line)
        self.tables = Tables(services)
        self.guests = Guests(self.writer, PeopleStore(engine))
        self.accounts = Accounts(self.guests, settings)
        self.reports = Reports(ReportStore(engine), self.writer, settings)
        self.web = Web(self.tables, self.accounts, pages)
        self.people = AccountWeb(self.web, self.accounts, Belongings(self.tables))
        matches, blocks = MatchStore(engine), self.accounts.blocks
        self.lobby = Lobby(self.tables, matches, blocks)
        self.around = (
            *self.people.routes(),
            *BlockWeb(self.web, blocks).routes(),
            *LobbyWeb(self.web, self.lobby).routes(),
            *MatchWeb(self.web, matches, blocks, ReportStore(engine), pages).routes(),
        )
        self.desk = SheetDesk(SheetStore(engine), self.writer, self.cluster, settings.unload)
        self.relays = Relays(self.cluster)
        self.sheets = SheetWeb(self.desk, self.web, self.relays)
        self.connections: set[Connection | SheetLine] = set()
        self.crowd = Crowd(settings.address_sockets, settings.person_sockets)
        self.watch = SessionWatch(self.guests, self.cluster.bus, self._table_lines)
        self.operations = Operations(Probe(engine, self.writer), settings, self.connections, self._gauges)
        self.replays = ReplayWeb(self.tables, self.desk, self.web, pages)

    def _table_lines(self) -> Iterator[Connection]:
        return (line for line in self.connections if isinstance(line, Connection))

    async def socket(self, socket: WebSocket) -> None:
        """Serve the socket of a table."""
        if await self._accepted(socket):
            session = await self.guests.session(token_of(socket))
            person = session.guest.id if session is not None else ""
            if not self.crowd.has_room(person=person):
                await socket.close(POLICY)
                return
            with self.crowd.inside(address=_address(socket), person=person):
                await self._serve(Connection(socket, session, self.tables, self.accounts, self.reports, self.relays))

    async def sheet_socket(self, socket: WebSocket) -> None:
        """Serve the socket of a sheet."""
        if await self._accepted(socket):
            with self.crowd.inside(address=_address(socket)):
                await self._serve(SheetLine(socket, self.tables.services.settings, self.desk, self.relays))

    async def node_table_socket(self, socket: WebSocket) -> None:
        """Serve the socket of a table to a page that another server process passes on."""
        shown = await admitted(socket, self.cluster, "table")
        if shown is not None:
            await self._serve(Connection(socket, None, self.tables, self.accounts, self.reports, guest=shown.guest))

    async def node_sheet_socket(self, socket: WebSocket) -> None:
        """The same for a sheet."""
        if await admitted(socket, self.cluster, "sheet") is not None:
            await self._serve(SheetLine(socket, self.tables.services.settings, self.desk))

    async def _accepted(self, socket: WebSocket) -> bool:
        """Open a socket. One from another site is turned away before it is opened."""
        room = len(self.connections) < MAX_SOCKETS and self.crowd.has_room(address=_address(socket))
        code = "crowded" if not room else "origin" if not same_origin(socket.headers) else None
        if code is not None:
            METRICS.count("kibic_refused_total", code=code)
            await socket.close()
            return False
        await socket.accept()
        return True

    def _gauges(self) -> dict[str, tuple[str, float]]:
        return {
            "kibic_tables": ("Tables in memory.", float(len(self.tables))),
            "kibic_sheets": ("Sheets in memory.", float(len(self.desk))),
            "kibic_leases": ("Tables and sheets this process owns.", float(len(self.cluster.owned))),
        }

    async def _serve(self, connection: Connection | SheetLine) -> None:
        self.connections.add(connection)
        try:
            await connection.serve()
        finally:
            self.connections.discard(connection)

    async def close(self) -> None:
        """Finish what was begun and close the database."""
        for connection in list(self.connections):
            connection.close(GOING_DOWN)
        await self.watch.close()
        await self.lobby.close()
        await self.relays.close()
        await self.tables.close()
        await self.desk.close()
        await self.cluster.close()
        await self.thinker.minds.close()
        await self.accounts.passwords.close()
        await self.writer.close()


def create_app(
    settings: Settings | None = None,
    *,
    bots: Callable[[str, str], Bot] | None = None,
    pages: Pages | None = None,
    time: Time | None = None,
) -> Starlette:
    """The application. The database is opened at once, so that a wrong one is told before anything is served.

    ``bots`` finds bots that think in threads of this process; without it they think in processes of their own. ``time``
    is that of the tables, the event loop's where none is given. Raises :class:`kibic.game.KibicError` when the database
    cannot be opened.
    """
    server = Server(settings or Settings(), bots, pages if pages is not None else Pages(), time)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        server.lobby.start()
        await server.cluster.start()
        server.watch.start()
        warming = asyncio.create_task(server.thinker.minds.warm())
        yield
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        await server.close()

    def http(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code != 404:
            return Response(status_code=error.status_code, headers=error.headers)
        return server.web.lost(request)

    app = Starlette(
        routes=[
            *server.web.routes(),
            *server.around,
            *server.sheets.routes(),
            *server.replays.routes(),
            *server.operations.routes(),
            WebSocketRoute("/ws", server.socket),
            WebSocketRoute("/ws/sheet", server.sheet_socket),
            WebSocketRoute(PATHS["table"], server.node_table_socket),
            WebSocketRoute(PATHS["sheet"], server.node_sheet_socket),
        ],
        middleware=[Middleware(Counting), Middleware(SecurityHeaders), Middleware(Incidents, answer=_failed)],
        exception_handlers={Refused: _refused, HTTPException: http},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def _address(socket: WebSocket) -> str:
    return socket.client.host if socket.client is not None else ""


def _refused(_request: Request, error: Exception) -> Response:
    return failure(error if isinstance(error, Refused) else Refused("internal"))


def _failed(error: Exception) -> Response:
    return failure(Refused("storage" if isinstance(error, SQLAlchemyError) else "internal"))
