"""Tables where people play: the actor of each, seats, moves, clocks, bots."""
