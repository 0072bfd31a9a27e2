"""The notes of players who played from the shoe of a receipt."""

from collections.abc import Mapping
from typing import Any

from service.core.sealed import PlayerNotes


def notes_of(receipt: Mapping[str, Any]) -> PlayerNotes:
    """Return the notes of a player who was shown the commitment of a receipt, and gave its client seed."""
    return PlayerNotes(commitment=receipt["commitment"], client_seed=receipt["client_seed"])
