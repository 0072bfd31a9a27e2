"""The options in GUNICORN_CMD_ARGS that count in place of settings, as gunicorn reads them after its configuration."""

from collections.abc import Mapping
from typing import Any, NoReturn

from gunicorn.config import Config

from ..environment import is_set, setting_error

_SETTINGS = {
    "accesslog": ["ACCESS_LOG"],
    "bind": ["HOST", "PORT"],
    "workers": ["WEB_CONCURRENCY"],
}
"""The settings that decide an option of gunicorn."""


def find_overrides() -> dict[str, Any]:
    """Return the values that count in place of settings, by their names. Raises `environs.EnvError`."""
    config = Config()
    parser = config.parser()
    parser.error = _refuse
    try:
        arguments = config.get_cmd_args_from_env()
    except ValueError as error:  # a quotation without an end
        _refuse(str(error))
    options = vars(parser.parse_args(arguments))
    if options["workers"] == 0:
        _refuse("--workers is 0: nobody would answer.")
    return {
        name: options[option]
        for option, names in _SETTINGS.items()
        for name in names
        if options[option] is not None
    }


def _refuse(message: str) -> NoReturn:
    raise setting_error(f"GUNICORN_CMD_ARGS is invalid: {message}")


def describe_overrides(overrides: Mapping[str, Any]) -> list[str]:
    """Return a message for each setting that is set, and has no effect."""
    return [
        f"{name} has no effect: GUNICORN_CMD_ARGS has {value} in its place."
        for name, value in overrides.items()
        if is_set(name)
    ]
