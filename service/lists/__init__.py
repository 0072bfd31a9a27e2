"""Endpoints that draw from a caller's own list, in orders, groups, pairs and allocations."""
