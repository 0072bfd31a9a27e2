"""The pages, as far as they are Python: what is served where."""
