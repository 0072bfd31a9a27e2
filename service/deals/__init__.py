"""Endpoints that deal decks and games, under conditions."""
