"""The table page: the front page, which deals any deck or game."""
