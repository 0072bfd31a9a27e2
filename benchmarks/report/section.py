"""What the report is made of: sections of text, tables and pictures, the same to the byte whenever they are made.

To add a section, write a module with a function `section(scale)` and name it in `SECTIONS` of `__main__.py`. Pictures
are drawn on a `figure()` and turned to text by `svg()`; only these two need matplotlib, when they are called.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = "fairness-report"
"""The folder of the pictures, beside the report."""

TIMES = "<!-- times -->"
"""Before and after what a clock measured."""

BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000",
    "#e69f00",
    "#56b4e9",
    "#009e73",
    "#f0e442",
    "#0072b2",
    "#d55e00",
    "#cc79a7",
)
"""The palette of Okabe and Ito, Color Universal Design (2008): https://jfly.uni-koeln.de/color/."""
GREY = "#666666"

_FEWEST = 2_000  # trials: what a verdict on 52 items takes, and some more


class Scale(Enum):
    """How much work a report is: all of it, or only as much as shows that it can be made. The value divides trials."""

    FULL = 1
    QUICK = 1_000

    def trials(self, full: int) -> int:
        """How many trials there are where a full report has that many."""
        return full if self is Scale.FULL else min(full, max(full // self.value, _FEWEST))


@dataclass(frozen=True)
class Section:
    """A part of the report: its Markdown without the heading, and the SVG of its pictures by the name of the file."""

    title: str
    text: str
    pictures: Mapping[str, str] = field(default_factory=dict)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table in Markdown, in which all but the first so many columns are numbers."""
    marks = ["---"] * left + ["--:"] * (len(head) - left)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, marks, *rows))


def times(text: str) -> str:
    """What is measured with a clock, marked as what alone differs from one report to the next."""
    return f"{TIMES}\n\n{text}\n\n{TIMES}"


def picture(file: str, alt: str) -> str:
    """The place of a picture in the text; `alt` says what one sees in it."""
    return f"![{alt}]({PICTURES}/{file})"


def code(text: str, language: str = "") -> str:
    """A command or a program."""
    return f"```{language}\n{text.strip()}\n```"


def figure(width: float = 8, height: float = 4.5) -> "Figure":
    """An empty white picture of so many inches, legible in a dark viewer too."""
    import matplotlib as mpl  # noqa: PLC0415 (the tests of the texts have no matplotlib)
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams.update(_STYLE)
    return Figure(figsize=(width, height), layout="constrained")


def svg(drawn: "Figure") -> str:
    """The picture as SVG that is a function of what was drawn: without a date, and with names that do not vary."""
    text = io.StringIO()
    drawn.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.prop_cycle": f"cycler(color={[BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK]})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "figure.facecolor": "white",
    "font.family": "sans-serif",
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",  # text stays text: a quarter of the size, and can be searched and read aloud
    "svg.hashsalt": "shuffle-and-deal",
}
