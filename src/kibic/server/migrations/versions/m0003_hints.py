"""Whether people at a table may ask for hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("hints")
