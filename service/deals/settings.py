"""The setting of searches for deals that fulfil a condition: how many deals one of them may look at."""

from dataclasses import dataclass

from ..setting_fields import setting


@dataclass(frozen=True, kw_only=True)
class DealSettings:
    """The settings of deals."""

    max_candidates: int = setting(
        "deals that one request with a condition looks at", 2_000_000
    )
