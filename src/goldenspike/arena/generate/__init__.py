"""Boards made by searching: a balanced board like another one."""
