"""The names and bounds of the terms that a request to prove has, by `vrf1` (docs/definitions/proofs.md).

Two folders need them: http reads the terms in a request, proofs writes them in alpha, and http may not import proofs.

FROZEN: the names, and their order.
"""

from collections.abc import Mapping
from typing import Any

SCHEME = "vrf1"
MAX_TEXT = 256  # characters
MAX_PLAYERS = 64

_TERMS = ("game", "round", "players", "beacon")


def select_terms(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the agreed terms of the parameter `prove` or of alpha, as far as present, in their order.

    {"key": "1IG2…", "round": 4, "game": "hearts"} gives {"game": "hearts", "round": 4}.
    """
    return {name: terms[name] for name in _TERMS if name in terms}
