"""The caches of the service, and what the tests of its folders say of them.

The tests of a folder have a module `caches` if functions of the folder have a cache. It names them:

- `CONSTANT` has the caches with keys that no request decides;
- `FILLS` has, for each other cache, the function that fills it with the largest values that requests can make.

A function without parameters has one entry for ever, and needs no name.
"""

import functools
import gc
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from service.http.draw_cache import DrawCache

FunctionCache = type(functools.cache(len))
Fill = Callable[[FlaskClient], object]


class Cache(NamedTuple):
    """A cache of any kind: its name, what clears it, how many entries it has, and how many it keeps at most."""

    name: str
    clear: Callable[[], object]
    count_entries: Callable[[], int]
    room: int | None


def find_caches() -> dict[str, list[Cache]]:
    """Return the caches of the service by name: every application has its own, also the applications of other tests."""
    caches: dict[str, list[Cache]] = {}
    gc.unfreeze()  # conftest.py hides from the collector what the collection of tests creates
    gc.collect()  # a request can have a cache of its own, which goes with it
    for cache in filter(None, map(_read_cache, gc.get_objects())):
        if cache.name.startswith("service."):
            caches.setdefault(cache.name, []).append(cache)
    gc.freeze()
    return caches


def _read_cache(value: Any) -> Cache | None:
    """Return what a value is as a cache; None if it is none, or the cache of a function without parameters."""
    if isinstance(value, DrawCache):
        name = _name_object(DrawCache)
        return Cache(name, value.clear, value.__len__, value.max_draws)
    if isinstance(value, FunctionCache) and inspect.signature(value).parameters:
        return Cache(
            _name_object(value),
            value.cache_clear,
            lambda: value.cache_info().currsize,
            value.cache_parameters()["maxsize"],
        )
    return None


def _name_object(value: Any) -> str:
    """Return the name of a class or a function with its module; a cache of another library may have none."""
    return f"{value.__module__}.{getattr(value, '__qualname__', '')}"


def get_all(client: FlaskClient, paths: Iterable[str]) -> None:
    """Send a GET to each path, as what a fill does; each is answered with 200."""
    for path in paths:
        assert client.get(path).status_code == 200
