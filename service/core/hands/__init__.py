"""What hands are worth: a module a game, the table of them all (rankings.py), and what is laid down (showdowns.py)."""
