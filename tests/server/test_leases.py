"""Who owns a table: one node at a time, by a token that only grows, checked where the log is written."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, update

from kibic.server import schema
from kibic.server.database import WRITES, open_database
from kibic.server.leasestore import Fenced, LeaseStore, Owner, subject_of_sheet, subject_of_table
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.store import Conflict, Store, Word
from tests.server.test_store import ROW, arrived

TABLE = subject_of_table("t")
A, B = ("a", "http://127.0.0.1:1"), ("b", "http://127.0.0.1:2")
LONG = 3_600_000


def word(seq: int, token: int | None, client_id: str | None = None) -> Word:
    return Word("t", seq, 0, "dalje", client_id, 100 + seq, token=token)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_database(database_url)
    store = Store(opened)
    arrived(store, "ana", b"a", "Ana")
    store.add_table(ROW)
    yield opened
    opened.dispose()


@pytest.fixture
def leases(engine: Engine) -> LeaseStore:
    return LeaseStore(engine)


@pytest.fixture
def store(engine: Engine) -> Store:
    return Store(engine)


def taken(leases: LeaseStore, node: tuple[str, str], lasts: int = LONG) -> int:
    """The token of the table for the node, which must get it."""
    got = leases.take(TABLE, *node, lasts)
    assert isinstance(got, int)
    return got


def test_what_a_living_node_owns_no_other_gets(leases: LeaseStore) -> None:
    assert taken(leases, A) == 1
    assert leases.take(TABLE, *B, LONG) == Owner(*A)
    assert leases.owner(TABLE) == Owner(*A)
    assert leases.owner(subject_of_table("other")) is None


def test_a_lease_that_is_released_is_free_and_its_token_grows(leases: LeaseStore) -> None:
    leases.release(TABLE, taken(leases, A))
    assert leases.owner(TABLE) is None
    assert taken(leases, B) == 2
    leases.release(TABLE, 1)
    assert leases.owner(TABLE) == Owner(*B), "an old owner cannot release what is another's"


def test_a_node_that_leaves_frees_all_it_owned(leases: LeaseStore) -> None:
    taken(leases, A)
    leases.leave("a")
    assert leases.nodes() == []
    assert taken(leases, B) == 2


def test_what_a_dead_node_owned_is_free(leases: LeaseStore) -> None:
    assert taken(leases, A, lasts=0) == 1
    assert [(node.id, node.lives, node.leases) for node in leases.nodes()] == [("a", False, 1)]
    assert taken(leases, B) == 2
    assert leases.show("a", A[1], LONG) == {}, "it lives after all, and hears that it owns nothing"


def test_a_node_that_shows_itself_keeps_what_it_owns(leases: LeaseStore) -> None:
    taken(leases, A, lasts=0)
    assert leases.show("a", A[1], LONG) == {TABLE: 1}
    assert leases.take(TABLE, *B, LONG) == Owner(*A)
    leases.expire("a")
    assert taken(leases, B) == 2


def test_an_earlier_run_at_the_same_address_is_dead(leases: LeaseStore) -> None:
    taken(leases, A)
    assert taken(leases, ("c", A[1])) == 2
    assert [node.id for node in leases.nodes() if node.lives] == ["c"]


def test_nodes_without_an_address_are_not_taken_for_each_other(leases: LeaseStore) -> None:
    taken(leases, ("a", ""))
    assert leases.take(TABLE, "b", "", LONG) == Owner("a", "")


def test_nodes_that_died_long_ago_are_forgotten(leases: LeaseStore, engine: Engine) -> None:
    leases.show(*A, LONG)
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        connection.execute(update(schema.nodes).values(until=leases.now() - 2 * 24 * 3_600_000))
    leases.show(*B, LONG)
    assert [node.id for node in leases.nodes()] == ["b"]


def test_only_the_owner_appends(leases: LeaseStore, store: Store) -> None:
    assert store.append([word(1, None)]) == [None]
    token = taken(leases, A)
    assert [type(result) for result in store.append([word(2, None), word(2, token), word(3, token + 1)])] == [
        Fenced,
        type(None),
        Fenced,
    ]
    assert [each.seq for each in store.words("t")] == [1, 2]
    leases.release(TABLE, token)
    assert isinstance(store.append([word(3, token)])[0], Fenced)
    with pytest.raises(Fenced):
        store.change_table(ROW, token)
    store.change_table(ROW)


def test_when_a_lease_was_forced_to_run_out_exactly_one_append_succeeds(leases: LeaseStore, store: Store) -> None:
    first = taken(leases, A)
    assert store.append([word(1, first)]) == [None]
    leases.expire("a")
    second = taken(leases, B)
    assert second > first
    results = store.append([word(2, first, "old"), word(2, second, "new"), word(3, first, "old")])
    assert [type(result) for result in results] == [Fenced, type(None), Fenced]
    assert [(each.seq, each.client_id) for each in store.words("t")] == [(1, None), (2, "new")]


def test_two_who_take_and_append_at_once_never_both_get_in(leases: LeaseStore, store: Store, engine: Engine) -> None:
    rounds, written = 20, []
    ready = threading.Barrier(2)

    def node(name: str) -> None:
        for _ in range(rounds):
            ready.wait()
            got = leases.take(TABLE, name, f"http://127.0.0.1/{name}", LONG)
            leases.expire(name)  # whatever it holds, the other may take it from now on
            if isinstance(got, int):
                seq = len(store.words("t")) + 1
                result = store.append([word(seq, got, f"{name}{got}")])[0]
                assert result is None or isinstance(result, Fenced | Conflict)
                if result is None:
                    written.append((seq, f"{name}{got}"))

    threads = [threading.Thread(target=node, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = [(each.seq, each.client_id) for each in store.words("t")]
    assert sorted(log) == sorted(written)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    assert log, "somebody must have got in"


def test_only_the_owner_writes_a_sheet(leases: LeaseStore, engine: Engine) -> None:
    sheets, sheet = SheetStore(engine), "s" * 16
    sheets.add(SheetRow(sheet, b"k" * 32, {"players": []}, 1))
    token = leases.take(subject_of_sheet(sheet), *A, LONG)
    assert isinstance(token, int)
    with pytest.raises(Fenced):
        sheets.append(sheet, Done(1, {"kind": "undo"}, "x", 1))
    sheets.append(sheet, Done(1, {"kind": "undo"}, "x", 1), token)
    assert [done.client_id for done in sheets.commands(sheet)] == ["x"]


def test_a_secret_is_made_once(leases: LeaseStore) -> None:
    assert leases.secret("nodes", b"first") == b"first"
    assert leases.secret("nodes", b"second") == b"first"
