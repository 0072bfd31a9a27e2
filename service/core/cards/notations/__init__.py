"""Notations: a module for each family of games, for the texts in which its software keeps deals and hands."""
