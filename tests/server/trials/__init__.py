"""Trials of the table: the real server in a process of its own, under load, faults, curious eyes and nonsense.

Run a room by its name, for example ``python -m tests.server.trials.load``; ``--help`` tells what can be set.
"""
