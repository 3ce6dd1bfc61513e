"""The socket of a sheet: many pages follow it, those that hold the key write."""

from __future__ import annotations

from typing import assert_never

from starlette.websockets import WebSocket

from kibic.server.line import Line
from kibic.server.messages import Ack, Pong
from kibic.server.refusals import Refused
from kibic.server.settings import Settings
from kibic.server.sheet import Sheet, changes_message, form_message
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import AskForm, Do, Open, SheetPageMessage, SheetPing, Try, read_sheet


class SheetLine(Line[SheetPageMessage]):
    """A page at a sheet. It is a :class:`kibic.server.sheet.Follower`."""

    def __init__(self, socket: WebSocket, settings: Settings, desk: SheetDesk) -> None:
        super().__init__(socket, settings)
        self._desk = desk
        self._sheet: Sheet | None = None
        self._writes = False

    @property
    def writes(self) -> bool:
        """Whether the page may write."""
        return self._writes

    def _read(self, text: str) -> SheetPageMessage:
        return read_sheet(text)

    def _gone(self) -> None:
        if self._sheet is not None:
            self._desk.leave(self._sheet, self)

    async def _do(self, message: SheetPageMessage) -> None:
        match message:
            case SheetPing():
                self._say(Pong(message.n))
            case Open():
                await self._open(message)
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
        if self._sheet is not None:
            self._desk.leave(self._sheet, self)
            self._sheet = None
        found = await self._desk.find(message.sheet)
        self._writes = self._desk.may_write(found, message.key)
        self._sheet = await self._desk.join(message.sheet, self, message.since)

    async def _current(self) -> Sheet:
        """The open sheet, read again where it was found to be behind. Raises :class:`Refused`."""
        if self._sheet is None:
            raise Refused("unknown_sheet")
        if self._sheet.broken:
            self._sheet = await self._desk.join(self._sheet.row.id, self, None)
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
