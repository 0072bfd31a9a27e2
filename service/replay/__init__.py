"""Draw a response to /v1/verify again, and compare it."""
