"""SVG pictures of every card, tile and ball (a "face"), of the back of each deck, and sprite sheets of all of them.

`STYLES` (styles.py) maps each deck to the functions that render its cards. To add pictures for a deck, write these two
functions in a module here and enter them in `STYLES`; a deck without an entry has plain cards.

A part that is the same on every card, such as a pip, is an SVG file in drawings/; Python composes what depends on the
card. Drawings by other people are in assets/, with their licences.
"""
