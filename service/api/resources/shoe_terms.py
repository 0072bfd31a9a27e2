"""The terms of sealed shoes, in the request that opens one and in responses."""

from typing import Any

import marshmallow as ma

from service.api.resources.games import GamePackMixin, PlayersMixin
from service.api.schemas.cards import PackFields
from service.api.schemas.responses import optional, required
from service.core.cards.options import PACK_DEFAULTS
from service.core.games.catalogue import GAMES
from service.core.rng.streams import STREAM
from service.core.sealed.terms import Terms


class OpenShoeRequest(GamePackMixin, PlayersMixin):
    """The terms of a shoe: of a deck, of a game or of integers."""

    target = Terms

    def build(self, values: dict[str, Any]) -> Terms:
        """Return the terms; a pack option with its default, which a game may change, is as if it was left out."""
        defaults = GAMES[values["game"]].pack_defaults if "game" in values else PACK_DEFAULTS
        return Terms(**{name: value for name, value in values.items() if value != defaults.get(name)})


class ShoeTerms(PackFields):
    """The terms of a sealed shoe, which the commitment binds together with the server seed."""

    target = Terms
    always = ("scheme", "algorithm", "cut", "reshuffle")

    stream = ma.fields.String(**required("The definition of the random stream", enum=[STREAM]))
    # Without their enumerations: a client must accept the shuffles, decks and games of later versions.
    algorithm = ma.fields.String(**required("The shuffle"))
    deck = ma.fields.String(**optional("The deck of the cards"))
    game = ma.fields.String(**optional("The game, if it is a game's"))
