"""What service/server needs at its start: settings, keys, and what is made once for all workers."""

import os
from typing import Any

from flask import Flask

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


def warm_up(app: Flask) -> None:
    """Make, before the first worker is forked, what the first requests would make, so that all workers share it."""
    # only a master that preloads needs the pages
    from .pages.page_views import fingerprint  # noqa: PLC0415
    from .pages.search_index import search_index  # noqa: PLC0415

    fingerprint()
    search_index()
    compile_patterns()
    _answer_first_requests(app)


FIRST_REQUESTS = (
    "/v1/decks/standard/shuffle?seed=1",
    "/v1/decks/standard/shuffle/batch?repeats=1000&seed=1",
    "/v1/integers?max=1000000&count=1000&seed=1",
    "/v1/games/bridge/deal?seed=1",
    "/v1/games/seven_card_stud/deal/batch?repeats=100&seed=1",
)
"""Requests of the commonest kinds. They have a seed, so that no state of a random source is shared by all workers."""


def _answer_first_requests(app: Flask) -> None:
    """Call the views of `FIRST_REQUESTS`, and drop the responses.

    Python writes to a function when it runs first, and so would copy the memory that it shares, in each process anew.
    """
    for path in FIRST_REQUESTS:
        with app.test_request_context(path):
            try:
                response = app.make_response(app.dispatch_request())
            except Exception as error:
                # Such as the operator's refusal of seeds, or of as many results.
                response = app.make_response(app.handle_user_exception(error))
            response.get_data()
    app.extensions["served"].counts.take()  # nobody asked for them
