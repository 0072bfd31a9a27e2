"""Sealed shoes: committed to before the first card, drawn over any number of requests, verifiable at the end."""
