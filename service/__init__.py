"""A stateless HTTP service that shuffles decks, draws unique random integers and deals hands."""

__version__ = "0.1.0"
