"""Santa Fe Rails (2002) and Santa Fe (1992)."""

GAMES = {"santa-fe-rails": "SANTA_FE_RAILS", "santa-fe": "SANTA_FE"}
PLACE = 1  # in lists of games
