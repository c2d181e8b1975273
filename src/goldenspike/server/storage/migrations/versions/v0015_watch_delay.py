"""How late people who only watch see the game of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("watch_delay_s", sa.Integer(), nullable=False, server_default=sa.text("0")))
