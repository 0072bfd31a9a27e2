"""Requests with the token of a shoe, which is sent in bodies only, since URLs are logged."""

from dataclasses import dataclass, field
from typing import Any

from service.api.schemas.fields import BoundedList, BoundedString, CardInPlay, Choice, Flag, Integer, Token
from service.api.schemas.requests import NotationMixin, RequestSchema, openapi
from service.core.sealed.deals import DealRequest
from service.core.sealed.draws import DrawRequest
from service.core.sealed.shoe import MAX_IN_PLAY, End
from service.core.sealed.terms import MAX_TEXT
from service.core.shuffles.integers import MAX_MAGNITUDE

_MAX_SEATS = 100


@dataclass(frozen=True, kw_only=True)
class ShoeDeal(DealRequest):
    """A request for the next stage of the game of the shoe with a token."""

    shoe: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ShoeDraw(DrawRequest):
    """A request for cards of the shoe with a token."""

    shoe: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ShoeReveal:
    """A request for the receipt of the shoe with a token."""

    shoe: str = field(repr=False)


class ShoeTokenMixin(RequestSchema):
    """The token of a shoe."""

    shoe = Token(
        required=True,
        metadata=openapi("The token of the last response; an older token draws from its state again."),
    )


class ShoeTurnMixin(ShoeTokenMixin, NotationMixin):
    """The token of a shoe from which cards are taken, and their notation."""

    reshuffle = Flag(metadata=openapi("Whether to start a new round first.", default=False))
    client_seed = BoundedString(
        MAX_TEXT,
        metadata=openapi(
            "The player's seed, used exactly as given. It is accepted with the first draw or deal; later ones repeat "
            "it or leave it out.",
            "correct horse",
        ),
    )


class DealStageRequest(ShoeTurnMixin):
    """A deal of the next stage."""

    target = ShoeDeal

    stage = BoundedString(metadata=openapi("The stage, if it is the next one.", "flop", implied="the next"))
    seats = BoundedList(
        BoundedString(),
        0,
        _MAX_SEATS,
        is_empty_default=False,
        allow_none=True,
        metadata=openapi(
            "The seats whose own cards to tell, [] for what everybody sees; the response then has no token.",
            ["1"],
            implied="all",
        ),
    )


_END = {
    "from": Choice(
        End,
        metadata=openapi("The end to draw and burn from; the top of a column is its open card.", "bottom", End.TOP),
    )
}


class DrawShoeRequest(ShoeTurnMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    count = Integer(1, MAX_MAGNITUDE, required=True, metadata=openapi("Cards to draw.", 5))
    burn = Integer(0, MAX_MAGNITUDE, metadata=openapi("Cards to burn first, unseen, from the same end.", 1, 0))
    pile = BoundedString(metadata=openapi("The pile of the game.", "dead_wall", implied="the stock or wall"))
    part = BoundedString(metadata=openapi("The part of the pile.", "dora_indicators", implied="as the game draws"))
    in_play = BoundedList(
        CardInPlay(),
        0,
        MAX_IN_PLAY,
        is_empty_default=False,
        allow_none=True,
        metadata=openapi(
            "The cards that stay in play if a new round starts: their positions in this round, or codes that are "
            "unique in the shoe. [] is no cards, and not as if left out.",
            [0, 1],
        ),
    )

    def build(self, values: dict[str, Any]) -> ShoeDraw:
        """Return the request as a frozen dataclass."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)


class RevealShoeRequest(ShoeTokenMixin):
    """A reveal."""

    target = ShoeReveal
