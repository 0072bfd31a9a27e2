"""The raw words: what a battery of tests that others wrote found in them, as docs/dieharder.json keeps it."""

from pathlib import Path

from benchmarks.dieharder.results import DOCUMENT, recorded, summary, verdict
from benchmarks.dieharder.runs import SERVICE, VERSION
from benchmarks.report.section import Scale, Section, code

_DOCS = Path(__file__).parents[2] / "docs"


def section(_: Scale) -> Section:
    """Told again from the record: the battery itself is run by `make dieharder`, and takes longer than a report."""
    runs = recorded(_DOCS)
    seed = next(run.seed for run in runs if run.source == SERVICE[0])
    return Section(
        "The raw words",
        "\n\n".join((_INTRODUCTION.format(seed=seed), summary(runs), verdict(runs), code("make dieharder"))),
    )


_INTRODUCTION = f"""\
Everything here rests on the random words. dieharder {VERSION}, a battery of tests by Robert G. Brown, has read those of
the stream `sd1`, seed `{{seed}}`, and those of the operating system, from which unseeded answers are drawn. It has also
read two that are bad on purpose: `sd1` with one bit of 32 stuck, and Microsoft's 15-bit `rand()`. Of perfect words one
p-value in a hundred is WEAK. [{DOCUMENT}]({DOCUMENT}) has every p-value, the command that makes it again, and what all
of this cannot show."""
