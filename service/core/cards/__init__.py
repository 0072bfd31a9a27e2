"""Cards, decks, packs and shoes, and the notations in which cards are read and written."""
