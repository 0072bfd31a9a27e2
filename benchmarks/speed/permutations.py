"""Permutations in process beside numpy's: `python -m benchmarks.speed.permutations plain|compiled SECONDS ROUNDS`.

A process of its own, because numba is imported once or never. Prints the samples as JSON; with no rounds, the seconds
that the first of 10^6 takes.
"""

import json
import subprocess
import sys
import time

import numpy as np

from benchmarks.timing import Spread, interleaved, ratio, timed

SIZES = (10_000, 1_000_000)


def main(kind: str, seconds: float, rounds: int) -> None:
    """Measure, with numba hidden if the kind is plain."""
    if kind == "plain":
        sys.modules["numba"] = None  # type: ignore[assignment]
    from service.core.shuffles.plans import Limits, Shuffling, plan  # noqa: PLC0415

    start = time.perf_counter()
    plan(SIZES[-1], Shuffling(), Limits()).draw()
    first = time.perf_counter() - start
    if rounds == 0:
        print(first)
        return
    generator = np.random.default_rng()
    samples = {}
    for n in SIZES:
        contenders = {
            "ours": timed(plan(n, Shuffling(), Limits()).draw, seconds),
            "seeded": timed(plan(n, Shuffling(seed="42"), Limits()).draw, seconds),
            "numpy": timed(lambda n=n: generator.permutation(n), seconds),  # type: ignore[misc]
        }
        samples[n] = interleaved(contenders, rounds)
    print(json.dumps(samples))


def measured(python: str, kind: str, seconds: float, rounds: int) -> dict[int, tuple[Spread, Spread]]:
    """For each size the ratios to numpy's, unseeded and seeded; measured by that interpreter, on this core."""
    samples = json.loads(_printed(python, kind, seconds, rounds))
    return {n: (ratio(samples[str(n)], "ours", "numpy"), ratio(samples[str(n)], "seeded", "numpy")) for n in SIZES}


def first_call(python: str) -> Spread:
    """Seconds that the first compiled permutation of 10^6 takes in each of three processes."""
    return Spread.of([float(_printed(python, "compiled", 0, 0)) for _ in range(3)])


def _printed(python: str, kind: str, seconds: float, rounds: int) -> str:
    command = [python, "-m", "benchmarks.speed.permutations", kind, str(seconds), str(rounds)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
