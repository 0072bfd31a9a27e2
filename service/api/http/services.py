"""The objects that all requests to an application share, and its settings, for views and hooks."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from flask import current_app

from ...core.crypto.keys import VrfKey
from ...core.crypto.signatures import SigningKey, sign_state
from ...core.crypto.tokens import Tokens
from ...core.shuffles.plans import Limits
from .concurrency import LARGE, LARGE_EXPERIMENT, SHORT, SharedSlots, Slots, hold_slot, require_thread
from .stats import Stats


class MetricsText(Protocol):
    def text(self) -> str:
        """Return the metrics in the text format of Prometheus."""


class Services(NamedTuple):
    """The objects that all requests to one application share.

    `experiments`, `streams` and `documents` (OpenAPI documents that are made) limit the concurrent requests in one
    worker, `large` in all workers. Fields from `limits` on are settings.
    """

    stats: Stats
    metrics: MetricsText | None
    experiments: Slots
    streams: Slots
    documents: Slots
    large: SharedSlots
    tokens: Tokens
    failed_self_tests: Sequence[str]
    limits: Limits
    allow_seeds: bool
    traces: bool
    signing_keys: tuple[SigningKey, ...]
    vrf_keys: tuple[VrfKey, ...]
    max_wait: float
    trusted_proxies: int
    cors_origins: tuple[str, ...]
    beacon_relays: tuple[str, ...]
    api_keys: tuple[str, ...]
    rate_limit: str
    rate_limit_storage: str

    def sign_state(self, digest: bytes) -> dict[str, str] | None:
        """Return `kid` and `signature` of the state of a shoe by the first key, None without keys."""
        return sign_state(digest, self.signing_keys[0]) if self.signing_keys else None


def services() -> Services:
    registered: Services = current_app._get_current_object().extensions["services"]  # type: ignore[attr-defined]  # fast
    return registered


def hold_slot_for(work: float, *, is_experiment: bool = False) -> None:
    """Hold a slot until the response is sent if `work` (items, draws or bytes) is large. Raises `Busy`.

    An experiment or a search is large above `LARGE_EXPERIMENT` and has a slot of its own, other work above `LARGE`.
    Leave the event loop if `work` is not short.
    """
    if work > SHORT:
        require_thread()
    if work > (LARGE_EXPERIMENT if is_experiment else LARGE):
        hold_slot(services().experiments if is_experiment else services().large)
