"""The series of /metrics, and their labels by name."""

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service import __version__
from service.core.crypto.keys import fingerprint
from service.core.rng.streams import STREAM
from service.core.shuffles.samplers import Permutation
from service.http.stats import BUCKETS, Stats
from service.metrics import SHUFFLE_LABELS, PrometheusMetrics
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.conftest import run_service
from tests.server.client import fetch
from tests.server.processes import log_lines
from tests.tables import for_each

EXAMPLE_KEYS = [generate_key(), generate_key()]
FINGERPRINTS = [
    fingerprint("SHOE_KEYS", urlsafe_b64decode(key)) for key in EXAMPLE_KEYS
]
COST = Permutation([], draws=51, words=60, rejections=9)


def list_series(metrics: PrometheusMetrics) -> dict[str, float]:
    """Return the value of each series by its name and its labels, without the times at which they began."""
    values = {}
    for family in text_string_to_metric_families(metrics.text()):
        for sample in family.samples:
            if not sample.name.endswith("_created"):
                labels = [
                    f"{name}={sample.labels[name]}" for name in sorted(sample.labels)
                ]
                values[" ".join([sample.name, *labels])] = sample.value
    return values


def count_fast(durations: Iterable[float], bound: float) -> int:
    """Return how many durations are in the bucket of a bound."""
    return sum(seconds <= bound for seconds in durations)


DURATIONS = (0.0004, 0.02, 40.0)
SHUFFLE_ROUTE = "/v1/decks/{deck}/shuffle"
Series = dict[str, float]


@pytest.fixture(scope="module")
def series() -> Series:
    """Return all series of a service with settings, after requests, shuffles and lost lines of its log."""
    stats = Stats(SHUFFLE_LABELS)
    settings = Settings(
        shoe_keys=tuple(EXAMPLE_KEYS), shoe_ttl=90, api_keys=("a" * 64, "b" * 64)
    )
    metrics = PrometheusMetrics(stats, settings)
    for seconds in (*DURATIONS, None):
        stats.record_response(SHUFFLE_ROUTE, "GET", 200, "", seconds, seconds)
        stats.record_lag(0.02)
    stats.in_progress = 3
    stats.lost_lines = 7
    stats.is_log_stuck = True
    stats.record_restart()
    stats.record_restart()
    stats.record_response("none", "other", 405, "method-not-allowed", 0.25)
    stats.record_shuffles({"algorithm": "fisher_yates", "deck": "standard"}, [COST], 3)
    ecarte = {"algorithm": "mongean", "deck": "piquet", "game": "ecarte"}
    stats.record_shuffles(ecarte, [COST])
    stats.record_shuffles({"algorithm": None}, [COST])
    return list_series(metrics)


def expect_build_and_settings() -> Series:
    """Return the series that are known when the service starts."""
    build = f"revision=unknown stream={STREAM} version={__version__}"
    seals, opens = FINGERPRINTS
    return {
        f"dealer_build_info {build}": 1,
        f"dealer_key_info fingerprint={seals} setting=SHOE_KEYS use=seals": 1,
        f"dealer_key_info fingerprint={opens} setting=SHOE_KEYS use=opens": 1,
        "dealer_api_keys": 2,
        "dealer_shoe_ttl_seconds": 90,
    }


def expect_log() -> Series:
    """Return the series of a log that nobody reads."""
    return {"dealer_log_stuck_workers": 1, "dealer_log_lines_lost_total": 7}


def expect_requests() -> Series:
    """Return the series of requests, of which one has a problem and one has no duration."""
    shuffle = f"route={SHUFFLE_ROUTE}"
    return {
        f"dealer_requests_total method=GET {shuffle} status=200": 4,
        "dealer_requests_total method=other route=none status=405": 1,
        "dealer_problems_total type=method-not-allowed": 1,
        "dealer_requests_in_progress": 3,
        f"dealer_request_duration_seconds_count {shuffle}": 3,
        f"dealer_request_duration_seconds_sum {shuffle}": 40.0204,
        "dealer_request_duration_seconds_count route=none": 1,
        "dealer_request_duration_seconds_sum route=none": 0.25,
        "dealer_request_wait_seconds_count": 3,
        "dealer_request_wait_seconds_sum": 40.0204,
        "dealer_loop_lag_seconds_count": 4,
        "dealer_loop_lag_seconds_sum": 0.08,
    }


def expect_buckets() -> Series:
    """Return the series of the buckets of all durations."""
    expected: Series = {}
    for bound in (*BUCKETS, float("inf")):
        le = "le=+Inf" if bound > 100 else f"le={bound}"
        duration = f"dealer_request_duration_seconds_bucket {le}"
        expected[f"{duration} route={SHUFFLE_ROUTE}"] = count_fast(DURATIONS, bound)
        expected[f"{duration} route=none"] = count_fast([0.25], bound)
        wait = f"dealer_request_wait_seconds_bucket {le}"
        expected[wait] = count_fast(DURATIONS, bound)
        lag = f"dealer_loop_lag_seconds_bucket {le}"
        expected[lag] = count_fast([0.02] * 4, bound)
    return expected


SHUFFLES = {
    "algorithm=fisher_yates deck=standard game=": 3,
    "algorithm=mongean deck=piquet game=ecarte": 1,
    "algorithm= deck= game=": 1,
}


def expect_shuffles() -> Series:
    """Return the series of shuffles and of what they drew."""
    expected: Series = {}
    for labels, shuffles in SHUFFLES.items():
        expected[f"dealer_shuffles_total {labels}"] = shuffles
        expected[f"dealer_draws_total {labels}"] = COST.draws
        expected[f"dealer_words_total {labels}"] = COST.words
        expected[f"dealer_rejections_total {labels}"] = COST.rejections
    return expected


def is_of_processes(name: str) -> bool:
    """Return whether a series has another value whenever it is read."""
    return name.startswith("process_") or name == "dealer_processes"


EXPECTED: dict[str, Series] = {
    "build and settings": expect_build_and_settings(),
    "log": expect_log(),
    "requests": expect_requests(),
    "buckets": expect_buckets(),
    "shuffles": expect_shuffles(),
    "restarts": {"dealer_worker_restarts_total": 2},
}


@for_each("expected", EXPECTED.values(), ids=EXPECTED)
def test_each_series_has_its_labels_by_name(series: Series, expected: Series) -> None:
    assert {name: series.get(name) for name in expected} == expected


def test_there_are_no_other_series(series: Series) -> None:
    fixed = {name for name in series if not is_of_processes(name)}
    assert fixed == set().union(*EXPECTED.values())


def test_the_series_of_processes_have_the_names_that_prometheus_knows(
    series: Series,
) -> None:
    values = {name: series[name] for name in series if is_of_processes(name)}
    assert values.keys() == {
        "dealer_processes",
        "process_cpu_seconds_total",
        "process_open_fds",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
    }
    assert min(values.values()) > 0


def test_the_cpu_time_of_a_process_is_counted_once_and_where_it_is_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([5.0, 5.0, 0.5, 2.0, 8.0, 8.5])
    monkeypatch.setattr("time.process_time", lambda: next(times))
    worker = Stats(SHUFFLE_LABELS)
    process = Stats(SHUFFLE_LABELS)
    assert process.take() == ([], 0)  # it was forked: its time begins anew
    taken = process.take()
    assert taken == ([], 1.5)
    worker.add(taken)
    assert worker.drain().cpu_seconds == 1.5 + 3
    assert worker.drain().cpu_seconds == 0.5


def test_workers_that_share_their_counts_publish_the_build_and_the_keys_once(
    tmp_path: Path,
) -> None:
    output = tmp_path / "output"
    settings = {
        "SHOE_KEYS": f"open:{EXAMPLE_KEYS[1]},{EXAMPLE_KEYS[0]}",
        "SOURCE_REVISION": "c0ffee",
    }
    with run_service(output, **settings) as base:
        response = fetch(base, "/metrics")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    text = response.body.decode()
    build = f'{{revision="c0ffee",stream="{STREAM}",version="{__version__}"}} 1.0'
    assert re.findall(r"^dealer_build_info(.*)$", text, re.MULTILINE) == [build]
    keys = re.findall(
        r'^dealer_key_info{fingerprint="(\w+)",setting="SHOE_KEYS",use="(\w+)"} 1.0$',
        text,
        re.MULTILINE,
    )
    seals, opens = FINGERPRINTS
    assert keys == [(seals, "seals"), (opens, "opens")]
    messages = [line.get("message", "") for line in log_lines(output)]
    (message,) = (message for message in messages if message.startswith("Keys"))
    assert message == (
        f"Keys, by their fingerprints: {seals} of SHOE_KEYS seals; {opens} of SHOE_KEYS opens; API_KEYS: 0"
    )
