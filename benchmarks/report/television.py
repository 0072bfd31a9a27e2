"""The draws of two World Cups: one team after the other, as on television, beside the exactly uniform draw."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import accumulate, combinations, pairwise
from math import sqrt
from operator import add
from typing import Any, NamedTuple

from benchmarks.documents import EXAMPLES, format_code, format_table
from benchmarks.report import Scale, Section
from benchmarks.report.samples import SEED, map_on_all_cores
from service.arrangements.attributes import ListedItems
from service.arrangements.groups import prepare_groups
from service.arrangements.rules import GroupRules
from service.core.rng.sources import WordSource
from service.core.rng.streams import sd1
from service.core.shuffles.samplers import Limits
from service.core.value_types import REQUEST, ObjectOf
from service.core.work import Work

TRIALS = 20_000
_CHUNK = 1_000  # draws: some seconds on one core
_SHOWN = 8  # pairs of teams

Pair = tuple[str, str]

_POTS_2022 = (
    "Qatar AFC, Brazil CONMEBOL, Belgium UEFA, France UEFA, Argentina CONMEBOL, England UEFA, Spain UEFA, "
    "Portugal UEFA",
    "Mexico CONCACAF, Netherlands UEFA, Denmark UEFA, Germany UEFA, Uruguay CONMEBOL, Switzerland UEFA, USA CONCACAF, "
    "Croatia UEFA",
    "Senegal CAF, Iran AFC, Japan AFC, Morocco CAF, Serbia UEFA, Poland UEFA, Korea AFC, Tunisia CAF",
    "Cameroon CAF, Canada CONCACAF, Ecuador CONMEBOL, Saudi-Arabia AFC, Ghana CAF, Wales/Scotland/Ukraine UEFA, "
    "Peru/Australia/UAE AFC CONMEBOL, Costa-Rica/New-Zealand CONCACAF OFC",
)


def list_world_cups() -> Mapping[int, Mapping[str, Any]]:
    """Return the requests for the groups of the World Cups by year."""
    latest = json.loads((EXAMPLES / "world-cup-2026.json").read_text())
    teams = [
        (pot, *team.split())
        for pot, row in enumerate(_POTS_2022, 1)
        for team in row.split(",")
    ]
    items = [
        {"name": name, "pot": pot} | dict.fromkeys(confederations, True)
        for pot, name, *confederations in teams
    ]
    earlier = latest | {
        "items": items,
        "groups": 8,
        "fixed": [{"item": "Qatar", "group": 1}],
    }
    return {2022: earlier, 2026: latest}


class Sample(NamedTuple):
    """Draws of a World Cup by a method, from an index on."""

    year: int
    method: str
    start: int
    trials: int


class Meetings(NamedTuple):
    """The numbers of draws in which two teams met, and of all arrangements if they were counted."""

    counts: Counter[Pair]
    arrangements: int | None


def count_sample(sample: Sample) -> Meetings:
    """Count which teams meet in the draws of a sample."""
    request = {**list_world_cups()[sample.year], "method": sample.method}
    items = request.pop("items")
    _ = request.pop("seed")
    rules: GroupRules = ObjectOf(members=GroupRules).read(REQUEST, request)
    sampler = prepare_groups(ListedItems(items), rules, Limits(), 0)
    work = Work()
    counts = Counter[Pair]()
    slices = list(pairwise(accumulate(sampler.table.sizes, initial=0)))
    for index in range(sample.start, sample.start + sample.trials):
        drawn = sampler.draw_within(WordSource(sd1(SEED, index)), work)
        for start, end in slices:
            counts.update(
                combinations(
                    [items[item]["name"] for item in sorted(drawn[start:end])], 2
                )
            )
    counted = work.kept.get(sampler.table.grouping.key)
    return Meetings(counts, counted.total if counted else None)


def make_section(scale: Scale) -> Section:
    """Draw the groups of the World Cups by both methods, and compare how often two teams meet."""
    trials = scale.scale_trials(TRIALS)
    samples = [
        Sample(year, method, start, _CHUNK)
        for year in list_world_cups()
        for method in ("sequential", "exact")
        for start in range(0, trials, _CHUNK)
    ]
    results = iter(map_on_all_cores(count_sample, samples))
    text = _TEXT.format(
        trials=trials,
        seed=SEED,
        last=trials - 1,
        error=f"{100 * sqrt(0.09 * 0.91 / trials):.1f}",
    )
    tables = []
    for year in list_world_cups():
        usual, exact = (
            [next(results) for _ in range(0, trials, _CHUNK)] for _ in range(2)
        )
        counts = [
            reduce(add, (part.counts for part in parts), Counter[Pair]())
            for parts in (usual, exact)
        ]
        tables.append(
            _render(year, exact[0].arrangements, counts[0], counts[1], trials)
        )
    return Section(
        "Two World Cups", "\n\n".join((text, *tables, format_code(_PROGRAM, "python")))
    )


def _render(
    year: int,
    arrangements: int | None,
    usual: Counter[Pair],
    exact: Counter[Pair],
    trials: int,
) -> str:
    pairs = sorted(
        exact | usual, key=lambda pair: (-abs(usual[pair] - exact[pair]), pair)
    )
    off = sum(abs(usual[pair] - exact[pair]) for pair in pairs) / exact.total()
    rows = [
        (*pair, *_format(usual[pair], exact[pair], trials)) for pair in pairs[:_SHOWN]
    ]
    summary = f"{arrangements:,} arrangements; probabilities differ by {100 * off:.1f} % on average."
    return f"### {year}\n\n{summary}\n\n{format_table(_HEAD, rows, left=2)}"


def _format(usual: int, exact: int, trials: int) -> Iterator[str]:
    yield from (f"{count / trials:.1%}".replace("%", " %") for count in (usual, exact))
    yield f"{usual / max(exact, 1):.2f}"


_HEAD = ("team", "team", "meet, as on television", "meet, exact draw", "ratio")
_TEXT = """\
The groups of 2022 and 2026 by FIFA's rules, drawn {trials:,} times by each `method` of `/v1/items/groups`:
`sequential`, [as on television](definitions/rules.md#groups-in-sequence), and `exact`. Draw i has the index i of the
seed `{seed}`, up to {last:,}. The standard error of 9 % is {error} %. The tables have the pairs that differ most."""
_PROGRAM = """\
from benchmarks.report.television import Sample, count_sample

print(count_sample(Sample(2026, "sequential", start=0, trials=100)).counts.most_common(5))"""
