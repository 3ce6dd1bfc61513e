"""When somebody was last seen at a table that strangers find."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("tables", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take back."""
    op.drop_column("tables", "seen")
