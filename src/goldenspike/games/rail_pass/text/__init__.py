"""Actions, positions and views in words."""
