"""All tables: made, found, loaded when somebody comes and unloaded when nobody has watched for a while."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibic.game import KibicError
from kibic.server import seating
from kibic.server.audience import Watcher
from kibic.server.driver import Driver
from kibic.server.guests import NAMELESS, Guest, now_ms, random_id
from kibic.server.leasestore import Fenced, subject_of_table
from kibic.server.limits import Buckets
from kibic.server.line import GOING_DOWN
from kibic.server.manners import AS_USUAL, Manners
from kibic.server.refusals import Refused
from kibic.server.rulesets import game_of, rules_of
from kibic.server.shelf import Shelf
from kibic.server.store import TableRow
from kibic.server.table import Services, Table

_ID = re.compile(r"[a-z2-9]{12}")
#: Most tables listed for a guest.
LISTED = 50


@dataclass(frozen=True, slots=True)
class _Driven:
    """A table in memory and who plays at it for the house and the bots."""

    table: Table
    driver: Driver

    @property
    def key(self) -> str:
        return self.table.row.id

    @property
    def token(self) -> int:
        return self.table.token

    @property
    def wanted(self) -> bool:
        return bool(self.table.audience.watchers)

    @property
    def busy(self) -> bool:
        return self.table.busy or self.driver.busy

    @property
    def broken(self) -> bool:
        return False  # a table reads its log again by itself

    def lost(self) -> None:
        self.table.keeper.close()
        self.driver.stop()
        for watcher in list(self.table.audience.watchers):
            watcher.close(GOING_DOWN)

    async def end(self) -> None:
        """Stop after the steps that were begun."""
        self.table.keeper.close()
        await self.driver.close()
        await self.table.settle()


class Tables:
    """The tables of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._shelf: Shelf[_Driven] = Shelf(
            self.row, self._load, subject_of_table, services.cluster, services.settings.unload
        )
        self._hints = Buckets(services.settings.hint_rate, services.settings.hint_burst)
        self._talk = Buckets(services.settings.talk_rate, services.settings.talk_burst)

    async def create(
        self,
        host: Guest,
        *,
        game: str,
        title: str | None,
        preset: str | None,
        options: Mapping[str, Any],
        kinds: Sequence[str],
        bot: str | None,
        bot_pause: int,
        hints: bool = True,
        public: bool = False,
        kibitzers: bool = True,
        manners: Manners = AS_USUAL,
    ) -> TableRow:
        """A new table, started when it has no free seat. Raises :class:`Refused` with all problems of its rules."""
        played = game_of(game)
        preset = preset or played.presets()[0]
        rules = rules_of(played, preset, options)
        counts = played.player_counts(rules)
        kinds = kinds or ["me"] + ["bot"] * (counts[0] - 1)
        if len(kinds) not in counts:
            raise Refused("players", allowed=", ".join(map(str, counts)), asked=len(kinds))
        if kinds.count(seating.ME) > 1 or not {seating.ME, seating.OPEN} & set(kinds):
            raise Refused("seats")
        bot = bot or self.services.thinker.usual(game)
        try:
            for name in filter(None, (bot, manners.stand_in, *map(seating.bot_of, kinds))):
                self.services.thinker.check(name, game)
        except KibicError as error:
            raise Refused("bad_request", detail=str(error)) from error
        manners.check()
        now = now_ms()
        row = TableRow(
            id=random_id(12),
            game=game,
            title=title or host.name or NAMELESS,
            preset=preset,
            options=dict(rules.options()),
            host=host.id,
            state="waiting",
            seats=seating.new_seats(kinds, host, bot),
            opening=None,
            bot_pause=bot_pause,
            hints=hints,
            public=public,
            kibitzers=kibitzers,
            manners=manners,
            created=now,
            updated=now,
        )
        await self.services.writer.write(self.services.writer.store.add_table, row)
        if seating.ready_to_start(row):
            table = (await self._shelf.find(row.id)).table
            await table.run(table.start_if_full())
        return row

    def bot(self, row: TableRow, name: str | None) -> str:
        """The bot to sit down at a table: the one named, else the usual one. Raises :class:`Refused`."""
        try:
            if name is not None:
                self.services.thinker.check(name, row.game)
        except KibicError as error:
            raise Refused("bad_message", detail=str(error)) from error
        return name or self.services.thinker.usual(row.game)

    def limit_hints(self, guest: Guest) -> None:
        """A hint costs a decision of the best bot there is. Raises :class:`Refused` (``too_fast``)."""
        if not self._hints.take(guest.id):
            raise Refused("too_fast")

    def limit_talk(self, guest: Guest) -> None:
        """Nobody may fill a table with words. Raises :class:`Refused` (``too_fast``)."""
        if not self._talk.take(guest.id):
            raise Refused("too_fast")

    async def row(self, table: str) -> TableRow:
        """What is stored of a table. Raises :class:`Refused` (``unknown_table``)."""
        row = await self.services.writer.read(self.services.writer.store.table, table) if _ID.fullmatch(table) else None
        if row is None:
            raise Refused("unknown_table")
        return row

    async def of(self, guest: Guest) -> list[TableRow]:
        """The tables of a guest, latest first."""
        return await self.services.writer.read(self.services.writer.store.tables_of, guest.id, LISTED)

    def public_and_visited(self) -> list[str]:
        """The public tables of this server that somebody has open."""
        held = [item.table for item in self._shelf]
        return [table.row.id for table in held if table.row.public and table.audience.watchers]

    async def change(self, table: str, change: Callable[[TableRow], TableRow]) -> None:
        """Change who sits at a table and who may come. Raises :class:`Refused` as ``change`` does, or ``storage``."""
        row = await self.row(table)
        if row.state == "over" and table not in self._shelf:
            # Nobody is there to be told, so its log need not be read.
            with contextlib.suppress(Fenced):  # somebody is, at another server
                await self.services.writer.write(self.services.writer.store.change_table, change(row))
                return
        found = (await self._shelf.seize(table)).table
        await found.run(found.seats(change))

    async def join(self, table_id: str, watcher: Watcher, since: int | None) -> Table:
        """Bring a page to a table.

        Raises :class:`Refused` (``unknown_table``) and :class:`kibic.server.cluster.Elsewhere`.
        """
        return (await self._shelf.follow(table_id, lambda held: held.table.audience.join(watcher, since))).table

    def leave(self, table: Table, watcher: Watcher) -> None:
        """Take a page away from a table."""
        table.audience.leave(watcher)
        self._shelf.left(table.row.id)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._shelf)

    async def close(self) -> None:
        """Stop all tables after the steps that were begun."""
        await self._shelf.close(_Driven.end)

    async def _load(self, table_id: str, token: int) -> _Driven:
        table = await Table.load(await self.row(table_id), self.services, token)
        return _Driven(table, Driver(table))
