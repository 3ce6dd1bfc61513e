"""Accounts, sessions that end, block lists, and who may come to a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from kibic.server.folding import folded

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

#: What a session of the time before lives, in milliseconds.
_YEAR = 365 * 24 * 3600 * 1000


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "accounts",
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("login", sa.String(64), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest_id", name="pk_accounts"),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_accounts_guest_id", ondelete="CASCADE"),
    )
    op.create_table(
        "blocks",
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("other_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest_id", "other_id", name="pk_blocks"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_blocks_guest_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other_id"], ["guests.id"], name="fk_blocks_other_id", ondelete="CASCADE"),
    )
    op.create_index("ix_blocks_other_id", "blocks", ["other_id"])
    _sessions()
    _tables()


def _sessions() -> None:
    op.add_column("sessions", sa.Column("started", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("replaces", sa.LargeBinary(32)))
    op.execute(sa.text(f"UPDATE sessions SET started = created, expires = created + {_YEAR}"))  # noqa: S608
    with op.batch_alter_table("sessions") as batch:
        batch.alter_column("started", existing_type=sa.BigInteger, existing_nullable=False, server_default=None)
        batch.alter_column("expires", existing_type=sa.BigInteger, existing_nullable=False, server_default=None)
    op.create_index("ix_sessions_guest_id", "sessions", ["guest_id"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])


def _tables() -> None:
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("kibitzers", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("banned", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("people", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("heading", sa.String, nullable=False, server_default=""))
    op.create_index("ix_tables_public_state_updated", "tables", ["public", "state", "updated"])
    known = sa.table(
        "tables",
        sa.column("id", sa.String),
        sa.column("title", sa.String),
        sa.column("seats", sa.JSON),
        sa.column("people", sa.String),
        sa.column("heading", sa.String),
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(known.c.id, known.c.title, known.c.seats)).all():
        found = {"people": folded(*(seat["name"] for seat in row.seats)), "heading": folded(row.title)}
        connection.execute(known.update().where(known.c.id == row.id).values(found))


def downgrade() -> None:
    """Take back."""
    op.drop_index("ix_tables_public_state_updated", "tables")
    for name in ("heading", "people", "banned", "kibitzers", "public"):
        op.drop_column("tables", name)
    op.drop_index("ix_sessions_expires", "sessions")
    op.drop_index("ix_sessions_guest_id", "sessions")
    for name in ("replaces", "expires", "started"):
        op.drop_column("sessions", name)
    op.drop_table("blocks")
    op.drop_table("accounts")
