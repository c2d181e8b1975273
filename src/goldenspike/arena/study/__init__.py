"""Studies for designers: what happens in many games of one setting or two."""
