"""What service/server needs at its start: settings, keys, and what is made once for all workers."""

import os

from cryptography.fernet import Fernet

from .environment import exit_on_invalid_setting, read_text
from .names.texts import compile_patterns
from .settings import NO_SHOE_KEYS, ServerSettings, Settings, read_settings

__all__ = [
    "NO_SHOE_KEYS",
    "check_settings",
    "make_keys",
    "read_server_settings",
    "warm_up",
]


def check_settings() -> None:
    """Read all settings, so that one start reports everything that is wrong."""
    with exit_on_invalid_setting():
        read_settings(ServerSettings, Settings)


def read_server_settings() -> ServerSettings:
    """Return the settings of gunicorn.

    Files of secrets are not read. SIGHUP reads these settings again, and a file that has become invalid must not end
    the service.
    """
    with exit_on_invalid_setting():
        return ServerSettings.from_environment()


def make_keys() -> bool:
    """Set SHOE_KEYS for all workers if it is missing, and return whether it was missing."""
    is_missing = not (read_text("SHOE_KEYS", "") or read_text("SHOE_KEYS_FILE", ""))
    if is_missing:
        os.environ["SHOE_KEYS"] = Fernet.generate_key().decode()
    return is_missing


def warm_up() -> None:
    """Make, before the first worker is forked, what the first requests would make, so that all workers share it."""
    from .pages.page_views import fingerprint  # noqa: PLC0415 (else each worker imports the application)

    fingerprint()
    compile_patterns()
