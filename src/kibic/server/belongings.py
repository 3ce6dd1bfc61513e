"""The tables of a person, when he becomes another one or goes for good."""

from __future__ import annotations

from collections.abc import Callable

from kibic.server import hosting
from kibic.server.guests import Guest
from kibic.server.store import TableRow
from kibic.server.tables import Tables


class Belongings:
    """Changes the tables of a person, one after the other."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def carry(self, guest: Guest, account: Guest) -> None:
        """The tables a guest had before he logged in become those of his account."""
        await self._each(guest, lambda row: hosting.carried(row, guest.id, account))

    async def forget(self, guest: Guest) -> None:
        """Take somebody off all his tables. Raises :class:`kibic.server.refusals.Refused` (``storage``)."""
        await self._each(guest, lambda row: hosting.forgotten(row, guest, self._tables.bot(row, None)))

    async def _each(self, guest: Guest, change: Callable[[TableRow], TableRow]) -> None:
        services = self._tables.services
        for table in await services.writer.read(services.writer.store.table_ids_of, guest.id):
            await self._tables.change(table, change)
