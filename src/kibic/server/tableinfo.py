"""The table object of the protocol: everything around the match, as one page sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kibic.server import hosting, seating
from kibic.server.guests import Guest, now_ms
from kibic.server.infos import DoorInfo, OpeningInfo, SeatInfo, Somebody, TableInfo
from kibic.server.store import TableRow

if TYPE_CHECKING:
    from kibic.server.table import Table

#: Most names of people who look on.
MAX_NAMED: Final = 20


def table_info(table: Table, guest: Guest | None) -> TableInfo:
    """The table for ``guest``."""
    row, keeper = table.row, table.keeper
    me = guest.id if guest is not None else None
    here = [watcher.guest for watcher in table.audience.watchers]
    present = {one.id for one in here if one is not None}
    seats = [
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            connected=seat.kind == "bot" or seat.guest in present,
            you=me is not None and seat.guest == me,
            ready=number in table.ready,
            bot=seat.bot,
            host=seat.guest == row.host,
            away=keeper.away_info(number),
            account=seat.guest in table.audience.accounts,
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
        door=_door(row, me == row.host, here),
        opening=OpeningInfo(row.opening["dealer"], row.opening["draws"]) if row.opening is not None else None,
        proposal=table.proposals.info(),
        bot_pause=row.bot_pause,
        hints=row.hints,
        manners=row.manners,
        clock=keeper.clock_info(),
        paused=row.paused,
        origin=row.origin,
        rematch=row.rematch,
        speech=table.chat.freedom(guest),
        next_at=table.next_at,
        now=now_ms(),
        fair=table.sealing.info(table.course),
    )


def _door(row: TableRow, is_host: bool, here: Sequence[Guest | None]) -> DoorInfo:
    looking = [one for one in here if seating.seat_of(row, one) is None]
    known = {one.id: one.name for one in looking if one is not None}
    named = sorted((name, guest) for guest, name in known.items() if name is not None)

    def somebody(name: str, guest: str) -> Somebody:
        return Somebody(name, hosting.handle(row, guest) if is_host else None)

    return DoorInfo(
        public=row.public,
        kibitzers=row.kibitzers,
        watching=len(known) + looking.count(None),
        watchers=[somebody(name, guest) for name, guest in named[:MAX_NAMED]],
        banned=[somebody(one.name, one.guest) for one in row.banned] if is_host else [],
    )
