"""Rows for every table there is, and everything that is stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    insert,
    select,
)

from kibic.server import schema

#: Of each table its columns and rows.
Stored = dict[str, tuple[set[str], list[dict[str, Any]]]]


def value(column: Column[Any], number: int) -> Any:
    """Something a column can hold, different in each row; what refers to a row of another table has its number."""
    match column.type:
        case Boolean():
            return number % 2 == 0
        case Integer():
            return 1_000 + number
        case JSON():
            return [{"name": f"Žika {number}", "n": number}]
        case LargeBinary():
            return bytes([number]) * 32
        case String():
            return f"ž{number}"
    raise AssertionError(column)


def fill(engine: Engine, rows: int = 3) -> None:
    """Put rows into every table."""
    with engine.connect() as connection, connection.begin():
        for table in schema.metadata.sorted_tables:
            for number in range(rows):
                values = {column.name: value(column, number) for column in table.columns}
                connection.execute(insert(table).values(values))


def stored(engine: Engine) -> Stored:
    """Everything in the database, as its tables are now."""
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        return {
            table.name: ({column.name for column in table.columns}, _rows(connection, table))
            for table in found.sorted_tables
            if table.name != "alembic_version"
        }


def _rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(table)).mappings()]
