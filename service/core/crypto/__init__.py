"""Signatures and sealed tokens."""
