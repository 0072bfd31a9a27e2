"""The tables of RESULTS.md: ratios, most of them with a target."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import replace_section, wrap
from benchmarks.timing import Quartiles

RESULTS = Path(__file__).parents[1] / "RESULTS.md"


@dataclass(frozen=True)
class Scale:
    """The seconds of a measurement in process and of one of a server, the rounds, and the cores to measure on.

    There are `rounds` for each server, and three times as many in process.
    """

    seconds: float
    load_seconds: float
    rounds: int
    server_core: int | None
    load_core: int | None


@dataclass(frozen=True)
class Row:
    """A measured figure with its target, `min` or `max`. `reason` is printed if the target is missed."""

    label: str
    measured: Quartiles | str
    min: float | None = None
    max: float | None = None
    unit: str = ""
    reason: str = ""

    def __str__(self) -> str:
        unit = self.unit and f" {self.unit}"
        return f"| {self.label} | {self._format_target()} | {self.measured}{unit}{self._format_verdict()} |"

    def _format_target(self) -> str:
        if self.min is not None:
            return f"≥ {self.min:g}"
        return f"≤ {self.max:g}" if self.max is not None else ""

    def _format_verdict(self) -> str:
        if isinstance(self.measured, str) or (self.min is None and self.max is None):
            return ""
        missed = self.measured.median < (self.min or 0) or self.measured.median > (
            self.max or float("inf")
        )
        return " **missed**" + (self.reason and f": {self.reason}") if missed else ""


@dataclass(frozen=True)
class Table:
    """A heading, a paragraph, and rows."""

    title: str
    text: str
    rows: Sequence[Row]

    def __str__(self) -> str:
        head = "| what | target | measured: median (quartiles) |\n|---|---|---|"
        return "\n".join(
            [f"## {self.title}", "", wrap(self.text), "", head, *map(str, self.rows)]
        )


INTRODUCTION = """\
# Results

Written by `make bench`; README.md describes what is measured and how. Every figure is a ratio of two
contenders that took turns in one run. A figure with a unit holds for this machine alone.

The cost of a single request is mostly that of the server and the framework, which are the operator's choice: the
shuffle is the smallest part of it, and a faster server gains more than any change to this service could. *Batches* are
what the service is faster at than anything it was compared with."""


def render_document(
    machine: Mapping[str, str], method: str, tables: Sequence[Table]
) -> str:
    """Return the text of RESULTS.md."""
    facts = "\n".join(
        wrap(f"- {name}: {value}", indent="  ") for name, value in machine.items()
    )
    return (
        "\n\n".join(
            [INTRODUCTION, *map(str, tables), f"## The machine\n\n{facts}\n- {method}"]
        )
        + "\n"
    )


def replace_table(document: str, table: Table) -> str:
    """Return RESULTS.md with a table in place of the one of that title, or before the description of the machine."""
    heading, _, text = str(table).split("\n", 2)
    if f"{heading}\n" in document:
        return replace_section(document, f"{heading}\n", f"{text}\n")
    return document.replace(_MACHINE, f"{table}\n\n{_MACHINE}")


_MACHINE = "## The machine\n"
