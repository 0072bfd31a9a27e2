"""Hand evaluation: a module for games that are alike, their table (rankings.py), and requests (showdowns.py)."""
