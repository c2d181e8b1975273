"""Print and play: pages of boards, cards, tokens, aids and rules, in tenths of a millimetre."""
