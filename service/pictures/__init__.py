"""What every card, tile and ball looks like: one SVG each, the back of each deck, and sheets of all of them.

`STYLES` (styles.py) says how the cards of each deck are drawn. To give a deck pictures of its own, draw a card's face
and the deck's back in a module here and enter both there; a deck without an entry is drawn by the plain template
(template.py), so that nothing is ever without a picture. What others drew is in assets/, with its licences.
"""
