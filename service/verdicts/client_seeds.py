"""The bounds of a client seed. A caller sends one to take part in an order that the service alone would draw.

A client seed is one text, or joins the texts of several players with commas.
"""

MAX_WORDS = 32
"""The most texts that a client seed joins."""
MAX_WORD = 64
"""The most characters of each text."""
MAX_CLIENT_SEED = (MAX_WORD + 1) * MAX_WORDS
"""The most characters of a client seed: of all texts, with commas."""
