"""One SVG pen for all games: numbers, text widths, elements and curves."""
