"""The bounds of a client seed. A caller sends one to take part in the order of a sealed shoe.

A client seed is one text, or joins the texts of several players with commas.
"""

MAX_WORDS = 32
"""Texts that a client seed joins."""
MAX_WORD = 64
"""Characters of each of these texts."""
MAX_CLIENT_SEED = (MAX_WORD + 1) * MAX_WORDS
"""Characters: as many texts as possible, with commas."""
