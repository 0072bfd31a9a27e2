"""The series of /metrics, their labels by name, and the files in which workers share their counts."""

import os
import signal
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.core import Sample
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from service import __version__
from service.api.http.stats import BUCKETS, Stats
from service.core.rng.streams import STREAM
from service.core.shuffles.plans import Permutation
from service.server.metrics import PrometheusMetrics
from tests.conftest import run_service
from tests.server.client import fetch
from tests.server.processes import master_pid, shared_folder
from tools.serving import wait_until

SHUFFLE = "/v1/decks/standard/shuffle"


COST = Permutation([], draws=51, words=60, rejections=9)


def list_series(metrics: PrometheusMetrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Return the value of each series by its name and its labels, without the times at which they began."""
    samples: list[Sample] = [
        sample for family in text_string_to_metric_families(metrics.text()) for sample in family.samples
    ]
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for sample in samples
        if not sample.name.endswith("_created")
    }


def test_each_series_has_its_labels_by_name() -> None:
    stats = Stats()
    metrics = PrometheusMetrics(stats)
    for seconds in (0.0004, 0.02, 40.0, None):
        stats.record_response("/v1/decks/<deck>/shuffle", "GET", 200, "", seconds)
    stats.record_response("", "other", 405, "method-not-allowed", 0.25)
    stats.record_shuffles({"algorithm": "fisher_yates", "deck": "standard"}, [COST], 3)
    stats.record_shuffles({"algorithm": "mongean", "deck": "piquet", "game": "ecarte"}, [COST])
    stats.record_shuffles({"algorithm": None}, [COST])

    shuffle = (("route", "/v1/decks/{deck}/shuffle"),)
    none = (("route", "none"),)
    by_deck = (("algorithm", "fisher_yates"), ("deck", "standard"), ("game", ""))
    by_game = (("algorithm", "mongean"), ("deck", "piquet"), ("game", "ecarte"))
    by_nothing = (("algorithm", ""), ("deck", ""), ("game", ""))
    expected: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {
        ("dealer_build_info", (("stream", STREAM), ("version", __version__))): 1,
        ("dealer_requests_total", (("method", "GET"), *shuffle, ("status", "200"))): 4,
        ("dealer_requests_total", (("method", "other"), *none, ("status", "405"))): 1,
        ("dealer_problems_total", (("type", "method-not-allowed"),)): 1,
        ("dealer_request_duration_seconds_count", shuffle): 3,
        ("dealer_request_duration_seconds_sum", shuffle): 40.0204,
        ("dealer_request_duration_seconds_count", none): 1,
        ("dealer_request_duration_seconds_sum", none): 0.25,
    }
    for bound in (*BUCKETS, float("inf")):
        text = "+Inf" if bound > 100 else str(bound)
        expected["dealer_request_duration_seconds_bucket", (("le", text), *shuffle)] = (
            (bound >= 0.0004) + (bound >= 0.02) + (bound >= 40)
        )
        expected["dealer_request_duration_seconds_bucket", (("le", text), *none)] = bound >= 0.25
    for labels, shuffles in ((by_deck, 3), (by_game, 1), (by_nothing, 1)):
        expected["dealer_shuffles_total", labels] = shuffles
        for name in ("draws", "words", "rejections"):
            expected[f"dealer_{name}_total", labels] = getattr(COST, name)
    assert list_series(metrics) == expected


def test_the_counts_of_a_process_grow() -> None:
    stats = Stats()
    metrics = PrometheusMetrics(stats)
    for number in (1, 2):
        stats.record_response("/livez", "GET", 200, "", 0.001)
        series = ("dealer_requests_total", (("method", "GET"), ("route", "/livez"), ("status", "200")))
        assert list_series(metrics)[series] == number


def test_a_worker_publishes_its_counts_though_nobody_asks_it_for_them(tmp_path: Path) -> None:
    output = tmp_path / "output"

    def is_counted(folder: Path, shuffles: int) -> bool:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
        labels = {"algorithm": "fisher_yates", "deck": "standard", "game": ""}
        return registry.get_sample_value("dealer_shuffles_total", labels) == shuffles

    with run_service(output, WEB_CONCURRENCY="2") as base:
        for number in (1, 2):
            fetch(base, SHUFFLE)
            folder = shared_folder(master_pid(output))
            wait_until(partial(is_counted, folder, number))
        fetch(base, SHUFFLE)
        os.kill(master_pid(output), signal.SIGHUP)  # before a second has passed: the worker publishes as it stops
        wait_until(partial(is_counted, folder, 3))


def test_workers_that_share_their_counts_publish_the_build_once(live: str) -> None:
    build = [line for line in fetch(live, "/metrics").body.decode().splitlines() if "dealer_build_info{" in line]
    assert build == [f'dealer_build_info{{stream="{STREAM}",version="{__version__}"}} 1.0']
