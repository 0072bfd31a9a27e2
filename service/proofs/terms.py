"""The terms that a request to prove has, by `vrf1` (docs/definitions/proofs.md): their names, bounds and texts.

FROZEN: the names, and their order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.value_types import Text
from ..names.texts import VISIBLE, find_ambiguity

MAX_TEXT = 256  # characters
MAX_PLAYERS = 64

_TERMS = ("game", "round", "players", "beacon")


def select_terms(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the agreed terms of the parameter `prove` or of alpha, as far as present, in their order.

    {"key": "1IG2…", "round": 4, "game": "hearts"} gives {"game": "hearts", "round": 4}.
    """
    return {name: terms[name] for name in _TERMS if name in terms}


@dataclass(frozen=True, eq=False)
class VisibleText(Text):
    """A value type: a text that people compare by eye. Two accepted texts that look alike are equal."""

    max_length: int = MAX_TEXT

    reason = None

    def fits(self, value: object) -> bool:
        return super().fits(value) and not find_ambiguity(str(value))

    def refuse(self, value: object) -> str:
        if not super().fits(value):
            return super().refuse(value)
        return f"{find_ambiguity(str(value))} {VISIBLE}"
