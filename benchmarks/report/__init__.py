"""The sections of docs/measured.md that `python -m benchmarks report` measures again, and their pictures.

A section is Markdown with tables and pictures, reproducible to the byte. To add a section, write its heading into
docs/measured.md, write a module with a function `make_section(scale)`, and add that to `SECTIONS` of `command.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from benchmarks.documents import DATA

_MIN_TRIALS = 2_000  # enough for a verdict on 52 items


class Scale(Enum):
    """The size of a report: all trials, or only enough to show that it can be made. The value divides trials."""

    FULL = 1
    QUICK = 1_000

    def scale_trials(self, full: int) -> int:
        """Return the number of trials at this scale, given the number in a full report."""
        return (
            full
            if self is Scale.FULL
            else min(full, max(full // self.value, _MIN_TRIALS))
        )


@dataclass(frozen=True)
class Section:
    """A section of the report: its Markdown without the heading, and its SVGs by file name."""

    title: str
    text: str
    pictures: Mapping[str, str] = field(default_factory=dict)


def format_picture(file: str, alt: str) -> str:
    """Return a picture in Markdown; `alt` describes it for people who do not see it."""
    return f"![{alt}]({DATA}/{file})"
