"""What is kept: the store, its schema and migrations, the record of a table, backups."""
