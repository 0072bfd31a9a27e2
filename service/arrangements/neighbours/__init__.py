"""Draw orders without neighbours of the same value: playlists, seats, boards."""
