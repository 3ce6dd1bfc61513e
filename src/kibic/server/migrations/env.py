"""Runs the migrations on the connection that ``kibic.server.database`` opened; there is no offline mode."""

from __future__ import annotations

from alembic import context

from kibic.server.schema import metadata

connection = context.config.attributes["connection"]
# SQLite cannot change columns in place; "batch" rebuilds a table instead.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
