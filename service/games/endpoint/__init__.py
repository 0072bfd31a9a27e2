"""Endpoints below /v1/games that describe games, and that play on in one game; service/deals deals games."""
