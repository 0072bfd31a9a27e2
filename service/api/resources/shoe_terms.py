"""The terms of sealed shoes, in the request that opens one and in responses."""

from typing import Any

import marshmallow as ma

from service.api.resources.games import GamePackMixin, PlayersMixin
from service.api.schemas.cards import PackFields
from service.api.schemas.fields import BoundedString, Choice, Integer, Sha256
from service.api.schemas.requests import openapi
from service.api.schemas.responses import optional, required
from service.core.cards.decks import DECKS
from service.core.cards.options import PACK_DEFAULTS
from service.core.games.catalogue import GAMES
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.sealed.terms import EXACT_SHUFFLES, MAX_TEXT, Reshuffle, Scheme, Terms
from service.core.shuffles.integers import MAX_MAGNITUDE
from service.core.shuffles.plans import DEFAULT_SHUFFLE


class OpenShoeRequest(GamePackMixin, PlayersMixin):
    """The terms of a shoe: of a deck, of a game or of integers."""

    target = Terms

    scheme = Choice(Scheme, metadata=openapi("The definition; shoe1 is for decks.", Scheme.SHOE2, Scheme.SHOE2))
    deck = Choice(DECKS, metadata=openapi("The deck; or game, or max.", "standard"))
    game = Choice(GAMES, metadata=openapi("The game, with its deck and the options above.", "holdem"))
    board = Integer(1, MAX_INDEX, metadata=openapi("bridge: the number of the first board.", 7, 1))
    min = Integer(-MAX_MAGNITUDE, MAX_MAGNITUDE, metadata=openapi("With max: the smallest integer.", 1, 1))
    max = Integer(
        -MAX_MAGNITUDE,
        MAX_MAGNITUDE,
        metadata=openapi("The largest integer of a shoe of integers: raffle tickets, numbered cards.", 25_000),
    )
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


class ShoeTerms(PackFields):
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""

    scheme = ma.fields.String(**required("The scheme, whose definition is permanent", enum=list(Scheme)))
    stream = ma.fields.String(**required("The definition of the random stream", enum=[STREAM]))
    game = ma.fields.String(**optional("The game, if it is a game's"))
    players = ma.fields.Integer(**optional("The number of players of the game"))
    cards = ma.fields.Integer(**optional("oh_hell: the number of cards of each hand; present if requested"))
    board = ma.fields.Integer(**optional("bridge: the number of the first board; present if requested"))
    deck = ma.fields.String(**optional("The deck of the cards"))
    min = ma.fields.Integer(**optional("The smallest of integers"))
    max = ma.fields.Integer(**optional("The largest of integers"))
    items_sha256 = ma.fields.String(**optional("SHA-256 of the list that the integers stand for; as requested"))
    algorithm = ma.fields.String(**required("The shuffle"))
    cut = ma.fields.Integer(**required("Cards behind the cut card"))
    reshuffle = ma.fields.String(**required("The reshuffle policy", enum=list(Reshuffle)))
    label = ma.fields.String(**optional("The name; present if one was given"))
