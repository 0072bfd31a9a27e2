"""Metrics, logs, request ids and readiness of a running service."""

import json
import os
import re
import signal
import struct
import subprocess
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from service.app import create_app
from service.core.rng.sources import Source
from service.core.selftest import SELF_TESTS
from service.core.shuffles import algorithms
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import PartialShuffle
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.conftest import run_service
from tests.http.spec import json_object
from tests.peers import kill
from tests.server.client import (
    JSON,
    connect,
    fetch,
    post,
    post_json,
    send_cut_off,
    send_raw,
)
from tests.server.metrics import Counts, count, parse_counts, wait_for_counts
from tests.server.processes import KILL_NO_WORKER, log_lines, master_pid, shared_folder
from tests.server.stopped_clock import run_worker
from tests.services import KILLED
from tests.tables import for_each
from tools.files import ROOT
from tools.serving import wait_until, worker_pids

ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yaml"
SHUFFLE = "/v1/decks/standard/shuffle"
TRACE = "0af7651916cd43dd8448eb211c80319c"
LINES_OF_LIVEZ = 13  # of a response to /livez: 12 of the head, 1 of the body


def test_requests_problems_and_shuffles_of_all_workers_are_counted_by_route() -> None:
    shuffle = "/v1/decks/{deck}/shuffle"
    expected: dict[tuple[str, ...], float] = {
        ("requests_total", shuffle, "GET", "200"): 20,
        ("requests_total", "/v1/integers", "GET", "422"): 1,
        ("requests_total", "none", "GET", "404"): 1,
        ("requests_total", "none", "other", "405"): 1,
        ("requests_total", "none", "GET", "400"): 1,
        ("request_duration_seconds_count", shuffle): 20,
        ("problems_total", "invalid-values"): 1,
        ("problems_total", "not-found"): 1,
        ("problems_total", "method-not-allowed"): 1,
        ("problems_total", "malformed-request"): 1,
        ("draws_total", "fisher_yates", "standard"): 20 * 51,
        ("words_total", "fisher_yates", "standard"): 20 * 51,
        ("shuffles_total", "fisher_yates", "standard"): 20,
        ("rejections_total", "fisher_yates", "standard"): 0,
        ("shuffles_total", "naive_swap", "standard"): 300,
        ("draws_total", "naive_swap", "standard"): 300 * 52,
        ("draws_total", "fisher_yates", "standard", "holdem"): 51,
        ("draws_total",): 1000,
        ("words_total",): 1480,
        # 2^32 mod 3·10^9 of 2^32 words are rejected, about 3 of 10; by the seed 1 so many.
        ("rejections_total",): 480,
    }
    with run_service(WEB_CONCURRENCY="3") as base:
        for _ in range(20):
            assert fetch(base, f"{SHUFFLE}?seed=s").status == 200
        fetch(base, f"{SHUFFLE}/batch?repeats=300&algorithm=naive_swap")
        fetch(base, "/v1/games/holdem/deal")
        fetch(base, "/v1/integers?max=3000000000&count=1000&replacement=true&seed=1")
        fetch(base, "/v1/integers?max=six")
        fetch(base, "/a/path/of/nobody")
        send_raw(base, b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n")
        send_raw(base, b"GET / HTTP/9.9\r\n\r\n")
        counts = wait_for_counts(base, expected)
    for series, number in expected.items():
        assert count(counts, *series) == number, series
    assert 0 < count(counts, "request_duration_seconds_sum", shuffle) < 60
    assert "nobody" not in str(counts)


def test_a_sealed_shoe_counts_the_shuffles_that_its_draws_need() -> None:
    client = create_app(Settings()).test_client()

    def send(path: str, **members: Any) -> str:
        """Return the shoe in the response to a POST."""
        response = client.post(f"/v1/shoes{path}", json=members)
        return str(json_object(response)["shoe"])

    euchre = send("", deck="euchre", algorithm="durstenfeld")
    euchre = send("/draw", shoe=euchre, count=20)
    send("/draw", shoe=euchre, count=20, reshuffle=True)
    riichi = send("", game="riichi")  # the deck and the game have one name
    riichi = send("/deal", shoe=riichi)
    send("/deal", shoe=riichi)
    integers = send("", max=10)
    send("/draw", shoe=integers, count=3)
    counts = parse_counts(client.get("/metrics").text)
    assert count(counts, "shuffles_total", "durstenfeld", "euchre") == 2
    assert count(counts, "words_total", "durstenfeld", "euchre") == 2 * 23
    assert count(counts, "shuffles_total", "fisher_yates", "riichi") == 2
    assert count(counts, "shuffles_total", "fisher_yates") == 1


def read_shuffles(folder: Path) -> float:
    """Return the number of shuffles in the files of the workers, without a request for /metrics."""
    registry = CollectorRegistry()
    labels = {"algorithm": "fisher_yates", "deck": "standard", "game": ""}
    try:
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    except struct.error:  # a worker that begins has created a file, and not filled it
        return 0
    return registry.get_sample_value("dealer_shuffles_total", labels) or 0


SHUFFLE_COUNT = ("shuffles_total", "fisher_yates", "standard")
RESTARTS = ("worker_restarts_total",)
REQUEST_COUNT = ("requests_total", "/v1/decks/{deck}/shuffle", "GET", "200")


class Lives(NamedTuple):
    """What a service counted while its workers were killed and replaced, and the folder of their files."""

    published_unasked: Sequence[float]
    after_kill: Counts
    published_at_stop: float
    after_replacement: Counts
    files: int
    folder: Path


def wait_for_shuffles(folder: Path, number: int) -> float:
    """Return how many shuffles the workers have published once they are so many, though nobody asked."""
    published: list[float] = []

    def are_published() -> bool:
        published.append(read_shuffles(folder))
        return published[-1] >= number

    wait_until(are_published)
    return published[-1]


def wait_for_workers(master: int, old: Collection[int] = ()) -> None:
    """Wait until two workers run, and none of the old ones."""

    def are_new() -> bool:
        workers = worker_pids(master)
        return len(workers) == 2 and set(workers).isdisjoint(old)

    wait_until(are_new)


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Lives:
    """Return what a service counted of 13 shuffles, while its workers were killed after 10 and replaced after 12."""
    output = tmp_path_factory.mktemp("lives") / "output"
    with run_service(output, errors=KILLED, WEB_CONCURRENCY="2") as base:
        master = master_pid(output)
        wait_for_workers(master)
        folder = shared_folder(master)
        published_unasked = []
        for number in (5, 10):
            for _ in range(5):
                fetch(base, SHUFFLE)
            published_unasked.append(wait_for_shuffles(folder, number))
        # A request is counted after its response was sent.
        wait_for_counts(base, {SHUFFLE_COUNT: 10, REQUEST_COUNT: 10})
        killed = worker_pids(master)
        for worker in killed:
            kill(worker)
        wait_for_workers(master, killed)
        fetch(base, SHUFFLE)
        expected = {SHUFFLE_COUNT: 11, REQUEST_COUNT: 11, RESTARTS: len(killed)}
        after_kill = wait_for_counts(base, expected)
        replaced = worker_pids(master)
        fetch(base, SHUFFLE)
        # Before a second has passed: the worker publishes as it stops.
        kill(master, signal.SIGHUP)
        published_at_stop = wait_for_shuffles(folder, 12)
        wait_for_workers(master, replaced)
        fetch(base, SHUFFLE)
        restarts = len(killed) + len(replaced)
        expected = {SHUFFLE_COUNT: 13, REQUEST_COUNT: 13, RESTARTS: restarts}
        after_replacement = wait_for_counts(base, expected)
        files = len(list(folder.iterdir()))
    return Lives(
        published_unasked,
        after_kill,
        published_at_stop,
        after_replacement,
        files,
        folder,
    )


def test_a_worker_publishes_its_counts_though_nobody_asks(lives: Lives) -> None:
    assert lives.published_unasked == [5, 10]


def test_no_count_goes_back_when_workers_are_killed(lives: Lives) -> None:
    assert count(lives.after_kill, *SHUFFLE_COUNT) == 11
    assert count(lives.after_kill, *REQUEST_COUNT) == 11


def test_a_worker_that_stops_publishes_its_counts(lives: Lives) -> None:
    assert lives.published_at_stop == 12


def test_no_count_goes_back_when_workers_are_replaced(lives: Lives) -> None:
    assert count(lives.after_replacement, *SHUFFLE_COUNT) == 13
    assert count(lives.after_replacement, *REQUEST_COUNT) == 13


def test_workers_that_began_in_place_of_others_are_counted(lives: Lives) -> None:
    assert count(lives.after_kill, *RESTARTS) == 2
    assert count(lives.after_replacement, *RESTARTS) == 4


def test_the_memory_and_the_files_of_all_processes_are_added_up(lives: Lives) -> None:
    # A master, two workers, and for each of these the process that forks others.
    assert count(lives.after_replacement, "processes") >= 5
    for name in ("resident_memory_bytes", "open_fds", "cpu_seconds_total"):
        assert lives.after_replacement[f"process_{name}", frozenset()] > 0


def test_workers_that_take_over_leave_few_files(lives: Lives) -> None:
    # Each index has three files, and there are twice as many indices while new workers take over.
    assert lives.files <= 3 * 2 * 2


def test_no_files_are_left_when_the_service_ends(lives: Lives) -> None:
    assert not lives.folder.exists()


@for_each(
    ("value", "is_valid"),
    [
        ("a", True),
        ("table-7/deal.12:~x+y=@", True),
        ("x" * 128, True),
        ("x" * 129, False),
        ("", False),
        ("two words", False),
        ('quo"te', False),
        ("größer", False),
        ("a,b", False),
    ],
)
@for_each(
    "path", [SHUFFLE, "/nowhere", "/v1/decks", "/openapi.yaml", "/v1/integers?max=six"]
)
def test_a_valid_request_id_is_kept_and_any_other_is_replaced(
    live: str, path: str, value: str, is_valid: bool
) -> None:
    response = fetch(live, path, headers={"X-Request-ID": value})
    request_id = response.headers["X-Request-ID"]
    if is_valid:
        assert request_id == value
    else:
        assert re.fullmatch("[0-9a-f]{32}", request_id)
        assert request_id != value
    if response.status >= 400:
        assert response.json["request_id"] == request_id


def test_each_request_has_an_id_of_its_own_also_if_gunicorn_cannot_parse_it(
    live: str,
) -> None:
    responses = [fetch(live, "/livez") for _ in range(50)]
    ids = {response.headers["X-Request-ID"] for response in responses}
    assert len(ids) == 50
    response = send_raw(live, b"GET / HTTP/9.9\r\n\r\n")
    assert response.json["request_id"] == response.headers["X-Request-ID"]


SECRET = "000SECRETSEED"
HALF_BODY = "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n"
UNREADABLE = (
    f"GET /{SECRET} HTTP/{SECRET}\r\n\r\n",
    f"{SECRET} /{SECRET} HTTP/1.1\r\nHost: x\r\n\r\n",
    f"GET / HTTP/1.1\r\n{SECRET}\r\n\r\n",
    f"GET /{SECRET}",
    f"POST /v1/integers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{SECRET}\r\n",
    f"POST /v1/integers HTTP/1.1\r\n{HALF_BODY}{SECRET}",
)
"""Requests that gunicorn cannot read, with the secret."""


def send_secrets(base: str) -> Iterator[str]:
    """Send the secret in every place of a request, valid and invalid; yield what no log may hold."""
    yield SECRET
    in_headers = {"Cookie": SECRET, "User-Agent": SECRET}
    referer = {"Referer": f"http://x/?seed={SECRET}"}
    fetch(base, f"{SHUFFLE}?seed={SECRET}", headers=referer)
    fetch(base, f"{SHUFFLE}?seed={SECRET}&sede={SECRET}", "HEAD", headers=in_headers)
    fetch(base, f"/v1/decks/{SECRET}/shuffle")
    fetch(base, f"/{SECRET}")
    fetch(base, f"/v1/integers?max={SECRET}")
    post(base, "/v1/integers", {"max": 6, "seed": SECRET})
    post(base, "/v1/integers", {"max": 6, SECRET: SECRET})
    fetch(base, "/v1/integers", "POST", f'{{"seed":"{SECRET}'.encode(), JSON)
    post(base, "/v1/items/shuffle", {"items": [SECRET]})
    fetch(base, f"/fails/{SECRET}?seed={SECRET}", "POST", SECRET.encode())
    yield from send_secrets_to_games(base)
    yield from send_secrets_to_shoes(base)
    for data in UNREADABLE:
        send_cut_off(base, data.encode())


def send_secrets_to_games(base: str) -> Iterator[str]:
    """Send secrets in requests for a sealed game; yield parts of its tokens."""
    game = post_json(base, "/v1/shoes", game="holdem", label=SECRET)["shoe"]
    yield game[40:80]
    shoe = post_json(base, "/v1/shoes/deal", shoe=game, client_seed=SECRET)["shoe"]
    yield shoe[40:80]
    post_json(base, "/v1/shoes/deal", shoe=shoe, stage=SECRET)
    post_json(base, "/v1/shoes/deal", shoe=shoe, seats=[SECRET])
    post_json(base, "/v1/shoes/deal", shoe=shoe, client_seed=SECRET * 2)
    post_json(base, "/v1/shoes/draw", shoe=shoe, count=1, pile=SECRET)
    post_json(base, "/v1/shoes/draw", shoe=shoe, count=1, part=SECRET)
    post_json(base, "/v1/shoes/draw", shoe=shoe, count=1, in_play=[SECRET])
    post_json(base, "/v1/shoes", game=SECRET)


def send_secrets_to_shoes(base: str) -> Iterator[str]:
    """Send secrets in requests for a sealed deck; yield parts of its tokens, and its seed."""
    shoe = post_json(base, "/v1/shoes", deck="standard", label=SECRET)["shoe"]
    yield shoe[40:80]
    request = {"shoe": shoe, "count": 5, "client_seed": SECRET}
    draw = post_json(base, "/v1/shoes/draw", **request)
    yield draw["shoe"][40:80]
    spoiled = request | {"shoe": shoe[:-2] + "AA"}
    post_json(base, "/v1/shoes/draw", **spoiled)
    revealed = post_json(base, "/v1/shoes/reveal", shoe=draw["shoe"])
    yield revealed["shoe"][40:80]
    receipt = revealed["receipt"]
    yield receipt["server_seed"]
    post_json(base, "/v1/verify", receipt=receipt | {"server_seed": SECRET})
    post_json(base, "/v1/verify", receipt=receipt, seen=[{"cards": draw["cards"]}])


class Session(NamedTuple):
    """The secrets that were sent to a service, and the file of what it printed."""

    secrets: list[str]
    output: Path

    def find_line(self, member: str, value: str) -> dict[str, Any]:
        """Return the only line of the log that has the value in this member."""
        lines = log_lines(self.output)
        (line,) = (line for line in lines if line.get(member) == value)
        return line


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The secrets that were sent to a gunicorn at its most verbose, and what it printed."""
    output = tmp_path_factory.mktemp("session") / "output"
    key = generate_key()
    settings = {
        "WEB_CONCURRENCY": "1",
        "ACCESS_LOG": "true",
        "SHOE_KEYS": key,
        "GUNICORN_CMD_ARGS": "--log-level debug",
    }
    app = "tests.server.apps.failing:app"
    failure = " failed at /fails/<name>$"
    with run_service(output, app=app, errors=failure, **settings) as base:
        secrets = [key, *send_secrets(base)]

        def fetch_traced(request_id: str, version: str, trace: str) -> None:
            parent = f"{version}-{trace}-b7ad6b7169203331-01"
            headers = {"traceparent": parent, "X-Request-ID": request_id}
            fetch(base, SHUFFLE, headers=headers)

        fetch_traced("traced", "00", TRACE)
        fetch_traced("untraced", "ff", TRACE)
        fetch_traced("no trace", "00", "0" * 32)
        post(base, "/v1/integers", {"max": 6}, {"X-Request-ID": "dice"})
    return Session(secrets, output)


def test_nothing_that_is_secret_is_in_any_log_and_every_request_has_a_line(
    session: Session,
) -> None:
    text = session.output.read_text().lower()
    assert len(session.secrets) == 8
    for secret in session.secrets:
        assert secret.lower() not in text
    log = log_lines(session.output)
    for line in log:
        assert line.keys() >= {"time", "level", "pid"}
    requests = [line for line in log if "route" in line]
    routes = {(line["method"], line["route"], line["status"]) for line in requests}
    assert routes >= {
        ("GET", "/v1/decks/{deck}/shuffle", 200),
        ("HEAD", "/v1/decks/{deck}/shuffle", 422),
        ("GET", "/v1/decks/{deck}/shuffle", 404),
        ("GET", "none", 404),
        ("POST", "/v1/shoes/reveal", 200),
        ("POST", "/fails/{name}", 500),
        ("other", "none", 400),
    }


def test_a_line_of_the_access_log_has_the_documented_members_and_the_trace(
    session: Session,
) -> None:
    line = session.find_line("request_id", "dice")
    time = line.pop("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", time)
    assert 0 <= line.pop("wait_ms") <= line.pop("duration_ms") < 30_000
    assert line.pop("bytes") > 50
    assert isinstance(line.pop("pid"), int)
    assert line == {
        "level": "info",
        "request_id": "dice",
        "trace_id": None,
        "method": "POST",
        "route": "/v1/integers",
        "status": 200,
        "complete": True,
        "problem": None,
    }
    # The log has the trace of a request if its traceparent is valid.
    assert session.find_line("trace_id", TRACE)["request_id"] == "traced"
    assert session.find_line("request_id", "untraced")["trace_id"] is None


def test_a_failure_is_logged_with_its_traceback_and_without_its_message(
    session: Session,
) -> None:
    line = session.find_line("level", "error")
    assert line["message"].endswith(" failed at /fails/<name>")
    error = line["error"]
    assert error["type"] == "builtins.ValueError"
    assert error["cause"]["type"] == "builtins.KeyError"
    files = [place.partition(":")[0] for place in error["traceback"]]
    assert "tests/server/apps/failing.py" in files
    assert "message" not in error
    request = session.find_line("problem", "internal-error")
    assert request["request_id"] in line["message"]


def fetch_livez(base: str, batches: int) -> None:
    """Fetch /livez a hundred times for each batch, on one connection."""
    with connect(base) as connection, connection.makefile("rb") as responses:
        for _ in range(batches):
            connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
            lines = [responses.readline() for _ in range(100 * LINES_OF_LIVEZ)]
            assert lines.count(b"HTTP/1.1 200 OK\r\n") == 100


def read_log(reader: int) -> None:
    """Read a log until it has told of lost lines and has the lines that were kept."""
    text = b""

    def is_read() -> bool:
        nonlocal text
        with suppress(BlockingIOError):
            text += os.read(reader, 2**20)
        is_told = b" lines of this log were lost: nobody read them." in text
        return is_told and text.count(b'"route":"/livez"') > 9_000

    wait_until(is_read, interval=0.001)


def wait_for_log(base: str, state: str) -> None:
    """Wait until /readyz says that the log is `stuck`, or `written`."""
    wait_until(lambda: fetch(base, "/readyz").json["log"] == state)


def test_a_log_that_nobody_reads_stops_no_request(tmp_path: Path) -> None:
    """And no stop. A pipe holds 64 kB, and the queue of a worker 10,000 lines."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with run_service(
        pipe, WEB_CONCURRENCY="1", ACCESS_LOG="true", GUNICORN_CMD_ARGS=KILL_NO_WORKER
    ) as base:
        fetch_livez(base, 120)
        counts = wait_for_counts(base, {("log_lines_lost_total",): 500})
        lost = count(counts, "log_lines_lost_total")
        assert lost < 2_000
        wait_for_log(base, "stuck")
        assert fetch(base, "/readyz").json["lost_log_lines"] >= lost
        counts = wait_for_counts(base, {("log_stuck_workers",): 1})
        assert count(counts, "log_stuck_workers") == 1
        read_log(reader)
        wait_for_log(base, "written")
        fetch_livez(base, 4)


def test_readyz_lists_the_self_tests(live: str) -> None:
    assert fetch(live, "/readyz").json == {
        "status": "ready",
        "self_tests": list(SELF_TESTS),
        "log": "written",
        "lost_log_lines": 0,
    }


def test_a_worker_that_fails_a_self_test_serves_nothing_and_is_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sorted_end(n: int, source: Source, count: int) -> list[int]:
        """Shuffle without the last swap."""
        order = algorithms.fisher_yates(n, source, count)
        return [*order[:-2], *sorted(order[-2:])]

    fisher_yates = SHUFFLES["fisher_yates"]
    assert isinstance(fisher_yates, PartialShuffle)
    shuffle = replace(fisher_yates, draw_first=sorted_end)
    monkeypatch.setitem(SHUFFLES, "fisher_yates", shuffle)
    client = create_app(Settings()).test_client()
    for path in (SHUFFLE, "/readyz", "/nowhere", "/", "/v1/algorithms", "/metrics"):
        response = client.get(path)
        problem = json_object(response)
        assert response.status_code == 503, path
        assert problem["type"] == "/v1/problems/self-test-failed"
        assert problem["detail"].endswith(": fisher_yates.")
        assert response.headers["Retry-After"] == "60"
    assert client.get("/livez").status_code == 200


def prometheus_expressions() -> Iterator[str]:
    """Yield every expression of the dashboard and of the alerts."""
    board = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text())
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            yield target["expr"]
    for group in yaml.safe_load(ALERTS.read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]


def test_every_metric_of_the_dashboard_and_the_alerts_is_published(live: str) -> None:
    fetch(live, SHUFFLE)
    fetch(live, "/v1/integers?max=six")
    problems = ("problems_total", "invalid-values")
    shuffles = ("shuffles_total", "fisher_yates", "standard")
    counts = wait_for_counts(live, {problems: 1, shuffles: 1})
    expressions = "\n".join(prometheus_expressions())
    names = set(re.findall(r"(?<!:)\bdealer_\w+", expressions))
    assert len(names) > 5
    assert names <= {name for name, _ in counts}


def run_promtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Return the ended promtool, with what it printed anywhere as its output."""
    return subprocess.run(
        ["promtool", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.alerts
@pytest.mark.smoke
def test_prometheus_understands_every_expression(tmp_path: Path) -> None:
    rules = [
        {
            "record": f"expression:{number}",
            "expr": expression.replace("$__rate_interval", "5m"),
        }
        for number, expression in enumerate(prometheus_expressions())
    ]
    group = {"name": "expressions", "rules": rules}
    path = tmp_path / "rules.yaml"
    path.write_text(yaml.safe_dump({"groups": [group]}))
    check = run_promtool("check", "rules", path)
    assert check.returncode == 0, check.stdout


def summarize(alert_name: str, instance: str, duration: str) -> str:
    """Return the summary of an alert as Prometheus fills it in."""
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    [template] = [
        rule["annotations"]["summary"]
        for group in groups
        for rule in group["rules"]
        if rule.get("alert") == alert_name
    ]
    summary: str = template.replace("{{ $labels.instance }}", instance)
    return summary.replace("{{ $value | humanizeDuration }}", duration)


SATURATED = {
    "exp_labels": {"severity": "ticket", "job": "s", "instance": "one"},
    # 95 of 100 waits, if those between 25 and 50 ms are spread evenly
    "exp_annotations": {"summary": summarize("DealerSaturated", "one", "48.75ms")},
}


@pytest.mark.alerts
@for_each(("seconds", "alerts"), [(0.02, []), (0.04, [SATURATED])])
def test_the_alert_on_saturation_comes_with_the_metrics_of_a_saturated_service(
    seconds: float, alerts: list[dict[str, Any]], tmp_path: Path
) -> None:
    """promtool evaluates the alert on the metrics of requests that waited, as if they had gone on."""
    with run_worker(create_app(Settings())) as worker:
        worker.seconds_in_kernel = seconds
        for _ in range(100):
            fetch(worker.base, SHUFFLE)
        text = fetch(worker.base, "/metrics").body.decode()
    name = "dealer_request_wait_seconds_bucket"
    buckets = re.findall(rf"^{name}\{{(.*)\}} (.*)$", text, re.MULTILINE)
    series = [
        {
            "series": f"{name}{{job='s',instance='one',{labels}}}",
            "values": f"0+{float(value):.0f}x60",
        }
        for labels, value in buckets
    ]
    assert len(series) > 10
    alert_test = {
        "eval_time": "50m",
        "alertname": "DealerSaturated",
        "exp_alerts": alerts,
    }
    test = {"interval": "1m", "input_series": series, "alert_rule_test": [alert_test]}
    document = {"rule_files": [str(ALERTS)], "tests": [test]}
    path = tmp_path / "test.yaml"
    path.write_text(yaml.safe_dump(document))
    check = run_promtool("test", "rules", path)
    assert check.returncode == 0, check.stdout
