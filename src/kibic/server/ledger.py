"""What is stored of one table: it is written before anybody hears of it, and read again where that is in doubt."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kibic.server.course import FIRST, Course, course_of
from kibic.server.incidents import note
from kibic.server.leasestore import Fenced, subject_of_table
from kibic.server.refusals import Refused
from kibic.server.store import Conflict, TableRow, Unsure, Word
from kibic.server.sure import Sure

if TYPE_CHECKING:
    from kibic.server.table import Services, Table

log = logging.getLogger("kibic.server")


class Ledger:
    """The row and the log of one table. Whoever holds ``lock`` may rely on the table in memory being as they are."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.lock = Sure(self._settle, table.services.settings.retry)

    async def save(self, row: TableRow) -> None:
        """Store the table as ``row`` says. Raises :class:`Refused` (``storage``); the lock is held."""
        table, writer = self._table, self._table.services.writer
        try:
            await writer.write(writer.store.change_table, row, table.token)
        except Fenced as error:
            raise self.lose() from error
        except Exception as error:  # the disk is full, the database is locked
            note(log, f"{table.label} could not be saved", error, **table.where)
            self.lock.doubt()
            raise Refused("storage") from error

    async def append(self, word: Word) -> None:
        """Append a word to the log. Raises :class:`Refused` unless it is known to be there; the lock is held."""
        table = self._table
        try:
            await table.services.writer.append(word)
        except Fenced as error:
            raise self.lose() from error
        except Conflict as error:
            self.lock.doubt()
            await self._settle()
            raise Refused("stale_version") from error
        except Exception as error:  # as in save, but perhaps only the answer of the database was lost
            note(log, f"{table.label}: a word could not be saved", error, **table.where)
            self.lock.doubt()
            raise Refused("unsure" if isinstance(error, Unsure) else "storage") from error
        log.debug("%s: a word is in the log", table.label, extra=table.where | {"actor": word.actor})

    def lose(self) -> Refused:
        """Another server owns this table: the pages come back and are brought to it; what to refuse meanwhile."""
        self._table.services.cluster.lose(subject_of_table(self._table.row.id), self._table.token)
        return Refused("stale_version")

    async def _settle(self) -> None:
        """Take the word of the log where this table is not as it is. Raises :class:`Refused` (``storage``)."""
        table, writer = self._table, self._table.services.writer
        version = table.version
        try:
            row, last = await writer.read(writer.store.head, table.row.id)
            if row is None:
                raise Refused("unknown_table")
            if row != table.row or (last + FIRST if row.opening is not None else 0) != version:
                log.warning("%s: its log has moved on without this server", table.label)
                await table.take_over(row)
        except Refused:
            raise
        except Exception as error:
            note(log, f"{table.label}: its log could not be read", error, **table.where)
            raise Refused("storage") from error


async def read_course(row: TableRow, services: Services) -> Course | None:
    """The match of a table, played again from its log; None before its start."""
    store, kept = services.writer.store, services.settings.kept
    return await services.writer.read(lambda: course_of(row, store.words, kept))
