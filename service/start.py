"""What the start of the service (service/server) needs of it: settings, keys, and what is made once for all workers."""

import os

from .core.crypto.tokens import generate_key
from .core.texts import compile_patterns
from .environment import exit_on_invalid_setting, read_text
from .settings import NO_SHOE_KEYS, ServerSettings, Settings, read_settings

__all__ = [
    "NO_SHOE_KEYS",
    "check_settings",
    "make_keys",
    "read_server_settings",
    "warm_up",
]


def check_settings() -> None:
    """Read all settings, to report all that is wrong in one start."""
    with exit_on_invalid_setting():
        read_settings(ServerSettings, Settings)


def read_server_settings() -> ServerSettings:
    """Return the settings of gunicorn.

    Files of secrets are not read: SIGHUP reads the settings again, and a file that is wrong by then must not end the
    service.
    """
    with exit_on_invalid_setting():
        return ServerSettings.from_environment()


def make_keys() -> bool:
    """Set SHOE_KEYS if they are missing, the same for all workers, and return whether they were."""
    is_missing = not (read_text("SHOE_KEYS", "") or read_text("SHOE_KEYS_FILE", ""))
    if is_missing:
        os.environ["SHOE_KEYS"] = generate_key()
    return is_missing


def warm_up() -> None:
    """Make what the first requests would make, before the first worker is forked, so that all share it."""
    from .pages.page_views import fingerprint  # noqa: PLC0415 (else each worker imports the application)

    fingerprint()
    compile_patterns()
