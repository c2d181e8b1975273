"""Tuning: which search parameters play best."""
