"""The environments under other libraries' own tools: ``python -m tests.envs.ecosystem`` writes the table of results."""
