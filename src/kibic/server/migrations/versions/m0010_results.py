"""How a match ended, so that a list of matches need not play them again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. Of matches that are over already the result is made when somebody looks at them."""
    op.add_column("tables", sa.Column("result", sa.JSON))


def downgrade() -> None:
    """Take back."""
    op.drop_column("tables", "result")
