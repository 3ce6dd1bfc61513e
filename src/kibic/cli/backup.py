"""``kibic backup`` and ``kibic restore``: a whole database as a file, and back into either kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kibic.cli.language import language, say
from kibic.cli.output import print_error
from kibic.game import KibicError

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from kibic.server.backupfile import Contents

Database = Annotated[
    str | None,
    typer.Option(
        help=say(
            "Database: a file or postgresql://USER@HOST/NAME; else KIBIC_DATABASE, else a file of the user's.",
            "Baza: datoteka ili postgresql://USER@HOST/NAME; inače KIBIC_DATABASE, inače datoteka korisnika.",
        )
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(help=say("Where to save.", "Gde se čuva."))],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help=say("Overwrite the file.", "Piši preko datoteke."))] = False,
) -> None:
    """Save a database into a file while servers use it: people, tables, logs and sheets as they are at one moment.

    The file is for SQLite and PostgreSQL alike. It holds cards of hands under way and the hashes of sessions and
    passwords, so only its owner may read it. Exit status 1: nothing was saved.
    """
    from kibic.server.backup import save

    with _told("backup"), _opened(database) as engine, _bars() as tell:
        _tell_contents(save(engine, file, force=force, tell=tell), say(f"Saved in {file}", f"Sačuvano u {file}"))


def restore(
    file: Annotated[Path, typer.Argument(help=say("What kibic backup saved.", "Ono što je sačuvao kibic backup."))],
    database: Database = None,
    force: Annotated[
        bool,
        typer.Option("--force", help=say("Delete what is in the database now.", "Obriši ono što je sada u bazi.")),
    ] = False,
    replay: Annotated[
        bool,
        typer.Option(
            "--replay/--no-replay",
            help=say("Play every log again before it counts.", "Odigraj svaki dnevnik pre nego što se prizna."),
        ),
    ] = True,
) -> None:
    """Bring a backup into an empty database, SQLite or PostgreSQL, whole or not at all. Stop the servers first.

    The checksum, the numbers of rows and every log are checked. Exit status 1: nothing was changed.
    """
    from kibic.server.backup import restore as bring_back

    with _told("restore"), _opened(database, make=True) as engine, _bars() as tell:
        contents = bring_back(engine, file, force=force, replay=replay, tell=tell)
        _tell_contents(contents, say(f"Restored from {file}", f"Vraćeno iz {file}"))


@contextmanager
def _told(command: str) -> Iterator[None]:
    """Tell errors to people."""
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from kibic.server.backupfile import BackupError
    except ModuleNotFoundError as error:
        name = error.name
        print_error(
            say(f"This needs the package {name}: install kibic[table].", f"Potreban je paket {name}: kibic[table].")
        )
        raise typer.Exit(1) from error
    try:
        yield
    except BackupError as error:
        message = error.text.in_language(language())
    except KibicError as error:
        message = str(error)
    except OSError as error:
        message = say(f"it could not be written: {error}", f"ne može da se upiše: {error}")
    except SQLAlchemyError as error:
        # Its text could name what is stored.
        kind = type(getattr(error, "orig", None) or error).__name__
        message = say(f"the database failed ({kind})", f"baza nije uspela ({kind})")
    else:
        return
    print_error(f"kibic {command}: {message}")
    raise typer.Exit(1)


@contextmanager
def _opened(database: str | None, *, make: bool = False) -> Iterator[Engine]:
    from kibic.server.database import connect_database, default_url, shown, url_of

    engine = connect_database(url_of(database) if database else default_url())
    try:
        if engine.dialect.name == "sqlite":
            path = Path(str(engine.url.database))
            if make:
                path.parent.mkdir(parents=True, exist_ok=True)
            elif not path.exists():
                raise KibicError(say(f"there is no database {shown(engine.url)}", f"nema baze {shown(engine.url)}"))
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _bars() -> Iterator[Callable[[str, int, int], None]]:
    """Bars of progress on stderr, where somebody can see them."""
    names = {"rows": say("rows", "redovi"), "logs": say("logs", "dnevnici")}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        tasks = {what: progress.add_task(name, total=None, visible=False) for what, name in names.items()}

        def tell(what: str, done: int, total: int) -> None:
            progress.update(tasks[what], completed=done, total=total, visible=True)

        yield tell


def _tell_contents(contents: Contents, what: str) -> None:
    rows = contents.rows
    typer.echo(
        say(
            f"{what}: {rows['guests']} people, {rows['tables']} tables with {rows['events']} words, "
            f"{rows['sheets']} sheets.",
            f"{what}: ljudi {rows['guests']}, stolova {rows['tables']} sa {rows['events']} reči, "
            f"listova {rows['sheets']}.",
        )
    )
