"""Learning from games that bots play against themselves: goldenspike train."""
