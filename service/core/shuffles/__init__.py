"""Shuffles: their algorithms (rules), the table of all shuffles, and the samplers and batches that run them."""
