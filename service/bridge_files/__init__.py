"""Read bridge boards from files in PBN or LIN and from other texts, and check the boards that have their seed.

Other programs write such files too, and people edit them, so tags are read in any order and in any case, hands from any
seat, and ranks in any order. A stricter parser would miss deals that tolerant programs show.
"""
