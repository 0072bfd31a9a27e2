"""Every cache of the service is known to the tests of its folder, and is bounded by what a worker may hold."""

from collections.abc import Iterable

import pytest
from flask.testing import FlaskClient

from tests.caches import Cache, Fill, find_caches, list_constant, list_fills
from tests.cards.caches import fill_packs
from tests.memory import measure_kept

CONSTANT = list_constant()
FILLS = list_fills()
MAX_BYTES = 32 << 20
"""The bytes of all caches in a worker whose entries requests decide."""
MAX_SCALE = 8
"""How often what is measured has room in their cache; what Python allocates for itself counts so often."""


def measure(fill: Fill, client: FlaskClient, caches: Iterable[Cache]) -> int:
    """Return the bytes that stay in use after a function that fills caches."""

    def clear() -> None:
        for cache in caches:
            cache.clear()

    return measure_kept(lambda: fill(client), clear)


def find_scale(caches: Iterable[Cache]) -> float:
    """Return how often the entries of the fullest of some caches have room in it, which is at least once."""
    fullest = max(caches, key=lambda cache: cache.count_entries())
    assert fullest.room is not None
    return max(1.0, fullest.room / fullest.count_entries())


def test_every_cache_is_known(client: FlaskClient) -> None:
    assert client.get("/").status_code == 200
    assert find_caches().keys() == CONSTANT | FILLS.keys()


def test_only_the_packs_are_kept_without_a_bound(client: FlaskClient) -> None:
    caches = find_caches()
    unbounded = {
        name for name in FILLS if any(cache.room is None for cache in caches[name])
    }
    assert unbounded == {name for name, fill in FILLS.items() if fill is fill_packs}


@pytest.mark.exhaustive
def test_the_caches_of_a_worker_are_bounded_in_bytes(client: FlaskClient) -> None:
    caches_by_name = find_caches()
    names_by_fill: dict[Fill, list[str]] = {}
    for name, fill in FILLS.items():
        names_by_fill.setdefault(fill, []).append(name)
    filled = [cache for name in FILLS for cache in caches_by_name[name]]
    fill_packs(client)
    sizes = {"packs": measure(fill_packs, client, filled)}
    del names_by_fill[fill_packs]
    # All other caches share the packs.
    others = [cache for cache in filled if cache.room is not None]
    for fill, names in names_by_fill.items():
        # What stays for ever, such as a compiled template, is no part of the cache.
        fill(client)
        size = measure(fill, client, others)
        scale = max(find_scale(caches_by_name[name]) for name in names)
        assert scale <= MAX_SCALE, names
        sizes[" and ".join(names)] = round(size * scale)
    print(*(f"{size / 2**20:.1f} MiB {name}" for name, size in sizes.items()), sep="\n")
    assert sum(sizes.values()) < MAX_BYTES
