"""The objects that all requests to an application share, and its settings, for views and hooks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from flask import current_app

from ..core.crypto.keys import VrfKey
from ..core.crypto.signatures import SigningKey
from ..core.limits import Limits
from ..core.rng.streams import Randomness
from .concurrency import LARGE, SharedSlots, hold_slot
from .stats import Stats


class Metrics(Protocol):
    def text(self) -> str:
        """Return the metrics in the text format of Prometheus."""

    def share(self, folder: Path, index: int) -> None:
        """Share the counts with other processes by files in a folder. No other process has the same index."""

    def publish(self) -> None:
        """Add the counts since the last call to the metrics."""


class Prover(Protocol):
    """Signs and proves the responses of any endpoint that draws. Its checks raise `Refused`."""

    def check_signable(self, parameters: Mapping[str, Any], media_type: str) -> None:
        """Check that the response to a request with these parameters can be signed."""

    def sign(self, request: dict[str, Any], body: Mapping[str, Any]) -> str:
        """Return the receipt of a response with this body. `request` has the request's method, path and parameters."""

    def check_provable(
        self, terms: Mapping[str, Any], common: Mapping[str, Any], media_type: str
    ) -> None:
        """Check that a response with these terms can be proved; `common` has its members before the results."""

    def prove(
        self, terms: Mapping[str, Any], named_request: dict[str, Any]
    ) -> tuple[Randomness, dict[str, Any]]:
        """Return a `Randomness` with the seed that the terms and the request decide, and the proof of the seed."""


class Services(NamedTuple):
    """The objects that all requests to one application share.

    `streams` limits the long streams of one worker, `large` limits the large requests of all workers. The fields from
    `limits` on are settings.
    """

    stats: Stats
    metrics: Metrics | None
    streams: SharedSlots
    large: SharedSlots
    failed_self_tests: Sequence[str]
    prover: Prover
    limits: Limits
    allow_seeds: bool
    traces: bool
    signing_keys: tuple[SigningKey, ...]
    vrf_keys: tuple[VrfKey, ...]
    max_wait: float
    max_streams: int
    max_cpu_seconds: int
    processes: int
    trusted_proxies: int
    cors_origins: tuple[str, ...]
    beacon_relays: tuple[str, ...]
    api_keys: tuple[str, ...]
    rate_limit: str
    rate_limit_storage: str


def services() -> Services:
    registered: Services = current_app._get_current_object().extensions["services"]  # type: ignore[attr-defined]  # fast
    return registered


def hold_large(size: int) -> None:
    """Hold a slot until the response is sent if `size`, in items or bytes, is large. Raises `Busy` if all are taken."""
    if size > LARGE:
        hold_slot(services().large)
