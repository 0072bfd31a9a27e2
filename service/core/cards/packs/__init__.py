"""The packs: one module a family, which lays out the cards of one pack in unshuffled order."""
