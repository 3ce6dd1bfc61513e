"""What every store must do, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from kibic.server import database as opening
from kibic.server.database import open_database
from kibic.server.peoplestore import Guest, PeopleStore, Session
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.store import Conflict, Seat, Store, TableRow, Word
from tests.server.faults import locked

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
SHEET = SheetRow("s", b"k" * 32, {"players": ["Ana", "Žika", "Iva"], "dealer": 0}, 5)


def word(seq: int, client_id: str | None = None, *, actor: int = 0, text: str = "dalje", table: str = "t") -> Word:
    return Word(table, seq, actor, text, client_id, 100 + seq)


def arrived(store: Store, guest: str, token: bytes, name: str | None) -> None:
    PeopleStore(store._engine).add_guest(Session(token * 32, Guest(guest, name), 1, 1, 1_000))


def done(seq: int, client_id: str | None = None) -> Done:
    return Done(seq, {"kind": "hand", "values": ["pik", seq, None]}, client_id, 200 + seq)


@pytest.fixture
def engine(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    # Nobody in these tests lets go of a lock while another waits for it.
    monkeypatch.setattr(opening, "BUSY_MS", 50)
    opened = open_database(database_url)
    yield opened
    opened.dispose()


@pytest.fixture
def store(engine: Engine) -> Store:
    opened = Store(engine)
    arrived(opened, "ana", b"a", "Ana")
    opened.add_table(ROW)
    return opened


@pytest.fixture
def sheets(engine: Engine) -> SheetStore:
    opened = SheetStore(engine)
    opened.add(SHEET, [done(1)])
    return opened


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


def test_a_commit_that_fails_leaves_nothing(store: Store, database_url: str) -> None:
    with locked(database_url), pytest.raises(OperationalError):
        store.append([word(1)])
    assert store.words("t") == []
    assert store.append([word(1)]) == [None]


def test_words_of_many_tables_are_committed_together(store: Store) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        store.add_table(replace(ROW, id=name))
    words = [replace(word(seq, table=name), ends_match=seq == 2) for seq in (1, 2) for name in reversed(names)]
    assert store.append(words) == [None] * 40
    rows = [store.table(name) for name in names]
    assert {(row.state, row.updated) for row in rows if row is not None} == {("over", 102)}
    untouched = store.table("t")
    assert untouched == ROW


def test_a_word_may_be_long_and_in_any_script(store: Store) -> None:
    long = "špil " + "♠7 žćčđ 🂡 " * 400
    store.append([word(1, text=long)])
    assert [each.word for each in store.words("t")] == [long]


def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    assert store.table("t") == ROW
    assert store.table("other") is None


def test_the_last_word_ends_the_match(store: Store) -> None:
    store.append([Word("t", 1, 0, "kraj", None, 500, ends_match=True)])
    after = store.table("t")
    assert after is not None
    assert (after.state, after.updated) == ("over", 500)
    store.append([Word("t", 2, 0, "kazna", None, 600, reopens=True)])
    again = store.table("t")
    assert again is not None
    assert (again.state, again.updated) == ("playing", 600)


def test_tables_of_a_guest_are_those_he_made_and_those_he_sits_at(store: Store) -> None:
    arrived(store, "boro", b"b", None)
    assert store.tables_of("boro", 10) == []
    seated = TableRow(**{name: getattr(ROW, name) for name in ROW.__struct_fields__} | {"updated": 20})
    seats = (*ROW.seats[:2], Seat("person", "Boro", guest="boro"))
    seated = replace(ROW, updated=20, seats=seats, state="playing", opening={"dealer": 1, "draws": []})
    store.change_table(seated)
    assert store.tables_of("boro", 10) == [seated]
    assert store.tables_of("ana", 10) == [seated]
    store.change_table(ROW)
    assert store.tables_of("boro", 10) == []


def test_errors_do_not_name_what_was_to_be_stored(store: Store) -> None:
    with pytest.raises(IntegrityError) as caught:
        arrived(store, "ana", b"d", "secret name")
    assert "secret name" not in str(caught.value)


def test_commands_of_a_sheet_come_back_in_order(sheets: SheetStore) -> None:
    sheets.append("s", done(2, "x"))
    assert sheets.row("s") == SHEET
    assert sheets.commands("s") == [done(1), done(2, "x")]
    assert sheets.row("other") is None
    assert sheets.commands("other") == []


def test_a_place_and_an_id_of_a_sheet_are_taken_once(sheets: SheetStore) -> None:
    sheets.append("s", done(2, "x"))
    for taken in (done(2, "y"), done(3, "x")):
        with pytest.raises(Conflict):
            sheets.append("s", taken)
    assert sheets.commands("s") == [done(1), done(2, "x")]


def test_a_command_for_no_sheet_is_refused(sheets: SheetStore) -> None:
    with pytest.raises(Conflict):
        sheets.append("nowhere", done(1))


def test_a_command_that_cannot_be_committed_leaves_nothing(sheets: SheetStore, database_url: str) -> None:
    with locked(database_url), pytest.raises(OperationalError):
        sheets.append("s", done(2))
    assert sheets.commands("s") == [done(1)]
    sheets.append("s", done(2))
