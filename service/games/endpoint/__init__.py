"""Endpoints below /v1/games that describe games, and play one on; deals deals them."""
