"""Each algorithm: its position matrix, the verdict of seven tests, and its distance from uniform."""
