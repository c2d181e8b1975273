"""The rulebook as code."""
