"""Saving a whole database into a file while servers use it, and bringing it back, into either kind of database."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from sqlalchemy import (
    JSON,
    Connection,
    Engine,
    MetaData,
    Select,
    String,
    Table,
    cast,
    column,
    func,
    insert,
    select,
    table,
)

from kibic.game import KibicError
from kibic.server import schema
from kibic.server.backupfile import TYPES, BackupError, Contents, Sink, Source, kind
from kibic.server.database import head_revision, migrating, moment, move, shown
from kibic.server.leasestore import clock
from kibic.server.proof import logs

#: Called with what is done (``rows`` or ``logs``), how many are, and how many there are.
Tell = Callable[[str, int, int], None]
#: Rows that are read or written at once.
_BATCH: Final = 500
#: Most broken logs that are named.
_NAMED: Final = 10


def _silent(_what: str, _done: int, _all: int) -> None:
    pass


def save(engine: Engine, path: Path, *, force: bool = False, tell: Tell = _silent) -> Contents:
    """Save everything that lasts into ``path``, as it is at one moment; servers go on meanwhile.

    The file is there whole or not at all, and only its owner may read it. Raises :class:`BackupError` when it is there
    already (unless ``force``), and :class:`OSError` when it cannot be written.
    """
    if path.exists() and not force:
        raise BackupError(
            f"{path} is there already; --force overwrites it", f"{path} već postoji; --force piše preko nje"
        )
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.touch(0o600, exist_ok=False)
        with part.open("wb") as file:
            with moment(engine) as connection:
                contents = _contents(connection, shown(engine.url))
                sink = Sink(file, contents)
                for row in _rows(connection, contents, tell):
                    sink.row(*row)
                sink.close()
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return contents


def restore(engine: Engine, path: Path, *, force: bool = False, replay: bool = True, tell: Tell = _silent) -> Contents:
    """Bring a backup into a database; what is there is lost with ``force``, and is a reason to refuse without.

    All or nothing: the checksum, the numbers of rows and (unless not ``replay``) every log are checked before it
    counts. Raises :class:`BackupError`.
    """
    with Source(path) as source, migrating(engine) as connection:
        contents = source.contents
        _clear(connection, shown(engine.url), force=force)
        _to_revision(connection, contents.revision, path)
        total, done = sum(contents.rows.values()), 0
        for name, rows in _batches(source.rows()):
            columns = (column(each, TYPES[kind_]) for each, kind_ in contents.columns[name])
            connection.execute(insert(table(name, *columns)), rows)
            done += len(rows)
            tell("rows", done, total)
        _compare(connection, contents)
        move(connection)
        if replay:
            _check_logs(connection, tell)
    return contents


def _lasting() -> list[Table]:
    return [each for each in schema.metadata.sorted_tables if not each.info.get(schema.PASSING, False)]


def _contents(connection: Connection, place: str) -> Contents:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision != head_revision():
        raise BackupError(
            f"the database {place} is empty or of another version of Kibic: start the server once, or use that one",
            f"baza {place} je prazna ili od druge verzije Kibica: pokrenite server jednom, ili uzmite tu verziju",
        )
    columns = {each.name: tuple((named.name, kind(named)) for named in each.columns) for each in _lasting()}
    rows = {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in _lasting()}
    return Contents(str(revision), time.time_ns() // 1_000_000, columns, rows)


def _rows(connection: Connection, contents: Contents, tell: Tell) -> Iterator[tuple[str, tuple[Any, ...]]]:
    total, done = sum(contents.rows.values()), 0
    for each in _lasting():
        columns = [cast(named, String) if isinstance(named.type, JSON) else named for named in each.columns]
        query = select(*columns).order_by(*each.primary_key.columns).execution_options(yield_per=_BATCH)
        for row in connection.execute(query):
            yield each.name, tuple(row)
            done += 1
            if done % _BATCH == 0 or done == total:
                tell("rows", done, total)


def _batches(rows: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of the same table together, no more than can be held."""
    name, batch = "", list[dict[str, Any]]()
    for of, row in rows:
        if batch and (of != name or len(batch) == _BATCH):
            yield name, batch
            batch = []
        name = of
        batch.append(row)
    if batch:
        yield name, batch


def _clear(connection: Connection, place: str, *, force: bool) -> None:
    """Remove all tables, where nobody needs what is in them."""
    found = MetaData()
    found.reflect(connection)
    known = found.tables.get("alembic_version")
    if found.tables and known is None:
        raise BackupError(f"{place} is no database of Kibic", f"{place} nije baza Kibica")
    ours = schema.metadata.tables
    passing = {name for name in found.tables if name in ours and ours[name].info.get(schema.PASSING, False)}
    if "nodes" in found.tables and connection.execute(_living(connection.dialect.name)).first():
        raise BackupError(
            f"a server has tables of {place} open (or was killed just now): stop it first",
            f"server drži otvorene stolove iz {place} (ili je upravo ubijen): prvo ga zaustavite",
        )
    for each in found.sorted_tables:
        if force or each is known or each.name in passing:
            continue
        if connection.execute(select(each).limit(1)).first():
            raise BackupError(
                f"the database {place} is not empty; --force deletes what is in it",
                f"baza {place} nije prazna; --force briše ono što je u njoj",
            )
    if known is not None:
        move(connection, "base", down=True)


def _living(dialect: str) -> Select[tuple[str]]:
    """The servers that have something in memory; an idle one does not show itself."""
    return select(schema.nodes.c.id).where(schema.nodes.c.until > clock(dialect))


def _to_revision(connection: Connection, revision: str, path: Path) -> None:
    try:
        move(connection, revision)
    except KibicError as error:
        raise BackupError(f"{path} was made by a newer Kibic", f"{path} je napravio noviji Kibic") from error


def _compare(connection: Connection, contents: Contents) -> None:
    for name, expected in contents.rows.items():
        found = connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        if found != expected:
            raise BackupError(
                f"{name}: {found} rows arrived, not {expected}; nothing was restored",
                f"{name}: stiglo je {found} redova, a ne {expected}; ništa nije vraćeno",
            )


def _check_logs(connection: Connection, tell: Tell) -> None:
    counted = (select(func.count()).select_from(each) for each in (schema.tables, schema.sheets))
    total = sum(connection.execute(query).scalar_one() for query in counted)
    broken: list[str] = []
    for done, log in enumerate(logs(connection), 1):
        # Only the first letters of an id are told: the whole id is the key to its table.
        broken += [f"{log.kind} {log.id[:4]}...: {fault.problem}" for fault in log.faults[:1]]
        tell("logs", done, total)
    if broken:
        named = "; ".join(broken[:_NAMED]) + ("; ..." if len(broken) > _NAMED else "")
        raise BackupError(
            f"nothing was restored, {len(broken)} logs cannot be played again: {named} (--no-replay takes them so)",
            f"ništa nije vraćeno, {len(broken)} dnevnika ne može da se odigra: {named} (--no-replay ih uzima takve)",
        )
