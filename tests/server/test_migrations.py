"""Migrations keep what is stored, upwards and downwards, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Engine,
    insert,
)
from sqlalchemy.exc import IntegrityError

import kibic.server
from kibic.game import KibicError
from kibic.server import schema
from kibic.server.database import connect_database, migrate, open_database
from tests.server.rows import Stored, fill, stored


def revisions() -> list[str]:
    """All revisions, the first one first."""
    scripts = ScriptDirectory(str(Path(kibic.server.__file__).with_name("migrations")))
    return [script.revision for script in scripts.walk_revisions()][::-1]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_database(database_url)
    yield opened
    opened.dispose()


def common(one: Stored, other: Stored) -> list[dict[str, list[str]]]:
    """What is in each of two in those columns that both have."""
    shared = {name: sorted(one[name][0] & other[name][0]) for name in one.keys() & other.keys()}
    return [
        {name: sorted(str([row[key] for key in keys]) for row in each[name][1]) for name, keys in shared.items()}
        for each in (one, other)
    ]


def test_every_migration_keeps_the_rows_both_ways(engine: Engine) -> None:
    fill(engine)
    everything = before = stored(engine)
    assert {len(rows) for _, rows in before.values()} == {3}
    order = revisions()
    steps = [(revision, True) for revision in order[-2::-1]] + [(revision, False) for revision in order[1:]]
    for revision, down in steps:
        migrate(engine, revision, down=down)
        after = stored(engine)
        one, other = common(before, after)
        assert one == other, (revision, down)
        before = after
    assert {name: keys for name, (keys, _) in before.items()} == {name: keys for name, (keys, _) in everything.items()}
    assert {"guests", "sessions", "tables", "table_guests", "events"} == {
        name for name, (_, rows) in before.items() if rows
    }
    migrate(engine, "base", down=True)
    assert stored(engine) == {}
    migrate(engine)
    assert stored(engine).keys() == everything.keys()


def test_a_migration_that_fails_changes_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(engine)
    before = stored(engine)

    real, calls = Operations.drop_table, []

    def broken(operations: Operations, name: str) -> None:
        calls.append(name)
        if len(calls) == 4:
            raise RuntimeError("in the middle")
        real(operations, name)

    with monkeypatch.context() as patch:
        patch.setattr(Operations, "drop_table", broken)
        with pytest.raises(RuntimeError, match="in the middle"):
            migrate(engine, "base", down=True)
    assert stored(engine) == before
    # What refers to nothing is refused again, as before the migration.
    orphan = before["sessions"][1][0] | {"token_hash": b"x" * 32, "guest_id": "?"}
    with engine.connect() as connection, pytest.raises(IntegrityError):
        connection.execute(insert(schema.sessions).values(orphan))


def test_servers_that_start_together_take_turns(postgres_url: str) -> None:
    wrong: list[BaseException] = []

    def start() -> None:
        try:
            open_database(postgres_url).dispose()
        except BaseException as error:  # handed to the test
            wrong.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_database_of_a_newer_kibic_is_left_alone(database_url: str) -> None:
    engine = open_database(database_url)
    with engine.connect() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(KibicError, match="newer Kibic"):
        open_database(database_url)
    again = connect_database(database_url)
    with again.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "9999"
    again.dispose()
