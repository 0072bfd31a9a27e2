"""Draw what a request asks for: its draw before it has a seed, the steps of its view, and its response."""
