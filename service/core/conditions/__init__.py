"""Conditions on deals: the plain deals of successive indices that fulfil a condition (docs/stream-conditions.md)."""
