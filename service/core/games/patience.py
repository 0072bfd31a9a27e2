"""Patience, or solitaire, in which one player has all the cards in piles."""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.games.game import Game, Players, Steps, no_seats
from service.core.games.microsoft import deal_order
from service.core.games.procedures import Face, columns, rest, stage, to_pile

_COLUMNS = 7


def _klondike_order(number: int) -> list[int]:
    """Return the order with which Klondike's steps deal PySol's deal of that number.

    PySol deals the cards that lie face down first, row by row from right to left, and then those that lie face up.
    """
    cards = iter(deal_order(number))
    piles: list[list[int]] = [[] for _ in range(_COLUMNS)]
    for leftmost in (*range(1, _COLUMNS), 0):
        for pile in reversed(piles[leftmost:]):
            pile.append(next(cards))
    rows = [pile[row] for row in range(_COLUMNS) for pile in piles[row:]]
    return [*rows, *cards]


_ONE_PLAYER = Players(1, 1, default=1)


def _spider_steps(_: int) -> Steps:
    """Return the steps: 44 cards face down, the last four to the first four columns, and then a row face up."""
    return stage(
        "layout",
        columns("tableau", *(4,) * 10, note="face down", face=Face.DOWN),
        replace(
            columns("tableau", *(1,) * 4, face=Face.DOWN),
            description="1 card more to each of the first four columns, face down.",
        ),
        replace(columns("tableau", *(1,) * 10), description="1 card more to each of the ten columns, face up."),
        to_pile("foundation", 0),
        rest("stock", note="ten for each later deal"),
    )


PATIENCE = (
    Game(
        name="klondike",
        title="Klondike",
        source="Wikipedia, Klondike (solitaire); numbered deals as PySol's",
        numbered_order=_klondike_order,
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order", "deal_number"),
        steps=lambda _: stage(
            "layout",
            columns(
                "tableau",
                *range(1, _COLUMNS + 1),
                note="the last of each column face up",
                face=Face.DOWN,
                last=Face.UP,
            ),
            to_pile("foundation", 0),
            rest("stock"),
        ),
    ),
    Game(
        name="freecell",
        title="FreeCell",
        source="Wikipedia, FreeCell; numbered deals: Rosetta Code, Deal cards for FreeCell",
        numbered_order=deal_order,
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order", "deal_number"),
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(7,) * 4, *(6,) * 4, note="all face up"),
            to_pile("foundation", 0),
        ),
    ),
    Game(
        name="spider",
        title="Spider",
        source="Morehead and Mott-Smith, The Complete Book of Solitaire and Patience Games, Spider",
        deck="standard",
        packs=PackOptions(decks=2),
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=_spider_steps,
    ),
)
