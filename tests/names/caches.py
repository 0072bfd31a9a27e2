"""The cache of names (tests/caches.py)."""

CONSTANT = {"service.names.suggestions._read_name"}
