"""Metrics, logs, request ids and readiness of a running service."""

import json
import os
import re
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.rng.sources import Source
from service.core.selftest import SELF_TESTS
from service.core.shuffles import algorithms
from service.core.shuffles.registry import SHUFFLES
from service.settings import Settings
from tests.conftest import ROOT, run_service
from tests.http.spec import json_object
from tests.peers import kill
from tests.server.client import DICE, JSON, connect, fetch, post_json, send_raw
from tests.server.processes import KILL_NO_WORKER, log_lines, master_pid, shared_folder
from tests.server.stopped_clock import run_worker
from tests.services import KILLED
from tests.tables import for_each
from tools.serving import wait_until, worker_pids

SHUFFLE = "/v1/decks/standard/shuffle"
TRACE = "0af7651916cd43dd8448eb211c80319c"
LINES_OF_LIVEZ = 13  # of a response to /livez: 12 of the head, 1 of the body
Counts = dict[tuple[str, frozenset[str]], float]


def parse_counts(text: str) -> Counts:
    """Return every series of /metrics by its name and the values of its labels."""
    return {
        (sample.name, frozenset(filter(None, sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def count(counts: Counts, name: str, *labels: str) -> float:
    return counts.get((f"dealer_{name}", frozenset(labels)), 0)


def wait_for_counts(base: str, expected: Mapping[tuple[str, ...], float]) -> Counts:
    """Return the counts once all of these are large enough; each worker publishes its own about once a second.

    Each is given by its name and the values of its labels.
    """
    latest: list[Counts] = []

    def is_published() -> bool:
        latest.append(parse_counts(fetch(base, "/metrics").body.decode()))
        return all(
            count(latest[-1], *series) >= number for series, number in expected.items()
        )

    wait_until(is_published)
    return latest[-1]


def test_requests_problems_and_shuffles_of_all_workers_are_counted_by_route() -> None:
    shuffle = "/v1/decks/{deck}/shuffle"
    problems = (
        "invalid-values",
        "not-found",
        "method-not-allowed",
        "malformed-request",
    )
    expected: dict[tuple[str, ...], float] = {
        ("requests_total", shuffle, "GET", "200"): 20,
        ("requests_total", "/v1/integers", "GET", "422"): 1,
        **{
            ("requests_total", "none", *rest): 1
            for rest in (("GET", "404"), ("other", "405"), ("GET", "400"))
        },
        ("request_duration_seconds_count", shuffle): 20,
        **{("problems_total", problem): 1 for problem in problems},
        **{
            (f"{name}_total", "fisher_yates", "standard"): 20 * 51
            for name in ("draws", "words")
        },
        ("shuffles_total", "fisher_yates", "standard"): 20,
        ("rejections_total", "fisher_yates", "standard"): 0,
        ("shuffles_total", "naive_swap", "standard"): 300,
        ("draws_total", "naive_swap", "standard"): 300 * 52,
        ("draws_total", "fisher_yates", "standard", "holdem"): 51,
        ("draws_total",): 1000,
        ("words_total",): 1000,
        ("rejections_total",): 350,
    }
    with run_service(WEB_CONCURRENCY="3") as base:
        for _ in range(20):
            assert fetch(base, f"{SHUFFLE}?seed=s").status == 200
        fetch(base, f"{SHUFFLE}/batch?repeats=300&algorithm=naive_swap")
        fetch(base, "/v1/games/holdem/deal")
        fetch(
            base,
            "/v1/integers?max=3000000000&count=1000&replacement=true&seed=1",
            "GET",
        )
        fetch(base, "/v1/integers?max=six")
        fetch(base, "/a/path/of/nobody")
        send_raw(base, b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n")
        send_raw(base, b"GET / HTTP/9.9\r\n\r\n")
        counts = wait_for_counts(base, expected)
    # Of 2^32 words, 2^32 mod 3·10^9 are rejected: about 3 of 10.
    rejections = count(counts, "rejections_total")
    assert rejections < 520
    exact = {
        **expected,
        ("words_total",): 1000 + rejections,
        ("rejections_total",): rejections,
    }
    assert {series: count(counts, *series) for series in exact} == exact
    assert 0 < count(counts, "request_duration_seconds_sum", shuffle) < 60
    assert not any("nobody" in label for _, labels in counts for label in labels)


def test_a_sealed_shoe_counts_the_shuffles_of_its_own_contents_that_its_draws_need() -> (
    None
):
    client = create_app(Settings()).test_client()

    def send(path: str, **body: Any) -> str:
        """Return the shoe in the response to a POST."""
        return str(json_object(client.post(f"/v1/shoes{path}", json=body))["shoe"])

    shoe = send(
        "/draw", shoe=send("", deck="euchre", algorithm="durstenfeld"), count=20
    )
    send("/draw", shoe=shoe, count=20, reshuffle=True)
    send("/deal", shoe=send("/deal", shoe=send("", game="riichi")))
    send("/draw", shoe=send("", max=10), count=3)
    counts = parse_counts(client.get("/metrics").text)
    assert count(counts, "shuffles_total", "durstenfeld", "euchre") == 2
    assert count(counts, "words_total", "durstenfeld", "euchre") == 2 * 23
    assert (
        count(counts, "shuffles_total", "fisher_yates", "riichi") == 2
    )  # the deck and the game have one name
    assert count(counts, "shuffles_total", "fisher_yates") == 1


def has_shuffles(folder: Path, number: int) -> bool:
    """Return whether the files of the workers have a number of shuffles, without a request for /metrics."""
    registry = CollectorRegistry()
    labels = {"algorithm": "fisher_yates", "deck": "standard", "game": ""}
    try:
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
        return registry.get_sample_value("dealer_shuffles_total", labels) == number
    except struct.error:  # a worker that begins has created a file, and not filled it
        return False


def test_no_count_goes_back_when_workers_are_killed_or_replaced_and_no_files_are_left(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    shuffles = ("shuffles_total", "fisher_yates", "standard")
    requests = (
        "requests_total",
        "/v1/decks/{deck}/shuffle",
        "GET",
        "200",
    )  # counted after the response was sent
    with run_service(output, errors=KILLED, WEB_CONCURRENCY="2") as base:
        master = master_pid(output)
        wait_until(lambda: len(worker_pids(master)) == 2)
        for number in (
            5,
            10,
        ):  # a worker publishes its counts though nobody asks it for them
            for _ in range(5):
                fetch(base, SHUFFLE)
            folder = shared_folder(master)
            wait_until(partial(has_shuffles, folder, number))
        wait_for_counts(base, {shuffles: 10, requests: 10})
        killed_workers = worker_pids(master)
        for worker in killed_workers:
            kill(worker)
        wait_until(lambda: len(set(worker_pids(master)) - set(killed_workers)) == 2)
        fetch(base, SHUFFLE)
        counts = wait_for_counts(base, {shuffles: 11, requests: 11})
        assert count(counts, *shuffles) == count(counts, *requests) == 11
        old_workers = worker_pids(master)
        fetch(base, SHUFFLE)
        kill(
            master, signal.SIGHUP
        )  # before a second has passed: the worker publishes as it stops
        wait_until(lambda: has_shuffles(folder, 12))
        wait_until(
            lambda: (
                len(worker_pids(master)) == 2
                and not set(worker_pids(master)) & set(old_workers)
            )
        )
        fetch(base, SHUFFLE)
        wait_for_counts(base, {shuffles: 13, requests: 13})
        # Each index has three files, and there are twice as many indices while new workers take over.
        assert len(list(folder.iterdir())) <= 3 * 2 * 2
    assert not folder.exists()


@for_each(
    ("value", "is_valid"),
    [
        *((value, True) for value in ("a", "table-7/deal.12:~x+y=@", "x" * 128)),
        *(
            (value, False)
            for value in ("x" * 129, "", "two words", 'quo"te', "größer", "a,b")
        ),
    ],
)
@for_each(
    "path", [SHUFFLE, "/nowhere", "/v1/decks", "/openapi.yaml", "/v1/integers?max=six"]
)
def test_a_valid_request_id_is_kept_and_any_other_is_replaced(
    live: str, path: str, value: str, is_valid: bool
) -> None:
    response = fetch(
        live, path, headers={"X-Request-ID": value.encode("latin-1").decode("latin-1")}
    )
    request_id = response.headers["X-Request-ID"]
    assert (request_id == value) is is_valid
    assert is_valid or re.fullmatch("[0-9a-f]{32}", request_id)
    if response.status >= 400:
        assert response.json["request_id"] == request_id


def test_each_request_has_an_id_of_its_own_also_if_gunicorn_cannot_parse_it(
    live: str,
) -> None:
    assert len({fetch(live, "/livez").headers["X-Request-ID"] for _ in range(50)}) == 50
    response = send_raw(live, b"GET / HTTP/9.9\r\n\r\n")
    assert response.json["request_id"] == response.headers["X-Request-ID"]


SECRETS = iter(f"{number:03}SECRETSEED" for number in range(1000))


def send_secrets(base: str) -> Iterator[str]:
    """Send secrets in every place of a request, valid and invalid; yield what no log may hold."""
    secret = next(SECRETS)
    yield secret
    fetch(
        base,
        f"{SHUFFLE}?seed={secret}",
        headers={"Referer": f"http://x/?seed={secret}"},
    )
    fetch(
        base,
        f"{SHUFFLE}?seed={secret}&sede={secret}",
        "HEAD",
        headers={"Cookie": secret, "User-Agent": secret},
    )
    fetch(base, f"/v1/decks/{secret}/shuffle")
    fetch(base, f"/{secret}")
    fetch(base, f"/v1/integers?max={secret}")
    fetch(
        base,
        "/v1/integers",
        "POST",
        json.dumps({"max": 6, "seed": secret}).encode(),
        JSON,
    )
    fetch(
        base,
        "/v1/integers",
        "POST",
        json.dumps({"max": 6, secret: secret}).encode(),
        JSON,
    )
    fetch(base, "/v1/integers", "POST", f'{{"seed":"{secret}'.encode(), JSON)
    fetch(
        base,
        "/v1/items/shuffle",
        "POST",
        json.dumps({"items": [secret]}).encode(),
        JSON,
    )
    fetch(base, f"/fails/{secret}?seed={secret}", "POST", secret.encode())
    shoe = post_json(base, "/v1/shoes", deck="standard", label=secret)
    draw = post_json(
        base, "/v1/shoes/draw", shoe=shoe["shoe"], count=5, client_seed=secret
    )
    post_json(
        base,
        "/v1/shoes/draw",
        shoe=shoe["shoe"][:-2] + "AA",
        count=5,
        client_seed=secret,
    )
    game = post_json(base, "/v1/shoes", game="holdem", label=secret)
    deal = post_json(base, "/v1/shoes/deal", shoe=game["shoe"], client_seed=secret)
    yield from (response["shoe"][40:80] for response in (game, deal))
    for members in (
        {"stage": secret},
        {"seats": [secret]},
        {"client_seed": secret * 2},
    ):
        post_json(base, "/v1/shoes/deal", shoe=deal["shoe"], **members)
    for members in ({"pile": secret}, {"part": secret}, {"in_play": [secret]}):
        post_json(base, "/v1/shoes/draw", shoe=deal["shoe"], count=1, **members)
    post_json(base, "/v1/shoes", game=secret)
    revealed = post_json(base, "/v1/shoes/reveal", shoe=draw["shoe"])
    receipt = revealed["receipt"]
    yield from (response["shoe"][40:80] for response in (shoe, draw, revealed))
    yield receipt["server_seed"]
    post_json(base, "/v1/verify", receipt=receipt | {"server_seed": secret})
    post_json(base, "/v1/verify", receipt=receipt, seen=[{"cards": draw["cards"]}])
    for data in (
        f"GET /{secret} HTTP/{secret}\r\n\r\n",
        f"{secret.upper()} /{secret} HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET / HTTP/1.1\r\n{secret}\r\n\r\n",
        f"GET /{secret}",
        f"POST /v1/integers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{secret}\r\n",
        f"POST /v1/integers HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{secret}",
    ):
        with connect(base) as connection:
            connection.sendall(data.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(2**16):
                pass


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """Return the secrets that were sent, and the output of the gunicorn at its most verbose."""
    output = tmp_path_factory.mktemp("session") / "output"
    key = generate_key()
    settings = {"WEB_CONCURRENCY": "1", "ACCESS_LOG": "true", "SHOE_KEYS": key}
    app = "tests.server.apps.failing:app"
    failure = " failed at /fails/<name>$"
    with run_service(
        output,
        app=app,
        errors=failure,
        GUNICORN_CMD_ARGS="--log-level debug",
        **settings,
    ) as base:
        secrets = [key, *send_secrets(base)]
        traces = {
            "traced": f"00-{TRACE}",
            "untraced": f"ff-{TRACE}",
            "no trace": f"00-{'0' * 32}",
        }
        for name, trace in traces.items():
            fetch(
                base,
                SHUFFLE,
                headers={
                    "traceparent": f"{trace}-b7ad6b7169203331-01",
                    "X-Request-ID": name,
                },
            )
        fetch(base, "/v1/integers", "POST", DICE, JSON | {"X-Request-ID": "dice"})
    return secrets, output


def test_nothing_that_is_secret_is_in_any_log_and_every_request_has_a_line(
    session: tuple[list[str], Path],
) -> None:
    secrets, output = session
    text = output.read_text().lower()
    assert len(secrets) == 8
    assert [secret for secret in secrets if secret.lower() in text] == []
    log = log_lines(output)
    assert all(line.keys() >= {"time", "level", "pid"} for line in log)
    routes = {
        (line["method"], line["route"], line["status"])
        for line in log
        if "route" in line
    }
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
    session: tuple[list[str], Path],
) -> None:
    (line,) = (
        line for line in log_lines(session[1]) if line.get("request_id") == "dice"
    )
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time")
    )
    assert 0 <= line.pop("wait_ms") <= line.pop("duration_ms") < 30_000
    assert line.pop("bytes") > 50
    assert isinstance(line.pop("pid"), int)
    request = {"request_id": "dice", "method": "POST", "route": "/v1/integers"}
    assert (
        line
        == {
            "level": "info",
            "trace_id": None,
            "status": 200,
            "complete": True,
            "problem": None,
        }
        | request
    )
    # The log has the trace of a request if its traceparent is valid.
    traces = {
        line["request_id"]: line["trace_id"]
        for line in log_lines(session[1])
        if "trace_id" in line
    }
    assert (traces["traced"], traces["untraced"]) == (TRACE, None)
    assert list(traces.values()).count(TRACE) == 1


def test_a_failure_is_logged_with_its_traceback_and_without_its_message(
    session: tuple[list[str], Path],
) -> None:
    (line,) = (line for line in log_lines(session[1]) if line["level"] == "error")
    assert line["message"].endswith(" failed at /fails/<name>")
    assert line["error"]["type"] == "builtins.ValueError"
    assert line["error"]["cause"]["type"] == "builtins.KeyError"
    assert any(
        place.startswith("tests/server/apps/failing.py:")
        for place in line["error"]["traceback"]
    )
    assert "message" not in line["error"]
    (request,) = (
        line
        for line in log_lines(session[1])
        if line.get("problem") == "internal-error"
    )
    assert request["request_id"] in line["message"]


def test_a_log_that_nobody_reads_stops_no_request(tmp_path: Path) -> None:
    """And no stop. A pipe holds 64 kB, and the queue of a worker 10,000 lines."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with run_service(
        pipe, WEB_CONCURRENCY="1", ACCESS_LOG="true", GUNICORN_CMD_ARGS=KILL_NO_WORKER
    ) as base:
        with connect(base) as connection, connection.makefile("rb") as responses:
            for _ in range(120):
                connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
                assert (
                    sum(
                        responses.readline() == b"HTTP/1.1 200 OK\r\n"
                        for _ in range(100 * LINES_OF_LIVEZ)
                    )
                    == 100
                )
        lost = count(
            wait_for_counts(base, {("log_lines_lost_total",): 500}),
            "log_lines_lost_total",
        )
        assert lost < 2_000
        wait_until(lambda: fetch(base, "/readyz").json["log"] == "stuck")
        assert fetch(base, "/readyz").json["lost_log_lines"] >= lost
        assert (
            count(
                wait_for_counts(base, {("log_stuck_workers",): 1}), "log_stuck_workers"
            )
            == 1
        )
        text = b""

        def is_read() -> bool:
            nonlocal text
            with suppress(BlockingIOError):
                text += os.read(reader, 2**20)
            is_told = b" lines of this log were lost: nobody read them." in text
            return is_told and text.count(b'"route":"/livez"') > 9_000

        wait_until(is_read, interval=0.001)
        wait_until(lambda: fetch(base, "/readyz").json["log"] == "written")
        for _ in range(400):
            assert fetch(base, "/livez").status == 200


def test_readyz_lists_the_self_tests(live: str) -> None:
    log = {"log": "written", "lost_log_lines": 0}
    assert fetch(live, "/readyz").json == {
        "status": "ready",
        "self_tests": list(SELF_TESTS),
        **log,
    }


def test_a_worker_that_fails_a_self_test_serves_nothing_and_is_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sorted_end(n: int, source: Source, count: int) -> list[int]:
        """Shuffle without the last swap."""
        order = algorithms.fisher_yates(n, source, count)
        return [*order[:-2], *sorted(order[-2:])]

    shuffle = replace(SHUFFLES["fisher_yates"], algorithm=sorted_end)
    monkeypatch.setitem(SHUFFLES, "fisher_yates", shuffle)
    client = create_app(Settings()).test_client()
    for path in (SHUFFLE, "/readyz", "/nowhere", "/", "/v1/algorithms", "/metrics"):
        response = client.get(path)
        problem = json_object(response)
        assert (path, response.status_code, problem["type"]) == (
            path,
            503,
            "/v1/problems/self-test-failed",
        )
        assert problem["detail"].endswith(": fisher_yates.")
        assert response.headers["Retry-After"] == "60"
    assert client.get("/livez").status_code == 200


def prometheus_expressions() -> Iterator[str]:
    """Yield every expression of the dashboard and of the alerts."""
    board = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text())
    for panel in board["panels"]:
        yield from (target["expr"] for target in panel.get("targets", []))
    for group in yaml.safe_load(
        (ROOT / "deploy" / "prometheus" / "alerts.yaml").read_text()
    )["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


def test_every_metric_of_the_dashboard_and_the_alerts_is_published(live: str) -> None:
    fetch(live, SHUFFLE)
    fetch(live, "/v1/integers?max=six")
    shuffles = ("shuffles_total", "fisher_yates", "standard")
    counts = wait_for_counts(
        live, {("problems_total", "invalid-values"): 1, shuffles: 1}
    )
    names = {
        name
        for expression in prometheus_expressions()
        for name in re.findall(r"(?<!:)\bdealer_\w+", expression)
    }
    assert len(names) > 5
    assert names - {name for name, _ in counts} == set()


@pytest.mark.alerts
@pytest.mark.smoke
def test_prometheus_understands_every_expression(tmp_path: Path) -> None:
    rules: list[Any] = [
        {
            "record": f"expression:{number}",
            "expr": re.sub(r"\$__rate_interval", "5m", expression),
        }
        for number, expression in enumerate(prometheus_expressions())
    ]
    path = tmp_path / "rules.yaml"
    path.write_text(
        yaml.safe_dump({"groups": [{"name": "expressions", "rules": rules}]})
    )
    check = subprocess.run(
        ["promtool", "check", "rules", path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout + check.stderr


@pytest.mark.alerts
@for_each(("seconds", "is_saturated"), [(0.02, False), (0.04, True)])
def test_the_alert_on_saturation_comes_with_the_metrics_of_a_saturated_service(
    seconds: float, is_saturated: bool, tmp_path: Path
) -> None:
    """promtool evaluates the alert on the metrics of requests that waited, as if they had gone on."""
    with run_worker(create_app(Settings())) as worker:
        worker.seconds_in_kernel = seconds
        for _ in range(100):
            fetch(worker.base, SHUFFLE)
        text = fetch(worker.base, "/metrics").body.decode()
    buckets = re.findall(
        r"^(dealer_request_wait_seconds_bucket)\{(.*)\} (.*)$", text, re.MULTILINE
    )
    series = [
        {"series": f"{name}{{job='s',{labels}}}", "values": f"0+{float(value):.0f}x60"}
        for name, labels, value in buckets
    ]
    assert len(series) > 10
    (tmp_path / "alerts.yaml").write_text(
        (ROOT / "deploy" / "prometheus" / "alerts.yaml").read_text()
    )
    expected = (
        [{"exp_labels": {"severity": "ticket", "job": "s"}}] if is_saturated else []
    )
    test = {"eval_time": "50m", "alertname": "DealerSaturated", "exp_alerts": expected}
    document = {
        "rule_files": ["alerts.yaml"],
        "tests": [
            {"interval": "1m", "input_series": series, "alert_rule_test": [test]}
        ],
    }
    (tmp_path / "test.yaml").write_text(yaml.safe_dump(document))
    check = subprocess.run(
        ["promtool", "test", "rules", tmp_path / "test.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    fired = "got:[]" not in re.sub(r"\s", "", check.stdout + check.stderr)
    assert (check.returncode == 0) or (is_saturated and fired), (
        check.stdout + check.stderr
    )
