"""What service/server needs at its start: settings, keys, and what is made once for all workers."""

import os
from typing import Any

from .environment import exit_on_invalid_setting, is_set
from .names.texts import compile_patterns
from .settings import (
    ServerSettings,
    Settings,
    find_look_alikes,
    list_made_keys,
    read_settings,
)


def check_settings() -> list[Any]:
    """Read all settings, so that one start reports everything that is wrong, and return them."""
    with exit_on_invalid_setting():
        return read_settings(ServerSettings, Settings)


def read_server_settings() -> ServerSettings:
    """Return the settings of gunicorn.

    Files of secrets are not read. SIGHUP reads these settings again, and a file that has become invalid must not end
    the service.
    """
    with exit_on_invalid_setting():
        return ServerSettings.from_environment()


def make_keys() -> list[str]:
    """Set, for all workers, each variable with a key that the service makes itself; return the warning of each."""
    warnings = []
    for entry, made_key in list_made_keys():
        name = entry.name.upper()
        if not is_set(name):
            os.environ[name] = made_key.make()
            warnings.append(made_key.warning)
    return warnings


def list_warnings() -> list[str]:
    """Return what a start with these settings warns of; the keys that it makes are in the environment from then on."""
    return [*find_look_alikes(), *make_keys()]


def warm_up() -> None:
    """Make, before the first worker is forked, what the first requests would make, so that all workers share it."""
    # only a master that preloads needs the pages
    from .pages.page_views import fingerprint  # noqa: PLC0415
    from .pages.search_index import search_index  # noqa: PLC0415

    fingerprint()
    search_index()
    compile_patterns()
