"""The bodies of requests to /v1/shoes."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from ...cards.endpoint import NotationParameters
from ...cards.options import PACK_DEFAULTS
from ...core.object_types import Described
from ...core.value_types import Choice
from ...games.catalogue import GAMES
from ...games.endpoint.descriptions import GamePackParameters
from ...http.schemas.fields import Token, parameter
from ...http.schemas.request_schemas import NOT_EMPTY, EmptyObjectsMixin, RequestSchema
from ..opening.terms import Terms
from ..shoe.consent import SignedRequest
from ..shoe.sealed_shoe import End
from ..turns.draws import CardDraw
from ..turns.stage_deals import StageRequest
from ..turns.turn_records import TurnRequest


class OpenShoeRequest(EmptyObjectsMixin, GamePackParameters):
    """The terms of a shoe: of a deck, of a game, of integers, of items or of a deal of one's own."""

    target = Terms
    objects = ("auditor", "consent", "view_keys")
    keywords = NOT_EMPTY
    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        "client_seed": "It belongs to the first deal or draw (POST /v1/shoes/deal, /v1/shoes/draw): the player chooses "
        "it when the commitment is known, which binds the server seed before.",
        "seed": "A sealed shoe has a secret seed of the service, and the player's: client_seed, in the first deal or "
        "draw (POST /v1/shoes/deal, /v1/shoes/draw).",
        **dict.fromkeys(
            ("count", "each_seat", "seat", "seats", "stage", "through"),
            "It belongs to a deal or a draw (POST /v1/shoes/deal, /v1/shoes/draw).",
        ),
    }

    def make_request(self, values: dict[str, Any]) -> Terms:
        """Return the terms without the pack options that equal the default of the game."""
        defaults = PACK_DEFAULTS
        if "game" in values:
            defaults = GAMES[values["game"]].pack_defaults
        members = {
            name: value for name, value in values.items() if value != defaults.get(name)
        }
        return Terms(**members)


@dataclass(frozen=True, kw_only=True)
class ShoeToken:
    """The token of a shoe."""

    shoe: Annotated[
        str,
        Token(
            "The token of the last response; an older token draws from its state again."
        ),
    ] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ShoeDeal(StageRequest, ShoeToken):
    """A request for the next stage of a shoe, or for several stages."""


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(CardDraw, ShoeToken):
    """A request for cards of a shoe."""


@dataclass(frozen=True, kw_only=True)
class ShoeReveal(SignedRequest, ShoeToken):
    """A request for the receipt of a shoe."""


class ShoeTokenParameters(RequestSchema):
    """The token of a shoe."""

    target: ClassVar[type] = ShoeToken


class SignedParameters(EmptyObjectsMixin, ShoeTokenParameters):
    """The token of a shoe, and the signatures of its seats. They may be null, which no dataclass says."""

    target: ClassVar[type] = SignedRequest
    objects = ("consents", "leaves")
    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        "action": "It is a member of what seats sign, and not of the body."
    }

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of the parameters. Optional ones may be null; for a signature, null means left out."""
        nullable = {
            name: parameter(value_type, default, allow_none=True)
            for name, (value_type, default) in described.items()
            if default is not MISSING
        }
        return super().derive_fields(described) | nullable


class RevealShoeRequest(SignedParameters):
    """A request for the receipt."""

    target = ShoeReveal


class ShoeTurnParameters(SignedParameters, NotationParameters):
    """The token of a shoe, the signatures of its seats, and the notation of the cards that are taken."""

    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        **SignedParameters.taken_elsewhere,
        **dict.fromkeys(
            ("deck", "decks", "game", "hands", "players"),
            "It is a term of the shoe, which was fixed by POST /v1/shoes.",
        ),
        **dict.fromkeys(
            ("stage", "through"), "It belongs to a deal (POST /v1/shoes/deal)."
        ),
        **dict.fromkeys(
            ("burn", "count", "from", "in_play", "part", "pile"),
            "It belongs to a draw (POST /v1/shoes/draw).",
        ),
    }
    target: ClassVar[type] = TurnRequest


class DealStageRequest(ShoeTurnParameters):
    """A deal of a stage."""

    target = ShoeDeal


_MEANING = "The end to draw and burn from; the top of a column is its open card."
_END = {
    "from": parameter(
        Choice(_MEANING, tuple(End), example="bottom", default=End.TOP), None
    )
}


class DrawShoeRequest(ShoeTurnParameters, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    def make_request(self, values: dict[str, Any]) -> ShoeDraw:
        if "from" in values:
            values["end"] = values.pop("from")
        return ShoeDraw(**values)
