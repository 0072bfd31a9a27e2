"""The results: docs/mutants.json, and a row of docs/operations.md."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from benchmarks.documents import replace_file
from benchmarks.mutants.mutations import Mutant

RECORDS, DOCUMENT = "mutants.json", "operations.md"
MIN_KILLED = 0.97
ROW = "| Mutants |"
EQUIVALENTS = Path(__file__).with_name("equivalents.toml")


class Outcome(StrEnum):
    """The outcome of the tests of a mutant; all but the last kill it."""

    FAILED = "a test fails"
    BROKEN = "does not start"
    UNTERMINATED = "does not end"
    SURVIVED = "survived"


class Survivor(NamedTuple):
    """A mutant that no test detects, and the reason why it changes nothing that can be observed, if it has one."""

    module: str
    before: str
    after: str
    reason: str = ""


def load_equivalents() -> list[dict[str, str]]:
    """Return the entries of equivalents.toml."""
    entries: list[dict[str, str]] = tomllib.loads(EQUIVALENTS.read_text())["mutant"]
    return entries


def describes(entry: dict[str, str], mutant: Mutant) -> bool:
    """Return whether an entry is that of a mutant, in whatever module both texts stand."""
    texts = entry["before"], entry["after"], entry.get("within", mutant.within)
    return texts == (mutant.before, mutant.after, mutant.within)


@dataclass(frozen=True)
class Sample:
    """The results for the mutants of a seed; `first` of them were killed before tests were added for the others."""

    seed: int
    first: int
    outcomes: dict[str, int]
    survivors: list[Survivor]
    part: str = "core"

    @classmethod
    def of(
        cls, seed: int, results: Sequence[tuple[Mutant, str]], first: int | None = None, part: str = "core"
    ) -> "Sample":
        """Return the sample of a seed and a part of the service from its mutants, each with its outcome."""
        equivalents = load_equivalents()
        survivors = [
            Survivor(
                *(mutant.module, mutant.before, mutant.after),
                next((entry["reason"] for entry in equivalents if describes(entry, mutant)), ""),
            )
            for mutant, outcome in results
            if outcome == Outcome.SURVIVED
        ]
        killed = len(results) - len(survivors)
        outcomes = Counter(str(outcome) for _, outcome in results)
        return cls(seed, killed if first is None else first, dict(outcomes), survivors, part)

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
    """Return the samples in docs/mutants.json by part and seed."""
    file = docs / RECORDS
    records = json.loads(file.read_text() if file.exists() else "[]")
    samples = [Sample(**record | {"survivors": [Survivor(**row) for row in record["survivors"]]}) for record in records]
    return {(sample.part, sample.seed): sample for sample in samples}


def write(samples: Iterable[Sample], docs: Path) -> None:
    """Write docs/mutants.json, and the row of docs/operations.md."""
    samples = list(samples)
    records = [
        asdict(sample) | {"survivors": [survivor._asdict() for survivor in sample.survivors]} for sample in samples
    ]
    replace_file(docs / RECORDS, json.dumps(records, indent=1, ensure_ascii=False) + "\n")
    if (docs / DOCUMENT).exists():
        lines = (docs / DOCUMENT).read_text().splitlines(keepends=True)
        row = render_row(samples) + "\n"
        replace_file(docs / DOCUMENT, "".join(row if line.startswith(ROW) else line for line in lines))


def render_row(samples: Iterable[Sample]) -> str:
    """Return the row of the table in docs/operations.md."""
    what = (
        "`service` with one small change, at places that a seed draws: another number, operator or condition, a loop, "
        "call or decorator left out; a mutant is killed if a test fails, or if the tests cannot start or do not end"
    )
    figures = "; ".join(_render(sample) for sample in samples)
    wanted = f"asserted: at least {MIN_KILLED:.0%}; benchmarks/mutants/equivalents.toml lists those that change nothing"
    return f"{ROW} {what} | {figures}; {wanted} | `make bench NAME=mutants` |"


def _render(sample: Sample) -> str:
    total, changing = sum(sample.outcomes.values()), sample.changing
    text = (
        f"{sample.part}, seed {sample.seed}: {total} mutants, {total - changing} of which change nothing; of the other "
        f"{changing}, {sample.killed} are killed, {sample.share:.1%}"
    )
    first = f" ({sample.first} before tests were added, {sample.first / (changing or 1):.1%})"
    return text if sample.first == sample.killed else text + first
