"""What a part of the benchmark finds, as a table and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.documents import format_table
from benchmarks.timing import format_figure

Value = str | int | float | None
Record = dict[str, Value]
"""A row of a table by the titles of its columns."""


@dataclass
class Result:
    """The records of a part, and a sentence for each goal that the tree after misses."""

    title: str
    records: list[Record] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Add a row, and print it at once, as a run takes minutes."""
        self.records.append(record)
        print(
            "; ".join(
                f"{column}: {format_value(value)}" for column, value in record.items()
            ),
            flush=True,
        )

    def require_most(
        self, name: str, value: float, most: float, unit: str = ""
    ) -> None:
        """Note if a value is above what it may be."""
        if value > most:
            self.missed.append(
                f"{name}: {format_value(value)}{unit}, at most {format_value(most)}{unit}"
            )

    def require_least(self, name: str, value: float, least: float) -> None:
        """Note if a value is below what it should be."""
        if value < least:
            self.missed.append(
                f"{name}: {format_value(value)}, at least {format_value(least)}"
            )

    def render(self) -> str:
        """Return the table, and the goals that are missed."""
        head = list(
            dict.fromkeys(column for record in self.records for column in record)
        )
        rows = [
            [format_value(record.get(column)) for column in head]
            for record in self.records
        ]
        table = format_table(head, rows)
        missed = "".join(f"\nmissed: {sentence}" for sentence in self.missed)
        return f"## {self.title}\n\n{table}\n{missed}"


def format_value(value: Value) -> str:
    """Return the text of a cell."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{'-' if value < 0 else ''}{format_figure(abs(value))}"
    return str(value)


def format_counts(counts: Mapping[int, int] | Mapping[str, int]) -> str:
    """Return counts by what is counted, such as "200: 40, 503: 2"."""
    return (
        ", ".join(f"{name}: {count}" for name, count in sorted(counts.items(), key=str))
        or "none"
    )
