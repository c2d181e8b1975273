"""The terminal table: people and bots at one keyboard."""
