"""Tournaments: schedule, ratings, ladder, report."""
