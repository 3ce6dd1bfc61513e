"""Takes reports of what was said at a table."""

from __future__ import annotations

from kibic.server.guests import Guest, now_ms, random_id
from kibic.server.limits import Buckets
from kibic.server.refusals import Refused
from kibic.server.reportstore import Report, ReportStore
from kibic.server.settings import Settings
from kibic.server.table import Table
from kibic.server.writer import Writer


class Reports:
    """The reports of a server; one person may report as fast as talk."""

    def __init__(self, store: ReportStore, writer: Writer, settings: Settings) -> None:
        self._store = store
        self._writer = writer
        self._rate = Buckets(settings.talk_rate, settings.talk_burst)

    async def take(self, table: Table, guest: Guest, number: int) -> None:
        """Keep what was said under a number, with what was said around it. Raises :class:`Refused`."""
        if not self._rate.take(guest.id):
            raise Refused("too_fast")
        said, context = table.chat.evidence(guest, number)
        told = said.word or said.text or ""
        report = Report(random_id(16), table.row.id, guest.id, said.guest, told, context, now_ms())
        await self._writer.write(self._store.add, report)
