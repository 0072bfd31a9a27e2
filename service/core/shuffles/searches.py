"""What a response knows of a search: it draws results of successive indices, and skips those that do not match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..rng.streams import Randomness
from ..work import Work
from .batches import Chunk
from .plans import Plan


@dataclass(frozen=True)
class Matches(Chunk):
    """A chunk of matching results, the number of matches before them, and the number of candidates tried so far."""

    matches_before: int
    candidates: int

    @property
    def ordinals(self) -> Sequence[int]:
        """The numbers of the results in the response, from 0."""
        return range(self.matches_before, self.matches_before + len(self.offsets))


class ResultSearch(Protocol):
    """A search for results of a plan that match, among at most `max_candidates` results of successive indices."""

    @property
    def max_candidates(self) -> int:
        """Return the number of results that are tried at most."""

    def check(self, randomness: Randomness) -> None:
        """Raise `Refused` if the last candidate would have too large an index."""

    def find(
        self, plan: Plan, randomness: Randomness, repeats: int, work: Work
    ) -> Iterator[Matches]:
        """Try the candidates, and yield matches in chunks until there are `repeats` or no candidate is left."""

    def summarize(
        self,
        offsets: Sequence[int],
        candidates: int,
        randomness: Randomness,
        repeats: int,
    ) -> dict[str, Any]:
        """Return a response's members about the search, from the offsets of the matches."""
