"""The service with a shuffle that forgets its last swap."""

from dataclasses import replace

from service.core.rng.sources import Source
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.rules import fisher_yates


def forgetful(n: int, source: Source, count: int) -> list[int]:
    order = fisher_yates(n, source, count)
    order[-2:] = sorted(order[-2:])
    return order


SHUFFLES["fisher_yates"] = replace(SHUFFLES["fisher_yates"], rule=forgetful)  # type: ignore[index]

from service.app import create_app  # noqa: E402

app = create_app()
