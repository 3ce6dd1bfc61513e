"""What can go wrong with a database, made to happen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.engine import make_url


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody else holds the database, so that nothing can be written to it."""
    if url.startswith("sqlite"):
        other = sqlite3.connect(str(make_url(url).database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()
        return
    with psycopg.connect(url) as connection:
        tables = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        connection.execute(f"LOCK TABLE {', '.join(sorted(tables))} IN EXCLUSIVE MODE".encode())
        yield
        connection.rollback()
