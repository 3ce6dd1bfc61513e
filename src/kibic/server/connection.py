"""The socket of a table: has the table do what the messages of its page ask."""

from __future__ import annotations

from typing import assert_never

from starlette.websockets import WebSocket

from kibic.server import hosting, seating
from kibic.server.accounts import Accounts
from kibic.server.guests import Guest, clean_name
from kibic.server.line import Line
from kibic.server.messages import (
    PROTOCOL,
    Ack,
    Act,
    AtTable,
    Back,
    Clear,
    Consent,
    Door,
    Fill,
    Hello,
    Hint,
    Host,
    Kick,
    Next,
    Pace,
    PageMessage,
    Pardon,
    Ping,
    Pong,
    Propose,
    Resume,
    Sit,
    Stand,
    read,
    refusal,
    written,
)
from kibic.server.peoplestore import Session
from kibic.server.refusals import Refused
from kibic.server.table import Table
from kibic.server.tables import Tables


class Connection(Line[PageMessage]):
    """A page at a table. It is a :class:`kibic.server.table.Watcher`."""

    def __init__(self, socket: WebSocket, session: Session | None, tables: Tables, accounts: Accounts) -> None:
        super().__init__(socket, tables.services.settings)
        self.session = session
        self._guest = session.guest if session is not None else None
        self._tables = tables
        self._accounts = accounts
        self._table: Table | None = None

    @property
    def guest(self) -> Guest | None:
        """Who is on the line."""
        return self._guest

    def _read(self, text: str) -> PageMessage:
        return read(text)

    def _gone(self) -> None:
        if self._table is not None:
            self._tables.leave(self._table, self)

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
        if self._guest is not None:
            await self._accounts.blocks.load(self._guest.id)
        self._table = await self._tables.join(message.table, self, message.since)

    async def _at_table(self, table: Table, message: AtTable) -> None:
        guest = self._guest
        match message:
            case Act():
                await table.act(guest, message.id, message.version, message.word, self._acknowledge(message.id))
            case Sit():
                named = await self._named(message.name)
                await self._accounts.blocks.check_seat(table.row, named)
                await table.seats(lambda row: seating.sat(row, named, message.seat))
            case Stand():
                known = self._known()
                await table.seats(lambda row: seating.stood(row, known, message.seat))
            case Fill():
                known, bot = self._known(), self._tables.bot(table.row, message.bot)
                await table.seats(lambda row: seating.filled(row, known, message.seat, bot))
            case Clear():
                known = self._known()
                await table.seats(lambda row: seating.cleared(row, known, message.seat))
            case Host() | Kick() | Pardon() | Door():
                await self._host(table, message)
            case Next():
                await table.next_hand(guest)
            case Propose():
                await table.propose(guest, message, self._acknowledge(message.id))
            case Consent():
                await table.consent(guest, message.yes)
            case Resume():
                await table.resume(guest)
            case Back():
                await table.back(guest)
            case Hint():
                self._tables.limit_hints(self._known())
                self._say(await table.hint(guest, message.id))
            case Pace():
                await table.pace(guest, message.bot_pause)
            case _:
                assert_never(message)

    async def _host(self, table: Table, message: Host | Kick | Pardon | Door) -> None:
        """What only the host may do."""
        known = self._known()
        match message:
            case Host(seat):
                await table.seats(lambda row: hosting.handed_over(row, known, seat))
            case Kick(seat=int(seat), ban=ban):
                bot = self._tables.bot(table.row, None)
                await table.seats(lambda row: hosting.kicked(row, known, seat, bot, ban=ban))
            case Kick(who=who):
                here = [watcher.guest for watcher in table.watchers if watcher.guest is not None]
                await table.seats(lambda row: hosting.banned(row, known, who or "", here))
            case Pardon(who):
                await table.seats(lambda row: hosting.pardoned(row, known, who))
            case Door(public, kibitzers):
                await table.seats(lambda row: hosting.opened(row, known, public, kibitzers))

    def turn_away(self, refused: Refused) -> None:
        """Leave the table and tell the page why."""
        self._gone()
        self._table = None
        self._say(refusal(refused))

    def _known(self) -> Guest:
        if self._guest is None:
            raise Refused("no_session")
        return self._guest

    async def _named(self, name: str | None) -> Guest:
        """The person under the name he gives now, or gave last."""
        cleaned = clean_name(name)
        self._guest = await self._accounts.guests.latest(self._known())
        if cleaned is not None and not self._guest.account:
            self._guest = await self._accounts.rename(self._guest, cleaned)
        return self._guest

    def _acknowledge(self, message_id: str) -> _Acknowledge:
        return _Acknowledge(self, message_id)


class _Acknowledge:
    """Tells one page that its action is in the log."""

    def __init__(self, connection: Connection, message_id: str) -> None:
        self._connection = connection
        self._id = message_id

    def __call__(self, version: int) -> None:
        self._connection.send(written(Ack(self._id, version)))
