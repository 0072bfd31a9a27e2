"""Time permutations beside numpy's: `python -m benchmarks.speed.permutations plain|compiled SECONDS ROUNDS`.

Runs in a process of its own, because numba is imported once or never. Prints the samples as JSON; for 0 rounds, the
seconds of the first permutation of 10^6 items.
"""

import json
import subprocess
import sys
import time
from functools import partial

import numpy as np

from benchmarks.timing import Quartiles, compare, interleave, make_contender

SIZES = (10_000, 1_000_000)


def main(kind: str, seconds: float, rounds: int) -> None:
    """Measure and print; the kind `plain` hides numba."""
    if kind == "plain":
        sys.modules["numba"] = None  # type: ignore[assignment]
    from service.core.shuffles.plans import Limits, ShuffleRequest, plan_shuffle  # noqa: PLC0415

    start = time.perf_counter()
    unseeded, seeded = ShuffleRequest(), ShuffleRequest(seed="42")
    plan_shuffle(SIZES[-1], unseeded, Limits()).draw(unseeded)
    first = time.perf_counter() - start
    if rounds == 0:
        print(first)
        return
    generator = np.random.default_rng()
    samples = {}
    for n in SIZES:
        plan = plan_shuffle(n, unseeded, Limits())
        contenders = {
            "unseeded": make_contender(partial(plan.draw, unseeded), seconds),
            "seeded": make_contender(partial(plan.draw, seeded), seconds),
            "numpy": make_contender(lambda n=n: generator.permutation(n), seconds),  # type: ignore[misc]
        }
        samples[n] = interleave(contenders, rounds)
    print(json.dumps(samples))


def measure_permutations(python: str, kind: str, seconds: float, rounds: int) -> dict[int, tuple[Quartiles, Quartiles]]:
    """Return, by size, the ratios to numpy's time, unseeded and seeded, measured by that interpreter."""
    samples = json.loads(_run(python, kind, seconds, rounds))
    return {
        n: (compare(samples[str(n)], "unseeded", "numpy"), compare(samples[str(n)], "seeded", "numpy")) for n in SIZES
    }


def measure_first_call(python: str) -> Quartiles:
    """Return the seconds of the first compiled permutation of 10^6 items, in each of three processes."""
    return Quartiles.of([float(_run(python, "compiled", 0, 0)) for _ in range(3)])


def _run(python: str, kind: str, seconds: float, rounds: int) -> str:
    command = [python, "-m", "benchmarks.speed.permutations", kind, str(seconds), str(rounds)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
