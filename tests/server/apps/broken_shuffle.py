"""The service with a shuffle that leaves out its last swap."""

from dataclasses import replace

from service.core.rng.sources import Source
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.rules import fisher_yates


def fisher_yates_without_last_swap(n: int, source: Source, count: int) -> list[int]:
    order = fisher_yates(n, source, count)
    order[-2:] = sorted(order[-2:])
    return order


SHUFFLES["fisher_yates"] = replace(SHUFFLES["fisher_yates"], rule=fisher_yates_without_last_swap)  # type: ignore[index]

from service.app import create_app  # noqa: E402

app = create_app()
