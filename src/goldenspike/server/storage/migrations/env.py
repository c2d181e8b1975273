"""Alembic's entrance: it always works on the connection it is handed."""

from __future__ import annotations

from alembic import context

from goldenspike.server.storage.schema import metadata


def run() -> None:
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


run()
