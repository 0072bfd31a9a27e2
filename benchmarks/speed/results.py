"""RESULTS.md: tables of ratios, each with what is to be reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

from benchmarks.timing import Spread


@dataclass(frozen=True)
class Row:
    """One figure, and what it is to be: `least` if more is better, `most` if less is. `why` is said if it is missed."""

    what: str
    measured: Spread | str
    least: float | None = None
    most: float | None = None
    unit: str = ""
    why: str = ""

    def __str__(self) -> str:
        return f"| {self.what} | {self._target()} | {self.measured}{self.unit and ' ' + self.unit}{self._verdict()} |"

    def _target(self) -> str:
        if self.least is not None:
            return f"≥ {self.least:g}"
        return f"≤ {self.most:g}" if self.most is not None else ""

    def _verdict(self) -> str:
        if isinstance(self.measured, str) or (self.least is None and self.most is None):
            return ""
        missed = self.measured.median < (self.least or 0) or self.measured.median > (self.most or float("inf"))
        return " **missed**" + (self.why and f": {self.why}") if missed else ""


@dataclass(frozen=True)
class Table:
    """A heading, a few sentences, and rows."""

    title: str
    text: str
    rows: Sequence[Row]

    def __str__(self) -> str:
        head = "| what | target | measured: median (quartiles) |\n|---|---|---|"
        return "\n".join([f"## {self.title}", "", wrapped(self.text), "", head, *map(str, self.rows)])


def wrapped(text: str) -> str:
    """A paragraph in lines of 120 characters."""
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


INTRODUCTION = """\
# Results

Written by `make bench`; README.md says what is measured and how. Every figure is a ratio of two things that took turns
in one run, unless its row has a unit, and then it is this machine's alone.

One request costs what its server and its framework cost, which are the user's choice; the shuffle in it is the least
of it, and a faster server gains more than anything that this service could do. A *batch* is where nobody else comes
near."""


def document(machine: Mapping[str, str], how: str, sections: Sequence[str]) -> str:
    """All of RESULTS.md."""
    facts = "\n".join(f"- {name}: {value}" for name, value in machine.items())
    return "\n\n".join([INTRODUCTION, *sections, f"## The machine\n\n{facts}\n- {how}"]) + "\n"
