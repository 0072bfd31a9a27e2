"""The statistical tests that gaming laboratories and their rules require."""
