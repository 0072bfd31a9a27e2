"""Run the tests against mutants of the service, as far as it is committed, and write docs/mutants.json.

The same seed gives the same mutants as long as the code is the same. After an interruption the same command resumes.
The exit status is 1 if fewer than `MIN_KILLED` of those that change anything are killed. Mutants that change nothing
have their reason in equivalents.toml.
"""

import argparse
import resource
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from random import Random

from benchmarks.mutants.mutations import draw_mutants
from benchmarks.mutants.results import MIN_KILLED, Outcome, Sample, load, write
from benchmarks.mutants.tests import (
    FOLDER,
    ROOT,
    MeasuredFile,
    git,
    list_pieces,
    make_clone,
    measure,
    remove_clones,
    run_mutant,
    select_tests,
)
from benchmarks.runs import Piece, Records, add_options, finish, open_run

PARTS = {"core": ("service/core", "service/third_party"), "api and server": ("service/api", "service/server")}
COUNTS = (100, 50)
"""The parts of the service by name, and the number of their mutants."""

_MEMORY = 4 * 2**30


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark, and return its exit status."""
    options = _parse(arguments)
    remove_clones()
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, resource.RLIM_INFINITY))
    root, code = make_clone(), git("rev-parse", "HEAD:service")
    samples, drawn = load(options.docs), []
    with open_run(options):
        files = Records(options.keep / f"tests-{code[:10]}.jsonl", code)
        pieces = list_pieces()
        finish(measure, pieces, files, desc="files of tests")
        tests = [MeasuredFile(*row) for piece in pieces for row in files.results[piece.name]]
        for (part, packages), count in zip(PARTS.items(), options.count, strict=True):
            mutants = list(islice(draw_mutants(root, packages, Random(options.seed)), count))  # noqa: S311
            records = Records(options.keep / f"{part.replace(' ', '-')}-{options.seed}.jsonl", code)
            if options.survivors:
                records.remove([name for name, outcome in records.results.items() if outcome == Outcome.SURVIVED])
            tasks = [(mutant, select_tests(mutant, (root / mutant.module).read_text(), tests)) for mutant in mutants]
            finish(run_mutant, [Piece(task[0].name, task) for task in tasks], records, desc=f"mutants of {part}")
            results = [(mutant, records.results[mutant.name]) for mutant in mutants]
            first = samples[part, options.seed].first if options.survivors and (part, options.seed) in samples else None
            samples[part, options.seed] = sample = Sample.of(options.seed, results, first, part)
            drawn.append(sample)
            for survivor in sample.survivors:
                if not survivor.reason:
                    print(f"{survivor.module}\n- {survivor.before}\n+ {survivor.after}")
    write(samples.values(), options.docs)
    for sample in drawn:
        print(f"{sample.part}: {sample.share:.1%} of the mutants that change anything were killed")
    return min(sample.share for sample in drawn) < MIN_KILLED


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    today = int(f"{datetime.now(UTC):%Y%m%d}")
    parser = argparse.ArgumentParser(prog="python -m benchmarks mutants", description=__doc__)
    parser.add_argument(
        "--count", type=int, nargs=2, metavar=("CORE", "OTHERS"), default=COUNTS,
        help="the number of mutants of core, and of api and server (100 50)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=today, help="seed of the places and changes (the day, as 20261122)")
    parser.add_argument("--survivors", action="store_true", help="run again only those of the seed that survived")
    add_options(parser, str(FOLDER.relative_to(ROOT)))
    return parser.parse_args(arguments)
