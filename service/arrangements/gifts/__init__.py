"""Draw who gives to whom under rules: pairs, and the possible gifts and cycles."""
