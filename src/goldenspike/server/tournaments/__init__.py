"""Tournaments: players, rounds, pairing, standings."""
