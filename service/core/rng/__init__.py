"""Random words, and bounded integers made of them."""
