"""Callers' lists: their hashes, the items that results show, and how /v1/verify reads a list from a response."""
