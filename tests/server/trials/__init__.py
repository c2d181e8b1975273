"""Trials of the server: the real program in a process of its own, under load, with faults, leaks and bad input.

Run a module by its name, for example ``python -m tests.server.trials.load``; ``--help`` lists the options.
"""
