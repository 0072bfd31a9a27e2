"""The values of the options that only some decks accept."""

from collections.abc import Sequence
from typing import Any

from service.cards.options import OPTIONS


def list_values(name: str) -> Sequence[Any]:
    """Return every value of an option."""
    kind = OPTIONS[name]
    return kind.list_values() if kind.type is int else tuple(kind.names)
