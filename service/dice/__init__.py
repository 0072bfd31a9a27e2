"""Rolls of dice by notations such as 4d6kh3, and the exact odds of their totals."""
