"""The series of /metrics, and their labels by name."""

import re
from base64 import urlsafe_b64decode
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from service import __version__
from service.core.crypto.keys import fingerprint
from service.core.crypto.tokens import generate_key
from service.core.rng.streams import STREAM
from service.core.shuffles.samplers import Permutation
from service.http.stats import BUCKETS, Stats
from service.metrics import PrometheusMetrics
from service.settings import Settings
from tests.conftest import run_service
from tests.server.client import fetch
from tests.server.processes import log_lines

EXAMPLE_KEYS = [generate_key(), generate_key()]
FINGERPRINTS = [
    fingerprint("SHOE_KEYS", urlsafe_b64decode(key)) for key in EXAMPLE_KEYS
]
COST = Permutation([], draws=51, words=60, rejections=9)


def list_series(
    metrics: PrometheusMetrics,
) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Return the value of each series by its name and its labels, without the times at which they began."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics.text())
        for sample in family.samples
        if not sample.name.endswith("_created")
    }


def test_each_series_has_its_labels_by_name() -> None:
    stats = Stats()
    settings = Settings(
        shoe_keys=tuple(EXAMPLE_KEYS), shoe_ttl=90, api_keys=("a" * 64, "b" * 64)
    )
    metrics = PrometheusMetrics(stats, settings)
    for seconds in (0.0004, 0.02, 40.0, None):
        stats.record_response(
            "/v1/decks/{deck}/shuffle", "GET", 200, "", seconds, seconds
        )
        stats.record_lag(0.02)
    stats.in_progress, stats.lost_lines, stats.is_log_stuck = 3, 7, True
    stats.record_response("none", "other", 405, "method-not-allowed", 0.25)
    stats.record_shuffles({"algorithm": "fisher_yates", "deck": "standard"}, [COST], 3)
    stats.record_shuffles(
        {"algorithm": "mongean", "deck": "piquet", "game": "ecarte"}, [COST]
    )
    stats.record_shuffles({"algorithm": None}, [COST])

    shuffle = (("route", "/v1/decks/{deck}/shuffle"),)
    none = (("route", "none"),)
    by_deck = (("algorithm", "fisher_yates"), ("deck", "standard"), ("game", ""))
    by_game = (("algorithm", "mongean"), ("deck", "piquet"), ("game", "ecarte"))
    by_nothing = (("algorithm", ""), ("deck", ""), ("game", ""))
    expected: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {
        (
            "dealer_build_info",
            (("revision", "unknown"), ("stream", STREAM), ("version", __version__)),
        ): 1,
        (
            "dealer_key_info",
            (
                ("fingerprint", FINGERPRINTS[0]),
                ("setting", "SHOE_KEYS"),
                ("use", "seals"),
            ),
        ): 1,
        (
            "dealer_key_info",
            (
                ("fingerprint", FINGERPRINTS[1]),
                ("setting", "SHOE_KEYS"),
                ("use", "opens"),
            ),
        ): 1,
        ("dealer_api_keys", ()): 2,
        ("dealer_shoe_ttl_seconds", ()): 90,
        ("dealer_log_stuck_workers", ()): 1,
        ("dealer_requests_total", (("method", "GET"), *shuffle, ("status", "200"))): 4,
        ("dealer_requests_total", (("method", "other"), *none, ("status", "405"))): 1,
        ("dealer_problems_total", (("type", "method-not-allowed"),)): 1,
        ("dealer_request_duration_seconds_count", shuffle): 3,
        ("dealer_request_duration_seconds_sum", shuffle): 40.0204,
        ("dealer_request_duration_seconds_count", none): 1,
        ("dealer_request_duration_seconds_sum", none): 0.25,
        ("dealer_request_wait_seconds_count", ()): 3,
        ("dealer_request_wait_seconds_sum", ()): 40.0204,
        ("dealer_loop_lag_seconds_count", ()): 4,
        ("dealer_loop_lag_seconds_sum", ()): 0.08,
        ("dealer_requests_in_progress", ()): 3,
        ("dealer_log_lines_lost_total", ()): 7,
    }
    for bound in (*BUCKETS, float("inf")):
        text = "+Inf" if bound > 100 else str(bound)
        counts = (bound >= 0.0004) + (bound >= 0.02) + (bound >= 40)
        expected["dealer_request_duration_seconds_bucket", (("le", text), *shuffle)] = (
            counts
        )
        expected["dealer_request_wait_seconds_bucket", (("le", text),)] = counts
        expected["dealer_loop_lag_seconds_bucket", (("le", text),)] = 4 * (
            bound >= 0.02
        )
        expected["dealer_request_duration_seconds_bucket", (("le", text), *none)] = (
            bound >= 0.25
        )
    for labels, shuffles in ((by_deck, 3), (by_game, 1), (by_nothing, 1)):
        expected["dealer_shuffles_total", labels] = shuffles
        for name in ("draws", "words", "rejections"):
            expected[f"dealer_{name}_total", labels] = getattr(COST, name)
    assert list_series(metrics) == expected


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
    assert keys == list(zip(FINGERPRINTS, ("seals", "opens"), strict=True))
    (line,) = (
        line for line in log_lines(output) if line.get("message", "").startswith("Keys")
    )
    listed = "; ".join(f"{key} of SHOE_KEYS {use}" for key, use in keys)
    assert line["message"] == f"Keys, by their fingerprints: {listed}; API_KEYS: 0"
