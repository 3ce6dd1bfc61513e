"""The sealed decks in the database: secret until their hand is over, never changed but once, when they are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, RowMapping, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from kibic.record import Seal
from kibic.server import schema
from kibic.server.database import WRITES

#: Made once: it is executed with every deal.
_ADD = insert(schema.seals)


class Sealed(Struct, frozen=True):
    """A sealed deck. ``cuts`` are None until the deck is dealt, then what the players had said by then, by seat."""

    seal: Seal
    cuts: tuple[str, ...] | None = None


class NewSeal(Struct, frozen=True):
    """A seal to be kept for a table, at a time in milliseconds since 1970."""

    table: str
    seal: Seal
    at: int


class NewCut(Struct, frozen=True):
    """What a sealed deck is to be cut with."""

    table: str
    hand: int
    cuts: Sequence[str]


class SealStore:
    """The seals in the database of the server. The calls block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, new: Sequence[NewSeal]) -> list[Sealed | Exception]:
        """Keep seals in one commit. Where a hand already has one, that one holds and is the answer."""
        with self._writing() as connection:
            return [_added(connection, each) for each in new]

    def cut(self, cuts: Sequence[NewCut]) -> list[Sealed | Exception]:
        """Cut sealed decks in one commit. Only the first cut of a deck holds; what holds is the answer."""
        with self._writing() as connection:
            return [_cut(connection, each) for each in cuts]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    def of(self, table: str, *, first: int, last: int) -> list[Sealed]:
        """The seals of some hands of a table, in order."""
        with self._engine.connect() as connection:
            return seals_in(connection, table, first=first, last=last)


def seals_in(connection: Connection, table: str, *, first: int, last: int) -> list[Sealed]:
    """The seals of some hands of a table, in order, as a transaction sees them."""
    return [_sealed(row) for row in connection.execute(_query(table, first, last)).mappings()]


def _added(connection: Connection, new: NewSeal) -> Sealed | Exception:
    seal = new.seal
    values = {"table_id": new.table, "hand": seal.hand, "name": seal.table, "salt": bytes.fromhex(seal.salt)}
    try:
        with connection.begin_nested():
            connection.execute(_ADD, values | {"deck": " ".join(seal.cards), "created": new.at, "cuts": None})
    except IntegrityError as error:
        found = seals_in(connection, new.table, first=seal.hand, last=seal.hand)
        return found[0] if found else error
    return Sealed(seal)


def _cut(connection: Connection, cut: NewCut) -> Sealed | Exception:
    seals = schema.seals
    change = (
        update(seals)
        .where(seals.c.table_id == cut.table, seals.c.hand == cut.hand, seals.c.cuts.is_(None))
        .values(cuts=" ".join(cut.cuts))
    )
    connection.execute(change)
    found = seals_in(connection, cut.table, first=cut.hand, last=cut.hand)
    return found[0] if found else LookupError(f"hand {cut.hand} has no seal")


def _query(table: str, first: int, last: int) -> Select[Any]:
    seals = schema.seals
    wanted = seals.c.hand.between(first, last)
    return select(seals).where(seals.c.table_id == table, wanted).order_by(seals.c.hand)


def _sealed(row: RowMapping) -> Sealed:
    seal = Seal(row["name"], row["hand"], row["salt"].hex(), tuple(row["deck"].split()))
    return Sealed(seal, None if row["cuts"] is None else tuple(row["cuts"].split()))
