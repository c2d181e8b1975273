"""Studies that people ask for at the page: bots play many games on a board in a process of low priority."""
