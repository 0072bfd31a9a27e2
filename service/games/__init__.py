"""The games and how they are dealt. The table of games is in catalogue.py; a procedure has the steps of a deal."""
