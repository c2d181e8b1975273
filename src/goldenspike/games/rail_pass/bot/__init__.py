"""What the bots know of this game."""

# What a bot decides is by far the largest part of the rules: compiled in pieces, it is ready sooner and runs no slower.
# Each function with what it is given: a state, a board, a list of numbers, a number.
CALLED_BY_NAME = (
    ("team_move", "sbln"),
    ("make_plan", "bl"),
    ("notice", "sbln"),
    ("set_aims", "sbl"),
    ("see_jam", "sbln"),
    ("second_pick", "sbln"),
    ("move_held_train", "sbln"),
    ("answer_offer", "sbln"),
    ("weigh_links", "sbln"),
    ("cube_next", "sbln"),
    ("start_exchange", "sbln"),
    ("man_next", "sbln"),
    ("free_to_go", "sblnnnn"),
    ("send_held", "sblnnn"),
    ("could_add", "sblnnn"),
)
