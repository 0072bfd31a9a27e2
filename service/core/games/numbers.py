"""Keno, bingo and lotteries, whose balls go to piles; a bingo card has the first balls of each letter."""

from dataclasses import replace
from typing import Any

from service.core.games.game import Game, GameTable, Players, Steps, no_seats
from service.core.games.procedures import Deal, DealState, Step
from service.core.games.steps import rest, to_pile

_NO_PLAYERS = Players(0, 0, default=0)
_CALL = replace(rest("called"), description="All the cards are called, one after the other.", stock=None)
_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}


def _pick(state: DealState, suit: str, count: int) -> list[int]:
    """Remove and return the first `count` balls of a suit; the others keep their order."""
    picked = [ball for ball in state.order if state.face(ball).suit == suit][:count]
    state.order = [ball for ball in state.order if ball not in picked]
    state.end = len(state.order)
    return picked


def _fill_columns(state: DealState) -> None:
    """Deal the first five balls of each letter, four of N, to the player."""
    for letter, size in _COLUMNS.items():
        state.give("player", _pick(state, letter.lower(), size), letter)


def _bingo_card_steps(_: int) -> Steps:
    fill = Step(
        deal=_fill_columns,
        description="The first five balls of the letters B, I, G and O and the first four of N are the columns of the "
        "sheet, from the top down; the middle of column N is free.",
        max_cards=lambda *_: sum(_COLUMNS.values()),
        needs_faces=True,
    )
    return (fill, rest("stock"))


def _grid(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    """Return the card as five rows of five numbers, with None in the middle, which is free."""
    values = [card.value for card in table.shoe.pack]
    columns = {letter: [values[ball] for ball in deal.hands["player"][letter]] for letter in _COLUMNS}
    columns["N"].insert(2, None)
    return {"grid": [list(row) for row in zip(*columns.values(), strict=True)]}


def _draw_from_two_drums(name: str, title: str, source: str, suit: str, pile: str, count: int) -> Game:
    """Return the game of a lottery that draws five balls of its main drum, and a number of those of the suit `suit`."""

    def draw(state: DealState) -> None:
        state.put("drawn", _pick(state, "main", 5))
        state.put(pile, _pick(state, suit, count))

    step = Step(
        deal=draw,
        description="The first five balls of the main drum are drawn, and the "
        f"{f'first {suit}' if count == 1 else f'first two {suit}s'} of the other.",
        max_cards=lambda *_: 5 + count,
        piles=("drawn", pile),
        needs_faces=True,
    )
    return Game(
        name=name,
        title=title,
        source=source,
        deck=name,
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=(),
        steps=lambda _: (step, rest("stock")),
    )


NUMBERS = (
    Game(
        name="keno",
        title="Keno: 20 of 80",
        source="Wikipedia, Keno",
        deck="keno",
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (to_pile("drawn", 20, description="20 cards are drawn, one after the other."), rest("stock")),
    ),
    Game(
        name="bingo_card",
        title="A card for 75-ball bingo: five columns of five, the middle free",
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        unit="ball",
        players=Players(1, 1, default=1),
        seats=lambda _: ("player",),
        options=(),
        steps=_bingo_card_steps,
        extra_fields=_grid,
    ),
    Game(
        name="bingo_call",
        title="The call of 75-ball bingo: all the balls in the order in which they come",
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (_CALL,),
    ),
    Game(
        name="bingo90_call",
        title="The call of 90-ball bingo: all the balls in order; its tickets are /v1/bingo/strips",
        source="augeweb.com, Reglas del bingo: 90 balls, drawn one by one",
        deck="bingo90",
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (_CALL,),
    ),
    Game(
        name="lottery",
        title="A lottery: 6 of 49; others are /v1/integers, with several drums /v1/integers/draw",
        source="lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        deck="lottery49",
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (to_pile("drawn", 6, description="6 cards are drawn, one after the other."), rest("stock")),
    ),
    _draw_from_two_drums(
        "powerball",
        "Powerball: 5 of 69, and 1 of 26 from the other drum",
        "Washington Post, How Powerball works; since October 2015: api-ninjas.com, Powerball",
        "powerball",
        "powerball",
        1,
    ),
    _draw_from_two_drums(
        "mega_millions",
        "Mega Millions: 5 of 70, and 1 of 24 from the other drum",
        "Wisconsin Lottery, Mega Millions New Features: since April 2025, before that 1 of 25",
        "mega ball",
        "mega_ball",
        1,
    ),
    _draw_from_two_drums(
        "euromillions",
        "EuroMillions: 5 of 50, and 2 of 12 from the other drum",
        "national-lottery.com, How to Play EuroMillions; since September 2016: euromillions.co, How to Play",
        "lucky star",
        "lucky_stars",
        2,
    ),
)
