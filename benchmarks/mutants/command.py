"""Run the tests against mutants of the service, as far as it is committed, and write docs/measured/mutants.json.

The same seed gives the same mutants as long as the code is the same. After an interruption the same command resumes.
Mutants that change nothing have their reason in equivalents.toml. The exit status is 1 if fewer than `MIN_KILLED` of
the other mutants are killed.
"""

import argparse
import json
import re
import resource
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.documents import DATA, replace_file
from benchmarks.mutants.mutations import Mutant, draw_mutants
from benchmarks.mutants.tests import (
    FOLDER,
    ROOT,
    MeasuredFile,
    Outcome,
    git,
    list_pieces,
    make_clone,
    measure,
    remove_clones,
    run_mutant,
    select_tests,
)
from benchmarks.runs import Piece, Records, add_options, finish, open_run

PARTS = {
    "rules": (
        "service/core",
        "service/arrangements",
        "service/bias",
        "service/bingo",
        "service/bridge_files",
        "service/cards",
        "service/conditions",
        "service/games",
        "service/integers",
        "service/names",
        "service/plans",
        "service/proofs",
        "service/rankings",
        "service/schemes",
        "service/sealed",
        "service/verdicts",
        "service/verify_tables.py",
    ),
    "http and server": (
        "service/http",
        "service/algorithms",
        "service/deals",
        "service/hands",
        "service/lists",
        "service/operations",
        "service/orders",
        "service/replay",
        "service/verification",
        "service/server",
    ),
}
COUNTS = (100, 50)
"""The parts of the service by name, and the number of their mutants."""

RECORDS = f"{DATA}/mutants.json"
DOCUMENT = "operate.md"
MIN_KILLED = 0.97
ROW = "| Mutants |"
EQUIVALENTS = Path(__file__).with_name("equivalents.toml")

_MEMORY = 4 * 2**30
_LAYOUT = re.compile(r"[\s()]|,(?=[\s()]*[)\]}])")


class Survivor(NamedTuple):
    """A mutant that no test detects; `reason` says why it changes nothing that can be observed, "" if it does."""

    module: str
    before: str
    after: str
    reason: str = ""


def load_equivalents() -> list[dict[str, str]]:
    """Return the entries of equivalents.toml."""
    entries: list[dict[str, str]] = tomllib.loads(EQUIVALENTS.read_text())["mutant"]
    return entries


def describes(entry: dict[str, str], mutant: Mutant) -> bool:
    """Return whether an entry of equivalents.toml is about a mutant.

    It is if the mutant's statement has the text `before` of the entry, with `after` in its place, within the definition
    that the entry may name. How the code is broken into lines does not matter.
    """
    before = squeeze(entry["before"])
    after = squeeze(entry["after"])
    return (
        entry.get("within", mutant.within) == mutant.within
        and before in squeeze(mutant.before)
        and squeeze(mutant.before).replace(before, after, 1) == squeeze(mutant.after)
    )


def squeeze(code: str) -> str:
    """Return code without what a formatter adds or takes away: space, parentheses, and the comma after a last item."""
    return _LAYOUT.sub("", code)


@dataclass(frozen=True)
class Sample:
    """The results for the mutants of a seed; `first` of them were killed before tests were added for the survivors."""

    seed: int
    first: int
    outcomes: dict[str, int]
    survivors: list[Survivor]
    part: str = "rules"

    @classmethod
    def of(
        cls,
        seed: int,
        results: Sequence[tuple[Mutant, str]],
        first: int | None = None,
        part: str = "rules",
    ) -> "Sample":
        """Return the sample of a seed and a part of the service from its mutants, each with its outcome."""
        equivalents = load_equivalents()
        survivors = [
            Survivor(
                mutant.module,
                mutant.before,
                mutant.after,
                next(
                    (
                        entry["reason"]
                        for entry in equivalents
                        if describes(entry, mutant)
                    ),
                    "",
                ),
            )
            for mutant, outcome in results
            if outcome == Outcome.SURVIVED
        ]
        killed = len(results) - len(survivors)
        outcomes = Counter(str(outcome) for _, outcome in results)
        return cls(
            seed, killed if first is None else first, dict(outcomes), survivors, part
        )

    @property
    def killed(self) -> int:
        """The mutants that a test detects."""
        return sum(self.outcomes.values()) - len(self.survivors)

    @property
    def changing(self) -> int:
        """The mutants that change anything that can be observed."""
        return self.killed + sum(not survivor.reason for survivor in self.survivors)

    @property
    def share(self) -> float:
        """The share of the mutants that change anything which a test detects."""
        return self.killed / (self.changing or 1)


def load(docs: Path) -> dict[tuple[str, int], Sample]:
    """Return the samples in docs/measured/mutants.json by part and seed."""
    file = docs / RECORDS
    records = json.loads(file.read_text() if file.exists() else "[]")
    samples = [
        Sample(
            **record | {"survivors": [Survivor(**row) for row in record["survivors"]]}
        )
        for record in records
    ]
    return {(sample.part, sample.seed): sample for sample in samples}


def write(samples: Iterable[Sample], docs: Path) -> None:
    """Write docs/measured/mutants.json, and the row of docs/operate.md."""
    samples = list(samples)
    records = [
        asdict(sample)
        | {"survivors": [survivor._asdict() for survivor in sample.survivors]}
        for sample in samples
    ]
    replace_file(
        docs / RECORDS, json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    )
    if (docs / DOCUMENT).exists():
        lines = (docs / DOCUMENT).read_text().splitlines(keepends=True)
        row = render_row(samples) + "\n"
        replace_file(
            docs / DOCUMENT,
            "".join(row if line.startswith(ROW) else line for line in lines),
        )


def render_row(samples: Iterable[Sample]) -> str:
    """Return the row of the table in docs/operate.md."""
    description = (
        "`service` with one small change, at places that a seed draws: another number, operator or condition, a loop, "
        "call or decorator left out; a mutant is killed if a test fails, or if the tests cannot start or do not end"
    )
    figures = "; ".join(_render(sample) for sample in samples)
    target = f"asserted: at least {MIN_KILLED:.0%}; benchmarks/mutants/equivalents.toml lists those that change nothing"
    return f"{ROW} {description} | {figures}; {target} | `make bench NAME=mutants` |"


def _render(sample: Sample) -> str:
    total = sum(sample.outcomes.values())
    changing = sample.changing
    text = (
        f"{sample.part}, seed {sample.seed}: {total} mutants, {total - changing} without effect; {sample.killed} of "
        f"{changing} are killed, {sample.share:.1%}"
    )
    first = f" ({sample.first} before tests were added, {sample.first / (changing or 1):.1%})"
    return text if sample.first == sample.killed else text + first


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark, and return its exit status."""
    options = _parse(arguments)
    remove_clones()
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, resource.RLIM_INFINITY))
    root = make_clone()
    code = git("rev-parse", "HEAD:service")
    samples = load(options.docs)
    new_samples = []
    with open_run(options):
        files = Records(options.keep / f"tests-{code[:10]}.jsonl", code)
        pieces = list_pieces()
        finish(measure, pieces, files, desc="files of tests")
        tests = [
            MeasuredFile(*row) for piece in pieces for row in files.results[piece.name]
        ]
        for (part, packages), count in zip(PARTS.items(), options.count, strict=True):
            mutants = list(
                islice(draw_mutants(root, packages, Random(options.seed)), count)  # noqa: S311
            )
            records = Records(
                options.keep / f"{part.replace(' ', '-')}-{options.seed}.jsonl", code
            )
            if options.survivors:
                records.remove(
                    [
                        name
                        for name, outcome in records.results.items()
                        if outcome == Outcome.SURVIVED
                    ]
                )
            tasks = [
                (
                    mutant,
                    select_tests(mutant, (root / mutant.module).read_text(), tests),
                )
                for mutant in mutants
            ]
            finish(
                run_mutant,
                [Piece(task[0].name, task) for task in tasks],
                records,
                desc=f"mutants of {part}",
            )
            results = [(mutant, records.results[mutant.name]) for mutant in mutants]
            first = (
                samples[part, options.seed].first
                if options.survivors and (part, options.seed) in samples
                else None
            )
            samples[part, options.seed] = sample = Sample.of(
                options.seed, results, first, part
            )
            new_samples.append(sample)
            for survivor in sample.survivors:
                if not survivor.reason:
                    print(f"{survivor.module}\n- {survivor.before}\n+ {survivor.after}")
    write(samples.values(), options.docs)
    for sample in new_samples:
        print(
            f"{sample.part}: {sample.share:.1%} of the mutants that change anything were killed"
        )
    return min(sample.share for sample in new_samples) < MIN_KILLED


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    today = int(f"{datetime.now(UTC):%Y%m%d}")
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks mutants", description=__doc__
    )
    parser.add_argument(
        "--count", type=int, nargs=2, metavar=("RULES", "OTHERS"), default=COUNTS,
        help="the mutants of the rules, and of http and the server (100 50)",
    )  # fmt: skip
    parser.add_argument(
        "--seed",
        type=int,
        default=today,
        help="seed of the places and changes (the day, as 20261122)",
    )
    parser.add_argument(
        "--survivors",
        action="store_true",
        help="run again only those of the seed that survived",
    )
    add_options(parser, str(FOLDER.relative_to(ROOT)))
    return parser.parse_args(arguments)
