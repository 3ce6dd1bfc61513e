"""The table object of the protocol: everything around the match, as one page sees it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from kibic.game import Action
from kibic.server import hosting, seating
from kibic.server.guests import Guest, now_ms
from kibic.server.messages import DoorInfo, OpeningInfo, ProposalInfo, SeatInfo, Somebody, TableInfo
from kibic.server.store import TableRow

#: Most names of people who look on.
MAX_NAMED: Final = 20


@dataclass(slots=True)
class Proposal:
    """An agreement somebody proposed, and the seats that have agreed."""

    seat: int
    client_id: str
    action: Action
    agreed: set[int] = field(default_factory=set)


def table_info(
    row: TableRow,
    guest: Guest | None,
    *,
    here: Sequence[Guest | None],
    ready: Set[int],
    proposal: Proposal | None,
    next_at: int | None,
) -> TableInfo:
    """The table for ``guest``; ``here`` are those with a page open (None: a stranger), ``ready`` seats that wait."""
    me = guest.id if guest is not None else None
    present = {one.id for one in here if one is not None}
    seats = [
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            connected=seat.kind == "bot" or seat.guest in present,
            you=me is not None and seat.guest == me,
            ready=number in ready,
            bot=seat.bot,
            host=seat.guest == row.host,
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
        proposal=ProposalInfo(proposal.action.word, proposal.seat, sorted(proposal.agreed)) if proposal else None,
        bot_pause=row.bot_pause,
        hints=row.hints,
        next_at=next_at,
        now=now_ms(),
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
