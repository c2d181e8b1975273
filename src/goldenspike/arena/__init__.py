"""The arena: tournaments of bots with rotated seats and paired seeds, ratings, reports; Ray when asked."""
