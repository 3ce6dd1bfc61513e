"""``kibic admin``: what is in the database of a server, for whoever runs it (docs/server.md). Nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from kibic.cli.language import say
from kibic.cli.output import print_error, print_json
from kibic.game import Json, KibicError

if TYPE_CHECKING:
    from kibic.server.audit import Audit, Findings


class What(StrEnum):
    """What may be asked for."""

    USERS = "users"
    TABLES = "tables"
    LOG = "log"
    VERIFY = "verify"
    REPORTS = "reports"


#: The columns of each list, with their titles.
_COLUMNS = {
    What.USERS: ("id", "name", "account", "created", "tables"),
    What.TABLES: ("id", "title", "preset", "state", "seats", "words", "updated"),
    What.LOG: ("seq", "at", "actor", "phase", "word"),
    What.REPORTS: ("id", "at", "table_id", "reporter", "guest", "said"),
}
_TIMES = {"created", "updated", "at"}


def admin(
    what: Annotated[What, typer.Argument(help=say("What to look at.", "Šta se gleda."))],
    table: Annotated[
        str | None,
        typer.Argument(help=say("The id of a table, for log.", "Oznaka stola, uz log."), show_default=False),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help=say(
                "Database: a file or postgresql://USER@HOST/NAME; else KIBIC_DATABASE, else the user's file.",
                "Baza: datoteka ili postgresql://USER@HOST/NAME; inače KIBIC_DATABASE, inače datoteka korisnika.",
            )
        ),
    ] = None,
    secret: Annotated[
        bool,
        typer.Option(
            help=say(
                "log: also the words of the hand that is not over, and so hidden cards.",
                "log: i reči ruke koja nije gotova, dakle i skrivene karte.",
            )
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("Print JSON.", "Ispiši JSON."))] = False,
) -> None:
    """Look through the database of a server: its people, tables, one log, all logs replayed, reports of talk.

    Exit status: 0; 1 when verify finds a log that is not sound; 2 when there is no such table or database.
    """
    from kibic.server.audit import Audit
    from kibic.server.database import default_url, url_of

    try:
        audit = Audit(url_of(database) if database else default_url())
        try:
            status = _show(audit, what, table, secret=secret, as_json=as_json)
        finally:
            audit.close()
    except KibicError as error:
        print_error(f"kibic admin: {error}")
        raise typer.Exit(2) from error
    raise typer.Exit(status)


def _show(audit: Audit, what: What, table: str | None, *, secret: bool, as_json: bool) -> int:
    if (what is What.LOG) != (table is not None):
        raise KibicError(
            say("log takes the id of a table, the others take none", "uz log ide oznaka stola, uz ostalo ne")
        )
    if what is What.VERIFY:
        found = audit.verify()
        _verified(found, as_json=as_json)
        return 1 if found.faults else 0
    rows: list[dict[str, Json]]
    match what:
        case What.USERS:
            rows = audit.people()
        case What.TABLES:
            rows = audit.tables()
        case What.REPORTS:
            rows = audit.reports()
        case _:
            rows = audit.log(str(table), secret=secret)
    if as_json:
        print_json(rows)
    else:
        _grid(_COLUMNS[what], rows)
    return 0


def _verified(found: Findings, *, as_json: bool) -> None:
    if as_json:
        faults = [{"kind": each.kind, "id": each.id, "seq": each.seq, "problem": each.problem} for each in found.faults]
        counted = {"tables": found.tables, "words": found.words, "sheets": found.sheets, "commands": found.commands}
        print_json({**counted, "faults": faults})
        return
    for fault in found.faults:
        typer.echo(f"{fault.kind} {fault.id}, {fault.seq}: {fault.problem}")
    typer.echo(
        say(
            f"{found.tables} tables with {found.words} words and {found.sheets} sheets with {found.commands} commands: "
            f"{len(found.faults)} not sound",
            f"stolova {found.tables}, reči {found.words}, listova {found.sheets}, upisa {found.commands}: "
            f"neispravnih {len(found.faults)}",
        )
    )


def _grid(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    grid = Grid(*columns, box=None, pad_edge=False)
    for row in rows:
        grid.add_row(*(_cell(name, row[name]) for name in columns))
    Console(highlight=False, markup=False, emoji=False).print(grid)


def _cell(name: str, value: Any) -> str:  # noqa: ANN401 - whatever stands in a row
    if value is None:
        return ""
    if name in _TIMES:
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return ", ".join(value) if isinstance(value, list) else str(value)
