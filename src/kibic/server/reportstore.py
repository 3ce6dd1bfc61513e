"""What people report of what others said, kept with what was said around it for whoever runs the server."""

from __future__ import annotations

from msgspec import Struct, structs
from sqlalchemy import Engine, insert, select

from kibic.game import Json
from kibic.server.database import WRITES
from kibic.server.schema import reports


class Report(Struct, frozen=True):
    """A report: ``reporter`` says that ``guest`` has ``said`` this at a table; ``context`` is what was said then."""

    id: str
    table_id: str
    reporter: str
    guest: str
    said: str
    context: Json
    at: int


class ReportStore:
    """The reports in the database of the server. The calls block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, report: Report) -> None:
        """Keep a report."""
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            connection.execute(insert(reports).values(structs.asdict(report)))

    def by(self, reporter: str) -> list[Report]:
        """What a person has reported, the latest first."""
        query = select(reports).where(reports.c.reporter == reporter).order_by(reports.c.at.desc(), reports.c.id)
        with self._engine.connect() as connection:
            return [Report(**row) for row in connection.execute(query).mappings()]

    def latest(self, limit: int) -> list[Report]:
        """The reports, the latest first."""
        query = select(reports).order_by(reports.c.at.desc(), reports.c.id).limit(limit)
        with self._engine.connect() as connection:
            return [Report(**row) for row in connection.execute(query).mappings()]
