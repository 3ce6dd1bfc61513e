"""What the host of a table may do, and who may come to it. Pure functions on :class:`TableRow`.

The host decides who sits and who looks on; he never sees more than his seat does, or anybody who looks on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kibic.server import seating
from kibic.server.guests import FORGOTTEN, NAMELESS, Guest, now_ms, unlike
from kibic.server.refusals import Refused
from kibic.server.store import Banned, Seat, TableRow

#: Most people banned from one table; after that the first ones may come again.
MAX_BANNED: Final = 100


def handle(row: TableRow, guest: str) -> str:
    """What a person is called in messages of this table: it tells nothing of him elsewhere."""
    return hashlib.sha256(f"{row.id} {guest}".encode()).hexdigest()[:12]


def not_welcome(row: TableRow, guest: Guest | None) -> Refused | None:
    """Why somebody may not open this table, None when he may.

    Who sits and who hosts always may. Before the start everybody may who is not banned, so that he can sit down.
    """
    if guest is not None and (row.host == guest.id or seating.seat_of(row, guest) is not None):
        return None
    if guest is not None and any(one.guest == guest.id for one in row.banned):
        return Refused("banned")
    if row.state != "waiting" and not row.kibitzers:
        return Refused("no_kibitzers")
    return None


def opened(row: TableRow, guest: Guest, public: bool | None, kibitzers: bool | None) -> TableRow:
    """The table open to strangers or not, and to people who look on or not; None leaves it as it is."""
    _hosts(row, guest)
    changed = {name: value for name, value in (("public", public), ("kibitzers", kibitzers)) if value is not None}
    return replace(row, **changed, updated=now_ms())


def handed_over(row: TableRow, guest: Guest, seat: int) -> TableRow:
    """The table with the person in that seat as its host."""
    _hosts(row, guest)
    other = _person(row, seat)
    if other.guest is None or other.guest == guest.id:
        raise Refused("no_person")
    return replace(row, host=other.guest, updated=now_ms())


def kicked(row: TableRow, guest: Guest, seat: int, bot: str, *, ban: bool) -> TableRow:
    """The table without the person in that seat: it is free before the start; during the match a bot plays on in it."""
    _hosts(row, guest)
    other = _person(row, seat)
    if other.guest is None or other.guest == guest.id:
        raise Refused("no_person")
    if row.state == "over":
        raise Refused("nothing_open")
    row = without(row, other.guest, bot)
    return _banning(row, other.guest, other.name) if ban else row


def banned(row: TableRow, guest: Guest, who: str, here: Sequence[Guest]) -> TableRow:
    """The table closed to somebody who looks on; ``who`` is his handle."""
    _hosts(row, guest)
    other = next((one for one in here if handle(row, one.id) == who), None)
    if other is None or other.id == guest.id or seating.seat_of(row, other) is not None:
        raise Refused("no_person")
    return _banning(row, other.id, other.name or NAMELESS)


def pardoned(row: TableRow, guest: Guest, who: str) -> TableRow:
    """The table open again to somebody who was banned; ``who`` is his handle."""
    _hosts(row, guest)
    left = tuple(one for one in row.banned if handle(row, one.guest) != who)
    if len(left) == len(row.banned):
        raise Refused("no_person")
    return replace(row, banned=left, updated=now_ms())


# People who go for good, or come back as an account


def without(row: TableRow, guest: str, bot: str) -> TableRow:
    """The table after somebody has left it for good: his seat is free, or in the middle of a match a bot's."""
    if not any(seat.guest == guest for seat in row.seats):
        return row
    names = [seat.name for seat in row.seats if seat.guest != guest]
    instead = seating.FREE if row.state == "waiting" else seating.bot_seat(names, bot)
    seats = tuple(instead if seat.guest == guest else seat for seat in row.seats)
    return replace(row, seats=seats, updated=now_ms())


def forgotten(row: TableRow, guest: Guest, bot: str) -> TableRow:
    """The table without a trace of somebody: in a finished match his seat keeps no name of his.

    Another person at the table becomes its host; where there is none, strangers do not find the table any more.
    """
    names = {guest.name} | {seat.name for seat in row.seats if seat.guest == guest.id}
    if row.state == "over":
        others = [seat.name for seat in row.seats if seat.guest != guest.id]
        nobody = Seat("person", unlike(FORGOTTEN, others))
        row = replace(row, seats=tuple(nobody if seat.guest == guest.id else seat for seat in row.seats))
    else:
        row = without(row, guest.id, bot)
    row = replace(row, banned=tuple(one for one in row.banned if one.guest != guest.id))
    if row.host != guest.id:
        return row
    heir = next((seat.guest for seat in row.seats if seat.guest is not None), None)
    # A table is called after its host unless he gave it a name.
    title = FORGOTTEN if row.title in names else row.title
    return replace(row, title=title, host=heir or guest.id, public=row.public and heir is not None)


def carried(row: TableRow, guest: str, account: Guest) -> TableRow:
    """The table with an account in place of the guest whom it belonged to on one device."""
    if any(seat.guest == account.id for seat in row.seats):
        return row  # he sits there already; two seats of one person would show him two hands
    seats = tuple(replace(seat, guest=account.id) if seat.guest == guest else seat for seat in row.seats)
    return replace(row, seats=seats, host=account.id if row.host == guest else row.host)


def _hosts(row: TableRow, guest: Guest) -> None:
    if row.host != guest.id:
        raise Refused("not_host")


def _person(row: TableRow, seat: int) -> Seat:
    if seat >= len(row.seats):
        raise Refused("no_seat")
    if row.seats[seat].kind != "person":
        raise Refused("no_person")
    return row.seats[seat]


def _banning(row: TableRow, guest: str, name: str) -> TableRow:
    if any(one.guest == guest for one in row.banned):
        return row
    return replace(row, banned=(*row.banned, Banned(guest, name))[-MAX_BANNED:], updated=now_ms())
