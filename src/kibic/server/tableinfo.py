"""The table object of the protocol: everything around the match, as one page sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibic.server.guests import Guest, now_ms
from kibic.server.messages import OpeningInfo, SeatInfo, TableInfo

if TYPE_CHECKING:
    from kibic.server.table import Table


def table_info(table: Table, guest: Guest | None) -> TableInfo:
    """The table for ``guest``."""
    row, keeper = table.row, table.keeper
    me = guest.id if guest is not None else None
    here = {watcher.guest.id for watcher in table.watchers if watcher.guest is not None}
    seats = [
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            connected=seat.kind == "bot" or seat.guest in here,
            you=me is not None and seat.guest == me,
            ready=number in table.ready,
            bot=seat.bot,
            away=keeper.away_info(number),
        )
        for number, seat in enumerate(row.seats)
    ]
    return TableInfo(
        id=row.id,
        game=row.game,
        name=row.title,
        rules={"preset": row.preset, "options": row.options},
        state=row.state,
        seats=seats,
        host=me == row.host,
        opening=OpeningInfo(row.opening["dealer"], row.opening["draws"]) if row.opening is not None else None,
        proposal=table.proposals.info(),
        bot_pause=row.bot_pause,
        hints=row.hints,
        manners=row.manners,
        clock=keeper.clock_info(),
        paused=row.paused,
        origin=row.origin,
        rematch=row.rematch,
        next_at=table.next_at,
        now=now_ms(),
        fair=table.sealing.info(table.course),
    )
