"""Looks through a database for whoever runs the server: people, tables, logs, and whether every log replays.

Nothing is changed. What is secret at a table, the cards of a hand that is not over, is only told where it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from kibic.game import HOUSE, Game, Json, KibicError, game_named
from kibic.record import cut
from kibic.record.fair import DECK
from kibic.server import schema
from kibic.server.course import Course
from kibic.server.database import connect_database, shown
from kibic.server.operations import newest_migration
from kibic.server.reportstore import ReportStore
from kibic.server.sealstore import SealStore
from kibic.server.sheet import setup_of
from kibic.server.sheetstore import SheetStore
from kibic.server.store import Store, TableRow, Word
from kibic.server.undo import standing, undone_from
from kibic.sheets import Command, fold

#: What is written in place of a word that is still secret.
HIDDEN = "..."


@dataclass(frozen=True, slots=True)
class Fault:
    """A log that is not sound: ``kind`` is ``table`` or ``sheet``, ``seq`` the place, ``problem`` the reason."""

    kind: str
    id: str
    seq: int
    problem: str


@dataclass(frozen=True, slots=True)
class Findings:
    """How much was looked through, and what is not sound."""

    tables: int
    words: int
    sheets: int
    commands: int
    faults: tuple[Fault, ...]


class Audit:
    """A database to be looked through. Raises :class:`KibicError` when it is none of this version."""

    def __init__(self, url: str) -> None:
        self._engine: Engine = connect_database(url)
        self._store = Store(self._engine)
        self._check_version()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def people(self) -> list[dict[str, Json]]:
        """All people, the latest first: id, name, whether they have an account, and at how many tables they are."""
        people, accounts, at = schema.guests, schema.accounts, schema.table_guests
        tables = func.count(at.c.table_id).label("tables")
        query = (
            select(people.c.id, people.c.name, people.c.created, accounts.c.login, tables)
            .outerjoin(accounts, accounts.c.guest_id == people.c.id)
            .outerjoin(at, at.c.guest_id == people.c.id)
            .group_by(people.c.id, people.c.name, people.c.created, accounts.c.login)
            .order_by(people.c.created.desc(), people.c.id)
        )
        with self._engine.connect() as connection:
            return [
                {"id": row.id, "name": row.name, "account": row.login, "created": row.created, "tables": row.tables}
                for row in connection.execute(query)
            ]

    def tables(self) -> list[dict[str, Json]]:
        """All tables, the latest first."""
        tables, events = schema.tables, schema.events
        words = select(func.count()).where(events.c.table_id == tables.c.id).scalar_subquery()
        query = select(tables, words.label("words")).order_by(tables.c.updated.desc(), tables.c.id)
        with self._engine.connect() as connection:
            return [
                {
                    "id": row["id"],
                    "title": row["title"],
                    "game": row["game"],
                    "preset": row["preset"],
                    "state": row["state"],
                    "seats": [seat["name"] for seat in row["seats"]],
                    "words": row["words"],
                    "created": row["created"],
                    "updated": row["updated"],
                }
                for row in connection.execute(query).mappings()
            ]

    def log(self, table: str, *, secret: bool = False) -> list[dict[str, Json]]:
        """The log of a table replayed: place, time, who, the word, and the phase it was said in.

        Words of a hand that is not over are hidden unless ``secret`` is asked for. Raises :class:`KibicError`.
        """
        row = self._store.table(table)
        if row is None:
            raise KibicError(f"there is no table {table}")
        words = self._store.words(table)
        course = _started(row, [])
        lines: list[dict[str, Json]] = []
        closed = 0
        for number, word in enumerate(words):
            phase = course.state.phase
            _step(course, words, number)
            actor = "house" if word.actor == HOUSE else row.seats[word.actor].name
            lines.append({"seq": word.seq, "at": word.at, "actor": actor, "phase": phase, "word": word.word})
            if course.state.to_act is None or course.between_hands:
                closed = len(lines)
        for line in [] if secret else lines[closed:]:
            line["word"] = HIDDEN
        return lines

    def reports(self, limit: int = 1000) -> list[dict[str, Json]]:
        """What people reported of what others said, the latest first."""
        found = ReportStore(self._engine).latest(limit)
        return [{name: getattr(report, name) for name in report.__struct_fields__} for report in found]

    def verify(self) -> Findings:
        """Replay every log there is."""
        faults: list[Fault] = []
        words = commands = 0
        tables = [str(table["id"]) for table in self.tables()]
        for table in tables:
            log = self._store.words(table)
            words += len(log)
            faults += self._table_faults(table, log)
        with self._engine.connect() as connection:
            sheets = list(connection.execute(select(schema.sheets.c.id).order_by(schema.sheets.c.id)).scalars())
        store = SheetStore(self._engine)
        for sheet in sheets:
            row, done = store.row(sheet), store.commands(sheet)
            commands += len(done)
            try:
                if [each.seq for each in done] != list(range(1, len(done) + 1)):
                    faults.append(Fault("sheet", sheet, len(done), "the commands do not follow each other"))
                elif row is not None:
                    fold(setup_of(row), [Command.of_json(each.command) for each in done])
            except Exception as error:  # whatever is wrong with a log, the others are looked through
                faults.append(Fault("sheet", sheet, len(done), type(error).__name__))
        return Findings(len(tables), words, len(sheets), commands, tuple(faults))

    def _table_faults(self, table: str, log: Sequence[Word]) -> Iterator[Fault]:
        row = self._store.table(table)
        if row is None:
            return
        if row.opening is None:
            if log:
                yield Fault("table", table, 1, "the match has words but never began")
            return
        course = _started(row, [])
        for number, word in enumerate(log):
            try:
                if word.seq != number + 1:
                    yield Fault("table", table, number + 1, "the words do not follow each other")
                    return
                _step(course, log, number)
            except Exception as error:  # as with sheets
                yield Fault("table", table, word.seq, type(error).__name__)
                return
        over = course.state.to_act is None
        if over != (row.state == "over"):
            told = "over" if over else "not over"
            yield Fault("table", table, len(log), f"the table is {row.state}, its match is {told}")
        yield from self._deck_faults(table, log)

    def _deck_faults(self, table: str, log: Sequence[Word]) -> Iterator[Fault]:
        """Decks that were dealt otherwise than they were sealed and cut."""
        deals = [word for word in standing(log) if word.actor == HOUSE and word.word.startswith(f"{DECK} ")]
        for sealed in SealStore(self._engine).of(table, first=1, last=len(deals)):
            dealt = deals[sealed.seal.hand - 1]
            if tuple(dealt.word.split()[1:]) != cut(sealed.seal.cards, sealed.seal.hash, sealed.cuts or ()):
                yield Fault("table", table, dealt.seq, "the deck is not the one that was sealed and cut")

    def _check_version(self) -> None:
        newest = newest_migration()
        try:
            with self._engine.connect() as connection:
                found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        except SQLAlchemyError as error:
            self.close()
            raise KibicError(f"{shown(self._engine.url)} is no database of Kibic, or cannot be opened") from error
        if found != newest:
            self.close()
            raise KibicError(
                f"the database {shown(self._engine.url)} is of version {found}, not {newest}; "
                "a server that starts brings it up to date"
            )


def _started(row: TableRow, words: Sequence[Word]) -> Course:
    game: Game[Any, Any, Any] = game_named(row.game)
    opening = row.opening or {"dealer": 0}
    names = [seat.name for seat in row.seats]
    return Course.replayed(game, game.rules(row.preset, row.options), names, opening["dealer"], 128, words=words)


def _step(course: Course, words: Sequence[Word], number: int) -> None:
    """One more word of a log, as :meth:`Course.replayed` takes it."""
    word = words[number]
    since = undone_from(word.word)
    if since is None:
        state, events = course.state.apply(course.game.parse(course.state, word.word))
        course.advance(word, state, events, own=True)
    else:
        course.go_back(word, course.state_at(since) or course.folded(words[:number], since))
