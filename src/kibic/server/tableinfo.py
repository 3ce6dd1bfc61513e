"""The table object of the protocol: everything around the match, as one page sees it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from kibic.game import Action
from kibic.server.guests import Guest, now_ms
from kibic.server.messages import FairInfo, OpeningInfo, ProposalInfo, SeatInfo, TableInfo
from kibic.server.store import TableRow


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
    here: Set[str],
    ready: Set[int],
    proposal: Proposal | None,
    next_at: int | None,
    fair: FairInfo | None = None,
) -> TableInfo:
    """The table for ``guest``; ``here`` are the guests with a page open, ``ready`` seats want to go on."""
    me = guest.id if guest is not None else None
    seats = [
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            connected=seat.kind == "bot" or seat.guest in here,
            you=me is not None and seat.guest == me,
            ready=number in ready,
            bot=seat.bot,
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
        proposal=ProposalInfo(proposal.action.word, proposal.seat, sorted(proposal.agreed)) if proposal else None,
        bot_pause=row.bot_pause,
        hints=row.hints,
        next_at=next_at,
        now=now_ms(),
        fair=fair,
    )
