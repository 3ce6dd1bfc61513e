"""What the store of sealed decks promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.exc import IntegrityError

from kibic.cards import DECK_32
from kibic.record import Seal
from kibic.server.database import open_database
from kibic.server.sealstore import NewCut, NewSeal, Sealed, SealStore
from kibic.server.store import Store
from tests.server.test_store import ROW, arrived

CUT = "1:" + "a" * 32


@pytest.fixture
def seals(database_url: str) -> Iterator[SealStore]:
    engine = open_database(database_url)
    store = Store(engine)
    arrived(store, "ana", b"a", "Ana")
    store.add_table(ROW)
    yield SealStore(engine)
    engine.dispose()


def seal(salt: str, hand: int = 7) -> Seal:
    return Seal("0123456789abcdef", hand, salt * 32, tuple(DECK_32.texts))


def test_the_first_seal_of_a_hand_holds(seals: SealStore) -> None:
    first, second = seal("11"), seal("22")
    assert seals.add([NewSeal("t", first, 1)]) == [Sealed(first)]
    assert seals.add([NewSeal("t", second, 2), NewSeal("t", seal("33", 8), 2)]) == [
        Sealed(first),
        Sealed(seal("33", 8)),
    ]
    assert seals.of("t", first=1, last=9) == [Sealed(first), Sealed(seal("33", 8))]


def test_seals_come_in_order_of_hands(seals: SealStore) -> None:
    for hand in (3, 1, 2):
        seals.add([NewSeal("t", seal("11", hand), 1)])
    assert [sealed.seal.hand for sealed in seals.of("t", first=1, last=2)] == [1, 2]
    assert seals.of("other", first=1, last=2) == []


def test_the_first_cut_of_a_deck_holds(seals: SealStore) -> None:
    seals.add([NewSeal("t", seal("11"), 1)])
    assert seals.cut([NewCut("t", 7, [CUT])]) == [Sealed(seal("11"), (CUT,))]
    assert seals.cut([NewCut("t", 7, [])]) == [Sealed(seal("11"), (CUT,))]


def test_no_cut_is_a_cut_too(seals: SealStore) -> None:
    seals.add([NewSeal("t", seal("11"), 1)])
    assert seals.cut([NewCut("t", 7, [])]) == seals.cut([NewCut("t", 7, [CUT])]) == [Sealed(seal("11"), ())]


def test_a_seal_for_no_table_and_a_cut_of_no_seal_are_refused_and_cost_the_others_nothing(seals: SealStore) -> None:
    refused, kept = seals.add([NewSeal("nowhere", seal("11"), 1), NewSeal("t", seal("11"), 1)])
    assert isinstance(refused, IntegrityError)
    assert kept == Sealed(seal("11"))
    nothing, cut = seals.cut([NewCut("t", 9, []), NewCut("t", 7, [CUT])])
    assert isinstance(nothing, LookupError)
    assert cut == Sealed(seal("11"), (CUT,))
