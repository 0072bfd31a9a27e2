"""What the metrics of a service count."""

from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

from tests.server.client import fetch
from tools.serving import wait_until

Counts = dict[tuple[str, frozenset[str]], float]


def parse_counts(text: str) -> Counts:
    """Return every series of /metrics by its name and the values of its labels."""
    return {
        (sample.name, frozenset(filter(None, sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def count(counts: Counts, name: str, *labels: str) -> float:
    """Return the value of a series, or 0 if nothing has been counted."""
    return counts.get((f"dealer_{name}", frozenset(labels)), 0)


def wait_for_counts(base: str, expected: Mapping[tuple[str, ...], float]) -> Counts:
    """Return the counts once all of these are large enough; each worker publishes its own about once a second.

    Each is given by its name and the values of its labels.
    """
    counts: Counts = {}

    def is_published() -> bool:
        nonlocal counts
        counts = parse_counts(fetch(base, "/metrics").body.decode())
        return all(
            count(counts, *series) >= number for series, number in expected.items()
        )

    wait_until(is_published)
    return counts
