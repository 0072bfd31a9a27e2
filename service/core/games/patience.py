"""Patience, or solitaire, in which one player has all the cards in piles."""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import STANDARD
from service.core.games.game import Game, Players, Steps, no_seats
from service.core.games.microsoft import deal_order
from service.core.games.procedures import DealState, Face, Step, columns, rest, stage, to_pile

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
_KLONDIKE_COLUMNS = columns(
    "tableau", *range(1, _COLUMNS + 1), note="the last of each column face up", face=Face.DOWN, last=Face.UP
)


def _list_suits(suits: str) -> tuple[str, ...]:
    """Return the codes of every card of some suits."""
    return tuple(rank + suit for suit in suits for rank in STANDARD)


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


def _pyramid_step(rows: int) -> Step:
    """Deal a pyramid: 1 card to the first row, 2 to the next, and so on; a row is a part of the pile."""
    row_steps = [to_pile("pyramid", size, str(size)) for size in range(1, rows + 1)]

    def deal(state: DealState) -> None:
        for step in row_steps:
            step.deal(state)

    return replace(
        row_steps[0],
        deal=deal,
        description=f"Row by row, from the top, the pyramid of {rows} rows: 1 to {rows} cards, face up.",
        max_cards=lambda *_: rows * (rows + 1) // 2,
    )


def _yukon_steps(_: int) -> Steps:
    """Return the steps: the columns of Klondike, and four rows more, face up, upon all of them but the first."""
    return stage(
        "layout",
        _KLONDIKE_COLUMNS,
        replace(
            columns("tableau", 0, *(4,) * (_COLUMNS - 1)),
            description="4 cards more to each column but the first, row by row, face up.",
        ),
        to_pile("foundation", 0),
    )


def _canfield_steps(_: int) -> Steps:
    return stage(
        "layout",
        replace(to_pile("reserve", 12, note="face down", face=Face.DOWN), draws_last=True),
        to_pile("reserve", 1, description="1 card upon the reserve, face up."),
        to_pile("foundation", 1, note="face up: the rank with which each foundation begins"),
        replace(
            columns("tableau", *(1,) * 4), description="1 card to each of the four columns of the tableau, face up."
        ),
        rest("stock"),
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
        steps=lambda _: stage("layout", _KLONDIKE_COLUMNS, to_pile("foundation", 0), rest("stock")),
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
    Game(
        name="spider_two_suits",
        title="Spider with two suits: spades and hearts",
        source="my-hw.org, Spider Solitaire: 104 cards of spades and hearts alone",
        deck="standard",
        packs=PackOptions(decks=4, exclude=_list_suits("DC")),
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=_spider_steps,
    ),
    Game(
        name="spider_one_suit",
        title="Spider with one suit: spades",
        source="my-hw.org, Spider Solitaire: 104 cards of spades alone",
        deck="standard",
        packs=PackOptions(decks=8, exclude=_list_suits("HDC")),
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=_spider_steps,
    ),
    Game(
        name="pyramid",
        title="Pyramid",
        source="Wikipedia, Pyramid (card game): the rows face up, from the top",
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=lambda _: stage("layout", _pyramid_step(7), to_pile("foundation", 0), rest("stock")),
    ),
    Game(
        name="yukon",
        title="Yukon",
        source="playsolitaire-online.com, Yukon: the piles of Klondike, then four rows upon all but the first",
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=_yukon_steps,
    ),
    Game(
        name="forty_thieves",
        title="Forty Thieves",
        source="GNOME AisleRiot, Forty Thieves: four rows face up, and a stock",
        deck="standard",
        packs=PackOptions(decks=2),
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(4,) * 10, note="all face up"),
            to_pile("foundation", 0),
            rest("stock"),
        ),
    ),
    Game(
        name="golf",
        title="Golf",
        source="fsolitaire.com, Golf: the waste begins with the first card of the stock",
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=lambda _: stage(
            "layout",
            columns("tableau", *(5,) * 7, note="all face up"),
            to_pile("waste", 1, note="face up"),
            rest("stock"),
        ),
    ),
    Game(
        name="canfield",
        title="Canfield",
        source="Bicycle, Canfield",
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=_canfield_steps,
    ),
    Game(
        name="aces_up",
        title="Aces Up",
        source="Wikipedia, Aces Up: four cards in a row, and four more from the stock whenever nothing moves",
        deck="standard",
        players=_ONE_PLAYER,
        seats=no_seats,
        options=("suit_order",),
        steps=lambda _: stage(
            "layout",
            replace(
                columns("tableau", *(1,) * 4), description="1 card to each of the four columns of the tableau, face up."
            ),
            rest("stock", note="four for each later deal"),
        ),
    ),
)
