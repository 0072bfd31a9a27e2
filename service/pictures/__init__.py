"""SVG pictures of every card, tile and ball, of the back of each deck, and sprite sheets of all of them.

`STYLES` (styles.py) maps each deck to the functions that render its cards. Functions that return SVG are named after
what they render, such as `face` and `back`.

To add pictures for a deck, write these two functions in a module here and enter them in `STYLES`; a deck without an
entry is rendered by plain.py. Drawings by other people are in assets/, with their licences.
"""
