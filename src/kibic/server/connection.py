"""One socket: reads its messages, has the table do what they ask, and sends what the table tells, in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final, assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibic.server import seating
from kibic.server.guests import Guest, Guests, clean_name
from kibic.server.incidents import note
from kibic.server.limits import Bucket
from kibic.server.messages import (
    PROTOCOL,
    Ack,
    Act,
    AtTable,
    Clear,
    Consent,
    Fill,
    Hello,
    Hint,
    Next,
    Pace,
    PageMessage,
    Ping,
    Pong,
    Propose,
    Sit,
    Stand,
    ToPage,
    read,
    refusal,
    written,
)
from kibic.server.refusals import Refused
from kibic.server.settings import Settings
from kibic.server.table import Table
from kibic.server.tables import Tables

log = logging.getLogger("kibic.server")

#: Close codes (RFC 6455): a rule of the house was broken, the server goes down, the page is too slow.
POLICY: Final = 1008
GOING_DOWN: Final = 1012
TRY_AGAIN: Final = 1013
#: Messages beyond the rate that are refused before the socket is closed.
_PATIENCE: Final = 200


class Connection:
    """A page on the line. It is a :class:`kibic.server.table.Watcher`."""

    def __init__(self, socket: WebSocket, guest: Guest | None, tables: Tables, guests: Guests) -> None:
        self._socket = socket
        self._guest = guest
        self._tables = tables
        self._guests = guests
        self._settings: Settings = tables.services.settings
        self._out: asyncio.Queue[str | int] = asyncio.Queue()
        self._table: Table | None = None
        self._bucket = Bucket(self._settings.rate, self._settings.burst)
        self._patience = _PATIENCE
        self._closing = False

    @property
    def guest(self) -> Guest | None:
        """Who is on the line."""
        return self._guest

    def send(self, frame: str) -> None:
        """Queue a frame; a page that is too far behind is closed and comes back for the rest."""
        if self._closing:
            return
        if self._out.qsize() >= self._settings.queue:
            self.close(TRY_AGAIN)
        else:
            self._out.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the socket after what is queued; a page that does not read gets no more."""
        if self._closing:
            return
        self._closing = True
        while code == TRY_AGAIN and not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(code)

    async def serve(self) -> None:
        """Talk until either side ends it."""
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._table is not None:
                self._tables.leave(self._table, self)
            self._closing = True
            for task in (sender, receiver):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _send_all(self) -> None:
        while True:
            item = await self._out.get()
            try:
                if isinstance(item, int):
                    await asyncio.wait_for(self._socket.close(item), self._settings.send_limit)
                    return
                await asyncio.wait_for(self._socket.send_text(item), self._settings.send_limit)
            except (TimeoutError, WebSocketDisconnect, RuntimeError):
                return  # gone, or it has not read for too long

    async def _receive_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        message_id: str | None = None
        try:
            if not self._bucket.take():
                self._patience -= 1
                if self._patience < 0:
                    self.close(POLICY)
                raise Refused("too_fast")
            if text is None:
                raise Refused("bad_message", detail="frames must be text")
            message = read(text)
            message_id = getattr(message, "id", None)
            await self._do(message)
        except Refused as refused:
            self._say(refusal(refused, message_id))
        except Exception as error:  # a bug: it is noted, and the page goes on
            note(log, "a message could not be handled", error)
            self._say(refusal(Refused("internal"), message_id))

    async def _do(self, message: PageMessage) -> None:
        if isinstance(message, Ping):
            self._say(Pong(message.n))
        elif isinstance(message, Hello):
            await self._hello(message)
        elif self._table is None:
            raise Refused("unknown_table")
        else:
            await self._table.run(self._at_table(self._table, message))

    async def _hello(self, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            raise Refused("protocol", asked=message.protocol, spoken=PROTOCOL)
        if self._table is not None and self._table.row.id != message.table:
            self._tables.leave(self._table, self)
            self._table = None
        self._table = await self._tables.join(message.table, self, message.since)

    async def _at_table(self, table: Table, message: AtTable) -> None:
        guest = self._guest
        match message:
            case Act():
                await table.act(guest, message.id, message.version, message.word, self._acknowledge(message.id))
            case Sit():
                named = await self._named(message.name)
                await table.seats(lambda row: seating.sat(row, named, message.seat))
            case Stand():
                known = self._known()
                await table.seats(lambda row: seating.stood(row, known, message.seat))
            case Fill():
                known, bot = self._known(), self._settings.bot
                await table.seats(lambda row: seating.filled(row, known, message.seat, bot))
            case Clear():
                known = self._known()
                await table.seats(lambda row: seating.cleared(row, known, message.seat))
            case Next():
                await table.next_hand(guest)
            case Propose():
                await table.propose(guest, message.id, message.word, self._acknowledge(message.id))
            case Consent():
                await table.consent(guest, message.yes)
            case Hint():
                self._say(await table.hint(guest, message.id))
            case Pace():
                await table.pace(guest, message.bot_pause)
            case _:
                assert_never(message)

    def _known(self) -> Guest:
        if self._guest is None:
            raise Refused("no_session")
        return self._guest

    async def _named(self, name: str | None) -> Guest:
        """The person under the name he gives now, or gave last."""
        cleaned = clean_name(name)
        self._guest = self._guests.latest(self._known())
        if cleaned is not None:
            self._guest = await self._guests.rename(self._guest, cleaned)
        return self._guest

    def _acknowledge(self, message_id: str) -> _Acknowledge:
        return _Acknowledge(self, message_id)

    def _say(self, message: ToPage) -> None:
        self.send(written(message))


class _Acknowledge:
    """Tells one page that its action is in the log."""

    def __init__(self, connection: Connection, message_id: str) -> None:
        self._connection = connection
        self._id = message_id

    def __call__(self, version: int) -> None:
        self._connection.send(written(Ack(self._id, version)))
