"""Requests of sealed shoes. The token of a shoe is sent in bodies only, since URLs are logged."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from service.api.resources.games import GamePackMixin, PlayersMixin
from service.api.schemas.fields import Token, parameter
from service.api.schemas.requests import NotationMixin, RequestSchema
from service.core.cards.options import PACK_DEFAULTS
from service.core.games.catalogue import GAMES
from service.core.kinds import Choice
from service.core.sealed.deals import StageRequest
from service.core.sealed.draws import DrawRequest
from service.core.sealed.shoe import End
from service.core.sealed.terms import Terms
from service.core.sealed.turns import TurnRequest


class OpenShoeRequest(GamePackMixin, PlayersMixin):
    """The terms of a shoe: of a deck, of a game or of integers."""

    target = Terms

    def build(self, values: dict[str, Any]) -> Terms:
        """Return the terms; a pack option with its default, which a game may change, is as if it was left out."""
        defaults = GAMES[values["game"]].pack_defaults if "game" in values else PACK_DEFAULTS
        return Terms(**{name: value for name, value in values.items() if value != defaults.get(name)})


@dataclass(frozen=True, kw_only=True)
class ShoeDeal(StageRequest):
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

    shoe = parameter(Token("The token of the last response; an older token draws from its state again."))


class ShoeTurnMixin(ShoeTokenMixin, NotationMixin):
    """The token of a shoe from which cards are taken, and their notation."""

    target: ClassVar[type] = TurnRequest


class DealStageRequest(ShoeTurnMixin):
    """A deal of the next stage."""

    target = ShoeDeal


_MEANING = "The end to draw and burn from; the top of a column is its open card."
_END = {"from": parameter(Choice(_MEANING, tuple(End), example="bottom", means=End.TOP), None)}


class DrawShoeRequest(ShoeTurnMixin, RequestSchema.from_dict(_END)):  # type: ignore[misc]
    """A draw."""

    target = ShoeDraw

    def build(self, values: dict[str, Any]) -> ShoeDraw:
        """Return the request as a frozen dataclass."""
        end = {"end": values.pop("from")} if "from" in values else {}
        return ShoeDraw(**values, **end)


class RevealShoeRequest(ShoeTokenMixin):
    """A reveal."""

    target = ShoeReveal
