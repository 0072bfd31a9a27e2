"""Samples of trials for the report, counted on all cores."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice
from operator import add

from benchmarks.runs import Piece, connect, run
from service.bias.trials import Counts, run_trials
from service.core.limits import Limits
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.shuffles.samplers import Sampler
from service.core.shuffles.shuffle import Arguments

SEED = "report"
_CHUNK = 50_000  # trials: a second or two on one core


@dataclass(frozen=True)
class Sample:
    """Trials of a shuffle of n items under the seed of the report, from an index on."""

    algorithm: str
    trials: int
    arguments: Arguments = field(default_factory=dict)
    n: int = 52
    index: int = 0

    @property
    def request(self) -> ShuffleRequest:
        """The request of the first trial."""
        return ShuffleRequest(
            seed=SEED,
            index=self.index,
            algorithm=self.algorithm,
            arguments=self.arguments,
        )

    @property
    def sampler(self) -> Sampler:
        """The plan of every trial."""
        return prepare_shuffle(self.n, self.request, Limits())

    @property
    def name(self) -> str:
        """The algorithm and the parameters that are not defaults."""
        return " ".join(
            (
                self.algorithm,
                *(f"{name}={value}" for name, value in self.arguments.items()),
            )
        )

    def chunks(self) -> list["Sample"]:
        """Split the sample into smaller samples that have the same trials together."""
        starts = range(0, self.trials, _CHUNK)
        return [
            replace(
                self, index=self.index + start, trials=min(_CHUNK, self.trials - start)
            )
            for start in starts
        ]


def count_samples(samples: Sequence[Sample]) -> list[Counts]:
    """Return the counts of each sample, which do not depend on the number of cores.

    No piece is kept for a later run, as the code may be another by then.
    """
    chunks = [chunk for sample in samples for chunk in sample.chunks()]
    pieces = [Piece(str(number), chunk) for number, chunk in enumerate(chunks)]
    with connect():
        results = {
            piece.name: counts
            for piece, counts in run(_count, pieces, total=len(pieces))
        }
    parts = iter([results[piece.name] for piece in pieces])
    return [reduce(add, islice(parts, len(sample.chunks()))) for sample in samples]


def _count(sample: Sample) -> Counts:
    return run_trials(sample.sampler, sample.request, sample.trials)
