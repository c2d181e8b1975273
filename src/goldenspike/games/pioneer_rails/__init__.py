"""Pioneer Rails: draw four railways on a sheet of hexes while filling poker hands."""

GAMES = {"pioneer-rails": "PIONEER_RAILS"}
PLACE = 2  # in lists of games
