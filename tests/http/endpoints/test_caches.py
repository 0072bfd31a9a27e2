"""Every cache of the service is known to the tests of its folder, and is bounded by what a worker may hold."""

from collections.abc import Iterable
from importlib import import_module

import pytest
from flask.testing import FlaskClient

from tests.caches import Cache, Fill, find_caches
from tests.cards.caches import fill_packs
from tests.memory import measure_kept
from tools.files import ROOT

MODULES = [
    import_module(f"tests.{path.parent.name}.caches")
    for path in sorted((ROOT / "tests").glob("*/caches.py"))
]
CONSTANT = {name for module in MODULES for name in getattr(module, "CONSTANT", ())}
FILLS: dict[str, Fill] = {}
for module in MODULES:
    FILLS.update(getattr(module, "FILLS", {}))
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


def test_every_cache_is_known_and_those_that_requests_fill_have_a_bound(
    client: FlaskClient,
) -> None:
    assert client.get("/").status_code == 200
    caches = find_caches()
    assert caches.keys() == CONSTANT | FILLS.keys()
    for name, fill in FILLS.items():
        is_bounded = None not in {cache.room for cache in caches[name]}
        assert is_bounded is (fill is not fill_packs), name


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
