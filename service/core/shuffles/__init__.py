"""Shuffles: their algorithms (rules), the table of all shuffles, and the plans and batches that run them."""
