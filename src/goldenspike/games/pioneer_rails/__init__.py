"""Pioneer Rails: draw four railways on a sheet of hexes while filling poker hands."""
