"""Rail Pass at the terminal."""
