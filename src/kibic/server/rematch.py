"""A rematch: the same people by the same rules at a new table, with the next one to deal first."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kibic.server.guests import now_ms, random_id
from kibic.server.incidents import note
from kibic.server.leasestore import Fenced
from kibic.server.refusals import Refused
from kibic.server.store import TableRow

if TYPE_CHECKING:
    from kibic.server.table import Table

log = logging.getLogger("kibic.server")


def rematch_of(row: TableRow, table_id: str, now: int) -> TableRow:
    """The table that follows ``row``, started: everybody in his seat, the deal one seat further."""
    dealer = ((row.opening or {"dealer": -1})["dealer"] + 1) % len(row.seats)
    opening = {"order": list(range(len(row.seats))), "dealer": dealer, "draws": []}
    return replace(
        row,
        id=table_id,
        state="playing",
        seats=tuple(replace(seat, away=False) for seat in row.seats),
        opening=opening,
        paused=False,
        origin=row.id,
        rematch=None,
        created=now,
        updated=now,
    )


async def follow(table: Table) -> None:
    """Make the rematch of a table that is over; its pages hear of it by the table object. Raises :class:`Refused`."""
    writer = table.services.writer
    row = rematch_of(table.row, random_id(12), now_ms())
    try:
        await writer.write(writer.store.add_rematch, row, table.token)
    except Fenced as error:
        raise table.ledger.lose() from error
    except Exception as error:  # the disk is full, the database is locked: there is no new table
        note(log, f"{table.label}: its rematch could not be made", error, **table.where)
        raise Refused("storage") from error
    table.row = replace(table.row, rematch=row.id)
