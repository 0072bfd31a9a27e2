"""The cache of conditions (tests/caches.py)."""

CONSTANT = {"service.conditions.predicates._count_holdings"}
