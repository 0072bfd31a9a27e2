"""Draws with rules: groups, pairs, strata and trial blocks of a caller's items (docs/definitions/rules.md)."""
