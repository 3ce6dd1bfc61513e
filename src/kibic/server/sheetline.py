"""The socket of a sheet: many pages follow it, those that hold the key write."""

from __future__ import annotations

from typing import assert_never

from starlette.websockets import WebSocket

from kibic.server.cluster import Elsewhere
from kibic.server.line import Away, Line
from kibic.server.protocol import PROTOCOL, agreed
from kibic.server.refusals import Refused
from kibic.server.relay import Relay, Relays, patient
from kibic.server.replies import Ack, Pong
from kibic.server.settings import Settings
from kibic.server.sheet import Sheet, changes_message, form_message
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import AskForm, Do, Open, SheetPageMessage, SheetPing, Try, read_sheet


class SheetLine(Line[SheetPageMessage]):
    """A page at a sheet. It is a :class:`kibic.server.sheet.Follower`.

    ``relays`` leads to the servers that own other sheets; without it the line itself comes from another server.
    """

    def __init__(self, socket: WebSocket, settings: Settings, desk: SheetDesk, relays: Relays | None = None) -> None:
        super().__init__(socket, settings if relays is not None else patient(settings))
        self._relays = relays
        self._relay: Relay | None = None
        self._desk = desk
        self._sheet: Sheet | None = None
        self._writes = False
        self._protocol = PROTOCOL

    @property
    def protocol(self) -> int:
        """The version of the protocol that was agreed on."""
        return self._protocol

    @property
    def writes(self) -> bool:
        """Whether the page may write."""
        return self._writes

    def _read(self, text: str) -> SheetPageMessage:
        return read_sheet(text)

    def _gone(self) -> None:
        if self._sheet is not None:
            self._desk.leave(self._sheet, self)
            self._sheet = None
        if self._relay is not None:
            self._relay.close()
            self._relay = None

    async def _do(self, message: SheetPageMessage) -> None:
        match message:
            case SheetPing():
                self._say(Pong(message.n))
            case Open():
                await self._open(message)
            case _ if self._relay is not None:
                await self._relay.say(message)
            case AskForm():
                sheet = await self._current()
                self._say(form_message(sheet, message.id, await sheet.form(message.answers, message.hand)))
            case Try():
                sheet = await self._current()
                self._say(changes_message(sheet, message.id, await sheet.tried(message.command)))
            case Do():
                sheet = await self._current()
                if not self._writes:
                    raise Refused("not_writer")
                await sheet.run(sheet.do(message.id, message.version, message.command, self._acknowledge(message.id)))
            case _:
                assert_never(message)

    async def _open(self, message: Open) -> None:
        self._protocol = agreed(message.protocol)
        self._gone()
        if self._relays is None:
            try:
                await self._here(message)
            except Elsewhere as error:
                raise Away from error
            return
        relay = await self._relays.here_or(lambda: self._here(message), "sheet", None, self.send, self.close)
        if relay is not None:
            self._relay = relay
            await relay.say(message)

    async def _here(self, message: Open) -> None:
        found = await self._desk.find(message.sheet)
        self._writes = self._desk.may_write(found, message.key)
        self._sheet = await self._desk.join(message.sheet, self, message.since)

    async def _current(self) -> Sheet:
        """The open sheet, read again where it was found to be behind. Raises :class:`Refused`."""
        if self._sheet is None:
            raise Refused("unknown_sheet")
        if self._sheet.broken:
            old = self._sheet
            old.followers.discard(self)
            try:
                self._sheet = await self._desk.join(old.row.id, self, None)
            except Elsewhere as error:
                raise Away from error
            finally:
                old.lost()
        return self._sheet

    def _acknowledge(self, message_id: str) -> _Acknowledge:
        return _Acknowledge(self, message_id)


class _Acknowledge:
    """Tells one page that its command is in the log."""

    def __init__(self, line: SheetLine, message_id: str) -> None:
        self._line = line
        self._id = message_id

    def __call__(self, version: int) -> None:
        self._line._say(Ack(self._id, version))
