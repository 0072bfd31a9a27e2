"""Requests of /v1/shoes. A token is sent in bodies only, since URLs are logged."""

from dataclasses import dataclass, field
from typing import Any

from service.api.resources.games import GamePackMixin, PlayersMixin
from service.api.schemas.fields import BoundedList, BoundedString, CardInPlay, Choice, Flag, Integer, Sha256, Token
from service.api.schemas.requests import NotationMixin, RequestSchema, openapi
from service.core.cards.decks import DECKS
from service.core.cards.options import PACK_DEFAULTS
from service.core.games.catalogue import GAMES
from service.core.rng.streams import MAX_INDEX
from service.core.sealed.deals import DealRequest
from service.core.sealed.draws import DrawRequest
from service.core.sealed.shoe import MAX_IN_PLAY, End
from service.core.sealed.terms import EXACT_SHUFFLES, MAX_TEXT, Reshuffle, Scheme, Terms
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import DEFAULT_SHUFFLE

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


_CONTENTS = {
    "min": Integer(-MAX_MAGNITUDE, MAX_MAGNITUDE, metadata=openapi("With max: the smallest integer.", 1, 1)),
    "max": Integer(
        -MAX_MAGNITUDE,
        MAX_MAGNITUDE,
        metadata=openapi("The largest integer of a shoe of integers: raffle tickets, numbered cards.", 25_000),
    ),
}


class OpenShoeRequest(GamePackMixin, PlayersMixin, RequestSchema.from_dict(_CONTENTS)):  # type: ignore[misc]
    """The terms of a shoe: of a deck, of a game or of integers."""

    target = Terms

    scheme = Choice(Scheme, metadata=openapi("The definition; shoe1 is for decks.", Scheme.SHOE2, Scheme.SHOE2))
    deck = Choice(DECKS, metadata=openapi("The deck; or game, or max.", "standard"))
    game = Choice(GAMES, metadata=openapi("The game, with its deck and the options above.", "holdem"))
    board = Integer(1, MAX_INDEX, metadata=openapi("bridge: the number of the first board.", 1, implied="1"))
    items_sha256 = Sha256(
        metadata=openapi("With max: SHA-256 of the list that the integers stand for, as of /v1/items/shuffle.")
    )
    algorithm = Choice(
        EXACT_SHUFFLES, metadata=openapi("The shuffle, one that is exactly uniform.", DEFAULT_SHUFFLE, DEFAULT_SHUFFLE)
    )
    cut = Integer(
        0,
        MAX_MAGNITUDE,
        metadata=openapi("With reshuffle=at_cut: the cards behind the cut card, fewer than the shoe has.", 60, 0),
    )
    reshuffle = Choice(
        Reshuffle,
        metadata=openapi(
            "when_empty: a draw continues into the next round. at_cut: if at most cut cards are left after a draw, the "
            "next one starts a new round. never: there is one round.",
            "at_cut",
            "when_empty",
        ),
    )
    label = BoundedString(
        MAX_TEXT, metadata=openapi("A name for the shoe; like all terms, the commitment binds it.", "table 7")
    )

    def build(self, values: dict[str, Any]) -> Terms:
        """Return the terms; a pack option with its default, which a game may change, is as if it was left out."""
        defaults = GAMES[values["game"]].pack_defaults if "game" in values else PACK_DEFAULTS
        return Terms(**{name: value for name, value in values.items() if value != defaults.get(name)})


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
        metadata=openapi("The seats whose own cards to tell; the response then has no token.", ["1"], implied="all"),
    )


_END = {
    "from": Choice(
        End,
        metadata=openapi("The end that cards are drawn and burned from.", "top", implied="top, or as the game draws"),
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
