"""The bodies of requests to /v1/shoes."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, field
from typing import Annotated, Any, ClassVar

import marshmallow as ma

from service.api.resources.games import GamePackMixin
from service.api.schemas.fields import Token, parameter
from service.api.schemas.requests import (
    NOT_EMPTY,
    NotationMixin,
    RequestSchema,
    request_schema,
)
from service.core.cards.options import PACK_DEFAULTS
from service.core.games.catalogue import GAMES
from service.core.kinds import Choice, Described
from service.core.sealed.consent import SignedRequest
from service.core.sealed.deals import StageRequest
from service.core.sealed.draws import DrawRequest
from service.core.sealed.shoe import End
from service.core.sealed.terms import Terms
from service.core.sealed.turns import TurnRequest


class EmptyObjectsMixin(RequestSchema):
    """Objects that are left out if they are null or empty, as generated clients send those that are not given."""

    objects: ClassVar[Collection[str]] = ()

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of parameters, of which the objects may be null."""
        nullable = {name: parameter(*described[name], allow_none=True) for name in cls.objects if name in described}
        return super().derive_fields(described) | nullable

    @ma.pre_load
    def drop_empty_members(self, values: Mapping[str, Any], **_: Any) -> Mapping[str, Any]:
        """Return the members without the nulls of those that may be null, and without empty objects."""
        nulls = {name for name, field in self.fields.items() if field.allow_none and values.get(name, ...) is None}
        return {
            name: value
            for name, value in values.items()
            if name not in nulls and (name not in self.objects or value != {})
        }


class OpenShoeRequest(EmptyObjectsMixin, GamePackMixin):
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

    def build(self, values: dict[str, Any]) -> Terms:
        """Return the terms; a pack option with its default, which a game may change, is as if it was left out."""
        defaults = GAMES[values["game"]].pack_defaults if "game" in values else PACK_DEFAULTS
        return Terms(**{name: value for name, value in values.items() if value != defaults.get(name)})


@dataclass(frozen=True, kw_only=True)
class ShoeToken:
    """A request with the token of a shoe, such as one for its receipt."""

    shoe: Annotated[str, Token("The token of the last response; an older token draws from its state again.")] = field(
        repr=False
    )


@dataclass(frozen=True, kw_only=True)
class ShoeDeal(StageRequest, ShoeToken):
    """A request for the next stage, or the next ones, of the game of the shoe with a token."""


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(DrawRequest, ShoeToken):
    """A request for cards of the shoe with a token."""


@dataclass(frozen=True, kw_only=True)
class ShoeReveal(SignedRequest, ShoeToken):
    """A request for the receipt of the shoe with a token."""


class ShoeTokenMixin(RequestSchema):
    """The token of a shoe."""

    described: ClassVar[type] = ShoeToken


class SignedMixin(EmptyObjectsMixin, ShoeTokenMixin):
    """The token of a shoe, and the signatures of its seats."""

    described: ClassVar[type] = SignedRequest
    objects = ("consents", "leaves")
    taken_elsewhere: ClassVar[Mapping[str, str]] = {"action": "It is a member of what seats sign, and not of the body."}

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        """Return the fields of parameters; null is as if left out, as signatures do not depend on the spelling."""
        optional = {name: kind for name, kind in described.items() if kind[1] is not MISSING}
        nullable = {name: parameter(*kind, allow_none=True) for name, kind in optional.items()}
        return super().derive_fields(described) | nullable


class RevealShoeRequest(SignedMixin):
    """A request for the receipt."""

    target = ShoeReveal


class ShoeTurnMixin(SignedMixin, NotationMixin):
    """The token of a shoe from which cards are taken, and their notation."""

    taken_elsewhere: ClassVar[Mapping[str, str]] = {
        **SignedMixin.taken_elsewhere,
        **dict.fromkeys(
            ("deck", "decks", "game", "hands", "players"),
            "It is a term of the shoe, which was fixed by POST /v1/shoes.",
        ),
        **dict.fromkeys(("stage", "through"), "It belongs to a deal (POST /v1/shoes/deal)."),
        **dict.fromkeys(
            ("burn", "count", "from", "in_play", "part", "pile"), "It belongs to a draw (POST /v1/shoes/draw)."
        ),
    }
    target: ClassVar[type] = TurnRequest


DealStageRequest = request_schema("DealStageRequest", ShoeDeal, ShoeTurnMixin)

_MEANING = "The end to draw and burn from; the top of a column is its open card."
_END = {"from": parameter(Choice(_MEANING, tuple(End), example="bottom", means=End.TOP), None)}


class DrawShoeRequest(ShoeTurnMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    def build(self, values: dict[str, Any]) -> ShoeDraw:
        """Return the request as a frozen dataclass."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)
