"""Patience, or solitaire: one player, and all the cards in piles."""

from service.core.decks import Packs
from service.core.games.game import Game, Players, nowhere
from service.core.procedures import columns, onto, rest

_ALONE = Players(1, 1, usual=1)

PATIENCE = (
    Game(
        name="klondike",
        title="Klondike",
        source="Wikipedia, Klondike (solitaire)",
        deck="standard",
        players=_ALONE,
        seats=nowhere,
        options=("suit_order", "deal_number"),
        steps=lambda _: (
            columns("tableau", *range(1, 8), note="the last of each column face up"),
            onto("foundation", 0),
            rest("stock"),
        ),
    ),
    Game(
        name="freecell",
        title="FreeCell",
        source="Wikipedia, FreeCell; Rosetta Code, Deal cards for FreeCell",
        deck="standard",
        players=_ALONE,
        seats=nowhere,
        options=("suit_order", "deal_number"),
        steps=lambda _: (
            columns("tableau", *(7,) * 4, *(6,) * 4, note="all face up"),
            onto("foundation", 0),
        ),
    ),
    Game(
        name="spider",
        title="Spider",
        source="Wikipedia, Spider (solitaire)",
        deck="standard",
        packs=Packs(decks=2),
        players=_ALONE,
        seats=nowhere,
        options=("suit_order",),
        steps=lambda _: (
            columns("tableau", *(6,) * 4, *(5,) * 6, note="the last of each column face up"),
            onto("foundation", 0),
            rest("stock", note="ten for each later deal"),
        ),
    ),
)
