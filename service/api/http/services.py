"""The services of an application: everything that views and hooks need and that the settings decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from flask import current_app

from service.api.http.concurrency import LARGE, SharedSlots, Slots, hold_slot
from service.api.http.request_context import current_request
from service.api.http.stats import Stats
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import Tokens
from service.core.shuffles.plans import Limits


class MetricsText(Protocol):
    """The metrics that /metrics exposes."""

    def text(self) -> str:
        """Return the metrics in the text format of Prometheus."""


@dataclass(frozen=True, kw_only=True)
class Services:
    """The services of one application.

    `experiments` and `streams` bound what one worker does at a time, `large` what all workers do. The fields after the
    blank line are settings.
    """

    stats: Stats
    metrics: MetricsText | None
    experiments: Slots
    streams: Slots
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
    api_keys: tuple[str, ...]
    rate_limit: str
    rate_limit_storage: str


def services() -> Services:
    """Return the services of the running application."""
    registered: Services = current_app._get_current_object().extensions["services"]  # type: ignore[attr-defined]  # fast
    return registered


def hold_slot_for(work: float) -> None:
    """Hold a slot until the response is sent if it takes the work of a large one. Raises `Busy` if none is free."""
    if work > LARGE:
        hold_slot(current_request().environ, services().large)
