"""Run before and after every request."""
