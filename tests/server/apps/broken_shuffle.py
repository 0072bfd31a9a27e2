"""The service with a shuffle that leaves out its last swap."""

from dataclasses import replace

from service.core.rng.sources import Source
from service.core.shuffles import rules
from service.core.shuffles.algorithms import SHUFFLES


def fisher_yates(n: int, source: Source, count: int) -> list[int]:
    """Return the order of a Fisher-Yates shuffle of n positions with the last two sorted."""
    order = rules.fisher_yates(n, source, count)
    order[-2:] = sorted(order[-2:])
    return order


SHUFFLES["fisher_yates"] = replace(SHUFFLES["fisher_yates"], rule=fisher_yates)  # type: ignore[index]

from service.app import create_app  # noqa: E402

app = create_app()
