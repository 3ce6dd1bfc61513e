"""The sealed decks in the database: secret until their hand is over, never changed but once, when they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, RowMapping, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from kibic.record import Seal
from kibic.server import schema
from kibic.server.database import WRITES


class Sealed(Struct, frozen=True):
    """A sealed deck. ``cuts`` are None until the deck is dealt, then what the players had said by then, by seat."""

    seal: Seal
    cuts: tuple[str, ...] | None = None


class SealStore:
    """The seals in the database of the server. The calls block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, table: str, seal: Seal, now: int) -> Sealed:
        """Keep a seal. Where the hand already has one, that one holds and is given back."""
        values = {"table_id": table, "hand": seal.hand, "name": seal.table, "salt": bytes.fromhex(seal.salt)}
        try:
            with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
                connection.execute(
                    insert(schema.seals).values(**values, deck=" ".join(seal.cards), created=now, cuts=None)
                )
        except IntegrityError:
            found = self.of(table, first=seal.hand, last=seal.hand)
            if not found:
                raise
            return found[0]
        return Sealed(seal)

    def cut(self, table: str, hand: int, cuts: Sequence[str]) -> Sealed:
        """Cut a sealed deck. Only the first cut holds; what holds is given back."""
        change = (
            update(schema.seals)
            .where(schema.seals.c.table_id == table, schema.seals.c.hand == hand, schema.seals.c.cuts.is_(None))
            .values(cuts=" ".join(cuts))
        )
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            connection.execute(change)
            return _sealed(connection.execute(_query(table, hand, hand)).mappings().one())

    def of(self, table: str, *, first: int, last: int) -> list[Sealed]:
        """The seals of some hands of a table, in order."""
        with self._engine.connect() as connection:
            return seals_in(connection, table, first=first, last=last)


def seals_in(connection: Connection, table: str, *, first: int, last: int) -> list[Sealed]:
    """The seals of some hands of a table, in order, as a transaction sees them."""
    return [_sealed(row) for row in connection.execute(_query(table, first, last)).mappings()]


def _query(table: str, first: int, last: int) -> Select[Any]:
    seals = schema.seals
    wanted = seals.c.hand.between(first, last)
    return select(seals).where(seals.c.table_id == table, wanted).order_by(seals.c.hand)


def _sealed(row: RowMapping) -> Sealed:
    seal = Seal(row["name"], row["hand"], row["salt"].hex(), tuple(row["deck"].split()))
    return Sealed(seal, None if row["cuts"] is None else tuple(row["cuts"].split()))
