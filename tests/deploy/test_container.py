"""The image: run read-only, without capabilities and with little memory, used, and stopped.

Build it first (`make image`); `make image-check` runs these tests, which nothing else does. Where there is
no container engine or no image they fail and are not skipped.
"""

import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import count, cycle, repeat
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest

from service.api.http.blueprint import Example, Operation
from service.api.http.concurrency import LARGE
from service.api.resources import BLUEPRINTS
from service.api.resources.shoes import EXAMPLES
from service.core.cards.decks import DECKS
from service.pages.guides import GUIDES
from service.pages.menu import PAGES
from tests.api.resources.shoe_examples import seal_again
from tests.conftest import ROOT
from tests.pages.test_guides import Links
from tests.server.client import JSON, fetch
from tests.server.test_large import HUGE, LARGEST
from tests.third_party.test_drand import QUICK_1, QUICKNET
from tools.ports import free_port

pytestmark = pytest.mark.container

DOCKERFILE = ROOT / "Dockerfile"
ENGINE = ROOT / "deploy" / "container" / "engine.sh"
IMAGE = "shuffle-and-deal:latest"
HARDENED = (
    "--read-only",
    "--tmpfs=/tmp:rw,noexec,nosuid,size=16m",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--memory=256m",
    "--cpus=1",
    "--pids-limit=64",
)
READY_SECONDS = 2
PATIENCE_SECONDS = 20
GRACE_SECONDS = 20
ABOVE_THE_BASE = 120 << 20
A_WORKER = 100 << 20


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ENGINE, *arguments], capture_output=True, text=True, timeout=60, check=False)


@dataclass(frozen=True)
class Container:
    name: str
    port: int

    def post_any(self, path: str, body: Any) -> bytes:
        """Return the body of the response to a POST, which must be 200."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as response:
            assert response.status == 200
            read: bytes = response.read()
        return read

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Return the JSON of the response to a POST."""
        response: dict[str, Any] = json.loads(self.post_any(path, body))
        return response

    def get(self, path: str, accept: str = "*/*") -> tuple[int, bytes]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers={"Accept": accept})
        try:
            with urllib.request.urlopen(request, timeout=5) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()

    def memory(self) -> list[int]:
        """Return the bytes of memory of each worker (PSS)."""
        workers = self.run("sh", "-c", "cat $(grep -l '^PPid:.1$' /proc/[0-9]*/status | sed s/status/smaps_rollup/)")
        return [int(kilobytes) << 10 for kilobytes in re.findall(r"^Pss: *(\d+) kB", workers.stdout, re.MULTILINE)]

    def worker_pids(self) -> list[str]:
        return self.run("sh", "-c", "grep -l '^PPid:.1$' /proc/[0-9]*/status").stdout.split()

    def memory_kills(self) -> int:
        """Return the number of processes that were killed because its memory was used up."""
        events = self.run("sh", "-c", "cd /sys/fs/cgroup; cat memory.events memory/memory.oom_control").stdout
        (kills,) = re.findall(r"^oom_kill (\d+)$", events, re.MULTILINE)
        return int(kills)

    def peak_memory(self) -> int:
        """Return the maximum bytes of memory that it ever used, the page cache included."""
        peak = self.run("sh", "-c", "cd /sys/fs/cgroup; cat memory.peak memory/memory.max_usage_in_bytes")
        return int(peak.stdout)

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of gunicorn and its workers."""
        processes = self.run(
            "sh", "-c", "cat /proc/1/stat $(grep -l '^PPid:.1$' /proc/[0-9]*/status | sed s/status/stat/)"
        )
        times = [line.rpartition(")")[2].split()[11:13] for line in processes.stdout.splitlines()]
        assert len(times) == 3
        return sum(int(ticks) for pair in times for ticks in pair) / os.sysconf("SC_CLK_TCK")

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return engine("exec", self.name, *command)

    def log(self) -> str:
        logs = engine("logs", self.name)
        return logs.stdout + logs.stderr


@contextmanager
def running() -> Iterator[Container]:
    port = free_port()
    settings = (f"--env=PORT={port}", f"--env=SHOE_KEYS={EXAMPLES['KEY']}")
    started = engine("run", "--detach", "--network", "host", *settings, *HARDENED, IMAGE)
    assert started.returncode == 0, started.stderr
    container = Container(started.stdout.split()[-1], port)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not container.is_ready():
            assert time.monotonic() < deadline, f"not ready in {PATIENCE_SECONDS} s:\n{container.log()}"
            time.sleep(0.05)
        yield container
    finally:
        engine("rm", "--force", container.name)


@pytest.fixture(scope="module")
def image() -> None:
    listing = engine("images", "--quiet", IMAGE)
    if listing.returncode != 0:
        pytest.fail(listing.stderr, pytrace=False)
    if engine().stdout.strip() == "buildah":
        pytest.fail("buildah builds images but runs none: install docker or podman", pytrace=False)
    if not listing.stdout.strip():
        pytest.fail(f"there is no image {IMAGE}: make image", pytrace=False)


@pytest.fixture(scope="module")
def container(image: None) -> Iterator[Container]:
    with running() as container:
        yield container


def test_it_is_ready_at_once(image: None) -> None:
    """The quickest of three starts, in CPU seconds, which other load on the machine does not change."""
    seconds, cpu = [], []
    for _ in range(3):
        with running() as container:
            ready = datetime.now(UTC)
            (described,) = json.loads(engine("inspect", container.name).stdout)
            seconds.append((ready - datetime.fromisoformat(described["State"]["StartedAt"])).total_seconds())
            cpu.append(container.cpu_seconds())
    print(f"ready after {min(seconds):.2f} s, of which {min(cpu):.2f} s of work")
    assert min(cpu) < READY_SECONDS


OPERATIONS = [operation for blueprint in BLUEPRINTS for operation in blueprint.operations]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_it_answers_every_example_of_the_documentation(container: Container, operation: Operation) -> None:
    example = operation.example or Example()  # the document itself has none
    path = re.sub("<(.*?)>", lambda name: example.path[name[1]], operation.rule)
    if operation.method == "POST":
        tokens = seal_again()  # those of the documentation expired long ago
        body = {name: tokens.get(str(value), value) for name, value in example.arguments.items()}
        assert container.post_any(path, body)
    else:
        assert container.get(f"{path}?{urlencode(example.arguments)}")[0] == 200


PATHS = [*(page.path for page in PAGES.values()), "/docs/guide", *(f"/docs/guide/{name}" for name in GUIDES)]


@pytest.mark.parametrize("path", [*PATHS, "/verify/offline.html"])
def test_it_serves_every_page_with_all_that_it_loads(container: Container, path: str) -> None:
    status, html = container.get(path, accept="text/html")
    assert status == 200
    assert html.startswith(b"<!doctype html>")
    for address in Links(html.decode()).addresses:
        target = urlsplit(urljoin(f"http://here{path}", address))
        if target.netloc == "here":
            assert container.get(f"{target.path}?{target.query}")[0] == 200, address


def test_its_index_has_the_chapters_of_the_guides_that_were_rendered_in_advance(container: Container) -> None:
    found = {entry["path"] for entry in json.loads(container.get("/docs/search.json")[1])}
    assert "docs/guide/integration#the-first-request" in found


@pytest.mark.parametrize("deck", DECKS)
def test_it_serves_every_picture(container: Container, deck: str) -> None:
    cards = json.loads(container.get(f"/v1/decks/{deck}")[1])["cards"]
    images = {card["image"] for card in cards} | {f"/v1/decks/{deck}/back.svg", f"/v1/decks/{deck}/sprites.svg"}
    assert all(b"<svg" in container.get(image)[1] for image in images)


def test_it_shuffles_a_whole_deck(container: Container) -> None:
    status, body = container.get("/v1/decks/standard/shuffle")
    assert status == 200
    cards = json.loads(body)["cards"]
    assert len(cards) == len(set(cards)) == 52


def test_it_ranks_hands_and_deals_from_a_sealed_shoe(container: Container) -> None:
    hands = container.post("/v1/hands/rank", game="poker", hands=[["AS", "KS", "QS", "JS", "TS"]])
    assert hands["hands"][0]["category"] == "royal_flush"
    shoe = container.post("/v1/shoes", deck="standard")
    drawn = container.post("/v1/shoes/draw", shoe=shoe["shoe"], count=52)
    assert len(set(drawn["cards"])) == 52
    receipt = container.post("/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    noted = {"commitment": shoe["commitment"]}
    assert container.post("/v1/verify", receipt=receipt, seen=[drawn["seen"]], **noted)["valid"] is True


def test_it_checks_the_signature_of_a_round_of_drand(container: Container) -> None:
    beacon = {
        "scheme": "drand",
        "chain_hash": QUICKNET,
        "randomness": QUICK_1.randomness,
        "signature": QUICK_1.signature,
    }
    assert container.post("/v1/verify", **beacon, round=1)["valid"] is True
    assert container.post("/v1/verify", **beacon, round=2)["difference"]["where"] == "signature"


def test_a_seed_gives_the_same_bytes_again(container: Container) -> None:
    path = "/v1/decks/standard/shuffle?seed=42"
    first = container.get(path)
    assert first[0] == 200
    assert container.get(path) == first


def test_it_runs_without_privileges(container: Container) -> None:
    assert container.run("id", "-u").stdout == "10001\n"
    status = dict(line.split(":\t", 1) for line in container.run("cat", "/proc/1/status").stdout.splitlines())
    assert status["Uid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"


def test_its_limits_are_in_force(container: Container) -> None:
    limits = container.run(
        "sh", "-c", "cd /sys/fs/cgroup; cat memory.max pids.max memory/memory.limit_in_bytes pids/pids.max"
    )
    assert limits.stdout.split() == [str(256 << 20), "64"]


def test_it_can_write_only_to_tmp(container: Container) -> None:
    touch = "for d in / /app /opt/venv /home /var /tmp; do touch $d/x && echo $d; done"
    assert container.run("sh", "-c", touch).stdout == "/tmp\n"


def test_it_is_small(image: None) -> None:
    base = re.findall(r"^ARG BASE_IMAGE=(\S+)", DOCKERFILE.read_text(), re.MULTILINE)
    sizes = [int(engine("image", "inspect", "--format", "{{.Size}}", name).stdout) for name in (IMAGE, *base)]
    print(f"{sizes[0] / 1e6:.1f} MB, of which {(sizes[0] - sizes[1]) / 1e6:.1f} MB above the base")
    assert sizes[0] - sizes[1] < ABOVE_THE_BASE


def test_its_labels_say_what_it_is(image: None) -> None:
    (described,) = json.loads(engine("image", "inspect", IMAGE).stdout)
    labels = described["Config"]["Labels"]
    prefix = "org.opencontainers.image."
    names = {name.removeprefix(prefix) for name in labels if name.startswith(prefix)}
    assert names == {"title", "description", "licenses", "version", "revision", "created", "source", "base.name"}
    assert re.fullmatch("[0-9a-f]{40}", labels["org.opencontainers.image.revision"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", labels["org.opencontainers.image.created"])


def test_no_other_image_stands_in_for_a_base_that_is_named_by_digest() -> None:
    named = {"BASE_IMAGE": f"python:3.13-slim@sha256:{'0' * 64}"}
    script = ENGINE.parent / "base-image.sh"
    ran = subprocess.run([script], env=os.environ | named, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"{named['BASE_IMAGE']} is not here and cannot be pulled.\n"


MIXED = [
    "/v1/decks/standard/shuffle",
    "/v1/decks/standard/shuffle?seed={}",
    "/v1/games/holdem/deal?players=9&seed={}",
    "/v1/integers?max=1000&count=6&seed={}",
    "/v1/decks/mahjong/cards/EW.svg",
    "/nowhere/{}",
]


def send_mixed(port: int, share: range) -> None:
    """Send a share of the mixed requests over one connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    for number in share:
        connection.request("GET", MIXED[number % len(MIXED)].format(number))
        response = connection.getresponse()
        response.read()
        assert response.status in {200, 404}
    connection.close()


def test_its_memory_does_not_grow(image: None) -> None:
    """REQUESTS (100,000): memory after a tenth of them, and after all.

    A worker that was sent few of the first grows with the others once; a leak grows again with as many more.
    """
    requests = int(os.environ.get("REQUESTS", "100000"))
    with running() as container, ThreadPoolExecutor(8) as pool:

        def measure(many: int) -> int:
            """Return the bytes of the largest worker after many more requests."""
            list(pool.map(send_mixed, repeat(container.port), [range(start, many, 8) for start in range(8)]))
            memory = container.memory()
            print(f"PSS of each worker after {many:,} requests, MB: {[f'{size / 1e6:.1f}' for size in memory]}")
            assert len(memory) == 2
            return max(memory)

        before, after = measure(requests // 10), measure(requests - requests // 10)
        if after >= before * 1.1:
            before, after = after, measure(requests)
        assert after < A_WORKER
        assert after < before * 1.1


LARGE_REQUESTS = [
    *LARGEST.values(),
    ("GET", f"{HUGE}&algorithm=rejection", None, {}),
    ("GET", "/v1/integers?max=1000000", None, {}),
    ("GET", "/v1/integers?max=1000000&algorithm=sort_keys", None, {}),
]
LARGE_SECONDS, LARGE_PATIENCE = 10, 120  # one large request is served at a time, and each kind must be


def test_many_clients_with_the_largest_requests_do_not_stop_it(image: None) -> None:
    """Eight clients with the large requests, two with the largest that count as small, and one that shuffles a deck."""
    kinds = [
        *enumerate(LARGE_REQUESTS),
        (len(LARGE_REQUESTS), ("GET", f"/v1/integers?max={2**53 - 1}&count={LARGE}", None, {})),
        (len(LARGE_REQUESTS) + 1, ("GET", "/v1/decks/standard/shuffle", None, {})),
    ]
    clients = [kinds[first:-2] + kinds[:first] for first in range(8)] + [kinds[-2:-1]] * 2 + [kinds[-1:]]
    responses: list[tuple[int, int]] = []
    with running() as container, ThreadPoolExecutor(len(clients)) as pool:
        over = time.monotonic() + LARGE_SECONDS

        def send_until_done(kinds_of_client: list[Any]) -> None:
            for kind, (method, path, body, headers) in cycle(kinds_of_client):
                has_served_all = {kind for kind, status in responses if status == 200} == {*range(len(kinds))}
                if (has_served_all and time.monotonic() > over) or time.monotonic() > over + LARGE_PATIENCE:
                    break
                response = fetch(f"http://127.0.0.1:{container.port}", path, method, body, headers)
                assert response.status != 503 or int(response.headers["Retry-After"]) >= 1
                responses.append((kind, response.status))
                time.sleep(0.05)

        list(pool.map(send_until_done, clients))
        statuses = Counter(responses)
        served, refused = ([statuses[kind, status] for kind, _ in kinds] for status in (200, 503))
        print(f"served {served}, refused {refused}; at the most {container.peak_memory() / 2**20:.0f} MiB")
        assert sum(served) + sum(refused) == len(responses)
        assert min(served) > 0
        assert container.log().count("Booting worker") == 2


def write_search(number: int) -> tuple[str, dict[str, Any]]:
    """Return the path and the body of a request that nobody sent before, which just takes no slot in small shoes."""
    kind, seed, length = number % 5, str(number), number % 30
    shapes = [f"{spades}-{39 - spades - length % 3}-0-{length % 3}" for spades in range(6, 36)]
    excluded = [f"{rank}{suit}" for rank in "23456789T" for suit in "SHDC"][length : length + 4]
    match kind:
        case 0:  # each hand of two cards is a pair of aces
            hands = [{"hand": str(seat), "points": {"A": length + 1}, "min": 2 * length + 2} for seat in range(1, 6)]
            body = {"decks": 100, "players": 6, "max_candidates": 150, "where": {"all": hands}, "exclude": excluded}
            return "/v1/games/blackjack/deal", {"seed": seed, **body}
        case 1:
            hands = [{"hand": "player", "shape": shape} for shape in shapes]
            body = {"decks": 100, "max_candidates": 150 - length, "where": {"any": hands}}
            return "/v1/games/baccarat/deal", {"seed": seed, **body}
        case 2:
            hands = [{"hand": 1, "shape": shape} for shape in shapes]
            body = {"decks": 20, "hands": 1, "cards": 39, "max_candidates": 1_000 + length, "where": {"any": hands}}
            return "/v1/decks/standard/deal", {"seed": seed, **body}
        case 3:
            body = {"repeats": 150 + length, "where": {"hand": "1", "points": {"A": length + 1}, "min": 0}}
            return "/v1/games/seven_card_stud/deal/batch", {"seed": seed, **body}
    return "/v1/games/seven_card_stud/deal/batch", {"seed": seed, "repeats": 180 + length, "exclude": excluded[:1]}


def test_clients_with_searches_in_large_shoes_use_up_no_memory(image: None) -> None:
    """SEARCH_SECONDS (120) of eight clients, none of whose requests is sent twice."""
    seconds = int(os.environ.get("SEARCH_SECONDS", "120"))
    numbers, responses = count(), list[tuple[int, int]]()
    with running() as container, ThreadPoolExecutor(8) as pool:
        pids, over = container.worker_pids(), time.monotonic() + seconds

        def send_until_done(_: int) -> None:
            while time.monotonic() < over:
                number = next(numbers)
                path, body = write_search(number)
                try:
                    base = f"http://127.0.0.1:{container.port}"
                    status = fetch(base, path, "POST", json.dumps(body).encode(), JSON).status
                except OSError:  # as of a worker that is killed
                    status = 0
                responses.append((number % 5, status))

        list(pool.map(send_until_done, range(8)))
        print(f"{sorted(Counter(responses).items())}; at the most {container.peak_memory() / 2**20:.0f} MiB")
        assert container.memory_kills() == 0
        assert container.worker_pids() == pids
        assert {status for _, status in responses} == {200, 503}
        assert {kind for kind, status in responses if status == 200} == {*range(5)}


def test_it_holds_no_build_tools(container: Container) -> None:
    tools = container.run("which", "python", "pip", "pip3", "cc", "gcc", "make")
    assert tools.stdout == "/opt/venv/bin/python\n"
    for module in ("pip", "ensurepip", "setuptools"):
        assert container.run("python", "-c", f"import {module}").returncode != 0


def test_its_health_check_fails_if_nothing_listens(container: Container) -> None:
    (described,) = json.loads(engine("image", "inspect", IMAGE).stdout)
    kind, *check = described["Config"].get("Healthcheck", described.get("Healthcheck"))["Test"]
    assert kind == "CMD"
    assert container.run(*check).returncode == 0
    assert engine("exec", "--env", "PORT=1", container.name, *check).returncode != 0


def test_on_sigterm_it_finishes_its_requests_and_exits_without_an_error(image: None) -> None:
    body = json.dumps({"items": list(range(9))}).encode()
    head = (
        "POST /v1/items/shuffle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode()
    with running() as container, ThreadPoolExecutor() as pool:
        path = "/v1/decks/standard/shuffle/batch?repeats=30000"
        batch = pool.submit(container.get, path, accept="application/x-ndjson")
        with socket.create_connection(("127.0.0.1", container.port), timeout=GRACE_SECONDS) as client:
            client.sendall(head + body[:5])
            time.sleep(0.5)
            begun = time.monotonic()
            with subprocess.Popen([ENGINE, "stop", "-t", str(GRACE_SECONDS), container.name]) as stop:
                time.sleep(1)
                client.sendall(body[5:])
                response = b"".join(iter(lambda: client.recv(65536), b""))
            assert stop.returncode == 0
        assert batch.result()[1].count(b"\n") == 30_000
        assert time.monotonic() - begun < GRACE_SECONDS
        assert response.startswith(b"HTTP/1.1 200 ")
        assert engine("inspect", "--format", "{{.State.ExitCode}}", container.name).stdout == "0\n"
        log = container.log()
        assert not re.search("error|warning|critical|traceback", log, re.IGNORECASE), log
