"""Opening the database: where it lies, how SQLite and PostgreSQL are set up, and bringing its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from kibic.game import KibicError

#: Connections that write say so with this execution option; on SQLite they take the write lock at once.
WRITES: Final = "kibic_writes"
#: Connections that change the tables themselves.
MIGRATES: Final = "kibic_migrates"
#: How long a writer waits for another process that holds the database, in milliseconds.
BUSY_MS: Final = 2000
#: How long a statement of PostgreSQL may run, and how long its server may say nothing, in milliseconds.
STATEMENT_MS: Final = 10_000
#: How long a connection to PostgreSQL may take to open, in seconds.
CONNECT: Final = 5
#: Two servers that start together take turns in bringing the tables up to date; the number is the lock's name.
MIGRATION_LOCK: Final = 0x6B69626963

_KINDS: Final = "a file (or sqlite:///FILE) or postgresql://USER@HOST/NAME"


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
    engine = connect_database(url)
    try:
        if engine.dialect.name == "sqlite":
            Path(str(engine.url.database)).parent.mkdir(parents=True, exist_ok=True)
        migrate(engine)
    except Exception as error:
        engine.dispose()
        raise KibicError(
            f"the database {shown(engine.url)} cannot be opened ({_cause(error)}); "
            "name another with --database or KIBIC_DATABASE"
        ) from error
    return engine


def connect_database(url: str) -> Engine:
    """The engine of a database as it is. Raises :class:`KibicError` when the URL is none that can be used."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise KibicError(f"the database must be {_KINDS}") from error
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    if parsed.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return _postgresql(parsed.set(drivername="postgresql+psycopg"))
    raise KibicError(f"the database must be {_KINDS}, not {parsed.drivername}")


def shown(url: URL) -> str:
    """The database as it is called in messages: without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def migrate(engine: Engine, revision: str = "head", *, down: bool = False) -> None:
    """Bring the tables up (or ``down``) to a revision, whole or not at all, and one process at a time."""
    with migrating(engine) as connection:
        move(connection, revision, down=down)


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A transaction that changes the tables themselves, and that only one process has at a time.

    Raises :class:`KibicError`, and changes nothing, when it would leave rows that belong to nothing.
    """
    try:
        with engine.connect().execution_options(**{WRITES: True, MIGRATES: True}) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                # Waiting for another server is right here, however long its work takes.
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_MS}ms'")
            yield connection
            if engine.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise KibicError("this would leave rows that belong to nothing, so it was taken back")
    finally:
        # On SQLite such a connection checks no foreign keys.
        engine.dispose()


def move(connection: Connection, revision: str = "head", *, down: bool = False) -> None:
    """As :func:`migrate`, in a transaction of :func:`migrating`.

    Raises :class:`KibicError` when the database has a revision that this version does not know.
    """
    config = _config()
    config.attributes["connection"] = connection
    try:
        (command.downgrade if down else command.upgrade)(config, revision)
    except CommandError as error:
        raise KibicError("a newer Kibic made it") from error


def head_revision() -> str:
    """The revision of the tables that this version works with."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise KibicError("the database must be a file: a table in memory would be lost with the server")
    # Errors would otherwise carry the words of the log, and so hidden cards.
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _on_sqlite_connect)
    event.listen(engine, "begin", _on_sqlite_begin)
    return engine


def _on_sqlite_connect(connection: object, _record: object) -> None:
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


def _on_sqlite_begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get(MIGRATES, False):
        # A table is changed by making it anew; removing the old one must not take along what refers to it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES, False) else "BEGIN")


def _postgresql(url: URL) -> Engine:
    arguments: dict[str, Any] = {
        "connect_timeout": CONNECT,
        # A server that is gone without a word is given up, as one that says so.
        "tcp_user_timeout": STATEMENT_MS,
        "application_name": "kibic",
    }
    try:
        # A connection that broke while nobody used it is replaced without anybody's noticing.
        engine = create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={name: value for name, value in arguments.items() if name not in url.query},
        )
    except ModuleNotFoundError as error:
        raise KibicError("PostgreSQL needs the package psycopg: install kibic[postgres]") from error
    event.listen(engine, "connect", _on_postgresql_connect)
    return engine


def _on_postgresql_connect(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver may be missing
    try:
        connection.autocommit = True
        for name, value in (
            # Whatever the server's own settings: an acknowledged word is on its disk.
            ("synchronous_commit", "on"),
            ("lock_timeout", f"{BUSY_MS}ms"),
            ("statement_timeout", f"{STATEMENT_MS}ms"),
            ("idle_in_transaction_session_timeout", f"{STATEMENT_MS}ms"),
        ):
            connection.execute(f"SET {name} = '{value}'")
        connection.autocommit = False
    except BaseException:
        # The server went away at once; nobody else knows of this connection yet.
        connection.close()
        raise


def _cause(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0] if str(error) else type(error).__name__


@contextmanager
def moment(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the database as it is at one moment, and stops nobody."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield connection
