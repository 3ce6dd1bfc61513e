"""The clock of a table: a time for each move and a bank for the match. No loop, no storage; times in seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibic.server.manners import Manners

#: Less than this is nothing (seconds): an alarm may ring a little early.
_INSTANT = 1e-6


class Clock:
    """The time the seats have. It runs for one seat, stands, or runs for nobody.

    A move first uses up its own ``move`` seconds, then the bank of its seat; when both are gone it is out of time.
    """

    def __init__(self, manners: Manners, seats: int, banks: Mapping[int, float]) -> None:
        self.move = float(manners.move)
        self._banks = [banks.get(seat, float(manners.bank)) for seat in range(seats)]
        self._turn: tuple[int, int] | None = None
        self._spent = 0.0
        self._since: float | None = None

    @property
    def banks(self) -> Sequence[float]:
        """What each seat had in its bank before the move that runs."""
        return tuple(self._banks)

    @property
    def seat(self) -> int | None:
        """The seat whose move it is."""
        return self._turn[0] if self._turn is not None else None

    def turn(self, seat: int | None, version: int, now: float, *, runs: bool) -> None:
        """It is the move of ``seat`` (None: of nobody who has a clock) at ``version``; ``runs``: not while all wait."""
        turn = None if seat is None or not self.move else (seat, version)
        if turn != self._turn:
            self._turn, self._spent, self._since = turn, 0.0, None
        if self._since is not None:
            self._spent += now - self._since
        self._since = now if runs and turn is not None else None

    def spent(self, now: float) -> float:
        """How long the move has taken so far."""
        return self._spent + (now - self._since if self._since is not None else 0.0)

    def left(self, now: float) -> tuple[float, float] | None:
        """What the move has of its own time and of its bank, None while nobody's clock is on."""
        if self._turn is None:
            return None
        spent = self.spent(now)
        return max(0.0, self.move - spent), max(0.0, self._banks[self._turn[0]] - max(0.0, spent - self.move))

    def ends(self, now: float) -> float | None:
        """When the time is out, None while the clock stands."""
        left = self.left(now)
        return now + sum(left) if left is not None and self._since is not None else None

    def out(self, now: float) -> bool:
        """Whether the move is out of time."""
        left = self.left(now)
        return left is not None and sum(left) < _INSTANT

    def bank_of(self, seat: int, now: float) -> float | None:
        """What is left in the bank of a seat that moves now, None when its clock is not on."""
        left = self.left(now)
        return left[1] if left is not None and self.seat == seat else None

    def set_bank(self, seat: int, left: float) -> None:
        """The seat has moved and has so much left."""
        self._banks[seat] = left
