"""Rail Pass: real-time trains passed from hand to hand, six cities, one common score."""
