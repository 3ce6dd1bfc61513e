"""What every store must do, and how the database is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError, OperationalError

from kibic.game import KibicError
from kibic.server import schema
from kibic.server.database import default_url, open_database, url_of
from kibic.server.peoplestore import Guest, PeopleStore, Session
from kibic.server.store import Conflict, Seat, Store, TableRow, Word

ROW = TableRow(
    id="t",
    game="highest",
    title="Sto",
    preset="tiny",
    options={"match.hands": 3},
    host="ana",
    state="waiting",
    seats=(Seat("person", "Ana", guest="ana"), Seat("bot", "Mile", bot="first"), Seat("free")),
    opening=None,
    bot_pause=700,
    created=10,
    updated=10,
)


def word(seq: int, client_id: str | None = None, *, actor: int = 0, text: str = "dalje", table: str = "t") -> Word:
    return Word(table, seq, actor, text, client_id, 100 + seq)


def arrived(store: Store, guest: str, token: bytes, name: str | None) -> None:
    PeopleStore(store._engine).add_guest(Session(token * 32, Guest(guest, name), 1, 1, 1_000))


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    opened = Store(open_database(url_of(str(database))))
    arrived(opened, "ana", b"a", "Ana")
    opened.add_table(ROW)
    yield opened
    opened.close()


def test_the_log_comes_back_in_order(store: Store) -> None:
    words = [word(1, text="deck ..."), word(2, "x"), word(3, "y", actor=1)]
    assert store.append(words) == [None, None, None]
    assert store.words("t") == words
    assert store.words("other") == []


def test_a_second_word_at_the_same_place_fails_and_changes_nothing(store: Store) -> None:
    assert store.append([word(1, text="first")]) == [None]
    result = store.append([word(1, text="second")])
    assert isinstance(result[0], Conflict)
    assert [each.word for each in store.words("t")] == ["first"]


def test_a_conflict_does_not_touch_the_others_of_its_commit(store: Store) -> None:
    results = store.append([word(1), word(1), word(2)])
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert [each.seq for each in store.words("t")] == [1, 2]


def test_an_id_is_taken_once_by_each_seat(store: Store) -> None:
    results = store.append([word(1, "x"), word(2, "x"), word(2, "x", actor=1)])
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]


def test_a_word_for_no_table_is_refused(store: Store) -> None:
    assert isinstance(store.append([word(1, table="nowhere")])[0], Conflict)


def test_a_commit_that_fails_leaves_nothing(store: Store, database: Path) -> None:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("PRAGMA busy_timeout = 0")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        store.append([word(1)])
    other.execute("ROLLBACK")
    other.close()
    assert store.words("t") == []
    assert store.append([word(1)]) == [None]


def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    assert store.table("t") == ROW
    assert store.table("other") is None


def test_the_last_word_ends_the_match(store: Store) -> None:
    store.append([Word("t", 1, 0, "kraj", None, 500, ends_match=True)])
    after = store.table("t")
    assert after is not None
    assert (after.state, after.updated) == ("over", 500)


def test_tables_of_a_guest_are_those_he_made_and_those_he_sits_at(store: Store) -> None:
    arrived(store, "boro", b"b", None)
    assert store.tables_of("boro", 10) == []
    seated = TableRow(**{name: getattr(ROW, name) for name in ROW.__struct_fields__} | {"updated": 20})
    seated = TableRow(
        **{name: getattr(seated, name) for name in ROW.__struct_fields__}
        | {"seats": (*ROW.seats[:2], Seat("person", "Boro", guest="boro")), "state": "playing"}
    )
    store.change_table(seated)
    assert store.tables_of("boro", 10) == [seated]
    assert store.tables_of("ana", 10) == [seated]
    store.change_table(ROW)
    assert store.tables_of("boro", 10) == []


def test_errors_do_not_name_what_was_to_be_stored(store: Store) -> None:
    with pytest.raises(IntegrityError) as caught:
        arrived(store, "ana", b"d", "secret name")
    assert "secret name" not in str(caught.value)


def test_the_migrations_make_the_schema(store: Store, database: Path) -> None:
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_the_database_is_durable(store: Store) -> None:
    with store._engine.connect() as connection:
        found = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_opening_again_keeps_everything(store: Store, database: Path) -> None:
    store.append([word(1)])
    again = Store(open_database(url_of(str(database))))
    assert again.words("t") == [word(1)]
    again.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://localhost/kibic", "must be SQLite"),
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
