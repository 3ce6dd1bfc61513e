"""What is kept: tables and the append-only log of words. Every call is one transaction.

The calls block and may run in any thread; :mod:`kibic.server.writer` keeps them off the event loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, convert, to_builtins
from sqlalchemy import Connection, Engine, RowMapping, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from kibic.game import Json, KibicError
from kibic.server import schema
from kibic.server.database import WRITES
from kibic.server.folding import folded
from kibic.server.leasestore import Fenced, check, owning, subject_of_table
from kibic.server.manners import Manners


class Conflict(KibicError):
    """Somebody else has already appended at this place of the log, or under this id."""


class Unsure(KibicError):
    """The database went away during a commit, so that nobody knows what became of it."""


class Word(Struct, frozen=True):
    """An entry of the log. ``seq`` counts from 1; ``at`` is in milliseconds since 1970.

    ``note`` is what the table keeps of it beside the match: ``by`` (the bot that spoke for the person of the seat),
    ``why`` (``absent`` or ``time``) and ``bank`` (milliseconds the seat has left in its time bank).
    ``token`` is that of the lease by which the table is owned, None where nobody owns it.
    ``result`` is what the game says at the end of the match, ``{}`` where it says nothing.
    ``reopens``: the match was over and goes on, as after a fine agreed on.
    """

    table: str
    seq: int
    actor: int
    word: str
    client_id: str | None
    at: int
    ends_match: bool = False
    result: Json = None
    note: dict[str, Any] | None = None
    token: int | None = None
    reopens: bool = False


class Seat(Struct, frozen=True):
    """Who sits there: ``kind`` is ``person`` (``guest`` is his id), ``bot`` (``bot`` names it) or ``free``.

    ``away``: a bot plays for the person until he is back.
    """

    kind: str
    name: str = ""
    guest: str | None = None
    bot: str | None = None
    away: bool = False


class Banned(Struct, frozen=True):
    """Somebody who may not come to a table, and what he was called."""

    guest: str
    name: str


class TableRow(Struct, frozen=True):
    """A table as it is stored. ``opening`` is None before the start; ``hints``: whether people may ask for them.

    ``public``: whether strangers find it; ``kibitzers``: whether people may look on.
    ``origin`` is the table whose rematch this is, ``rematch`` the table that followed this one.
    """

    id: str
    game: str
    title: str
    preset: str
    options: dict[str, Any]
    host: str
    state: str
    seats: tuple[Seat, ...]
    opening: dict[str, Any] | None
    bot_pause: int
    created: int
    updated: int
    hints: bool = True
    public: bool = False
    kibitzers: bool = True
    banned: tuple[Banned, ...] = ()
    manners: Manners = Manners()
    paused: bool = False
    origin: str | None = None
    rematch: str | None = None


class Store:
    """The database behind the server."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Close all connections; SQLite then folds its log into the file."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            yield connection

    def add_table(self, row: TableRow) -> None:
        """A new table."""
        with self._writing() as connection:
            _add_table(connection, row)

    def add_rematch(self, row: TableRow, token: int | None = None) -> None:
        """A new table that follows another one, which then knows of it and is owned by the lease of this token.

        Raises :class:`Fenced` when somebody else owns that one.
        """
        follows = update(schema.tables).where(schema.tables.c.id == row.origin).values(rematch=row.id)
        with self._writing() as connection:
            check(connection, subject_of_table(str(row.origin)), token)
            _add_table(connection, row)
            connection.execute(follows)

    def change_table(self, row: TableRow, token: int | None = None) -> None:
        """Store what may change of a table, all but its rules; it is owned by the lease of this token.

        Raises :class:`Fenced` when somebody else owns it.
        """
        changed = {name: getattr(row, name) for name in _CHANGING}
        changed |= {"host_id": row.host, "seen": row.updated} | _shown(row)
        with self._writing() as connection:
            check(connection, subject_of_table(row.id), token)
            connection.execute(update(schema.tables).where(schema.tables.c.id == row.id).values(changed))
            _set_guests(connection, row)

    def table(self, table: str) -> TableRow | None:
        """The table, or None when there is none of that id."""
        with self._reading() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().one_or_none()
        return None if row is None else table_in(row)

    def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        """Tables at which the guest sits or that he made, latest first."""
        mine = select(schema.table_guests.c.table_id).where(schema.table_guests.c.guest_id == guest)
        query = (
            select(schema.tables)
            .where(schema.tables.c.id.in_(mine))
            .order_by(schema.tables.c.updated.desc(), schema.tables.c.id)
            .limit(limit)
        )
        with self._reading() as connection:
            return [table_in(row) for row in connection.execute(query).mappings()]

    def table_ids_of(self, guest: str) -> list[str]:
        """All tables at which the person sits or that he made."""
        mine = schema.table_guests
        with self._reading() as connection:
            found = connection.execute(
                select(mine.c.table_id).where(mine.c.guest_id == guest).order_by(mine.c.table_id)
            )
            return list(found.scalars())

    def words(self, table: str) -> list[Word]:
        """The log of a table in order."""
        with self._reading() as connection:
            return words_in(connection, table)

    def head(self, table: str) -> tuple[TableRow | None, int]:
        """The table and the number of the last word in its log, 0 when there is none."""
        last = select(func.coalesce(func.max(schema.events.c.seq), 0)).where(schema.events.c.table_id == table)
        with self._reading() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().one_or_none()
            return None if row is None else table_in(row), connection.execute(last).scalar_one()

    def append(self, words: Sequence[Word]) -> list[Conflict | Fenced | None]:
        """Append words, each whole or not at all, and commit once; the result says of each whether it went in.

        :class:`Fenced` is the result of a word whose token does not own its table. Anything else that fails raises,
        and then none went in, except with :class:`Unsure`.
        """
        try:
            with self._writing() as connection:
                if all(_owned(connection, words)):
                    _append(connection, words)
                    return [None] * len(words)
        except IntegrityError:
            return self._append_singly(words)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return self._append_again(words)
        return self._append_singly(words)

    def _append_again(self, words: Sequence[Word]) -> list[Conflict | Fenced | None]:
        """As :meth:`append`, after the connection broke: what went in nevertheless is not appended twice.

        Asking for the words would not do: the broken commit may still be under way. Their places are taken either by it
        or by this one, and the database lets nobody have them before that is decided.
        """
        try:
            results = self._append_singly(words)
            there = [result is not None and self._has(word) for word, result in zip(words, results, strict=True)]
            return [None if found else result for found, result in zip(there, results, strict=True)]
        except DBAPIError as error:
            raise Unsure("the database went away during a commit") from error

    def _has(self, word: Word) -> bool:
        log = schema.events
        query = select(log.c.actor, log.c.word, log.c.client_id, log.c.at).where(
            log.c.table_id == word.table, log.c.seq == word.seq
        )
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
        return row is not None and tuple(row) == (word.actor, word.word, word.client_id, word.at)

    def _append_singly(self, words: Sequence[Word]) -> list[Conflict | Fenced | None]:
        """As :meth:`append`, where it is known that some word cannot go in."""
        results: list[Conflict | Fenced | None] = []
        with self._writing() as connection:
            for word, owned in zip(words, _owned(connection, words), strict=True):
                if not owned:
                    results.append(Fenced(f"another server has table {word.table[:4]}..."))
                    continue
                try:
                    with connection.begin_nested():
                        _append(connection, [word])
                    results.append(None)
                except IntegrityError:
                    results.append(Conflict(f"table {word.table} already has word {word.seq}"))
        return results


#: Made once: to make a statement costs as much as to execute it.
_ADD_WORDS = insert(schema.events)
_TOUCH = update(schema.tables).where(schema.tables.c.id == bindparam("moved")).values(updated=bindparam("now"))
_STAND = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("moved"))
    .values(state=bindparam("now"), result=bindparam("told", type_=schema.tables.c.result.type))
)
_CHANGING = ("title", "state", "opening", "bot_pause", "paused", "public", "kibitzers", "updated")
_COLUMNS = ("id", "game", "preset", "options", "hints", "origin", "rematch", "created", *_CHANGING)


def _add_table(connection: Connection, row: TableRow) -> None:
    values = {name: getattr(row, name) for name in _COLUMNS}
    values |= {"host_id": row.host, "seen": row.created, "manners": to_builtins(row.manners)} | _shown(row)
    connection.execute(insert(schema.tables).values(values))
    _set_guests(connection, row)


def _owned(connection: Connection, words: Sequence[Word]) -> list[bool]:
    """Of each word whether the token it names owns its table."""
    subjects = [subject_of_table(word.table) for word in words]
    tokens = owning(connection, set(subjects))
    return [tokens.get(subject) == word.token for subject, word in zip(subjects, words, strict=True)]


def _append(connection: Connection, words: Sequence[Word]) -> None:
    rows = [
        {
            "table_id": word.table,
            "seq": word.seq,
            "actor": word.actor,
            "word": word.word,
            "client_id": word.client_id,
            "at": word.at,
            "note": word.note,
        }
        for word in words
    ]
    connection.execute(_ADD_WORDS, rows)
    latest = {word.table: word.at for word in words}
    # In one order everywhere, so that two servers never wait for each other.
    moved = [{"moved": table, "now": latest[table]} for table in sorted(latest)]
    connection.execute(_TOUCH, moved)
    stands = {
        word.table: {"moved": word.table, "now": "over" if word.ends_match else "playing", "told": word.result}
        for word in words
        if word.ends_match or word.reopens
    }
    if stands:
        connection.execute(_STAND, list(stands.values()))


def _set_guests(connection: Connection, row: TableRow) -> None:
    at_table = {row.host} | {seat.guest for seat in row.seats if seat.guest is not None}
    connection.execute(schema.table_guests.delete().where(schema.table_guests.c.table_id == row.id))
    connection.execute(
        insert(schema.table_guests), [{"table_id": row.id, "guest_id": guest} for guest in sorted(at_table)]
    )


def _shown(row: TableRow) -> dict[str, Any]:
    """The columns that are not as the row has them."""
    return {
        "seats": [to_builtins(seat) for seat in row.seats],
        "banned": [to_builtins(banned) for banned in row.banned],
        "people": folded(*(seat.name for seat in row.seats)),
        "heading": folded(row.title),
    }


def words_in(connection: Connection, table: str) -> list[Word]:
    """The log of a table in order, as a transaction sees it."""
    log = schema.events
    rows = connection.execute(select(log).where(log.c.table_id == table).order_by(log.c.seq)).all()
    return [Word(row.table_id, row.seq, row.actor, row.word, row.client_id, row.at, note=row.note) for row in rows]


def table_in(row: RowMapping) -> TableRow:
    """The table that is stored in a row of ``tables``."""
    seats = tuple(Seat(**seat) for seat in row["seats"])
    banned, manners = convert(row["banned"], tuple[Banned, ...]), convert(row["manners"], Manners)
    named = {name: row[name] for name in _COLUMNS}
    return TableRow(host=row["host_id"], seats=seats, banned=banned, manners=manners, **named)
