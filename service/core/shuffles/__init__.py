"""Shuffles: their rules, their table, and the plans and batches that run them."""
