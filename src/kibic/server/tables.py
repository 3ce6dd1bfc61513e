"""All tables: made, found, loaded when somebody comes and unloaded when nobody has watched for a while."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kibic.game import KibicError
from kibic.server import seating
from kibic.server.driver import Driver
from kibic.server.guests import NAMELESS, Guest, now_ms, random_id
from kibic.server.leasestore import subject_of_table
from kibic.server.limits import Buckets
from kibic.server.line import GOING_DOWN
from kibic.server.refusals import Refused
from kibic.server.rulesets import game_of, rules_of
from kibic.server.store import TableRow
from kibic.server.table import Services, Table, Watcher

_ID = re.compile(r"[a-z2-9]{12}")
#: Most tables listed for a guest.
LISTED = 50


class Tables:
    """The tables of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._loaded: dict[str, tuple[Table, Driver]] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._releasing: set[asyncio.Task[None]] = set()
        self._closed = False
        self._hints = Buckets(services.settings.hint_rate, services.settings.hint_burst)

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
            for name in (bot, *filter(None, map(seating.bot_of, kinds))):
                self.services.thinker.check(name, game)
        except KibicError as error:
            raise Refused("bad_request", detail=str(error)) from error
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
            created=now,
            updated=now,
        )
        await self.services.writer.write(self.services.writer.store.add_table, row)
        if seating.ready_to_start(row):
            table = await self._find(row.id)
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

    async def row(self, table: str) -> TableRow:
        """What is stored of a table. Raises :class:`Refused` (``unknown_table``)."""
        row = await self.services.writer.read(self.services.writer.store.table, table) if _ID.fullmatch(table) else None
        if row is None:
            raise Refused("unknown_table")
        return row

    async def of(self, guest: Guest) -> list[TableRow]:
        """The tables of a guest, latest first."""
        return await self.services.writer.read(self.services.writer.store.tables_of, guest.id, LISTED)

    async def join(self, table_id: str, watcher: Watcher, since: int | None) -> Table:
        """Bring a page to a table. Raises :class:`Refused` (``unknown_table``) and :class:`Elsewhere`."""
        while True:
            table = await self._find(table_id)
            # Between the end of loading and now the table may have been unloaded again.
            if self._loaded.get(table_id, (None,))[0] is table:
                table.join(watcher, since)
                return table

    def leave(self, table: Table, watcher: Watcher) -> None:
        """Take a page away from a table."""
        table.leave(watcher)
        self._unload_later(table)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._loaded)

    async def close(self) -> None:
        """Stop all tables after the steps that were begun."""
        self._closed = True
        loaded = list(self._loaded.values())
        await asyncio.gather(*(driver.close() for _, driver in loaded))
        await asyncio.gather(*(table.settle() for table, _ in loaded), *self._releasing)

    async def _find(self, table_id: str) -> Table:
        if table_id in self._loaded:
            return self._loaded[table_id][0]
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        # One of several who wait may go away; the loading goes on for the others.
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Table:
        await self.row(table_id)
        cluster, subject = self.services.cluster, subject_of_table(table_id)
        token = await cluster.take(subject, lambda: self._lost(table_id, token))
        try:
            # Only what is read now is sure to hold all that earlier owners wrote.
            table = await Table.load(await self.row(table_id), self.services, token)
        except BaseException:
            await cluster.release(subject, token)
            raise
        if cluster.owned.get(subject) == token:
            self._loaded[table_id] = (table, Driver(table))
            self._unload_later(table)
        return table

    def _lost(self, table_id: str, token: int) -> None:
        """Another server owns the table now; its pages come back and are brought there."""
        table, driver = self._loaded.get(table_id, (None, None))
        if table is None or driver is None or table.token != token:
            return
        del self._loaded[table_id]
        driver.stop()
        for watcher in list(table.watchers):
            watcher.close(GOING_DOWN)

    def _unload_later(self, table: Table) -> None:
        if not table.watchers:
            asyncio.get_running_loop().call_later(self.services.settings.unload, self._unload, table)

    def _unload(self, table: Table) -> None:
        found = self._loaded.get(table.row.id)
        if self._closed or table.watchers or found is None or found[0] is not table:
            return
        if table.busy or found[1].busy:
            self._unload_later(table)
            return
        del self._loaded[table.row.id]
        release = asyncio.create_task(self.services.cluster.release(table.subject, table.token))
        self._releasing.add(release)
        release.add_done_callback(self._releasing.discard)
