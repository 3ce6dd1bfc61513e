"""Looks through a database for whoever runs the server: people, tables, logs, and whether every log replays.

Nothing is changed. What is secret at a table, the cards of a hand that is not over, is only told where it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from kibic.game import HOUSE, Json, KibicError
from kibic.server import schema
from kibic.server.database import connect_database, moment, shown
from kibic.server.operations import newest_migration
from kibic.server.proof import Fault, logs, replayed
from kibic.server.reportstore import ReportStore
from kibic.server.store import Store

#: What is written in place of a word that is still secret.
HIDDEN = "..."


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
        lines: list[dict[str, Json]] = []
        closed = 0
        for word, phase, course in replayed(row, self._store.words(table)) if row.opening is not None else ():
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
        with moment(self._engine) as connection:
            looked = list(logs(connection))
        tables, sheets = ([log.length for log in looked if log.kind == kind] for kind in ("table", "sheet"))
        faults = tuple(fault for log in looked for fault in log.faults)
        return Findings(len(tables), sum(tables), len(sheets), sum(sheets), faults)

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
