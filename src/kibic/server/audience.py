"""Who watches a table, and what is told to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from kibic.game import KIBITZER
from kibic.server import hosting, seating
from kibic.server.guests import Guest
from kibic.server.refusals import Refused
from kibic.server.replies import TableMessage, Welcome, written
from kibic.server.tableinfo import table_info

if TYPE_CHECKING:
    from kibic.server.table import Table


class Watcher(Protocol):
    """A page at the table."""

    @property
    def guest(self) -> Guest | None:
        """Who looks, None for a stranger."""

    @property
    def protocol(self) -> int:
        """The version of the protocol the page and the server agreed on."""

    @property
    def whole(self) -> bool:
        """Whether events bring the page the view instead of its change."""

    def send(self, frame: str) -> None:
        """Take a frame to the page; never waits and never fails."""

    def close(self, code: int) -> None:
        """Close the line; the page may come back."""

    def turn_away(self, refused: Refused) -> None:
        """Tell the page why it may not stay, and leave the table."""


class Audience:
    """The pages at one table. ``changed`` is set at every change of the table or its watchers.

    What is shown is made without waiting in between, so a page that joins sees either all of a step or nothing of it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.watchers: set[Watcher] = set()
        #: Who has an account, of those who were here since the table came into memory.
        self.accounts: set[str] = set()
        self.changed = asyncio.Event()
        self._on_change: list[Callable[[], None]] = []

    def when_changed(self, call: Callable[[], None]) -> None:
        """Have ``call`` called after every change of the table or its watchers."""
        self._on_change.append(call)

    def join(self, watcher: Watcher, since: int | None) -> None:
        """A page opens the table, or comes back to it holding version ``since``.

        Raises :class:`Refused` for one who may not come.
        """
        table = self._table
        refused = hosting.not_welcome(table.row, watcher.guest)
        if refused is not None:
            raise refused
        seat = seating.seat_of(table.row, watcher.guest)
        if seat is not None:
            table.keeper.back(seat)
        elif len(self.watchers) >= table.services.settings.table_watchers:
            raise Refused("crowded")
        self.watchers.add(watcher)
        if watcher.guest is not None and watcher.guest.account:
            self.accounts.add(watcher.guest.id)
        frames = None
        if since is not None and table.course is not None:
            frames = table.course.missed(self._viewer(watcher), since, whole=watcher.whole)
        for frame in frames if frames is not None else [self._welcome(watcher)]:
            watcher.send(frame)
        self.tell()

    def leave(self, watcher: Watcher) -> None:
        """A page goes away."""
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            self.tell()

    def tell(self) -> None:
        """Send the table object to everybody."""
        self._table.keeper.look()
        for watcher in self.watchers:
            watcher.send(written(TableMessage(table_info(self._table, watcher.guest))))
        self.wake()

    def tell_step(self) -> None:
        """Send the last step of the match to everybody; the same frame to all who see the same."""
        frames: dict[tuple[int, bool], str] = {}
        for watcher in self.watchers:
            sees = self._viewer(watcher), watcher.whole
            if sees not in frames:
                frames[sees] = self._table.playing().event(sees[0], whole=watcher.whole)
            watcher.send(frames[sees])

    def send(self, frame: str) -> None:
        """Send the same frame to everybody."""
        for watcher in self.watchers:
            watcher.send(frame)

    def send_to(self, seat: int, frame: str) -> None:
        """Send a frame to the pages of a seat."""
        for watcher in self.watchers:
            if seating.seat_of(self._table.row, watcher.guest) == seat:
                watcher.send(frame)

    def wake(self) -> None:
        """Whoever waits for a change of the table looks again."""
        self._table.keeper.look()
        self.changed.set()
        for call in self._on_change:
            call()

    def welcome_all(self) -> None:
        """Send everybody the table as it is now."""
        for watcher in self.watchers:
            watcher.send(self._welcome(watcher))

    def turn_away(self) -> None:
        """Send away those who may not stay any more."""
        for watcher in list(self.watchers):
            refused = hosting.not_welcome(self._table.row, watcher.guest)
            if refused is not None:
                watcher.turn_away(refused)

    def seats(self) -> set[int]:
        """The seats of people who have a page open."""
        seats = {seating.seat_of(self._table.row, watcher.guest) for watcher in self.watchers}
        return {seat for seat in seats if seat is not None}

    def _viewer(self, watcher: Watcher) -> int:
        seat = seating.seat_of(self._table.row, watcher.guest)
        return KIBITZER if seat is None else seat

    def _welcome(self, watcher: Watcher) -> str:
        course, row = self._table.course, self._table.row
        seat, info = seating.seat_of(row, watcher.guest), table_info(self._table, watcher.guest)
        if course is None:
            return written(Welcome(watcher.protocol, info, seat, 0, None))
        return written(Welcome(watcher.protocol, info, seat, course.version, course.view(self._viewer(watcher))))
