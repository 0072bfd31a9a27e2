"""A soak: steady mixed load for an hour or so, and what memory and latency do meanwhile."""
