"""The memory of the service in 256 MiB: the image and `make serve` promise the same.

`make image-check` runs these tests of the image, `make test SUITE=soak` those of `make serve`, as root.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import count, cycle, islice, repeat
from typing import Any

import pytest

from service.http.concurrency import LARGE
from tests.deploy.limited import Limited, run_container, run_in_cgroup
from tests.peers import Stopwatch
from tests.server.client import JSON, PersistentClient, fetch
from tests.server.test_large import HUGE, LARGEST
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
        assert client.fetch(MIXED[number % len(MIXED)].format(number)).status in {
            200,
            404,
        }
    client.close()


def test_its_memory_does_not_grow(run: Run) -> None:
    """Compare the memory after a tenth of REQUESTS (100,000) with the memory after all of them.

    A worker that got few of the first requests grows once, by the later ones; only a leak grows again.
    """
    requests = int(os.environ.get("REQUESTS", "100000"))
    with run() as service, ThreadPoolExecutor(8) as pool:

        def measure(many: int) -> int:
            """Return the bytes of the largest worker after many more requests."""
            list(
                pool.map(
                    send_mixed,
                    repeat(service.port),
                    [range(start, many, 8) for start in range(8)],
                )
            )
            memory = service.memory()
            print(
                f"PSS of each worker after {many:,} requests, MB: {[f'{size / 1e6:.1f}' for size in memory]}"
            )
            assert len(memory) == 2
            return max(memory)

        first = measure(requests // 10)
        last = measure(requests - requests // 10)
        if last >= first * 1.1:
            first, last = last, measure(requests)
        assert last < A_WORKER
        assert last < first * 1.1


KINDS = [
    *LARGEST.values(),
    ("GET", f"{HUGE}&algorithm=rejection", None, {}),
    ("GET", "/v1/integers?max=1000000", None, {}),
    ("GET", "/v1/integers?max=1000000&algorithm=sort_keys", None, {}),
    (
        "GET",
        f"/v1/integers?max={2**53 - 1}&count={LARGE}",
        None,
        {},
    ),  # the largest that needs no slot
    *(
        ("GET", f"/v1/decks/{path}", None, {})
        for path in ("standard/shuffle/batch?repeats=1000", "standard/shuffle")
    ),
    ("GET", "/v1/games/bridge/deal?seed=42", None, {}),
    (
        "POST",
        "/v1/games/seven_card_stud/deal/batch",
        b'{"repeats": 180, "exclude": ["2S"]}',
        JSON,
    ),
    ("GET", "/v1/decks/mahjong/sprites.svg", None, {}),
]
CLIENTS = 16
LARGE_REQUESTS, LARGE_PATIENCE = (
    2_000,
    50_000,
)  # one large request is served at a time, and each kind must be


def test_many_clients_with_the_largest_requests_do_not_stop_it(run: Run) -> None:
    """Let each client send every kind of request in turn, from another one on."""
    statuses: Counter[tuple[int, int]] = Counter()
    with run() as service, ThreadPoolExecutor(CLIENTS) as pool:

        def send_until_done(first: int) -> None:
            for kind in islice(cycle(range(len(KINDS))), first, None):
                has_served_all = all(statuses[each, 200] for each in range(len(KINDS)))
                if statuses.total() > (
                    LARGE_REQUESTS if has_served_all else LARGE_PATIENCE
                ):
                    break
                method, path, body, headers = KINDS[kind]
                response = fetch(service.base, path, method, body, headers)
                assert (
                    response.status != 503 or int(response.headers["Retry-After"]) >= 1
                )
                statuses[kind, response.status] += 1
                time.sleep(
                    0.05
                )  # the pause of a client, so that not all its requests are refused

        list(pool.map(send_until_done, range(CLIENTS)))
        wait_until(
            lambda: max(service.memory()) < A_WORKER
        )  # a worker returns what it does not need each second
        memory = service.memory()
        served, refused = (
            [statuses[kind, status] for kind in range(len(KINDS))]
            for status in (200, 503)
        )
        peak = service.peak_memory() / 2**20
        workers = [size >> 20 for size in memory]
        print(
            f"served {served}, refused {refused}; at the most {peak:.0f} MiB, each worker {workers} MiB"
        )
        assert sum(served) + sum(refused) == statuses.total()
        assert min(served) > 0
        assert service.log().count("Booting worker") == len(memory) == 2


def write_search(number: int) -> tuple[str, dict[str, Any]]:
    """Return the path and the body of a new search for each number. In a small shoe it would just take no slot."""
    kind = number % 5
    seed = str(number)
    length = number % 30
    shapes = [
        f"{spades}-{39 - spades - length % 3}-0-{length % 3}" for spades in range(6, 36)
    ]
    excluded = [f"{rank}{suit}" for rank in "23456789T" for suit in "SHDC"][
        length : length + 4
    ]
    match kind:
        case 0:  # each hand of two cards is a pair of aces
            hands = [
                {"hand": str(seat), "points": {"A": length + 1}, "min": 2 * length + 2}
                for seat in range(1, 6)
            ]
            body = {
                "decks": 100,
                "players": 6,
                "max_candidates": 150,
                "where": {"all": hands},
                "exclude": excluded,
            }
            return "/v1/games/blackjack/deal", {"seed": seed, **body}
        case 1:
            hands = [{"hand": "player", "shape": shape} for shape in shapes]
            body = {
                "decks": 100,
                "max_candidates": 150 - length,
                "where": {"any": hands},
            }
            return "/v1/games/baccarat/deal", {"seed": seed, **body}
        case 2:
            hands = [{"hand": 1, "shape": shape} for shape in shapes]
            body = {
                "decks": 20,
                "hands": 1,
                "cards": 39,
                "max_candidates": 1_000 + length,
                "where": {"any": hands},
            }
            return "/v1/decks/standard/deal", {"seed": seed, **body}
        case 3:
            body = {
                "repeats": 150 + length,
                "where": {"hand": "1", "points": {"A": length + 1}, "min": 0},
            }
            return "/v1/games/seven_card_stud/deal/batch", {"seed": seed, **body}
    return "/v1/games/seven_card_stud/deal/batch", {
        "seed": seed,
        "repeats": 180 + length,
        "exclude": excluded[:1],
    }


def test_clients_with_searches_in_large_shoes_use_up_no_memory(run: Run) -> None:
    """Run eight clients for SEARCH_SECONDS (120). No request is sent twice."""
    seconds = int(os.environ.get("SEARCH_SECONDS", "120"))
    numbers = count()
    responses = list[tuple[int, int]]()
    with run() as service, ThreadPoolExecutor(8) as pool:
        pids = service.worker_pids()
        watch = Stopwatch()

        def send_until_done(_: int) -> None:
            while watch.seconds() < seconds:  # as long as somebody wants to try
                number = next(numbers)
                path, body = write_search(number)
                try:
                    status = fetch(
                        service.base, path, "POST", json.dumps(body).encode(), JSON
                    ).status
                except OSError:  # as of a worker that is killed
                    status = 0
                responses.append((number % 5, status))

        list(pool.map(send_until_done, range(8)))
        print(
            f"{sorted(Counter(responses).items())}; at the most {service.peak_memory() / 2**20:.0f} MiB"
        )
        assert service.memory_kills() == 0
        assert service.worker_pids() == pids
        assert {status for _, status in responses} == {200, 503}
        assert {kind for kind, status in responses if status == 200} == set(range(5))
