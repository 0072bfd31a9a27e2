"""The setting of experiments on bias: how much one of them may draw."""

from dataclasses import dataclass

from ..setting_fields import setting


@dataclass(frozen=True, kw_only=True)
class BiasSettings:
    """The settings of experiments on bias."""

    max_trials: int = setting(
        "draws made, with their weight, and items counted for one experiment on bias; `make bench NAME=trials` has no "
        "such limit",
        150_000_000,  # some 8 ns each
    )
