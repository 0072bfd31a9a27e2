"""Pictures by matplotlib as SVG, in one style and one palette.

matplotlib is imported when a picture is made, so that texts can be tested without it.
"""

import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PALETTE = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#000000"]
"""Colours of Okabe and Ito, Color Universal Design (2008), in the order of use: https://jfly.uni-koeln.de/color/."""
_GREY = "#666666"


def new_figure(width: float = 8, height: float = 4.5) -> "Figure":
    """Return an empty figure on white, which is legible in a dark viewer too. Sizes are in inches."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    mpl.rcParams.update(_STYLE)
    return Figure(figsize=(width, height), layout="constrained")


def render_svg(figure: "Figure") -> str:
    """Return the figure as reproducible SVG: without a date, and with ids that do not vary."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return _number_clip_paths(text.getvalue())


def _number_clip_paths(svg: str) -> str:
    """Return the SVG with short ids for its clip paths.

    matplotlib's ids are hashes of exact positions. The last bits vary from run to run with the solver of the layout.
    """
    ids = dict.fromkeys(re.findall(r"url\(#(p[0-9a-f]{10})\)", svg))
    for number, name in enumerate(ids, start=1):
        svg = svg.replace(name, f"clip{number}")
    return svg


_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": _GREY,
    "axes.grid": True,
    "axes.prop_cycle": f"cycler(color={_PALETTE})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "figure.facecolor": "white",
    "font.family": "sans-serif",
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",  # text stays text: a quarter of the size, searchable, readable by screen readers
    "svg.hashsalt": "shuffle-and-deal",
}
