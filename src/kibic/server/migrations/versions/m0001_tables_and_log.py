"""Guests, sessions, tables and the log of words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_sessions_guest_id", ondelete="CASCADE"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("host_id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("opening", sa.JSON),
        sa.Column("bot_pause", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["host_id"], ["guests.id"], name="fk_tables_host_id"),
    )
    op.create_table(
        "table_guests",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest_id", name="pk_table_guests"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_table_guests_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_table_guests_guest_id", ondelete="CASCADE"),
    )
    op.create_index("ix_table_guests_guest_id", "table_guests", ["guest_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("word", sa.String, nullable=False),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
        sa.UniqueConstraint("table_id", "actor", "client_id", name="uq_events_table_id_actor_client_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_table_id"),
    )


def downgrade() -> None:
    """Take back."""
    for name in ("events", "table_guests", "tables", "sessions", "guests"):
        op.drop_table(name)
