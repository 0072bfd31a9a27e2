"""Print the CPU seconds that pydealer takes to make and shuffle a deck."""

import pydealer  # type: ignore[import-not-found, unused-ignore]

from benchmarks.timing import make_contender


def shuffle_deck() -> None:
    """Make a deck and shuffle it."""
    pydealer.Deck().shuffle()


if __name__ == "__main__":
    print(make_contender(shuffle_deck, 0.05)())
