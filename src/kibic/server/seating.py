"""Who sits where: the seats of a table before and after the start. Pure functions on :class:`TableRow`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kibic.game import Opening
from kibic.server.guests import NAMELESS, Guest, now_ms, unlike
from kibic.server.refusals import Refused
from kibic.server.store import Seat, TableRow

FREE = Seat("free")
#: What a wanted seat may be; a bot may be named, as in ``bot:rule``.
ME, BOT, OPEN = "me", "bot", "free"
_NAMED = f"{BOT}:"
#: Names of bots; they sit at every second table of the country.
_BOT_NAMES = ("Mile", "Rada", "Steva", "Zorka", "Paja", "Nata", "Laza", "Smilja")


def is_kind(kind: str) -> bool:
    """Whether ``kind`` says who is to sit in a seat."""
    return kind in (ME, BOT, OPEN) or (kind.startswith(_NAMED) and kind != _NAMED)


def bot_of(kind: str) -> str | None:
    """The bot that ``kind`` names, None where it names none."""
    return kind.removeprefix(_NAMED) if kind.startswith(_NAMED) else None


def seat_of(row: TableRow, guest: Guest | None) -> int | None:
    """The seat of the guest, None when he only watches."""
    if guest is None:
        return None
    return next((number for number, seat in enumerate(row.seats) if seat.guest == guest.id), None)


def persons(row: TableRow) -> set[int]:
    """The seats of people."""
    return {number for number, seat in enumerate(row.seats) if seat.kind == "person"}


def new_seats(kinds: Sequence[str], host: Guest, bot: str) -> tuple[Seat, ...]:
    """Seats of a new table: each kind is ``me``, ``bot`` (the usual ``bot``), ``bot:<name>`` or ``free``."""
    seats: list[Seat] = []
    host_name = host.name or NAMELESS
    for kind in kinds:
        if kind == ME:
            seats.append(Seat("person", host_name, guest=host.id))
        elif kind == OPEN:
            seats.append(FREE)
        else:
            seats.append(bot_seat([host_name, *(seat.name for seat in seats)], bot_of(kind) or bot))
    return tuple(seats)


def sat(row: TableRow, guest: Guest, seat: int | None) -> TableRow:
    """The table with the guest on a free seat; he leaves another one he had. Without ``seat`` he keeps what he has."""
    if seat is None:
        if seat_of(row, guest) is not None:
            return row
        free = (number for number, each in enumerate(row.seats) if each.kind == "free")
        seat = next(free, 0)
    _waits(row, seat)
    if row.seats[seat].guest == guest.id:
        return row
    if row.seats[seat].kind != "free":
        raise Refused("seat_taken")
    seats = [FREE if each.guest == guest.id else each for each in row.seats]
    name = unlike(guest.name or NAMELESS, [each.name for each in seats])
    seats[seat] = Seat("person", name, guest=guest.id)
    return _with(row, seats)


def stood(row: TableRow, guest: Guest, seat: int | None) -> TableRow:
    """The table after the guest has left his seat."""
    own = seat_of(row, guest)
    if own is None or seat not in (None, own):
        raise Refused("not_seated")
    _waits(row, own)
    return _with(row, [FREE if number == own else each for number, each in enumerate(row.seats)])


def filled(row: TableRow, guest: Guest, seat: int, bot: str) -> TableRow:
    """The table with a bot on a free seat; the host asks for it."""
    _hosts(row, guest, seat)
    if row.seats[seat].kind != "free":
        raise Refused("seat_taken")
    others = [each.name for each in row.seats]
    return _with(row, [bot_seat(others, bot) if number == seat else each for number, each in enumerate(row.seats)])


def cleared(row: TableRow, guest: Guest, seat: int) -> TableRow:
    """The table without the bot on that seat; the host asks for it."""
    _hosts(row, guest, seat)
    if row.seats[seat].kind != "bot":
        raise Refused("seat_taken")
    return _with(row, [FREE if number == seat else each for number, each in enumerate(row.seats)])


def ready_to_start(row: TableRow) -> bool:
    """Whether the match can start: it has not, no seat is free, and not all are bots."""
    return row.state == "waiting" and bool(persons(row)) and all(seat.kind != "free" for seat in row.seats)


def started(row: TableRow, opening: Opening) -> TableRow:
    """The table at the start of the match, everybody in the place that was drawn."""
    place = {person: seat for seat, person in enumerate(opening.order)}
    draws = [[[place[person], card] for person, card in round_] for round_ in opening.draws]
    story: dict[str, Any] = {"order": list(opening.order), "dealer": opening.dealer, "draws": draws}
    seats = [row.seats[person] for person in opening.order]
    return replace(_with(row, seats), state="playing", opening=story)


def bot_seat(others: Sequence[str], bot: str) -> Seat:
    """A seat of a bot, under a name that none of the ``others`` has."""
    taken = {name.casefold() for name in others}
    name = next((name for name in _BOT_NAMES if name.casefold() not in taken), _BOT_NAMES[0])
    return Seat("bot", unlike(name, others), bot=bot)


def _waits(row: TableRow, seat: int) -> None:
    if row.state != "waiting":
        raise Refused("already_started")
    if seat >= len(row.seats):
        raise Refused("no_seat")


def _hosts(row: TableRow, guest: Guest, seat: int) -> None:
    if row.host != guest.id:
        raise Refused("not_host")
    _waits(row, seat)


def _with(row: TableRow, seats: Sequence[Seat]) -> TableRow:
    return replace(row, seats=tuple(seats), updated=now_ms())
