"""A command to a sheet that may be owned by another server process, for callers that have no line of their own."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import Struct

from kibic.game import Text
from kibic.server.line import Away
from kibic.server.refusals import Refused
from kibic.server.relay import Relay, Relays
from kibic.server.sheet import Sheet
from kibic.server.sheetdesk import SheetDesk
from kibic.server.sheetmessages import Do, Open


class _Answer(Struct, frozen=True):
    """The fields of ``ack`` and ``refused`` that matter here; other messages have none of them."""

    type: str
    id: str | None = None
    version: int = 0
    code: str = ""
    rule: str | None = None
    sr: str = ""
    en: str = ""


async def done(desk: SheetDesk, relays: Relays, sheet_id: str, key: str | None, command: Do) -> int:
    """Do a command wherever the sheet is; the version it made. Raises :class:`Refused`."""
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    try:
        found = await relays.here_or(
            lambda: desk.find(sheet_id), "sheet", None, heard.put_nowait, lambda _code: heard.put_nowait(None)
        )
    except Away as error:
        raise Refused("storage") from error
    if isinstance(found, Sheet):
        return await _here(desk, found, key, command)
    try:
        return await _there(found, heard, Open(sheet_id, key), command)
    finally:
        found.close()


async def _here(desk: SheetDesk, sheet: Sheet, key: str | None, command: Do) -> int:
    if not desk.may_write(sheet, key):
        raise Refused("not_writer")
    made: list[int] = []
    await sheet.run(sheet.do(command.id, command.version, command.command, made.append))
    return made[0]


async def _there(relay: Relay, heard: asyncio.Queue[str | None], opening: Open, command: Do) -> int:
    await relay.say(opening)
    await relay.say(command)
    while (frame := await heard.get()) is not None:
        message = msgspec.json.decode(frame, type=_Answer)
        if message.type == "ack" and message.id == command.id:
            return message.version
        if message.type == "refused":
            raise Refused(message.code, text=Text(message.en, message.sr), rule=message.rule)
    raise Refused("storage")
