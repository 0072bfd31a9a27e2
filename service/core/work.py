"""Count the work of a request in steps, where the work is done: an attempt, a rule looked at, a candidate, a result.

A step takes as long as a draw of fisher_yates, some 0.3 µs on the machine of benchmarks/RESULTS.md. Steps follow from
the request, the settings and the random words, and never from time. Vectorized code counts a block at once.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from time import thread_time

from .errors import ServiceError
from .memory import Memory

MAX_SECONDS = 6.0
"""The most CPU time of a response that is not streamed, several times what it should take. More raises `TooSlow`."""
_BETWEEN_LOOKS = 1_000.0
"""Steps from one look to the next. With the largest block, which a search has, they are still less than 10,000."""


class OutOfStepsError(Exception):
    """The steps of a `Work` are spent."""


class TooSlow(ServiceError):
    """A request that takes more time on this machine than is allowed."""


@dataclass
class Work:
    """Counts steps up to `ceiling`, or up to `ceiling` for each result if it `counts_results`. `spent` is the total.

    Between steps it calls `look`, which raises an exception if nobody waits for the response. After `max_seconds` of
    CPU time of the thread it raises `TooSlow`. `memory` has what the response computes once.
    """

    ceiling: float = inf
    look: Callable[[], object] = lambda: None
    max_seconds: float = inf
    spent: float = 0
    counts_results: bool = False
    results: int = 0
    memory: Memory = field(default_factory=Memory)

    def __post_init__(self) -> None:
        # The numbers of `spent` steps after which there is an error, and after which `look` is called:
        self._end = self.ceiling
        self._next_look = _BETWEEN_LOOKS
        # To read the time of the thread takes as long as a short draw.
        has_limit = self.max_seconds < inf
        self._stop = thread_time() + self.max_seconds if has_limit else inf

    def begin_result(self) -> None:
        """Begin to count one of the `results`."""
        self.results += 1
        if self.counts_results:
            self._end = self.spent + self.ceiling

    def spend(self, steps: float) -> None:
        """Count steps that are about to be taken. If they are too many, count none and raise `OutOfStepsError`."""
        self.spent += steps
        if self.spent > self._end:
            self.spent -= steps
            raise OutOfStepsError
        if self.spent > self._next_look:
            self._next_look = self.spent + _BETWEEN_LOOKS
            self.check()

    def check(self) -> None:
        """Raise what `look` raises, and `TooSlow` after `max_seconds`: for code that takes time and counts no steps."""
        self.look()
        if thread_time() > self._stop:
            raise TooSlow("This machine takes too long for the request; ask for less.")

    @contextmanager
    def within(self, steps: float) -> Iterator[None]:
        """Leave the context, without an error, when `steps` more steps are spent."""
        end = self._end
        self._end = min(end, self.spent + steps)
        try:
            with suppress(OutOfStepsError):
                yield
        finally:
            self._end = end
