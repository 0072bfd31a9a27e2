"""The games, by family; catalogue.py has them all in one table."""
