"""Links for one use, announced absences, and what a deal is made from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.Text(), nullable=True))
    op.add_column("seats", sa.Column("device_hash", sa.String(length=64), nullable=True))
    op.add_column("seats", sa.Column("absent_ms", sa.BigInteger(), nullable=True))
    # A link works once: those of seats that were taken, and of games that began without their guest, are used up.
    op.execute(
        "UPDATE seats SET secret_hash = NULL WHERE holder = 'person'"
        " OR table_id IN (SELECT id FROM tables WHERE status <> 'open')"
    )
