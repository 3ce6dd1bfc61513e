"""Tables as they are looked for: the open ones of a server, and those of a person. The calls block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Engine, and_, func, or_, select, update

from kibic.game import Json
from kibic.server.database import WRITES
from kibic.server.folding import MARK, plain
from kibic.server.schema import table_guests, tables
from kibic.server.store import TableRow, table_in

#: Most open tables listed, those that wait for people first.
MAX_OPEN: Final = 60


class Wanted(Struct, frozen=True):
    """What somebody looks for among his matches; None and "" are no wish.

    ``text`` is part of the name of the table or of somebody there, ``player`` the beginning of a word of a name;
    ``since`` and ``until`` (exclusive) are milliseconds since 1970 and concern the last change.
    """

    text: str = ""
    player: str = ""
    preset: str = ""
    state: str = ""
    since: int | None = None
    until: int | None = None


class MatchStore:
    """Finds tables in the database of the server."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def open_tables(self, since: int) -> list[TableRow]:
        """Public tables at which somebody was seen since then: those that wait, and those one may look at."""
        state = tables.c.state
        shown = and_(tables.c.seen > since, or_(state == "waiting", and_(state == "playing", tables.c.kibitzers)))
        # "waiting" comes after "playing" in the alphabet.
        order = (state.desc(), tables.c.created.desc(), tables.c.id)
        query = select(tables).where(tables.c.public, shown).order_by(*order).limit(MAX_OPEN)
        with self._engine.connect() as connection:
            return [table_in(row) for row in connection.execute(query).mappings()]

    def touch(self, found: Sequence[str], now: int) -> None:
        """Somebody is at these tables now."""
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            connection.execute(update(tables).where(tables.c.id.in_(found)).values(seen=now))

    def results(self, found: Sequence[str]) -> dict[str, Json]:
        """How matches ended, of those of which it is known."""
        query = select(tables.c.id, tables.c.result).where(tables.c.id.in_(found), tables.c.result.is_not(None))
        with self._engine.connect() as connection:
            return {row.id: row.result for row in connection.execute(query)}

    def learn(self, results: Mapping[str, Json]) -> None:
        """Keep how matches ended that were over before results were kept."""
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            for table, result in results.items():
                connection.execute(update(tables).where(tables.c.id == table).values(result=result))

    def matches(self, guest: str, wanted: Wanted, *, skip: int, most: int) -> tuple[int, list[TableRow]]:
        """How many tables of a person are wanted, and some of them, latest first."""
        which = _which(guest, wanted)
        count = select(func.count()).select_from(tables).where(which)
        order = (tables.c.updated.desc(), tables.c.id)
        query = select(tables).where(which).order_by(*order).offset(skip).limit(most)
        with self._engine.connect() as connection:
            total = connection.execute(count).scalar_one()
            return total, [table_in(row) for row in connection.execute(query).mappings()]


def _which(guest: str, wanted: Wanted) -> ColumnElement[bool]:
    mine = select(table_guests.c.table_id).where(table_guests.c.guest_id == guest)
    conditions: list[ColumnElement[bool]] = [tables.c.id.in_(mine)]
    text, player = plain(wanted.text), plain(wanted.player)
    if text:
        places = (tables.c.people, tables.c.heading)
        conditions.append(or_(*(place.contains(text, autoescape=True) for place in places)))
    if player:
        starts = (MARK + player, " " + player)
        conditions.append(or_(*(tables.c.people.contains(start, autoescape=True) for start in starts)))
    if wanted.preset:
        conditions.append(tables.c.preset == wanted.preset)
    if wanted.state:
        conditions.append(tables.c.state == wanted.state)
    if wanted.since is not None:
        conditions.append(tables.c.updated >= wanted.since)
    if wanted.until is not None:
        conditions.append(tables.c.updated < wanted.until)
    return and_(*conditions)
