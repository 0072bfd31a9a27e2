"""The settings in effect, as `--check-config` prints them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, fields
from hashlib import sha256
from operator import itemgetter
from typing import Any

from .core.crypto.keys import fingerprint
from .environment import read_text
from .settings import FromEnvironment


def list_effective(
    kinds: Iterable[FromEnvironment], overrides: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return each setting with its value and where the value is from, by the names of the settings.

    A secret is given by its fingerprints. `overrides` are values that GUNICORN_CMD_ARGS has in place of settings.
    """
    rows = [
        {"setting": entry.name.upper()} | _describe(entry, value)
        for kind in kinds
        for entry, value in _list_values(kind)
    ]
    for row in rows:
        name = row["setting"]
        if name in overrides:
            row |= {"value": overrides[name], "from": "GUNICORN_CMD_ARGS"}
    return sorted(rows, key=itemgetter("setting"))


def _list_values(settings: FromEnvironment) -> Iterator[tuple[Field[Any], Any]]:
    for entry in fields(settings):
        yield entry, getattr(settings, entry.name)


def _describe(entry: Field[Any], value: Any) -> dict[str, Any]:
    """Return what may be seen of the value of a setting, and where it is from."""
    name = entry.name.upper()
    is_default = value == entry.default
    is_secret = entry.metadata["parse_secret"] is not None
    if is_secret and read_text(f"{name}_FILE", ""):
        source = "file"
    elif read_text(name, "") or not is_default:
        source = "environment"
    else:
        source = "default"
    shown = value
    if is_secret and not is_default:
        shown = [fingerprint(name, secret) for secret in _list_secrets(entry, value)]
    return {"value": shown, "from": source}


def _list_secrets(entry: Field[Any], value: Any) -> Iterator[bytes]:
    """Yield what the fingerprints of a setting are made of: its keys, or the digests of its texts."""
    keys = entry.metadata["keys"]
    for item in [value] if isinstance(value, str) else value:
        yield keys.get_secret(item) if keys else sha256(item.encode()).digest()
