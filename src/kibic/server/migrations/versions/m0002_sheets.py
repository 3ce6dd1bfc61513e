"""Sheets of matches with real cards, and what was done to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
    )
    op.create_table(
        "sheet_commands",
        sa.Column("sheet_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("command", sa.JSON, nullable=False),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("sheet_id", "seq", name="pk_sheet_commands"),
        sa.UniqueConstraint("sheet_id", "client_id", name="uq_sheet_commands_sheet_id_client_id"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_sheet_commands_sheet_id"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("sheet_commands")
    op.drop_table("sheets")
