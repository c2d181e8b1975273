"""Many server processes over one PostgreSQL and one NATS: nothing of it is imported by a server of its own."""
