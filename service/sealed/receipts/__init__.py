"""Receipts of sealed shoes, whole and partial, and their checks."""
