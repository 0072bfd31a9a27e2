"""The bias of a shuffle: its distance from uniform, computed exactly for few items or measured by trials."""
