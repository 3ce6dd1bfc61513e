"""What is kept of sheets: how each began, and the append-only list of its commands. Every call is one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from kibic.server import schema
from kibic.server.database import WRITES
from kibic.server.leasestore import check, subject_of_sheet
from kibic.server.store import Conflict, Unsure


class SheetRow(Struct, frozen=True):
    """How a sheet began. ``setup`` is its names, dealer, preset and options."""

    id: str
    key_hash: bytes
    setup: dict[str, Any]
    created: int


class Done(Struct, frozen=True):
    """A command in the log. ``seq`` counts from 1; ``at`` is in milliseconds since 1970."""

    seq: int
    command: Mapping[str, Any]
    client_id: str | None
    at: int


class SheetStore:
    """The sheets in the database of the server. The calls block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, row: SheetRow, commands: Sequence[Done] = ()) -> None:
        """A new sheet, with what stands on it from the beginning."""
        values = {name: getattr(row, name) for name in ("id", "key_hash", "setup", "created")}
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            connection.execute(insert(schema.sheets).values(**values, updated=row.created))
            if commands:
                connection.execute(insert(schema.sheet_commands), [_values(row.id, done) for done in commands])

    def row(self, sheet: str) -> SheetRow | None:
        """How a sheet began, or None when there is none of that id."""
        query = select(schema.sheets).where(schema.sheets.c.id == sheet)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else SheetRow(row.id, row.key_hash, row.setup, row.created)

    def commands(self, sheet: str) -> list[Done]:
        """The commands of a sheet in order."""
        with self._engine.connect() as connection:
            return commands_in(connection, sheet)

    def append(self, sheet: str, done: Done, token: int | None = None) -> None:
        """Commit a command to a sheet that is owned by the lease of this token, None: by nobody.

        Raises :class:`Conflict` when its place or its id is taken,
        :class:`kibic.server.leasestore.Fenced` when somebody else owns the sheet,
        :class:`kibic.server.store.Unsure` when nobody knows whether it was committed.
        """
        try:
            self._append(sheet, done, token)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        else:
            return
        # As in Store: the place is taken by the broken commit or by this one.
        try:
            self._append(sheet, done, token)
        except Conflict:
            if done not in self.commands(sheet):
                raise
        except DBAPIError as error:
            raise Unsure("the database went away during a commit") from error

    def _append(self, sheet: str, done: Done, token: int | None) -> None:
        try:
            with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
                check(connection, subject_of_sheet(sheet), token)
                connection.execute(insert(schema.sheet_commands).values(_values(sheet, done)))
                connection.execute(update(schema.sheets).where(schema.sheets.c.id == sheet).values(updated=done.at))
        except IntegrityError as error:
            raise Conflict(f"sheet {sheet[:4]}... already has command {done.seq}") from error


def commands_in(connection: Connection, sheet: str) -> list[Done]:
    """The commands of a sheet in order, as a transaction sees them."""
    log = schema.sheet_commands
    rows = connection.execute(select(log).where(log.c.sheet_id == sheet).order_by(log.c.seq)).all()
    return [Done(row.seq, row.command, row.client_id, row.at) for row in rows]


def _values(sheet: str, done: Done) -> dict[str, Any]:
    return {"sheet_id": sheet, "seq": done.seq, "command": done.command, "client_id": done.client_id, "at": done.at}
