"""pydealer in process: prints the CPU seconds that a new deck and its shuffle take."""

import pydealer  # type: ignore[import-not-found, unused-ignore]

from benchmarks.timing import timed


def shuffled() -> None:
    """A new deck, shuffled."""
    pydealer.Deck().shuffle()


if __name__ == "__main__":
    print(timed(shuffled, 0.05)())
