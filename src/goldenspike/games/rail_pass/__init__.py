"""Rail Pass: real-time trains passed from hand to hand, six cities, one common score."""

GAMES = {"rail-pass": "RAIL_PASS"}
PLACE = 3  # in lists of games
