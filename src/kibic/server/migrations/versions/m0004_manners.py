"""Clocks, pauses, rematches and people who are away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("tables", sa.Column("manners", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("origin", sa.String(32)))
    op.add_column("tables", sa.Column("rematch", sa.String(32)))
    op.add_column("events", sa.Column("note", sa.JSON))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("events") as batch:
        batch.drop_column("note")
    with op.batch_alter_table("tables") as batch:
        for name in ("rematch", "origin", "paused", "manners"):
            batch.drop_column(name)
