"""Metrics, logs, request ids and readiness of a running service."""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from gunicorn.config import Config
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.selftest import SELF_TESTS
from service.server.logs import JsonLogger
from service.settings import Settings
from tests.conftest import ROOT, run_service
from tests.server.client import DICE, JSON, connect, fetch, post_json, send_raw
from tests.server.processes import log_lines, master_pid, shared_folder
from tests.tables import for_each
from tools.serving import wait_until, worker_pids

SHUFFLE = "/v1/decks/standard/shuffle"
TRACE = "0af7651916cd43dd8448eb211c80319c"
Counts = dict[tuple[str, frozenset[str]], float]


def fetch_counts(base: str) -> Counts:
    """Return every series of /metrics by its name and the values of its labels."""
    text = fetch(base, "/metrics").body.decode()
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
        latest.append(fetch_counts(base))
        return all(count(latest[-1], *series) >= number for series, number in expected.items())

    wait_until(is_published)
    return latest[-1]


def test_requests_problems_and_shuffles_of_all_workers_are_counted_by_route() -> None:
    shuffle = "/v1/decks/{deck}/shuffle"
    expected = {
        ("requests_total", shuffle, "GET", "200"): 20,
        ("requests_total", "/v1/integers", "GET", "422"): 1,
        ("requests_total", "none", "GET", "404"): 1,
        ("requests_total", "none", "other", "405"): 1,
        ("requests_total", "none", "other", "400"): 1,
        ("request_duration_seconds_count", shuffle): 20,
        ("problems_total", "invalid-values"): 1,
        ("problems_total", "not-found"): 1,
        ("problems_total", "method-not-allowed"): 1,
        ("problems_total", "malformed-request"): 1,
        ("shuffles_total", "fisher_yates", "standard"): 20,
        ("draws_total", "fisher_yates", "standard"): 20 * 51,
        ("words_total", "fisher_yates", "standard"): 20 * 51,
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
        fetch(base, "/v1/integers?max=3000000000&count=1000&replacement=true&seed=1", "GET")
        fetch(base, "/v1/integers?max=six")
        fetch(base, "/a/path/of/nobody")
        send_raw(base, b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n")
        send_raw(base, b"GET / HTTP/9.9\r\n\r\n")
        counts = wait_for_counts(base, expected)
    # Of 2^32 words, 2^32 mod 3·10^9 are rejected: about 3 of 10.
    rejections = count(counts, "rejections_total")
    assert rejections < 520
    exact = {**expected, ("words_total",): 1000 + rejections, ("rejections_total",): rejections}
    assert {series: count(counts, *series) for series in exact} == exact
    assert 0 < count(counts, "request_duration_seconds_sum", shuffle) < 60
    assert not any("nobody" in label for _, labels in counts for label in labels)


def test_a_sealed_shoe_counts_the_shuffles_of_its_own_contents_that_its_draws_need() -> None:
    with run_service(WEB_CONCURRENCY="1") as base:
        shoe = post_json(base, "/v1/shoes", deck="euchre", algorithm="durstenfeld")["shoe"]
        shoe = post_json(base, "/v1/shoes/draw", shoe=shoe, count=20)["shoe"]
        post_json(base, "/v1/shoes/draw", shoe=shoe, count=20, reshuffle=True)
        game = post_json(base, "/v1/shoes", game="riichi")["shoe"]
        for _ in range(2):
            game = post_json(base, "/v1/shoes/deal", shoe=game)["shoe"]
        tickets = post_json(base, "/v1/shoes", max=10)["shoe"]
        post_json(base, "/v1/shoes/draw", shoe=tickets, count=3)
        counts = fetch_counts(base)
    assert count(counts, "shuffles_total", "durstenfeld", "euchre") == 2
    assert count(counts, "words_total", "durstenfeld", "euchre") == 2 * 23
    assert count(counts, "shuffles_total", "fisher_yates", "riichi") == 2  # the deck and the game have one name
    assert count(counts, "shuffles_total", "fisher_yates") == 1


def test_no_count_goes_back_when_workers_are_killed_or_replaced_and_no_files_are_left(tmp_path: Path) -> None:
    output = tmp_path / "output"
    shuffles = ("shuffles_total", "fisher_yates", "standard")
    requests = ("requests_total", "/v1/decks/{deck}/shuffle", "GET", "200")  # counted after the response was sent
    with run_service(output, WEB_CONCURRENCY="2") as base:
        master = master_pid(output)
        wait_until(lambda: len(worker_pids(master)) == 2)
        for _ in range(10):
            fetch(base, SHUFFLE)
        wait_for_counts(base, {shuffles: 10, requests: 10})
        folder = shared_folder(master)
        killed = worker_pids(master)
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(set(worker_pids(master)) - set(killed)) == 2)
        fetch(base, SHUFFLE)
        counts = wait_for_counts(base, {shuffles: 11, requests: 11})
        assert count(counts, *shuffles) == count(counts, *requests) == 11
        before = worker_pids(master)
        os.kill(master, signal.SIGHUP)
        wait_until(lambda: len(worker_pids(master)) == 2 and not set(worker_pids(master)) & set(before))
        fetch(base, SHUFFLE)
        wait_for_counts(base, {shuffles: 12, requests: 12})
        # Two files for each index, of which there are twice as many while new workers take over.
        assert len(list(folder.iterdir())) <= 2 * 2 * 2
    assert not folder.exists()


def test_metrics_can_be_turned_off() -> None:
    client = create_app(Settings(metrics=False)).test_client()
    assert client.get("/metrics").status_code == 404
    assert create_app(Settings()).test_client().get("/metrics").content_type == "text/plain; charset=utf-8"


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
@for_each("path", [SHUFFLE, "/nowhere", "/v1/decks", "/openapi.yaml", "/v1/integers?max=six"])
def test_a_valid_request_id_is_kept_and_any_other_is_replaced(live: str, path: str, value: str, is_valid: bool) -> None:
    response = fetch(live, path, headers={"X-Request-ID": value.encode("latin-1").decode("latin-1")})
    request_id = response.headers["X-Request-ID"]
    assert (request_id == value) is is_valid
    assert is_valid or re.fullmatch("[0-9a-f]{32}", request_id)
    if response.status >= 400:
        assert response.json["request_id"] == request_id


def test_no_two_requests_get_the_same_id(live: str) -> None:
    ids = {fetch(live, "/livez").headers["X-Request-ID"] for _ in range(50)}
    assert len(ids) == 50


def test_a_request_that_gunicorn_cannot_parse_has_an_id_too(live: str) -> None:
    response = send_raw(live, b"GET / HTTP/9.9\r\n\r\n")
    assert response.json["request_id"] == response.headers["X-Request-ID"]


SECRETS = iter(f"{number:03}SECRETSEED" for number in range(1000))


def send_secrets(base: str) -> Iterator[str]:
    """Send secrets in every place of a request, valid and invalid; yield what no log may hold."""
    secret = next(SECRETS)
    yield secret
    fetch(base, f"{SHUFFLE}?seed={secret}", headers={"Referer": f"http://x/?seed={secret}"})
    fetch(base, f"{SHUFFLE}?seed={secret}&sede={secret}", "HEAD", headers={"Cookie": secret, "User-Agent": secret})
    fetch(base, f"/v1/decks/{secret}/shuffle")
    fetch(base, f"/{secret}")
    fetch(base, f"/v1/integers?max={secret}")
    fetch(base, "/v1/integers", "POST", json.dumps({"max": 6, "seed": secret}).encode(), JSON)
    fetch(base, "/v1/integers", "POST", json.dumps({"max": 6, secret: secret}).encode(), JSON)
    fetch(base, "/v1/integers", "POST", f'{{"seed":"{secret}'.encode(), JSON)
    fetch(base, "/v1/items/shuffle", "POST", json.dumps({"items": [secret]}).encode(), JSON)
    fetch(base, f"/fails/{secret}?seed={secret}", "POST", secret.encode())
    opened = post_json(base, "/v1/shoes", deck="standard", label=secret)
    drawn = post_json(base, "/v1/shoes/draw", shoe=opened["shoe"], count=5, client_seed=secret)
    post_json(base, "/v1/shoes/draw", shoe=opened["shoe"][:-2] + "AA", count=5, client_seed=secret)
    game = post_json(base, "/v1/shoes", game="holdem", label=secret)
    dealt = post_json(base, "/v1/shoes/deal", shoe=game["shoe"], client_seed=secret)
    yield from (each["shoe"][40:80] for each in (game, dealt))
    for members in ({"stage": secret}, {"seats": [secret]}, {"client_seed": secret * 2}):
        post_json(base, "/v1/shoes/deal", shoe=dealt["shoe"], **members)
    for members in ({"pile": secret}, {"part": secret}, {"in_play": [secret]}):
        post_json(base, "/v1/shoes/draw", shoe=dealt["shoe"], count=1, **members)
    post_json(base, "/v1/shoes", game=secret)
    revealed = post_json(base, "/v1/shoes/reveal", shoe=drawn["shoe"])
    receipt = revealed["receipt"]
    yield from (each["shoe"][40:80] for each in (opened, drawn, revealed))
    yield receipt["server_seed"]
    post_json(base, "/v1/verify", receipt=receipt | {"server_seed": secret})
    post_json(base, "/v1/verify", receipt=receipt, seen=[{"cards": drawn["cards"]}])
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
    output, key = tmp_path_factory.mktemp("session") / "output", generate_key()
    with run_service(
        output,
        app="tests.server.apps.failing:app",
        WEB_CONCURRENCY="1",
        ACCESS_LOG="true",
        SHOE_KEYS=key,
        GUNICORN_CMD_ARGS="--log-level debug",
    ) as base:
        secrets = [key, *send_secrets(base)]
        fetch(base, SHUFFLE, headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01", "X-Request-ID": "traced"})
        fetch(base, SHUFFLE, headers={"traceparent": f"ff-{TRACE}-b7ad6b7169203331-01", "X-Request-ID": "untraced"})
        fetch(base, SHUFFLE, headers={"traceparent": f"00-{'0' * 32}-b7ad6b7169203331-01", "X-Request-ID": "no trace"})
        fetch(base, "/v1/integers", "POST", DICE, JSON | {"X-Request-ID": "dice"})
    return secrets, output


def test_nothing_that_is_secret_is_in_any_log(session: tuple[list[str], Path]) -> None:
    secrets, output = session
    log = output.read_text().lower()
    assert len(secrets) == 8
    assert [secret for secret in secrets if secret.lower() in log] == []


def test_every_line_of_the_log_is_json_and_every_request_has_one(session: tuple[list[str], Path]) -> None:
    log = log_lines(session[1])
    assert all(line.keys() >= {"time", "level", "pid"} for line in log)
    routes = {(line["method"], line["route"], line["status"]) for line in log if "route" in line}
    assert routes >= {
        ("GET", "/v1/decks/{deck}/shuffle", 200),
        ("HEAD", "/v1/decks/{deck}/shuffle", 422),
        ("GET", "/v1/decks/{deck}/shuffle", 404),
        ("GET", "none", 404),
        ("POST", "/v1/shoes/reveal", 200),
        ("POST", "/fails/{name}", 500),
        ("other", "none", 400),
    }


def test_a_line_of_the_access_log_has_the_documented_members(session: tuple[list[str], Path]) -> None:
    (line,) = (line for line in log_lines(session[1]) if line.get("request_id") == "dice")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert 0 < line.pop("duration_ms") < 30_000
    assert line.pop("bytes") > 50
    assert isinstance(line.pop("pid"), int)
    assert line == {
        "level": "info",
        "request_id": "dice",
        "trace_id": None,
        "method": "POST",
        "route": "/v1/integers",
        "status": 200,
        "problem": None,
    }


def test_the_log_has_the_trace_of_a_request_if_its_traceparent_is_valid(session: tuple[list[str], Path]) -> None:
    traces = {line["request_id"]: line["trace_id"] for line in log_lines(session[1]) if "trace_id" in line}
    assert (traces["traced"], traces["untraced"]) == (TRACE, None)
    assert list(traces.values()).count(TRACE) == 1


def test_a_failure_is_logged_with_its_traceback_and_without_its_message(session: tuple[list[str], Path]) -> None:
    (line,) = (line for line in log_lines(session[1]) if line["level"] == "error")
    assert line["message"].endswith(" failed at /fails/<name>")
    assert line["error"]["type"] == "builtins.ValueError"
    assert line["error"]["cause"]["type"] == "builtins.KeyError"
    assert any(place.startswith("tests/server/apps/failing.py:") for place in line["error"]["traceback"])
    assert "message" not in line["error"]
    (request,) = (line for line in log_lines(session[1]) if line.get("problem") == "internal-error")
    assert request["request_id"] in line["message"]


def test_a_client_that_was_too_slow_is_no_error(capfd: pytest.CaptureFixture[str]) -> None:
    log = JsonLogger(Config())
    for raised in (BlockingIOError(), OSError("SECRETSEED")):
        try:
            raise raised
        except OSError:
            log.exception("Socket error processing request.")
    (line,) = capfd.readouterr().err.splitlines()
    assert json.loads(line)["error"]["type"] == "builtins.OSError"


def test_readyz_lists_the_self_tests(live: str) -> None:
    assert fetch(live, "/readyz").json == {"status": "ready", "self_tests": list(SELF_TESTS)}


@pytest.mark.parametrize("path", [SHUFFLE, "/readyz", "/nowhere", "/", "/v1/algorithms", "/metrics"])
def test_a_worker_that_fails_a_self_test_serves_nothing(broken: str, path: str) -> None:
    response = fetch(broken, path)
    assert (response.status, response.json["type"]) == (503, "/v1/problems/self-test-failed")
    assert response.json["detail"].endswith(": fisher_yates.")
    assert response.headers["Retry-After"] == "60"


def test_a_worker_that_fails_a_self_test_is_alive(broken: str) -> None:
    assert fetch(broken, "/livez").status == 200


@pytest.fixture(scope="module")
def broken() -> Iterator[str]:
    """The base URL of a service with a broken shuffle."""
    with run_service(app="tests.server.apps.broken_shuffle:app", WEB_CONCURRENCY="1") as base:
        yield base


def prometheus_expressions() -> Iterator[str]:
    """Yield every expression of the dashboard and of the alerts."""
    board = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text())
    for panel in board["panels"]:
        yield from (target["expr"] for target in panel.get("targets", []))
    for group in yaml.safe_load((ROOT / "deploy" / "prometheus" / "alerts.yaml").read_text())["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


def test_every_metric_of_the_dashboard_and_the_alerts_is_published(live: str) -> None:
    fetch(live, SHUFFLE)
    fetch(live, "/v1/integers?max=six")
    counts = wait_for_counts(
        live, {("problems_total", "invalid-values"): 1, ("shuffles_total", "fisher_yates", "standard"): 1}
    )
    published = {name for name, _ in counts}
    used = {name for expression in prometheus_expressions() for name in re.findall(r"\bdealer_\w+", expression)}
    assert len(used) > 5
    assert used - published == set()


@pytest.mark.alerts
def test_prometheus_understands_every_expression(tmp_path: Path) -> None:
    rules: list[Any] = [
        {"record": f"expression:{number}", "expr": re.sub(r"\$__rate_interval", "5m", expression)}
        for number, expression in enumerate(prometheus_expressions())
    ]
    path = tmp_path / "rules.yaml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "expressions", "rules": rules}]}))
    checked = subprocess.run(["promtool", "check", "rules", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
