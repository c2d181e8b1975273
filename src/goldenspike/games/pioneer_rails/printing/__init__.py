"""Pioneer Rails on paper: pads, goals, owners, playing cards, tokens and player aids."""
