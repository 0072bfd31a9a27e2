"""How many examples Hypothesis tries of a property, and the checks of a run that are left out.

Where CI is set, Hypothesis takes a profile that tries the same examples each time; here SEED (Makefile) decides them.
"""

from hypothesis import HealthCheck, settings

_CHECKS_BY_CHANCE = [
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.too_slow,
]
"""Checks that fail on a slow machine, or with a seed that brings few examples which fit: neither is an error."""

settings.register_profile(
    "few",
    settings.get_profile("default"),
    max_examples=20,
    deadline=None,
    suppress_health_check=_CHECKS_BY_CHANCE,
)
settings.register_profile("many", settings.get_profile("few"), max_examples=100)
settings.load_profile("few")

FEW = settings(max_examples=10)
"""Tries a property with few examples, as it is tried with each entry of a table."""


def try_many() -> None:
    """Try as many examples as the suite `exhaustive` does."""
    settings.load_profile("many")


def tries_many() -> bool:
    """Return whether the suite `exhaustive` runs."""
    return settings.get_current_profile_name() == "many"
