"""Run the image read-only, without capabilities and with little memory; use it, and stop it.

`make image-check` runs these tests. Build the image first (`make image`). Without a container engine or an image the
tests fail, and are not skipped.
"""

import json
import os
import re
import subprocess
import time
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
from service.core.cards.deck import DECKS
from service.pages.guides import GUIDES
from service.pages.menu import PAGES
from tests.api.resources.shoe_examples import seal_again
from tests.conftest import ROOT
from tests.pages.test_guides import Links
from tests.server.client import DICE, JSON, POST, Response, connect, fetch
from tests.server.test_large import HUGE, LARGEST
from tests.tables import for_each
from tests.third_party.test_drand import QUICK_1, QUICKNET
from tools.ports import free_port
from tools.serving import responds, wait_until

pytestmark = pytest.mark.container

DOCKERFILE = ROOT / "Dockerfile"
ENGINE = ROOT / "deploy" / "container" / "engine.sh"
IMAGE = "shuffle-and-deal:latest"
HARDENED = (
    *("--read-only", "--tmpfs=/tmp:rw,noexec,nosuid,size=16m", "--cap-drop=ALL", "--security-opt=no-new-privileges"),
    *("--memory=256m", "--cpus=1", "--pids-limit=64"),
)
READY_SECONDS = 2
PATIENCE_SECONDS = 20
GRACE_SECONDS = 20
ABOVE_THE_BASE = 120 << 20
A_WORKER = 100 << 20
WORKERS = "grep -l '^PPid:.1$' /proc/[0-9]*/status"
"""Lists the status files of the workers, the children of process 1."""


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ENGINE, *arguments], capture_output=True, text=True, timeout=60, check=False)


def inspect_image() -> Any:
    (image,) = json.loads(engine("image", "inspect", IMAGE).stdout)
    return image


@dataclass(frozen=True)
class Container:
    name: str
    port: int

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, accept: str = "*/*") -> Response:
        return fetch(self.base, path, headers={"Accept": accept})

    def post(self, path: str, **members: Any) -> Any:
        """Return the JSON of the response to a POST, which must be 200."""
        response = fetch(self.base, path, "POST", json.dumps(members).encode(), JSON)
        assert response.status == 200
        return response.json

    def memory(self) -> list[int]:
        """Return the bytes of memory of each worker (PSS)."""
        maps = self.shell(f"cat $({WORKERS} | sed s/status/smaps_rollup/)")
        return [int(kilobytes) << 10 for kilobytes in re.findall(r"^Pss: *(\d+) kB", maps, re.MULTILINE)]

    def worker_pids(self) -> list[str]:
        return self.shell(WORKERS).split()

    def memory_kills(self) -> int:
        """Return how many processes the kernel killed because the container's memory was used up."""
        events = self.shell("cd /sys/fs/cgroup; cat memory.events memory/memory.oom_control")
        (kills,) = re.findall(r"^oom_kill (\d+)$", events, re.MULTILINE)
        return int(kills)

    def peak_memory(self) -> int:
        """Return the most bytes of memory that the container had at a time, with the page cache."""
        return int(self.shell("cd /sys/fs/cgroup; cat memory.peak memory/memory.max_usage_in_bytes"))

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of gunicorn and its workers."""
        processes = self.shell(f"cat /proc/1/stat $({WORKERS} | sed s/status/stat/)")
        times = [line.rpartition(")")[2].split()[11:13] for line in processes.splitlines()]
        assert len(times) == 3
        return sum(int(ticks) for pair in times for ticks in pair) / os.sysconf("SC_CLK_TCK")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return engine("exec", self.name, *command)

    def shell(self, script: str) -> str:
        """Return the output of a script. Commands of it may fail: cgroups have other files in version 1 and 2."""
        return self.run("sh", "-c", script).stdout

    def log(self) -> str:
        logs = engine("logs", self.name)
        return logs.stdout + logs.stderr


@contextmanager
def running() -> Iterator[Container]:
    port = free_port()
    settings = (f"--env=PORT={port}", f"--env=SHOE_KEYS={EXAMPLES['KEY']}")
    process = engine("run", "--detach", "--network", "host", *settings, *HARDENED, IMAGE)
    assert process.returncode == 0, process.stderr
    container = Container(process.stdout.split()[-1], port)
    try:
        try:
            wait_until(lambda: responds(f"{container.base}/readyz"), PATIENCE_SECONDS)
        except TimeoutError:
            pytest.fail(f"not ready in {PATIENCE_SECONDS} s:\n{container.log()}")
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
    """Measure the quickest of three starts in CPU seconds: other load on the machine does not change them."""
    seconds, cpu = [], []
    for _ in range(3):
        with running() as container:
            end = datetime.now(UTC)
            (description,) = json.loads(engine("inspect", container.name).stdout)
            seconds.append((end - datetime.fromisoformat(description["State"]["StartedAt"])).total_seconds())
            cpu.append(container.cpu_seconds())
    print(f"ready after {min(seconds):.2f} s and {min(cpu):.2f} CPU seconds")
    assert min(cpu) < READY_SECONDS


OPERATIONS = [operation for blueprint in BLUEPRINTS for operation in blueprint.operations]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_it_answers_every_example_of_the_documentation(container: Container, operation: Operation) -> None:
    example = operation.example or Example()  # the document itself has none
    path = re.sub("<(.*?)>", lambda name: example.path[name[1]], operation.rule)
    if operation.method == "POST":
        tokens = seal_again()  # the tokens of the documentation expired long ago
        members = {name: tokens.get(str(value), value) for name, value in example.arguments.items()}
        response = fetch(container.base, path, "POST", json.dumps(members).encode(), JSON)
    else:
        response = container.get(f"{path}?{urlencode(example.arguments)}")
    assert response.status == 200


PATHS = [*(page.path for page in PAGES.values()), "/docs/guide", *(f"/docs/guide/{name}" for name in GUIDES)]


@pytest.mark.parametrize("path", [*PATHS, "/verify/offline.html"])
def test_it_serves_every_page_with_all_that_it_loads(container: Container, path: str) -> None:
    page = container.get(path, accept="text/html")
    assert page.status == 200
    assert page.body.startswith(b"<!doctype html>")
    for address in Links(page.body.decode()).addresses:
        target = urlsplit(urljoin(f"http://here{path}", address))
        if target.netloc == "here":
            assert container.get(f"{target.path}?{target.query}").status == 200, address


def test_its_index_has_the_chapters_of_the_guides_that_were_rendered_in_advance(container: Container) -> None:
    paths = {entry["path"] for entry in container.get("/docs/search.json").json}
    assert "docs/guide/integration#the-first-request" in paths


@for_each("deck", DECKS)
def test_it_serves_every_picture(container: Container, deck: str) -> None:
    cards = container.get(f"/v1/decks/{deck}").json["cards"]
    images = {card["image"] for card in cards} | {f"/v1/decks/{deck}/back.svg", f"/v1/decks/{deck}/sprites.svg"}
    assert all(b"<svg" in container.get(image).body for image in images)


def test_it_shuffles_a_whole_deck_and_a_seed_gives_the_same_bytes_again(container: Container) -> None:
    cards = container.get("/v1/decks/standard/shuffle").json["cards"]
    assert len(cards) == len(set(cards)) == 52
    first, second = (container.get("/v1/decks/standard/shuffle?seed=42") for _ in range(2))
    assert (first.status, first.body) == (200, second.body)


def test_it_ranks_hands_and_deals_from_a_sealed_shoe(container: Container) -> None:
    hands = container.post("/v1/hands/rank", game="poker", hands=[["AS", "KS", "QS", "JS", "TS"]])
    assert hands["hands"][0]["category"] == "royal_flush"
    shoe = container.post("/v1/shoes", deck="standard")
    turn = container.post("/v1/shoes/draw", shoe=shoe["shoe"], count=52)
    assert len(set(turn["cards"])) == 52
    receipt = container.post("/v1/shoes/reveal", shoe=turn["shoe"])["receipt"]
    file = {"receipt": receipt, "seen": [turn["seen"]], "commitment": shoe["commitment"]}
    assert container.post("/v1/verify", **file)["valid"] is True


def test_it_checks_the_signature_of_a_round_of_drand(container: Container) -> None:
    randomness = {"randomness": QUICK_1.randomness, "signature": QUICK_1.signature}
    beacon = {"scheme": "drand", "chain_hash": QUICKNET, **randomness}
    assert container.post("/v1/verify", **beacon, round=1)["valid"] is True
    assert container.post("/v1/verify", **beacon, round=2)["difference"]["where"] == "signature"


def test_it_runs_without_privileges(container: Container) -> None:
    assert container.run("id", "-u").stdout == "10001\n"
    status = dict(line.split(":\t", 1) for line in container.run("cat", "/proc/1/status").stdout.splitlines())
    assert status["Uid"].split() == ["10001"] * 4
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"


def test_its_limits_are_in_force_and_it_can_write_only_to_tmp(container: Container) -> None:
    limits = container.shell("cd /sys/fs/cgroup; cat memory.max pids.max memory/memory.limit_in_bytes pids/pids.max")
    assert limits.split() == [str(256 << 20), "64"]
    assert container.shell("for d in / /app /opt/venv /home /var /tmp; do touch $d/x && echo $d; done") == "/tmp\n"


def test_it_is_small(image: None) -> None:
    base = re.findall(r"^ARG BASE_IMAGE=(\S+)", DOCKERFILE.read_text(), re.MULTILINE)
    sizes = [int(engine("image", "inspect", "--format", "{{.Size}}", name).stdout) for name in (IMAGE, *base)]
    print(f"{sizes[0] / 1e6:.1f} MB, {(sizes[0] - sizes[1]) / 1e6:.1f} MB more than the base")
    assert sizes[0] - sizes[1] < ABOVE_THE_BASE


def test_its_labels_say_what_it_is(image: None) -> None:
    labels = inspect_image()["Config"]["Labels"]
    prefix = "org.opencontainers.image."
    names = {name.removeprefix(prefix) for name in labels if name.startswith(prefix)}
    assert names == {"title", "description", "licenses", "version", "revision", "created", "source", "base.name"}
    assert re.fullmatch("[0-9a-f]{40}", labels["org.opencontainers.image.revision"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", labels["org.opencontainers.image.created"])


def test_no_other_image_stands_in_for_a_base_that_is_named_by_digest() -> None:
    base = f"python:3.13-slim@sha256:{'0' * 64}"
    command, env = [ENGINE.parent / "base-image.sh"], os.environ | {"BASE_IMAGE": base}
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == f"{base} is not here and cannot be pulled.\n"


MIXED = [
    *("/v1/decks/standard/shuffle", "/v1/decks/standard/shuffle?seed={}", "/v1/games/holdem/deal?players=9&seed={}"),
    *("/v1/integers?max=1000&count=6&seed={}", "/v1/decks/mahjong/cards/EW.svg", "/nowhere/{}"),
]


def send_mixed(port: int, share: range) -> None:
    """Send some of the mixed requests over one connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    for number in share:
        connection.request("GET", MIXED[number % len(MIXED)].format(number))
        response = connection.getresponse()
        response.read()
        assert response.status in {200, 404}
    connection.close()


def test_its_memory_does_not_grow(image: None) -> None:
    """Compare the memory after a tenth of REQUESTS (100,000) with the memory after all of them.

    A worker that got few of the first requests grows once, by the later ones; only a leak grows again.
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

        first, last = measure(requests // 10), measure(requests - requests // 10)
        if last >= first * 1.1:
            first, last = last, measure(requests)
        assert last < A_WORKER
        assert last < first * 1.1


LARGE_REQUESTS = [
    *LARGEST.values(),
    ("GET", f"{HUGE}&algorithm=rejection", None, {}),
    ("GET", "/v1/integers?max=1000000", None, {}),
    ("GET", "/v1/integers?max=1000000&algorithm=sort_keys", None, {}),
]
LARGE_SECONDS, LARGE_PATIENCE = 10, 120  # one large request is served at a time, and each kind must be


def test_many_clients_with_the_largest_requests_do_not_stop_it(image: None) -> None:
    """Run eight clients with large requests, two with the largest small requests, and one that shuffles a deck."""
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
                response = fetch(container.base, path, method, body, headers)
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
    """Return the path and the body of a new search for each number. In a small shoe it would just take no slot."""
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
    """Run eight clients for SEARCH_SECONDS (120). No request is sent twice."""
    seconds = int(os.environ.get("SEARCH_SECONDS", "120"))
    numbers, responses = count(), list[tuple[int, int]]()
    with running() as container, ThreadPoolExecutor(8) as pool:
        pids, over = container.worker_pids(), time.monotonic() + seconds

        def send_until_done(_: int) -> None:
            while time.monotonic() < over:
                number = next(numbers)
                path, body = write_search(number)
                try:
                    status = fetch(container.base, path, "POST", json.dumps(body).encode(), JSON).status
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
    image = inspect_image()
    kind, *check = image["Config"].get("Healthcheck", image.get("Healthcheck"))["Test"]
    assert kind == "CMD"
    assert container.run(*check).returncode == 0
    assert engine("exec", "--env", "PORT=1", container.name, *check).returncode != 0


def test_on_sigterm_it_finishes_its_requests_and_exits_without_an_error(image: None) -> None:
    with running() as container, ThreadPoolExecutor() as pool:
        path = "/v1/decks/standard/shuffle/batch?repeats=30000"
        batch = pool.submit(container.get, path, accept="application/x-ndjson")
        with connect(container.base) as client:
            client.sendall(POST + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(DICE) + DICE[:5])
            time.sleep(0.5)
            start = time.monotonic()
            with subprocess.Popen([ENGINE, "stop", "-t", str(GRACE_SECONDS), container.name]) as stop:
                time.sleep(1)
                client.sendall(DICE[5:])
                response = b"".join(iter(lambda: client.recv(65536), b""))
            assert stop.returncode == 0
        assert batch.result().body.count(b"\n") == 30_000
        assert time.monotonic() - start < GRACE_SECONDS
        assert response.startswith(b"HTTP/1.1 200 ")
        assert engine("inspect", "--format", "{{.State.ExitCode}}", container.name).stdout == "0\n"
        log = container.log()
        assert not re.search("error|warning|critical|traceback", log, re.IGNORECASE), log
