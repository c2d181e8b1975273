"""Measuring: the engine on this machine, and the environments beside other libraries."""
