"""Decks sealed before they are dealt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "seals",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("salt", sa.LargeBinary(32), nullable=False),
        sa.Column("deck", sa.String, nullable=False),
        sa.Column("cuts", sa.String),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hand", name="pk_seals"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seals_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("seals")
