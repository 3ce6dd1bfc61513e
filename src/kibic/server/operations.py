"""For those who run a server: whether it lives, whether it can take work, what it counts, and how it says farewell."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic import __version__
from kibic.server.answers import answer
from kibic.server.database import WRITES
from kibic.server.guests import now_ms
from kibic.server.incidents import note
from kibic.server.line import GOING_DOWN
from kibic.server.metrics import CONTENT_TYPE, METRICS, resident_bytes
from kibic.server.refusals import Refused
from kibic.server.replies import Going, written
from kibic.server.writer import Writer

if TYPE_CHECKING:
    from kibic.server.connection import Connection
    from kibic.server.settings import Settings
    from kibic.server.sheetline import SheetLine

log = logging.getLogger("kibic.server")

#: How long the database may take to take a write before the server says that it is not ready, in seconds.
_PATIENCE: Final = 3.0
#: How long a look at the database is good for, in seconds, however often it is asked for.
_FRESH: Final = 1.0
#: Headers by which a proxy tells that the request is not from this machine.
_PASSED_ON: Final = ("forwarded", "x-forwarded-for", "x-real-ip")


def newest_migration() -> str:
    """The revision a database of this version must have."""
    return str(ScriptDirectory(str(Path(__file__).with_name("migrations"))).get_current_head())


class Probe:
    """Looks whether the database takes writes and has the tables of this version."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._newest = newest_migration()
        self._asked = -_FRESH
        self._found: str | None = None
        self._looking: asyncio.Task[str | None] | None = None

    async def problem(self) -> str | None:
        """What is wrong with the database, None when nothing is. Many who ask at once share one look."""
        if self._looking is None and time.monotonic() - self._asked < _FRESH:
            return self._found
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> str | None:
        try:
            async with asyncio.timeout(_PATIENCE):
                revision = await self._writer.write(self._write)
            self._found = None if revision == self._newest else "migrations"
        except TimeoutError:
            self._found = "database is busy"
        except Exception as error:  # whatever the database says: it is not ready
            note(log, "the database takes no writes", error)
            self._found = "database"
        self._asked, self._looking = time.monotonic(), None
        return self._found

    def _write(self) -> str:
        """Write the revision over itself: a commit that reaches the disk and changes nothing."""
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


class Operations:
    """The routes of those who run the server, and its end."""

    def __init__(
        self,
        probe: Probe,
        settings: Settings,
        connections: Collection[Connection | SheetLine],
        gauges: Callable[[], dict[str, tuple[str, float]]],
    ) -> None:
        self._probe = probe
        self._settings = settings
        self._connections = connections
        self._gauges = gauges
        self._started = time.time()
        self.stopping = False

    def routes(self) -> list[Route]:
        """The routes."""
        return [Route("/readyz", self.ready), Route("/metrics", self.metrics)]

    async def ready(self, _request: Request) -> Response:
        """Whether the server can take work: status 200, or 503 with the reason."""
        why = "stopping" if self.stopping else await self._probe.problem()
        return answer({"ready": why is None, "why": why}, 200 if why is None else 503)

    async def metrics(self, request: Request) -> Response:
        """The metrics, for this machine or for whoever has the token; for others there is nothing."""
        if not self._may_look(request):
            raise Refused("not_found")
        gauges = {
            f'kibic_info{{version="{__version__}"}}': ("The version that runs.", 1.0),
            "kibic_sockets": ("Sockets that are open.", float(len(self._connections))),
            "kibic_stopping": ("Whether the server is about to end.", float(self.stopping)),
            "process_resident_memory_bytes": ("Memory of the process.", resident_bytes()),
            "process_start_time_seconds": ("When the server was started.", self._started),
            **self._gauges(),
        }
        return Response(METRICS.text(gauges), headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE)

    def _may_look(self, request: Request) -> bool:
        token = self._settings.metrics_token
        if token:
            offered = request.headers.get("authorization", "")
            return hmac.compare_digest(offered.encode(), f"Bearer {token}".encode())
        return _is_loopback(request) and not any(name in request.headers for name in _PASSED_ON)

    async def farewell(self, wait: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        """Tell every page that the server goes and when; then close the lines after what is queued."""
        if self.stopping:
            return
        self.stopping = True
        seconds = self._settings.farewell if self._connections else 0.0
        log.info("the server ends in %s s, %s sockets are open", seconds, len(self._connections))
        going = written(Going(now_ms() + round(seconds * 1000)))
        for connection in list(self._connections):
            connection.send(going)
        await wait(seconds)
        for connection in list(self._connections):
            connection.close(GOING_DOWN)


def _is_loopback(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
