"""Santa Fe on paper: board, cards, track, tokens, score pad and player aids."""
