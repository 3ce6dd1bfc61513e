"""Plays for the house and for bots, as long as somebody watches: deals, pauses between hands, asks bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from kibic.cards import system_random
from kibic.game import HOUSE, Action
from kibic.server.course import Course
from kibic.server.guests import now_ms
from kibic.server.incidents import note
from kibic.server.refusals import Refused
from kibic.server.table import Table

log = logging.getLogger("kibic.server")


class Driver:
    """Drives one table. It sleeps without a task while it is a person's turn or nobody watches."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        table.audience.when_changed(self._wake)

    @property
    def busy(self) -> bool:
        """Whether it is in the middle of something."""
        return self._task is not None

    def stop(self) -> None:
        """Begin nothing more."""
        self._closed = True
        self._table.audience.changed.set()

    async def close(self) -> None:
        """Stop, after the step that was begun."""
        self.stop()
        if self._task is not None:
            await self._task

    def _wake(self) -> None:
        if self._task is None and self._actor() is not None:
            self._task = asyncio.create_task(self._drive())

    def _actor(self) -> int | None:
        """Whose turn it is, when that is the house or a bot plays for the seat, and there is somebody to play for."""
        table = self._table
        if self._closed or table.course is None or not table.audience.watchers or table.row.paused:
            return None
        actor = table.course.state.to_act
        if table.proposals.holds_bots and not (actor is not None and table.keeper.out(actor)):
            return None
        return actor if actor is None or actor == HOUSE or table.keeper.plays(actor) is not None else None

    async def _drive(self) -> None:
        table = self._table
        try:
            while (actor := self._actor()) is not None and table.course is not None:
                try:
                    if actor == HOUSE:
                        await self._deal(table.course)
                    else:
                        await self._move(table.course, actor)
                except Exception as error:  # the storage or a game failed: the table waits, and tries again
                    if not isinstance(error, Refused):
                        note(log, f"{table.label} could not go on", error, **table.where)
                    await self._wait(table.services.settings.retry, table.course, table.course.version)
        finally:
            self._task = None

    async def _deal(self, course: Course) -> None:
        table, version = self._table, course.version
        await table.seal()
        if table.next_at is not None and table.next_at > now_ms():
            table.audience.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.audience.changed.wait(), (table.next_at - now_ms()) / 1000)
            return
        action = await table.deal()
        await self._commit(course, version, HOUSE, action if action is not None else self._random(course))
        # The players have the whole hand to cut the next deck.
        await table.seal()

    async def _move(self, course: Course, seat: int) -> None:
        table, version = self._table, course.version
        begun = asyncio.get_running_loop().time()
        bot = table.keeper.plays(seat)
        if bot is None:
            return
        decision = await table.services.thinker.choose(bot, table.row.game, course.state.view(seat))
        spent = asyncio.get_running_loop().time() - begun
        await self._wait(table.row.bot_pause / 1000 - spent, course, version)
        # A person who came back meanwhile plays himself: what the bot thought of is dropped.
        if not self._still(course, version) or table.keeper.plays(seat) != bot:
            return
        if decision is None:
            action = self._random(course)
        elif decision.action in course.state.legal():
            action = decision.action
        else:
            log.error("%s: bot %s chose what is not legal", table.label, bot)
            action = self._random(course)
        await self._commit(course, version, seat, action, bot)

    async def _commit(self, course: Course, version: int, actor: int, action: Action, bot: str | None = None) -> None:
        async with self._table.lock:
            if (
                self._still(course, version)
                and self._actor() == actor
                and (actor == HOUSE or self._table.keeper.plays(actor) == bot)
            ):
                await self._table.commit(actor, action, bot=bot)

    async def _wait(self, seconds: float, course: Course, version: int) -> None:
        """Wait, but no longer than the table stands as it was and somebody watches."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (left := until - loop.time()) > 0 and self._still(course, version) and self._table.audience.watchers:
            self._table.audience.changed.clear()
            try:
                await asyncio.wait_for(self._table.audience.changed.wait(), left)
            except TimeoutError:
                return

    def _still(self, course: Course, version: int) -> bool:
        return not self._closed and self._table.course is course and course.version == version

    @staticmethod
    def _random(course: Course) -> Action:
        # Chance comes from the operating system's secure generator (fairness).
        action: Action = course.state.legal().sample(system_random())
        return action
