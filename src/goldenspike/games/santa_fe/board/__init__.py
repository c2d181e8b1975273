"""Boards of this game: reading, checking and the numbers the rules use."""
