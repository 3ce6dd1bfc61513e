"""Who owns a live table, the server processes, and the secrets they share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_table(
        "leases",
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("node", sa.String(32)),
        sa.Column("token", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="pk_leases"),
    )
    op.create_index("ix_leases_node", "leases", ["node"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def downgrade() -> None:
    """Take back."""
    for name in ("secrets", "leases", "nodes"):
        op.drop_table(name)
