"""A stateless HTTP service that shuffles decks, draws unique random integers and deals hands."""

__version__ = "1.0.0"
