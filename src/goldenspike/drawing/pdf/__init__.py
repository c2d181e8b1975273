"""Pictures on paper: SVG as the pen of this package writes it, drawn once more as PDF, with its fonts inside."""
