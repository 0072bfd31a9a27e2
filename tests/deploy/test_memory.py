"""The memory of the service in 256 MiB: the image and `make serve` promise the same.

`make image-check` runs these tests of the image, `make test SUITE=soak` those of `make serve`, as root.
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import count, cycle, islice, repeat
from typing import Any, NamedTuple

import pytest

from service.http.concurrency import LARGE
from tests.deploy.limited import Limited, run_container, run_in_cgroup
from tests.peers import Stopwatch
from tests.server.client import JSON, PersistentClient, Request, fetch, post
from tests.server.large_requests import HUGE, LARGEST
from tools.serving import wait_until

Run = Callable[[], AbstractContextManager[Limited]]

_IMAGE = pytest.param(run_container, marks=pytest.mark.container, id="image")
_SERVE = pytest.param(run_in_cgroup, marks=pytest.mark.soak, id="make serve")
pytestmark = pytest.mark.parametrize("run", [_IMAGE, _SERVE])

A_WORKER = 80 << 20

MIXED = [
    "/v1/decks/standard/shuffle",
    "/v1/decks/standard/shuffle?seed={}",
    "/v1/games/holdem/deal?players=9&seed={}",
    "/v1/integers?max=1000&count=6&seed={}",
    "/v1/decks/mahjong/cards/EW.svg",
    "/nowhere/{}",
]


def send_mixed(port: int, share: range) -> None:
    """Send some of the mixed requests over one connection."""
    client = PersistentClient(port)
    for number in share:
        path = MIXED[number % len(MIXED)].format(number)
        assert client.fetch(path).status in {200, 404}
    client.close()


def test_its_memory_does_not_grow(run: Run) -> None:
    """Compare the memory after a tenth of REQUESTS (100,000) with the memory after all of them.

    A worker that got few of the first requests grows once, by the later ones; only a leak grows again.
    """
    requests = int(os.environ.get("REQUESTS", "100000"))
    with run() as service, ThreadPoolExecutor(8) as pool:

        def measure(many: int) -> int:
            """Return the bytes of the largest worker after many more requests."""
            shares = [range(start, many, 8) for start in range(8)]
            list(pool.map(send_mixed, repeat(service.port), shares))
            memory = service.memory()
            sizes = [f"{size / 1e6:.1f}" for size in memory]
            print(f"PSS of each worker after {many:,} requests, MB: {sizes}")
            assert len(memory) == 2
            return max(memory)

        first = measure(requests // 10)
        last = measure(requests - requests // 10)
        if last >= first * 1.1:
            first = last
            last = measure(requests)
        assert last < A_WORKER
        assert last < first * 1.1


LARGEST_WITHOUT_SLOT = f"/v1/integers?max={2**53 - 1}&count={LARGE}"
STUD = "/v1/games/seven_card_stud/deal/batch"
KINDS = [
    *LARGEST.values(),
    Request(f"{HUGE}&algorithm=rejection"),
    Request("/v1/integers?max=1000000"),
    Request("/v1/integers?max=1000000&algorithm=sort_keys"),
    Request(LARGEST_WITHOUT_SLOT),
    Request("/v1/decks/standard/shuffle/batch?repeats=1000"),
    Request("/v1/decks/standard/shuffle"),
    Request("/v1/games/bridge/deal?seed=42"),
    Request(STUD, "POST", b'{"repeats": 180, "exclude": ["2S"]}', JSON),
    Request("/v1/decks/mahjong/sprites.svg"),
]
CLIENTS = 16
LARGE_REQUESTS = 2_000
LARGE_PATIENCE = 50_000
"""One large request is served at a time, and each kind must be."""


def test_many_clients_with_the_largest_requests_do_not_stop_it(run: Run) -> None:
    """Let each client send every kind of request in turn, from another one on."""
    served = Counter[int]()
    refused = Counter[int]()
    kinds = range(len(KINDS))
    with run() as service, ThreadPoolExecutor(CLIENTS) as pool:

        def send_until_done(first: int) -> None:
            for kind in islice(cycle(kinds), first, None):
                most = LARGE_REQUESTS if len(served) == len(KINDS) else LARGE_PATIENCE
                if served.total() + refused.total() > most:
                    break
                response = fetch(service.base, *KINDS[kind])
                if response.status == 503:
                    assert int(response.headers["Retry-After"]) >= 1
                    refused[kind] += 1
                else:
                    assert response.status == 200, (KINDS[kind].path, service.log())
                    served[kind] += 1
                # The pause of a client, so that not all its requests are refused.
                time.sleep(0.05)

        list(pool.map(send_until_done, range(CLIENTS)))
        # A worker returns what it does not need each second.
        wait_until(lambda: max(service.memory()) < A_WORKER)
        memory = service.memory()
        peak = service.peak_memory() / 2**20
        workers = [size >> 20 for size in memory]
        print(
            f"served {sorted(served.items())}, refused {sorted(refused.items())}; "
            f"at the most {peak:.0f} MiB, each worker {workers} MiB"
        )
        assert len(served) == len(KINDS)
        assert len(memory) == 2
        assert service.log().count("Booting worker") == 2


class Search(NamedTuple):
    path: str
    members: dict[str, Any]


def write_search(number: int) -> Search:
    """Return a new search for each number. In a small shoe it would just take no slot."""
    length = number % 30
    deuces_to_tens = [f"{rank}{suit}" for rank in "23456789T" for suit in "SHDC"]
    excluded = deuces_to_tens[length : length + 4]
    rest = length % 3
    shapes = [f"{spades}-{39 - spades - rest}-0-{rest}" for spades in range(6, 36)]
    aces = {"A": length + 1}
    members: dict[str, Any]
    match number % 5:
        case 0:  # each hand of two cards is a pair of aces
            least = 2 * length + 2
            seats = [
                {"hand": str(seat), "points": aces, "min": least}
                for seat in range(1, 6)
            ]
            path = "/v1/games/blackjack/deal"
            members = {
                "decks": 100,
                "players": 6,
                "max_candidates": 150,
                "where": {"all": seats},
                "exclude": excluded,
            }
        case 1:
            path = "/v1/games/baccarat/deal"
            members = {
                "decks": 100,
                "max_candidates": 150 - length,
                "where": {
                    "any": [{"hand": "player", "shape": shape} for shape in shapes]
                },
            }
        case 2:
            path = "/v1/decks/standard/deal"
            members = {
                "decks": 20,
                "hands": 1,
                "cards": 39,
                "max_candidates": 1_000 + length,
                "where": {"any": [{"hand": 1, "shape": shape} for shape in shapes]},
            }
        case 3:
            path = STUD
            members = {
                "repeats": 150 + length,
                "where": {"hand": "1", "points": aces, "min": 0},
            }
        case _:
            path = STUD
            members = {"repeats": 180 + length, "exclude": excluded[:1]}
    return Search(path, members | {"seed": str(number)})


def test_clients_with_searches_in_large_shoes_use_up_no_memory(run: Run) -> None:
    """Run eight clients for SEARCH_SECONDS (120). No request is sent twice."""
    seconds = int(os.environ.get("SEARCH_SECONDS", "120"))
    numbers = count()
    responses = Counter[tuple[int, int]]()
    with run() as service, ThreadPoolExecutor(8) as pool:
        pids = service.worker_pids()
        watch = Stopwatch()

        def send_until_done(_: int) -> None:
            while watch.seconds() < seconds:  # as long as somebody wants to try
                number = next(numbers)
                try:
                    status = post(service.base, *write_search(number)).status
                except OSError:  # as of a worker that is killed
                    status = 0
                responses[number % 5, status] += 1

        list(pool.map(send_until_done, range(8)))
        peak = service.peak_memory() / 2**20
        print(f"{sorted(responses.items())}; at the most {peak:.0f} MiB")
        assert service.memory_kills() == 0
        assert service.worker_pids() == pids
        assert {status for _, status in responses} == {200, 503}
        for kind in range(5):
            assert responses[kind, 200] > 0
