"""The socket of a table: has the table do what the messages of its page ask."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace
from starlette.websockets import WebSocket

from kibic.server import hosting, seating
from kibic.server.accounts import Accounts
from kibic.server.cluster import Elsewhere
from kibic.server.guests import Guest, clean_name
from kibic.server.leasestore import subject_of_table
from kibic.server.line import GOING_DOWN, Away, Line
from kibic.server.messages import (
    Act,
    AtTable,
    Back,
    Clear,
    Consent,
    Cut,
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
    Propose,
    Report,
    Resume,
    Sit,
    Stand,
    Talk,
    read,
)
from kibic.server.peoplestore import Session
from kibic.server.protocol import PROTOCOL, agreed, offers_of
from kibic.server.refusals import Refused
from kibic.server.relay import Relay, Relays, patient
from kibic.server.replies import Ack, Pong, refusal, written
from kibic.server.reports import Reports
from kibic.server.table import Table
from kibic.server.tables import Tables


class Connection(Line[PageMessage]):
    """A page at a table. It is a :class:`kibic.server.table.Watcher`.

    ``relays`` leads to the servers that own other tables; without it the line itself comes from another server, which
    says what ``guest`` is on it.
    """

    def __init__(
        self,
        socket: WebSocket,
        session: Session | None,
        tables: Tables,
        accounts: Accounts,
        reports: Reports,
        relays: Relays | None = None,
        guest: Guest | None = None,
    ) -> None:
        super().__init__(socket, tables.services.settings if relays is not None else patient(tables.services.settings))
        self.session = session
        self._guest = session.guest if session is not None else guest
        self._tables = tables
        self._accounts = accounts
        self._reports = reports
        self._protocol = PROTOCOL
        self._whole = False
        self._table: Table | None = None
        self._relays = relays
        self._relay: Relay | None = None

    @property
    def guest(self) -> Guest | None:
        """Who is on the line."""
        return self._guest

    @property
    def protocol(self) -> int:
        """The version of the protocol that was agreed on."""
        return self._protocol

    @property
    def whole(self) -> bool:
        """Whether events bring the view instead of its change."""
        return self._whole

    def _read(self, text: str) -> PageMessage:
        return read(text)

    def _gone(self) -> None:
        if self._table is not None:
            self._tables.leave(self._table, self)
            self._table = None
        if self._relay is not None:
            self._relay.close()
            self._relay = None

    async def _do(self, message: PageMessage) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
        elif self._relay is not None:
            await self._relay.say(message)
        elif isinstance(message, Ping):
            self._say(Pong(message.n, self._table.version if self._table is not None else None))
        elif self._table is None:
            raise Refused("unknown_table")
        else:
            await self._table.run(self._at_table(self._table, message))

    async def _hello(self, message: Hello) -> None:
        self._protocol, self._whole = agreed(message.protocol), message.whole
        if len(offers_of(message.protocol)) > 1:
            message = replace(message, since=None)  # what is chosen stands in the welcome
        if self.session is not None and not await self._accounts.guests.holds(self.session):
            self.close(GOING_DOWN)  # the page comes back as who it is now
            return
        if self._table is None or self._table.row.id != message.table:
            if self._relay is not None and self._relay.subject == subject_of_table(message.table):
                await self._relay.say(message)
                return
            self._gone()
        if self._relays is None:
            try:
                self._table = await self._here(message)
            except Elsewhere as error:
                raise Away from error
            await self._catch_up(self._table)
            return
        found = await self._relays.here_or(lambda: self._here(message), "table", self._guest, self.send, self.close)
        if isinstance(found, Relay):
            self._relay = found
            await found.say(message)
        else:
            self._table = found
            await self._catch_up(found)

    async def _here(self, message: Hello) -> Table:
        return await self._tables.join(message.table, self, message.since)

    async def _catch_up(self, table: Table) -> None:
        known = table.chat.said_something and self._guest is not None
        table.chat.catch_up(self, await self._accounts.blocked_by(self._known()) if known else set())

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
            case Talk():
                await self._talk(table, message)
            case Report():
                await self._report(table, message)
            case Hint():
                self._tables.limit_hints(self._known())
                self._say(await table.hint(guest, message.id))
            case Pace():
                await table.pace(guest, message.bot_pause)
            case Cut():
                table.cut(guest, message.hand, message.number)
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
                here = [watcher.guest for watcher in table.audience.watchers if watcher.guest is not None]
                await table.seats(lambda row: hosting.banned(row, known, who or "", here))
            case Pardon(who):
                await table.seats(lambda row: hosting.pardoned(row, known, who))
            case Door(public, kibitzers):
                await table.seats(lambda row: hosting.opened(row, known, public, kibitzers))

    async def _talk(self, table: Table, message: Talk) -> None:
        self._tables.limit_talk(self._known())
        guest = await self._accounts.guests.latest(self._known())
        table.chat.say(guest, message, await self._accounts.blockers_of(guest))

    async def _report(self, table: Table, message: Report) -> None:
        guest = self._known()
        await self._reports.take(table, guest, message.number)
        self._say(Ack(message.id, table.version))

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
