"""How the database is found, opened, and brought up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine

from kibic.game import KibicError
from kibic.server import schema
from kibic.server.database import connect_database, default_url, open_database, shown, url_of
from kibic.server.peoplestore import Guest, PeopleStore, Session
from tests.services import Postgres


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_database(database_url)
    yield opened
    opened.dispose()


def test_the_migrations_make_the_schema(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_a_log_in_a_file_is_on_the_disk(database: Path) -> None:
    engine = open_database(url_of(str(database)))
    with engine.connect() as connection:
        found = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_log_in_postgresql_is_on_the_disk_whatever_the_server_says(postgres: Postgres) -> None:
    name = postgres.create()
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    engine = open_database(postgres.url(name))
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SHOW synchronous_commit").scalar_one()
    engine.dispose()
    postgres.drop(name)
    assert found == "on"


def test_opening_again_keeps_everything(engine: Engine, database_url: str) -> None:
    ana = Session(b"a" * 32, Guest("ana", "Ana"), 1, 1, 1_000)
    PeopleStore(engine).add_guest(ana)
    again = open_database(database_url)
    assert PeopleStore(again).session(b"a" * 32, 2) == ana
    again.dispose()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://localhost/kibic", "must be a file .* or postgresql:"),
        ("nothing at all", "must be a file"),
        ("postgresql://ana:geheim@localhost:1/kibic", r"postgresql://ana:\*\*\*@localhost:1/kibic cannot be opened"),
        ("postgres://localhost:1/kibic", "name another with --database or KIBIC_DATABASE"),
        ("sqlite://", "must be a file"),
        ("sqlite:////dev/null/kibic.sqlite3", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_with_the_way_out(url: str, said: str) -> None:
    with pytest.raises(KibicError, match=said):
        open_database(url)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Draga Ana, " * 200)
    with pytest.raises(KibicError, match="name another with --database"):
        open_database(url_of(str(letter)))
    assert letter.read_text() == "Draga Ana, " * 200


def test_the_database_lies_with_the_data_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KIBIC_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/kibic/kibic.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/.local/share/kibic/kibic.sqlite3"
    monkeypatch.setenv("KIBIC_DATABASE", str(tmp_path / "mine.db"))
    assert default_url() == f"sqlite:///{tmp_path}/mine.db"
    monkeypatch.setenv("KIBIC_DATABASE", "sqlite:////elsewhere/k.db")
    assert default_url() == "sqlite:////elsewhere/k.db"


def test_a_password_is_never_shown() -> None:
    engine = connect_database("postgresql://ana:tajna@example.org/kibic")
    assert shown(engine.url) == "postgresql://ana:***@example.org/kibic"


def test_without_the_driver_postgresql_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(KibicError, match=r"install kibic\[postgres\]"):
        connect_database("postgresql://localhost/kibic")
