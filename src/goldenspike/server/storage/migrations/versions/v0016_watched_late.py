"""The few tables that are watched with a delay are found at once, however many tables there are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    few = sa.text("watch_delay_s > 0")
    op.create_index("ix_tables_watch_delay_s", "tables", ["watch_delay_s"], sqlite_where=few)
