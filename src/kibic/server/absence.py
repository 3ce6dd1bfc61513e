"""Who is waited for at a table, and until when. No loop and no storage; times in seconds."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Missed:
    """A person the others wait for. ``why`` is ``gone`` (no page open) or ``silent``; a bot plays from ``until`` on."""

    why: str
    until: float


@dataclass(frozen=True, slots=True)
class Present:
    """A table at a moment: the seats of people for whom nobody plays, those of them with a page open, who is to act.

    ``turn`` is None when nobody has to act, or when another clock sees to it that he does.
    """

    persons: Set[int]
    here: Set[int]
    turn: int | None
    version: int


class Attendance:
    """Watches who is there. ``grace``: how long a line may be broken without a word; ``quiet``: how long one may think.

    After that the others see a countdown of ``wait`` seconds; 0 waits for ever. Nobody is missed where no other person
    is there to miss him.
    """

    def __init__(self, *, grace: float, quiet: float, wait: float) -> None:
        self._grace, self._quiet, self._wait = grace, quiet, wait
        self._gone: dict[int, float] = {}
        self._thinks: tuple[int, int, float] | None = None

    def look(self, present: Present, now: float) -> None:
        """Take in how the table stands."""
        missing = {seat for seat in present.persons - present.here if present.here} if self._wait else set()
        self._gone = {seat: self._gone.get(seat, now) for seat in missing}
        seat = present.turn
        if seat is None or not self._wait or seat not in present.here or not present.here - {seat}:
            self._thinks = None
        elif self._thinks is None or self._thinks[:2] != (seat, present.version):
            self._thinks = (seat, present.version, now)

    def stirred(self, seat: int, now: float) -> None:
        """The person of a seat has given a sign: he may think from the beginning."""
        if self._thinks is not None and self._thinks[0] == seat:
            self._thinks = (*self._thinks[:2], now)

    def missed(self, now: float) -> dict[int, Missed]:
        """For whom a countdown runs, or has run out, by seat."""
        found = {
            seat: Missed("gone", since + self._grace + self._wait)
            for seat, since in self._gone.items()
            if now >= since + self._grace
        }
        if self._thinks is not None and now >= self._thinks[2] + self._quiet:
            found[self._thinks[0]] = Missed("silent", self._thinks[2] + self._quiet + self._wait)
        return found

    def next_change(self, now: float) -> float | None:
        """When what :meth:`missed` says changes next by time alone, None when it does not."""
        moments = [since + self._grace for since in self._gone.values()]
        moments += [moment + self._wait for moment in moments]
        if self._thinks is not None:
            begins = self._thinks[2] + self._quiet
            moments += [begins, begins + self._wait]
        return min((moment for moment in moments if moment > now), default=None)
