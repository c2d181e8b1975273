"""Santa Fe Rails (2002) and Santa Fe (1992)."""
