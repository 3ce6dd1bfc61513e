"""Whether what is stored is what the rules make of it: every log is played again from its beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import Connection, select

from kibic.server import schema
from kibic.server.course import course_of
from kibic.server.sheet import setup_of
from kibic.server.sheetstore import SheetRow, commands_in
from kibic.server.store import table_in, words_in
from kibic.sheets import Command, fold


def broken_logs(connection: Connection, seen: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The logs that cannot be played again, each with the kind of its fault; ``seen`` is called after every log.

    Only the first letters of an id are told: the whole id is the key to its table.
    """
    for kind, ids, check in (
        ("table", schema.tables.c.id, _check_table),
        ("sheet", schema.sheets.c.id, _check_sheet),
    ):
        for key in connection.execute(select(ids).order_by(ids)).scalars().all():
            try:
                check(connection, key)
            except Exception as error:  # whatever a log does to the rules, the others are still looked at
                yield f"{kind} {key[:4]}...: {type(error).__name__}"
            seen()


def _check_table(connection: Connection, key: str) -> None:
    row = table_in(connection.execute(select(schema.tables).where(schema.tables.c.id == key)).mappings().one())
    words = words_in(connection, key)
    _check_places([word.seq for word in words])
    course_of(row, lambda _: words)


def _check_sheet(connection: Connection, key: str) -> None:
    row = connection.execute(select(schema.sheets).where(schema.sheets.c.id == key)).one()
    done = commands_in(connection, key)
    _check_places([item.seq for item in done])
    setup = setup_of(SheetRow(row.id, row.key_hash, row.setup, row.created))
    fold(setup, [Command.of_json(item.command) for item in done])


def _check_places(places: list[int]) -> None:
    if places != list(range(1, len(places) + 1)):
        raise LookupError
