"""/v1/hands: the value of hands of cards, and the hands that win."""
