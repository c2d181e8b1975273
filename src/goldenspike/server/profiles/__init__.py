"""People's profiles: what they played and reached, how strong they are, and what others may see of it."""
