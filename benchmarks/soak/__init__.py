"""The soak test: a steady mixed load for an hour, and the memory and latency of the server meanwhile."""
