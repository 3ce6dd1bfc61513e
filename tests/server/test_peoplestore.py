"""What the store of people must do, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from kibic.server.database import connect_database, migrate, open_database
from kibic.server.folding import folded, login_of, plain
from kibic.server.peoplestore import Guest, PeopleStore, Session

ANA = Guest("ana", "Ana")
HERE = Session(b"a" * 32, ANA, 10, 10, 1_000)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_database(database_url)
    yield opened
    opened.dispose()


@pytest.fixture
def people(engine: Engine) -> PeopleStore:
    store = PeopleStore(engine)
    store.add_guest(HERE)
    return store


def arrived(people: PeopleStore, guest: str, token: bytes, name: str | None = None) -> None:
    people.add_guest(Session(token * 32, Guest(guest, name), 20, 20, 2_000))


def test_a_session_is_found_by_the_hash_of_its_token_until_it_runs_out(people: PeopleStore) -> None:
    assert people.session(b"a" * 32, 999) == HERE
    assert people.session(b"a" * 32, 1_000) is None
    assert people.session(b"b" * 32, 20) is None
    with pytest.raises(IntegrityError):
        arrived(people, "somebody", b"a")
    assert people.person("somebody") is None


def test_sessions_that_have_run_out_are_swept_away(people: PeopleStore) -> None:
    people.add_session(Session(b"b" * 32, ANA, 1_000, 1_000, 5_000))
    assert people.session(b"a" * 32, 20) is None
    assert [one.token_hash for one in people.sessions_of("ana", 2_000)] == [b"b" * 32]


def test_an_exchanged_token_holds_for_a_while_after_the_new_one_has_arrived(people: PeopleStore) -> None:
    newer = Session(b"b" * 32, ANA, 100, 10, 2_000, replaces=HERE.token_hash)
    people.add_session(newer)
    assert people.session(newer.token_hash, 101) == newer
    people.confirm(newer.token_hash, HERE.token_hash, 160)
    assert people.session(newer.token_hash, 500) == replace(newer, replaces=None)
    assert people.session(HERE.token_hash, 159) is not None
    assert people.session(HERE.token_hash, 160) is None
    # A session that ends sooner anyway is not made longer.
    people.confirm(newer.token_hash, HERE.token_hash, 900)
    assert people.session(HERE.token_hash, 160) is None


def test_sessions_end_one_by_one_or_all_but_one(people: PeopleStore) -> None:
    for token in (b"b", b"c", b"d"):
        people.add_session(Session(token * 32, ANA, 100, 100, 2_000))
    people.end_session(b"b" * 32)
    people.add_session(Session(b"e" * 32, ANA, 200, 200, 2_000), instead_of=b"c" * 32)
    assert [one.token_hash[:1] for one in people.sessions_of("ana", 300)] == [b"e", b"d", b"a"]
    assert people.end_sessions("ana", keep=b"d" * 32) == 2
    assert [one.token_hash[:1] for one in people.sessions_of("ana", 300)] == [b"d"]
    assert people.end_sessions("ana") == 1


def test_an_account_has_a_name_of_its_own(people: PeopleStore) -> None:
    arrived(people, "boro", b"b", "Ana")
    assert people.add_account("ana", "Ana", "hash", 30)
    assert people.session(HERE.token_hash, 40) is None
    assert people.login("aNA") == people.login_of("ana")
    found = people.login("Ana")
    assert found is not None
    assert (found.guest, found.password, found.created) == (Guest("ana", "Ana", True), "hash", 30)
    assert not people.add_account("boro", "ANA", "other", 31)
    assert not people.add_account("ana", "Anica", "other", 31)
    assert people.session(b"b" * 32, 40) is not None
    assert people.add_account("boro", "Boro", "other", 32)
    assert not people.rename("boro", "Ana")
    assert people.rename("boro", "Borisav")
    assert people.person("boro") == Guest("boro", "Borisav", True)
    assert people.login("Boro") is None
    assert people.login("borisav") is not None


def test_a_guest_may_be_called_like_an_account(people: PeopleStore) -> None:
    arrived(people, "boro", b"b")
    people.add_account("ana", "Ana", "hash", 30)
    assert people.rename("boro", "Ana")
    assert people.person("boro") == Guest("boro", "Ana")


def test_a_password_changes_with_or_without_an_end_of_the_sessions(people: PeopleStore) -> None:
    people.add_account("ana", "Ana", "old", 30)
    people.add_session(HERE)
    people.set_password("ana", "newer", 40, ends=False)
    assert people.session(HERE.token_hash, 50) is not None
    people.set_password("ana", "newest", 50, ends=True)
    assert people.session(HERE.token_hash, 50) is None
    found = people.login("Ana")
    assert found is not None
    assert found.password == "newest"


def test_a_block_list_is_of_one_person(people: PeopleStore) -> None:
    arrived(people, "boro", b"b")
    arrived(people, "ceca", b"c")
    people.block("ana", "ceca", "Ceca", 1)
    people.block("ana", "boro", "B.", 2)
    people.block("ana", "boro", "Boro", 3)
    assert people.blocks_of("ana") == {"boro": "Boro", "ceca": "Ceca"}
    assert people.blocks_of("boro") == {}
    assert people.blockers_of("boro") == {"ana"}
    people.unblock("ana", "boro")
    people.unblock("ana", "nobody")
    assert people.blocks_of("ana") == {"ceca": "Ceca"}
    with pytest.raises(IntegrityError):
        people.block("ana", "nobody", "Niko", 4)


def test_who_is_removed_leaves_a_row_without_a_name(people: PeopleStore) -> None:
    arrived(people, "boro", b"b", "Boro")
    people.add_account("ana", "Ana", "hash", 30)
    people.add_session(HERE)
    people.block("ana", "boro", "Boro", 1)
    people.block("boro", "ana", "Ana", 1)
    people.remove("ana")
    assert people.person("ana") == Guest("ana", None)
    assert people.login("Ana") is None
    assert people.sessions_of("ana", 0) == []
    assert people.blocks_of("ana") == people.blocks_of("boro") == {}
    assert people.session(b"b" * 32, 30) is not None


def test_the_migration_keeps_sessions_and_makes_tables_found(database_url: str) -> None:
    engine = connect_database(database_url)
    migrate(engine, "0004")
    table = "INSERT INTO tables (id, game, title, preset, options, host_id, state, seats, bot_pause, created, updated)"
    seats = '[{"kind": "person", "name": "Đorđe", "guest": "g", "bot": null}, {"kind": "free", "name": ""}]'
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('g', 'Đorđe', 5)"))
        session = {"token": b"t" * 32}
        connection.execute(text("INSERT INTO sessions VALUES (:token, 'g', 7)"), session)
        values = {"seats": seats}
        connection.execute(
            text(f"{table} VALUES ('t', 'x', 'Kod Žike', 'p', '{{}}', 'g', 'waiting', :seats, 0, 1, 1)"), values
        )
        connection.execute(text("INSERT INTO table_guests VALUES ('t', 'g')"))
    migrate(engine, "0005")
    found = PeopleStore(engine).session(b"t" * 32, 8)
    assert found == Session(b"t" * 32, Guest("g", "Đorđe"), 7, 7, 7 + 365 * 24 * 3600 * 1000)
    with engine.connect() as connection:
        row = connection.execute(text("SELECT people, heading, kibitzers, public FROM tables")).one()
    assert tuple(row) == ("|djordje", "|kod zike", True, False)
    migrate(engine, "0004", down=True)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT guest_id, created FROM sessions")).all() == [("g", 7)]
        assert connection.execute(text("SELECT count(*) FROM table_guests")).scalar_one() == 1
    engine.dispose()


@pytest.mark.parametrize(
    ("name", "searched"),
    [("Ana", "ana"), ("ĐORĐE  Šaša", "djordje sasa"), ("a|b", "ab"), ("Łódź", "lodz"), ("İ", "i")],
)
def test_names_are_found_without_accents(name: str, searched: str) -> None:
    assert plain(name) == searched
    assert folded(name, "", "B") == f"|{searched}|b"


def test_a_login_knows_accents_but_not_case() -> None:
    assert login_of("ŠAŠA") == login_of("šaša") == login_of("s\u030ca\u0161a")
    assert login_of("šaša") != login_of("sasa")
