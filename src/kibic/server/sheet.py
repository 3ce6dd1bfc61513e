"""A sheet in memory: takes the commands of those who may write, commits them, and tells everybody who follows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kibic.game import Json
from kibic.server.guests import now_ms
from kibic.server.incidents import note
from kibic.server.leasestore import Fenced
from kibic.server.line import GOING_DOWN, log
from kibic.server.refusals import Refused
from kibic.server.replies import written
from kibic.server.sheetmessages import ChangesMessage, FormMessage, SheetMessage
from kibic.server.sheetpatch import change_of
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.store import Conflict
from kibic.server.works import Works
from kibic.server.writer import Writer
from kibic.sheets import Book, Command, Setup, SheetError, changes, changes_json, fold, question_json, state_json
from kibic.sheets.meant import check_meant

Acknowledge = Callable[[int], None]


class Follower(Protocol):
    """A page that shows the sheet."""

    @property
    def writes(self) -> bool:
        """Whether it may write."""

    @property
    def protocol(self) -> int:
        """The version of the protocol the page and the server agreed on."""

    def send(self, frame: str) -> None:
        """Take a frame to the page; never waits and never fails."""

    def close(self, code: int) -> None:
        """Close the line; the page may come back."""


def setup_of(row: SheetRow) -> Setup:
    """What was agreed before the first hand."""
    agreed = row.setup
    return Setup(tuple(agreed["players"]), agreed["dealer"], agreed["preset"], agreed["options"])


class Sheet(Works):
    """One sheet. Its version is the number of its commands; ``token`` is that of the lease by which it is owned."""

    def __init__(self, row: SheetRow, done: list[Done], store: SheetStore, writer: Writer, token: int) -> None:
        super().__init__()
        self.token = token
        self.row = row
        self.book = fold(setup_of(row), [Command.of_json(item.command) for item in done])
        self._shown = state_json(self.book)
        self.version = len(done)
        self.followers: set[Follower] = set()
        self.broken = False
        self._versions = {item.client_id: item.seq for item in done if item.client_id is not None}
        self._store = store
        self._writer = writer
        self._lock = asyncio.Lock()

    @property
    def key(self) -> str:
        """The id of the sheet."""
        return self.row.id

    @property
    def wanted(self) -> bool:
        """Whether a page follows it."""
        return bool(self.followers)

    def join(self, follower: Follower, since: int | None) -> None:
        """A page opens the sheet, or comes back to it holding version ``since``."""
        self.followers.add(follower)
        follower.send(self._frame(follower, state=since != self.version))
        self._tell(but=follower)

    def leave(self, follower: Follower) -> None:
        """A page goes away."""
        if follower in self.followers:
            self.followers.discard(follower)
            self._tell()

    def lost(self) -> None:
        """Another server owns the sheet now: its pages come back and are brought there."""
        self.broken = True
        for follower in list(self.followers):
            follower.close(GOING_DOWN)

    async def form(self, answers: Mapping[str, str], hand: int | None) -> Json:
        """The questions after ``answers``. Raises :class:`Refused`."""
        return await self._worked(question_json, self.book, dict(answers), hand)

    async def tried(self, command: Mapping[str, Any]) -> tuple[list[Json], Json]:
        """What a command would change, and the state after it. Raises :class:`Refused`."""
        before = self.book
        after = await self._worked(_done, before, command)
        return changes_json(changes(before, after)), state_json(after)

    async def do(self, client_id: str, version: int, command: Mapping[str, Any], acknowledge: Acknowledge) -> None:
        """Commit a command, acknowledge it, and show it to all. The same id is done once. Raises :class:`Refused`."""
        async with self._lock:
            if client_id in self._versions:
                acknowledge(self._versions[client_id])
                return
            if version != self.version or self.broken:
                raise Refused("stale_version")
            before = self.book
            after, shown, change = await self._worked(_done_and_shown, before, self._shown, command)
            done = Done(self.version + 1, Command.of_json(command).to_json(), client_id, now_ms())
            try:
                await self._writer.write(self._store.append, self.row.id, done, self.token)
            except Fenced as error:
                self.lost()
                raise Refused("stale_version") from error
            except Conflict as error:
                self.broken = True  # the log is not as this server thought: read it again, if it owns it still
                raise Refused("stale_version") from error
            except Exception as error:
                note(log, f"sheet {self.row.id[:4]}...: a command could not be saved", error)
                self.broken = True  # perhaps it was, and only the answer of the database was lost
                raise Refused("storage") from error
            self.book, self.version, self._shown = after, done.seq, shown
            self._versions[client_id] = done.seq
            acknowledge(done.seq)
            # Whoever follows was sent the state when he came, and every change since.
            self._tell(found=changes_json(changes(before, after)), since=done.seq - 1, change=change)

    def _tell(self, *, but: Follower | None = None, **told: Any) -> None:  # noqa: ANN401 - as _frame takes it
        for follower in self.followers:
            if follower is not but:
                follower.send(self._frame(follower, **told))

    def _frame(
        self,
        follower: Follower,
        *,
        state: bool = False,
        found: list[Json] | None = None,
        since: int | None = None,
        change: Json = None,
    ) -> str:
        message = SheetMessage(
            sheet=self.row.id,
            version=self.version,
            writes=follower.writes,
            watchers=len(self.followers),
            state=self._shown if state else None,
            changes=found or [],
            since=since,
            change=change,
            protocol=follower.protocol,
        )
        return written(message)

    async def _worked(self, call: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - what the call gives
        """The result of a call that may take long, off the event loop. Raises :class:`Refused`."""
        try:
            return await asyncio.to_thread(call, *arguments)
        except SheetError as error:
            raise Refused.by_sheet(error) from error


def form_message(sheet: Sheet, message_id: str, form: Json) -> FormMessage:
    """The answer to a question for questions."""
    return FormMessage(message_id, sheet.version, form)


def changes_message(sheet: Sheet, message_id: str, tried: tuple[list[Json], Json]) -> ChangesMessage:
    """The answer to a command that was only tried."""
    return ChangesMessage(message_id, sheet.version, *tried)


def _done_and_shown(book: Book, shown: Json, command: Mapping[str, Any]) -> tuple[Book, Json, Json]:
    """The sheet after a command, its state, and what leads there from the state before."""
    after = _done(book, command)
    there = state_json(after)
    return after, there, change_of(shown, there)


def _done(book: Book, command: Mapping[str, Any]) -> Book:
    done = Command.of_json(command)
    check_meant(book, command)
    return book.do(done)
