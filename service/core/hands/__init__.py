"""Hand evaluation: a module for each game, the table of games (rankings.py), and requests (showdowns.py)."""
