"""Keeps the time of a table and sees who is away: when to wait, when a bot plays for a person, when he is back."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kibic.server import seating
from kibic.server.absence import Attendance, Missed, Present
from kibic.server.clock import Clock
from kibic.server.guests import now_ms
from kibic.server.infos import AwayInfo, ClockInfo
from kibic.server.refusals import Refused
from kibic.server.replies import ClockMessage, written
from kibic.server.timing import Alarm

if TYPE_CHECKING:
    from kibic.server.table import Table

log = logging.getLogger("kibic.server")

#: After so many moves out of time, one after the other, a person counts as away.
MOST_OUT = 3


class Keeper:
    """The time and the attendance of one table. It looks again at every change and when a time is up."""

    def __init__(self, table: Table) -> None:
        self._table = table
        settings, manners = table.services.settings, table.row.manners
        self._time = table.services.time
        banks = table.course.banks if table.course is not None else {}
        self._clock = Clock(manners, len(table.row.seats), {seat: left / 1000 for seat, left in banks.items()})
        self._attendance = Attendance(grace=settings.grace, quiet=settings.quiet, wait=manners.wait)
        self.away = {number for number, seat in enumerate(table.row.seats) if seat.away}
        self._missed: dict[int, Missed] = {}
        self._out: tuple[int, int] | None = None
        self._out_in_a_row: dict[int, int] = {}
        self._alarm: Alarm | None = None

    # Who plays

    def plays(self, seat: int) -> str | None:
        """The bot that plays for the seat now, None when its person does, or nobody is there to play with."""
        row = self._table.row
        if row.seats[seat].kind == "bot":
            return row.seats[seat].bot or self._usual
        stands_in = seat in self.away or self.out(seat)
        return self.stand_in if stands_in and self._here() - self.away else None

    def out(self, seat: int) -> bool:
        """Whether the move of the seat is out of time."""
        return self._out == (seat, self._version)

    @property
    def stand_in(self) -> str:
        """The bot that plays for people of this table."""
        return self._table.row.manners.stand_in or self._usual

    def on_time(self, seat: int) -> None:
        """A person speaks: he is back if he was away. Raises :class:`Refused` (``time_up``) when his time was out."""
        if seat not in self.away and (self.out(seat) or self._clock_out(seat)):
            raise Refused("time_up")
        self.back(seat)

    def back(self, seat: int) -> None:
        """The person of a seat gives a sign: from now on he plays again, whatever his bot was thinking of."""
        self._attendance.stirred(seat, self._time.now())
        self._out_in_a_row.pop(seat, None)
        if seat in self.away:
            self.away.discard(seat)
            self._away_changed()
        else:
            self.look()

    def note(self, seat: int, bot: str | None) -> dict[str, Any] | None:
        """What the log keeps of a word of the seat that ``bot`` (None: its person) says now."""
        note: dict[str, Any] = {}
        if bot is not None and seat >= 0 and self._table.row.seats[seat].kind == "person":
            note |= {"by": bot, "why": "absent" if seat in self.away else "time"}
        left = self._clock.bank_of(seat, self._time.now())
        if left is not None:
            note["bank"] = round(left * 1000)
        return note or None

    def moved(self, seat: int, note: dict[str, Any] | None) -> None:
        """The word of the seat with this note is in the log."""
        if note is None or "by" not in note:
            self._out_in_a_row.pop(seat, None)
        if note is not None and "bank" in note:
            self._clock.set_bank(seat, note["bank"] / 1000)

    # What pages see

    def away_info(self, seat: int) -> AwayInfo | None:
        """What pages are told of the absence of a seat."""
        if self._table.row.seats[seat].kind != "person":
            return None
        if seat in self.away:
            return AwayInfo("away", None, self.stand_in)
        missed = self._missed.get(seat)
        return AwayInfo(missed.why, self._as_ms(missed.until), self.stand_in) if missed is not None else None

    def clock_info(self) -> ClockInfo | None:
        """The clock for pages, None where there is none."""
        if not self._clock.move:
            return None
        now, wall = self._time.now(), now_ms()
        left, ends = self._clock.left(now), self._clock.ends(now)
        banks = [round(bank * 1000) for bank in self._clock.banks]
        if left is None or ends is None:
            return ClockInfo(self._clock.seat, None, None, banks, wall)
        move_until, until = wall + round(left[0] * 1000), wall + round(sum(left) * 1000)
        return ClockInfo(self._clock.seat, move_until, until, banks, wall)

    # Watching

    def look(self) -> None:
        """Take in how the table stands, and do what is due."""
        self.away &= seating.persons(self._table.row)
        now, before = self._time.now(), (self._missed, self._clock_key())
        self._attendance.look(self._present(), now)
        turn = self._turn()
        runs = bool(self._here() - self.away) and not self._table.row.paused
        self._clock.turn(turn if turn not in self.away else None, self._version, now, runs=runs)
        self._missed = self._attendance.missed(now)
        self._set_alarm(now)
        self._clock_out(turn)
        for seat, missed in list(self._missed.items()):
            if missed.until <= now and seat not in self.away:
                self._leave(seat)
        if before[0] != self._missed:
            self._table.audience.tell()
        elif before[1] != self._clock_key():
            self._tell_clock()

    def close(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _present(self) -> Present:
        table = self._table
        persons = seating.persons(table.row) - self.away
        if table.row.state != "playing" or table.row.paused:
            persons = set()
        here = self._here() & persons
        turn = self._turn() if not self._clock.move else None
        return Present(persons, here, turn, self._version)

    def _here(self) -> set[int]:
        """The seats of people who have a page open."""
        return self._table.audience.seats()

    def _turn(self) -> int | None:
        """The person who is to act."""
        course = self._table.course
        seat = course.state.to_act if course is not None else None
        return seat if seat is not None and seat in seating.persons(self._table.row) else None

    def _clock_out(self, seat: int | None) -> bool:
        """Whether the time of a seat's move has run out; notes it the first time."""
        if seat is None or self._clock.seat != seat or not self._clock.out(self._time.now()):
            return False
        if not self.out(seat):
            self._out = (seat, self._version)
            self._out_in_a_row[seat] = self._out_in_a_row.get(seat, 0) + 1
            if self._out_in_a_row[seat] >= MOST_OUT:
                self._leave(seat)
            self._table.audience.wake()
        return True

    def _leave(self, seat: int) -> None:
        self.away.add(seat)
        self._missed.pop(seat, None)
        self._away_changed()

    def _away_changed(self) -> None:
        self.look()
        self._table.audience.tell()
        self._table.begin(self._save())

    async def _save(self) -> None:
        """Keep who is away, for a server that starts anew. Nothing is lost when it fails: he is missed again."""
        async with self._table.lock:
            row = self._table.row
            seats = tuple(replace(seat, away=number in self.away) for number, seat in enumerate(row.seats))
            if seats != row.seats:
                try:
                    await self._table.save(replace(row, seats=seats))
                except Refused:
                    log.warning("%s: who is away could not be saved", self._table.label)

    def _set_alarm(self, now: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        moments = (self._attendance.next_change(now), self._clock.ends(now))
        due = min((moment for moment in moments if moment is not None and moment > now), default=None)
        self._alarm = self._time.call_at(due, self.look) if due is not None else None

    def _tell_clock(self) -> None:
        info = self.clock_info()
        if info is not None:
            self._table.audience.send(written(ClockMessage(info)))

    def _clock_key(self) -> tuple[object, ...]:
        return (self._clock.seat, self._version, self._clock.ends(self._time.now()) is not None)

    def _as_ms(self, moment: float) -> int:
        return now_ms() + round((moment - self._time.now()) * 1000)

    @property
    def _version(self) -> int:
        return self._table.version

    @property
    def _usual(self) -> str:
        return self._table.services.thinker.usual(self._table.row.game)
