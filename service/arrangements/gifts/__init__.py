"""Draw who gives to whom under rules: pairs, and the gifts and cycles that are possible."""
