"""Random words, which are integers of 32 bits, and bounded integers made of them."""
