"""Run the tests against mutants of `service.core`, as far as they are committed, and write docs/mutants.json.

The same seed gives the same mutants as long as the code is the same. The exit status is 1 if fewer than `MIN_KILLED` of
those that change anything are killed. Mutants that change nothing have their reason in equivalents.toml.
"""

import argparse
import json
import os
import resource
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.documents import DOCS
from benchmarks.mutants.mutations import draw_mutants, list_places
from benchmarks.mutants.results import MIN_KILLED, Outcome, Result, Sample, load, load_reasons, write
from benchmarks.mutants.runs import Mutant, clone, run_mutant, share
from benchmarks.mutants.selection import measure, select_tests

PACKAGE = "service/core"
ROOT = DOCS.parent
FOLDER = ROOT / "build/mutants"
_MEMORY = 4 * 2**30


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark, and return its exit status."""
    options = _parse(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, resource.RLIM_INFINITY))
    clones = [clone(ROOT, FOLDER / f"clone-{number}") for number in range(options.workers)]
    places = list_places(clones[0], PACKAGE)
    mutants = list(islice(draw_mutants(clones[0], places, Random(options.seed)), options.count))  # noqa: S311
    files = measure(clones, PACKAGE, FOLDER / "tests.json")
    known_file = FOLDER / f"seed-{options.seed}.json"
    known = _load_killed(known_file) if options.survivors else {}

    def run(folder: Path, mutant: Mutant) -> Result:
        key = (mutant.module, mutant.before, mutant.after)
        source = (folder / mutant.module).read_text()
        groups = select_tests(mutant.module, mutant.line, source, files)
        return known.get(key) or Result(*key, run_mutant(folder, mutant, groups))

    samples, results, reasons = load(DOCS), [], load_reasons()
    for result in share(run, mutants, clones):
        results.append(result)
        if result.outcome is Outcome.SURVIVED and result.key not in reasons:
            print(f"{result.module}\n- {result.before}\n+ {result.after}", flush=True)
    known_file.write_text(json.dumps(results))
    first = samples[options.seed].first if options.survivors and options.seed in samples else None
    samples[options.seed] = sample = Sample.of(options.seed, results, first)
    write(samples.values(), DOCS)
    print(f"{sample.share:.1%} of the mutants that change anything were killed")
    return sample.share < MIN_KILLED


def _load_killed(file: Path) -> dict[tuple[str, str, str], Result]:
    results = [Result(*row) for row in json.loads(file.read_text())]
    return {result.key: result for result in results if result.outcome != Outcome.SURVIVED}


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="number of mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the places and changes (1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (one for each core)")
    parser.add_argument("--survivors", action="store_true", help="run again only those of the seed that survived")
    return parser.parse_args(arguments)
