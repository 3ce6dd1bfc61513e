"""All sheets of a server: made, found, kept in memory while somebody follows them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

from kibic.game import RulesError, game_named
from kibic.server.cluster import Cluster, Elsewhere
from kibic.server.guests import now_ms, random_id
from kibic.server.leasestore import subject_of_sheet
from kibic.server.refusals import Refused
from kibic.server.rulesets import wrong_rules
from kibic.server.sheet import Follower, Sheet
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.shelf import Shelf
from kibic.server.writer import Writer
from kibic.sheets import Command, Setup, SheetError, fold

#: The token of a sheet that is only read: it owns nothing.
_NO_TOKEN = 0
_ID = re.compile(r"[a-z2-9]{16}")


class SheetDesk:
    """The sheets of a server. ``unload`` is how long one that nobody follows stays in memory, in seconds."""

    def __init__(self, store: SheetStore, writer: Writer, cluster: Cluster, unload: float) -> None:
        self._store = store
        self._writer = writer
        self._shelf: Shelf[Sheet] = Shelf(self._row, self._load, subject_of_sheet, cluster, unload)

    def __len__(self) -> int:
        """How many sheets are in memory."""
        return len(self._shelf)

    async def create(self, setup: Setup, commands: Sequence[Command] = ()) -> tuple[str, str]:
        """A new sheet; its id and the key that writes. Raises :class:`Refused`."""
        try:
            book = await asyncio.to_thread(fold, setup, commands)
        except RulesError as error:
            raise wrong_rules(game_named("preferans"), error) from error
        except SheetError as error:
            raise Refused.by_sheet(error) from error
        key, now = secrets.token_urlsafe(24), now_ms()
        agreed = {
            "players": list(setup.players),
            "dealer": setup.dealer,
            "preset": setup.preset,
            "options": dict(book.match.rules.options()),
        }
        row = SheetRow(random_id(16), _hash(key), agreed, now)
        done = [Done(seq, command.to_json(), None, now) for seq, command in enumerate(commands, 1)]
        await self._writer.write(self._store.add, row, done)
        return row.id, key

    async def find(self, sheet_id: str) -> Sheet:
        """The sheet of an id. Raises :class:`Refused` (``unknown_sheet``) and :class:`Elsewhere`."""
        return await self._shelf.find(sheet_id)

    async def read(self, sheet_id: str) -> Sheet:
        """The sheet as it stands, not to be written to. Raises :class:`Refused` (``unknown_sheet``)."""
        try:
            return await self._shelf.find(sheet_id)
        except Elsewhere:
            return await self._load(sheet_id, _NO_TOKEN)

    async def join(self, sheet_id: str, follower: Follower, since: int | None) -> Sheet:
        """Bring a page to a sheet. Raises :class:`Refused` (``unknown_sheet``) and :class:`Elsewhere`."""
        return await self._shelf.follow(sheet_id, lambda sheet: sheet.join(follower, since))

    def leave(self, sheet: Sheet, follower: Follower) -> None:
        """Take a page away from a sheet."""
        sheet.leave(follower)
        self._shelf.left(sheet.key)

    def may_write(self, sheet: Sheet, key: str | None) -> bool:
        """Whether the key is that of the sheet."""
        return key is not None and hmac.compare_digest(_hash(key), sheet.row.key_hash)

    async def close(self) -> None:
        """Wait for the commands that were begun."""
        await self._shelf.close(Sheet.settle)

    async def _row(self, sheet_id: str) -> SheetRow:
        row = await self._writer.read(self._store.row, sheet_id) if _ID.fullmatch(sheet_id) else None
        if row is None:
            raise Refused("unknown_sheet")
        return row

    async def _load(self, sheet_id: str, token: int) -> Sheet:
        row = await self._row(sheet_id)
        done = await self._writer.read(self._store.commands, sheet_id)
        return await asyncio.to_thread(Sheet, row, done, self._store, self._writer, token)


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
