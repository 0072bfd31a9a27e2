"""Shuffle, draw, deal and rank cards, and check the results. No module of this package knows of HTTP."""
