"""The games and how they are dealt: the table of games is in catalogue.py; a procedure has the steps of a deal."""
