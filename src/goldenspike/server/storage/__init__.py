"""What is stored: the database, its schema and migrations, the record of a table, backups."""
