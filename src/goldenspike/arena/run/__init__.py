"""Running many games: on the cores of this machine or on a Ray cluster, one game at a time, results on disk."""
