"""Cards, decks, packs and shoes, and the notations of other software."""
