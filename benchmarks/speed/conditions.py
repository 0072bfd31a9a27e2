"""Measurements of conditional deals: candidates a second, and boards over HTTP.

Without the program `dealer` or the package `endplay` their rows are left out.
"""

import json
import resource
import subprocess
import time
import warnings
from collections.abc import Mapping
from http.client import HTTPConnection
from importlib.util import find_spec
from itertools import count
from shutil import which
from typing import Any

from benchmarks.servers import fetch, start_server
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import (
    Contender,
    Quartiles,
    compare,
    format_figure,
    interleave,
    pin,
)
from service.cards.options import PackOptions
from service.conditions.candidate_search import Search
from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.core.limits import Limits
from service.core.rng.streams import Randomness
from service.core.shuffle_requests import ShuffleRequest, prepare_shuffle
from service.core.work import Work
from service.games.catalogue import get_game
from service.games.dealing import Deals
from service.games.game import set_up
from service.settings import Settings

DEALER = which("dealer") or which("dealer", path="/usr/games")
BATCH = "/v1/games/bridge/deal/batch"
_BOARDS = 36
_REQUESTS = 20
_CANDIDATES = 2**19
_CANDIDATES_OF_ENDPLAY = 2_000  # it takes some 300 times as long

_STRONG: list[Mapping[str, Any]] = [
    {"hand": "N", "points": "hcp", "min": 15, "max": 17},
    {"hand": "N", "shape": "balanced"},
]
_MAJORS = {"any": [{"hand": "S", "length": suit, "min": 5} for suit in "SH"]}
_STRONG_OF_DEALER = (
    "hcp(north)>=15 && hcp(north)<=17 && shape(north, any 4333 + any 4432 + any 5332)"
)
CONDITIONS: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "15–17 balanced": ({"all": _STRONG}, _STRONG_OF_DEALER),
    "15–17 balanced opposite 10+ with a five-card major": (
        {"all": [*_STRONG, {"hand": "S", "points": "hcp", "min": 10}, _MAJORS]},
        f"{_STRONG_OF_DEALER} && hcp(south)>=10 && (spades(south)>=5 || hearts(south)>=5)",
    ),
}
"""Conditions by name: as JSON, and in the language of `dealer`, which endplay reads too."""


def make_search(where: Mapping[str, Any], candidates: int) -> Search:
    """Return a search for bridge deals that fulfil a condition."""
    deals = Deals(set_up(get_game("bridge"), None, PackOptions()))
    return Search(Evaluator(parse_condition(where, deals), deals), candidates, 0)


def run_search(search: Search, seed: str | None, repeats: int) -> int:
    """Search until `repeats` results are found, and return the number of candidates."""
    sampler = prepare_shuffle(52, ShuffleRequest(), Limits())
    *_, last = search.find(sampler, Randomness(seed=seed), repeats, Work())
    return last.end


def measure_candidates(rounds: int) -> Table:
    """Return the CPU time of a candidate relative to other programs."""
    rows = []
    for name, (where, text) in CONDITIONS.items():
        search = make_search(where, _CANDIDATES)
        contenders = {
            "seeded": _time_search(search, "candidates"),
            "unseeded": _time_search(search, None),
        }
        if DEALER:
            contenders["dealer"] = _time_dealer(text)
        if find_spec("endplay"):
            contenders["endplay"] = _time_endplay(text)
        samples = interleave(contenders, rounds)
        for program, target in (("dealer", 1.2), ("endplay", 100)):
            if program not in samples:
                rows.append(
                    Row(f"{name}: against {program}", f"{program} is not available")
                )
                continue
            rows.append(
                Row(
                    f"{name}: against {program}",
                    compare(samples, program, "seeded"),
                    min=target,
                )
            )
            rows.append(Row("… unseeded", compare(samples, program, "unseeded")))
    text = (
        "Bridge deals that are looked at in a second of CPU time on one core, relative to the C program dealer "
        "(Debian) and to endplay's own dealer with the same condition. More is better. The service deals those of "
        "the indices of a seed, or drawn from the operating system's randomness; the others' generators are not secure."
    )
    return Table("Candidates of a condition", text, rows)


def _time_search(search: Search, seed: str | None) -> Contender:
    def run() -> float:
        start = time.process_time()
        candidates = run_search(search, seed, _CANDIDATES)
        return (time.process_time() - start) / candidates

    return run


def _time_dealer(condition: str) -> Contender:
    program = f"generate {_CANDIDATES}\nproduce {_CANDIDATES}\ncondition {condition}\naction average 1\n"

    def children_time() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def run() -> float:
        start = children_time()
        subprocess.run(  # noqa: S603
            [str(DEALER), "-s", "1"],
            input=program,
            text=True,
            check=True,
            capture_output=True,
        )
        return (children_time() - start) / _CANDIDATES

    return run


def _time_endplay(condition: str) -> Contender:
    from endplay.dealer import generate_deals  # noqa: PLC0415 (an extra)

    def run() -> float:
        start = time.process_time()
        # endplay warns that it found fewer than requested.
        with warnings.catch_warnings(action="ignore"):
            for _ in generate_deals(
                condition,
                produce=_CANDIDATES,
                max_attempts=_CANDIDATES_OF_ENDPLAY,
                seed=1,
            ):
                pass
        return (time.process_time() - start) / _CANDIDATES_OF_ENDPLAY

    return run


def measure_boards(scale: Scale) -> Table:
    """Return the time of requests for boards that fulfil a condition."""
    name, (where, _) = list(CONDITIONS.items())[1]
    search = make_search(where, Settings().max_candidates)
    seeds = (f"boards {number}" for number in count())
    latest_seeds: list[str] = []
    candidates: list[int] = []
    with start_server(scale.server_core) as server, pin(scale.load_core):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)

        def time_requests(**fields: object) -> float:
            latest_seeds[:] = [next(seeds) for _ in range(_REQUESTS)]
            start = time.perf_counter()
            for seed in latest_seeds:
                body = {"seed": seed, "repeats": _BOARDS} | fields
                fetch(connection, BATCH, json.dumps(body).encode())
            return time.perf_counter() - start

        def time_searches() -> float:
            start = time.process_time()
            candidates.extend(
                run_search(search, seed, _BOARDS) for seed in latest_seeds
            )
            return time.process_time() - start

        samples = interleave(
            {
                "plain": time_requests,
                "conditional": lambda: time_requests(where=where),
                "search": time_searches,
            },
            scale.rounds + 1,  # the first round fills caches
        )
    samples = {contender: times[1:] for contender, times in samples.items()}
    samples["sum"] = [
        plain + search
        for plain, search in zip(samples["plain"], samples["search"], strict=True)
    ]
    looked_at = round(sum(candidates) / len(candidates))
    text = (
        f"{_BOARDS} boards that fulfil the condition {name} in one request, of which {looked_at:,} candidates are "
        "looked at, by wall clock time from sending the request to the end of its response. Relative to a request for "
        f"{_BOARDS} plain boards, and to that with the CPU time of the search alone, in process."
    )
    share = Quartiles.of(
        [
            100 * a / b
            for a, b in zip(samples["search"], samples["conditional"], strict=True)
        ]
    )
    rows = [
        Row(
            "against plain boards and the search",
            compare(samples, "conditional", "sum"),
            max=3,
        ),
        Row("against plain boards", compare(samples, "conditional", "plain")),
        Row("the search, of the whole", f"{format_figure(share.median)} %"),
    ]
    return Table(f"{_BOARDS} conditional boards in one request", text, rows)


def measure_conditions(scale: Scale) -> list[Table]:
    """Return the tables of conditional deals."""
    with pin(scale.server_core):
        candidates = measure_candidates(scale.rounds)
    return [candidates, measure_boards(scale)]
