"""The notations: one module a family of games, for the texts in which its software keeps deals and hands."""
