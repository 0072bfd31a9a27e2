"""The section on the raw words: the results of dieharder that docs/dieharder.json keeps."""

from benchmarks.dieharder.results import DOCUMENT, load_runs, render_summary, render_verdicts
from benchmarks.dieharder.runs import SERVICE, VERSION
from benchmarks.documents import DOCS, format_code
from benchmarks.report.section import Scale, Section


def make_section(_: Scale) -> Section:
    """Render the recorded results; dieharder itself takes longer than a report."""
    runs = load_runs(DOCS)
    seed = next(run.seed for run in runs if run.source == SERVICE[0])
    parts = (
        _INTRODUCTION.format(seed=seed),
        render_summary(runs),
        render_verdicts(runs),
        format_code("make bench NAME=dieharder"),
    )
    return Section("The raw words", "\n\n".join(parts))


_INTRODUCTION = f"""\
All results are drawn from random words. dieharder {VERSION}, a test suite by Robert G. Brown, has tested those of the
stream `sd1`, seed `{{seed}}`, and those of the operating system, from which unseeded results or their keys
come. It has also tested two sources that are bad on purpose: `sd1` with one bit of 32 stuck, and Microsoft's 15-bit
`rand()`. Of random words, one p-value in a hundred is WEAK. [{DOCUMENT}]({DOCUMENT}) has every p-value, the
command that reproduces it, and the limits of these tests."""
