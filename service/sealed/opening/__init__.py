"""The terms of a sealed shoe, which its host fixes by opening it: its contents, and how cards are taken from it."""
