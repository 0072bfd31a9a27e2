"""The packs: a module for each family of decks, which builds the cards of one pack in unshuffled order."""
