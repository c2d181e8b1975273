"""Reviews of finished games: asked for by their players, made in the background, kept with the game."""
