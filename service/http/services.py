"""What all requests to an application share: objects that count or limit, and settings for views and hooks."""

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from flask import current_app

from ..core.limits import Limits
from .concurrency import LARGE, SharedSlots, hold_slot
from .draw_cache import DrawCache
from .stats import Stats


class Metrics(Protocol):
    def text(self) -> str:
        """Return the metrics in the text format of Prometheus."""

    def share(self, folder: Path, index: int) -> None:
        """Share the counts with other processes by files in a folder. No other process has the same index."""

    def publish(self) -> None:
        """Add the counts since the last call to the metrics."""


class Allowed(NamedTuple):
    """The limits of a request, and whether it may choose.

    Beside limits that a capability has of its own, these are the only settings on which a prepared draw depends.
    """

    limits: Limits
    seeds: bool
    """Whether a request may choose or favour its results, for example by a seed: the setting ALLOW_SEEDS."""


class Access(NamedTuple):
    """Settings that say who may call the service, from which pages, how often, and how long a request may wait."""

    api_keys: tuple[str, ...]
    """The SHA-256 hash of each API key; empty if no request needs a key."""
    cors_origins: tuple[str, ...]
    """The origins of the pages that may call the service."""
    trusted_proxies: int
    """The number of proxies in front, which say from which address a request comes."""
    rate_limit: str
    """The requests that one caller may send, such as "100/second"; "" for any number."""
    rate_limit_storage: str
    max_wait: float
    """The seconds that a request may wait in the server before it is refused."""


class Services(NamedTuple):
    """The objects that all requests to one application share, and its settings in records for those who read them.

    `streams` limits the long streams of one worker, `large` limits the large requests of all workers.
    """

    stats: Stats
    metrics: Metrics | None
    streams: SharedSlots
    large: SharedSlots
    draws: DrawCache[Any, Any]
    """The draws of the last small requests, for the views that draw (`DrawHandler`)."""
    allowed: Allowed
    access: Access


def services() -> Services:
    """Return the `Services` of the application that answers the running request."""
    registered: Services = current_app._get_current_object().extensions["services"]  # type: ignore[attr-defined]  # fast
    return registered


def hold_large(size: int) -> None:
    """Hold a slot until the response is sent if `size`, in items or bytes, is large. Raises `Busy` if all are taken."""
    if size > LARGE:
        hold_slot(services().large)
