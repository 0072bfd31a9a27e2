"""Patience, or solitaire, in which one player has all the cards in piles."""

from dataclasses import replace
from functools import partial

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Game, Players, Steps, no_seats
from service.core.games.microsoft import deal_order
from service.core.games.procedures import Face, Step
from service.core.games.steps import columns, combine, rest, stage, to_pile

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


_Patience = partial(Game, deck="standard", players=Players(1, 1, default=1), seats=no_seats, options=("suit_order",))
_KLONDIKE_COLUMNS = columns(
    "tableau", *range(1, _COLUMNS + 1), note="the last of each column face up", face=Face.DOWN, last=Face.UP
)


def _spider_steps(_: int) -> Steps:
    """Return the steps: 44 cards face down, the last four to the first four columns, and then a row face up."""
    return stage(
        "layout",
        columns("tableau", *(4,) * 10, note="face down", face=Face.DOWN),
        columns(
            "tableau",
            *(1,) * 4,
            description="1 card more to each of the first four columns, face down.",
            face=Face.DOWN,
        ),
        columns("tableau", *(1,) * 10, description="1 card more to each of the ten columns, face up."),
        to_pile("foundation", 0),
        rest("stock", note="ten for each later deal"),
    )


def _pyramid_step(rows: int) -> Step:
    """Deal a pyramid: 1 card to the first row, 2 to the next, and so on; a row is a part of the pile."""
    return combine(
        *(to_pile("pyramid", size, str(size)) for size in range(1, rows + 1)),
        description=f"Row by row, from the top, the pyramid of {rows} rows: 1 to {rows} cards, face up.",
    )


def _yukon_steps(_: int) -> Steps:
    """Return the steps: the columns of Klondike, and four rows more, face up, upon all of them but the first."""
    return stage(
        "layout",
        _KLONDIKE_COLUMNS,
        columns(
            "tableau",
            0,
            *(4,) * (_COLUMNS - 1),
            description="4 cards more to each column but the first, row by row, face up.",
        ),
        to_pile("foundation", 0),
    )


_ROW_OF_FOUR = columns("tableau", *(1,) * 4, description="1 card to each of the four columns of the tableau, face up.")


def _canfield_steps(_: int) -> Steps:
    return stage(
        "layout",
        replace(to_pile("reserve", 12, note="face down", face=Face.DOWN), draws_last=True),
        to_pile("reserve", 1, description="1 card upon the reserve, face up."),
        to_pile("foundation", 1, note="face up: the rank with which each foundation begins"),
        _ROW_OF_FOUR,
        rest("stock"),
    )


PATIENCE = (
    _Patience(
        name="klondike",
        title="Klondike",
        source="Wikipedia, Klondike (solitaire); numbered deals as PySol's",
        numbered_order=_klondike_order,
        options=("suit_order", "deal_number"),
        steps=lambda _: stage("layout", _KLONDIKE_COLUMNS, to_pile("foundation", 0), rest("stock")),
    ),
    _Patience(
        name="freecell",
        title="FreeCell",
        source="Wikipedia, FreeCell; numbered deals: Rosetta Code, Deal cards for FreeCell",
        numbered_order=deal_order,
        options=("suit_order", "deal_number"),
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(7,) * 4, *(6,) * 4, note="all face up"),
            to_pile("foundation", 0),
        ),
    ),
    _Patience(
        name="spider",
        title="Spider",
        source="Morehead and Mott-Smith, The Complete Book of Solitaire and Patience Games, Spider",
        packs=PackOptions(decks=2),
        steps=_spider_steps,
    ),
    _Patience(
        name="spider_two_suits",
        title="Spider with two suits: spades and hearts",
        source="my-hw.org, Spider Solitaire: 104 cards of spades and hearts alone",
        packs=PackOptions(decks=4, exclude=list_codes(suits="DC")),
        steps=_spider_steps,
    ),
    _Patience(
        name="spider_one_suit",
        title="Spider with one suit: spades",
        source="my-hw.org, Spider Solitaire: 104 cards of spades alone",
        packs=PackOptions(decks=8, exclude=list_codes(suits="HDC")),
        steps=_spider_steps,
    ),
    _Patience(
        name="pyramid",
        title="Pyramid",
        source="Wikipedia, Pyramid (card game): the rows face up, from the top",
        steps=lambda _: stage("layout", _pyramid_step(7), to_pile("foundation", 0), rest("stock")),
    ),
    _Patience(
        name="yukon",
        title="Yukon",
        source="playsolitaire-online.com, Yukon: the piles of Klondike, then four rows upon all but the first",
        steps=_yukon_steps,
    ),
    _Patience(
        name="forty_thieves",
        title="Forty Thieves",
        source="GNOME AisleRiot, Forty Thieves: four rows face up, and a stock",
        packs=PackOptions(decks=2),
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(4,) * 10, note="all face up"),
            to_pile("foundation", 0),
            rest("stock"),
        ),
    ),
    _Patience(
        name="golf",
        title="Golf",
        source="fsolitaire.com, Golf: the waste begins with the first card of the stock",
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(5,) * 7, note="all face up"),
            to_pile("waste", 1, note="face up"),
            rest("stock"),
        ),
    ),
    _Patience(
        name="canfield",
        title="Canfield",
        source="Bicycle, Canfield",
        steps=_canfield_steps,
    ),
    _Patience(
        name="aces_up",
        title="Aces Up",
        source="Wikipedia, Aces Up: four cards in a row, and four more from the stock whenever nothing moves",
        steps=lambda _: stage("layout", _ROW_OF_FOUR, rest("stock", note="four for each later deal")),
    ),
)
