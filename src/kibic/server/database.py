"""Opening the database: where it lies, how SQLite is set up, and bringing its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

from kibic.game import KibicError

#: Connections that write say so with this execution option; they take the write lock at once.
WRITES: Final = "kibic_writes"
#: How long a writer waits for another process that holds the database, in milliseconds.
BUSY_MS: Final = 2000


def default_url() -> str:
    """The database used when none is named: ``KIBIC_DATABASE``, else a file in the user's data directory."""
    named = os.environ.get("KIBIC_DATABASE")
    if named:
        return url_of(named)
    home = os.environ.get("XDG_DATA_HOME")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share"
    return url_of(str(base / "kibic" / "kibic.sqlite3"))


def url_of(text: str) -> str:
    """A database URL of ``text``, which may be a URL or the path of a file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser().absolute()}"


def open_database(url: str) -> Engine:
    """The engine of an up-to-date database, made where there is none. Raises :class:`KibicError` with the way out."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise KibicError(f"the database must be SQLite (a file or sqlite:///FILE), not {parsed.drivername}")
    if not parsed.database or parsed.database == ":memory:":
        raise KibicError("the database must be a file: a table in memory would be lost with the server")
    path = Path(parsed.database)
    # Errors would otherwise carry the words of the log, and so hidden cards.
    engine = create_engine(parsed, hide_parameters=True)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _migrate(engine)
    except Exception as error:
        engine.dispose()
        raise KibicError(
            f"the database {path} cannot be opened ({_cause(error)}); name another with --database or KIBIC_DATABASE"
        ) from error
    return engine


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    with engine.connect().execution_options(**{WRITES: True}) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _on_connect(connection: object, _record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # The driver's own transactions begin late and only for some statements; ours begin where SQLAlchemy says.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _cause(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0] if str(error) else type(error).__name__
