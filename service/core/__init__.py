"""The rules: random words, shuffles, samples, cards, decks and deals. Nothing here knows of HTTP."""
