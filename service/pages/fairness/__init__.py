"""The page on fairness."""
