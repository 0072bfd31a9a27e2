"""Keno, bingo and lotteries: what is drawn goes to a pile; a bingo card is made of the first balls of each letter."""

from typing import Any

from service.core.games.game import Game, Players, Sitting, Steps, nowhere
from service.core.games.procedures import Dealing, Dealt, Step, onto, rest

_NOBODY = Players(0, 0, usual=0)
_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}


def _fill_columns(dealing: Dealing) -> None:
    """The first five balls of each letter, of N four; the others stay in the order in which they are."""
    for letter, size in _COLUMNS.items():
        column = [ball for ball in dealing.order if dealing.face(ball).code[0] == letter][:size]
        dealing.give("player", column, letter)
    taken = {ball for column in dealing.hands["player"].values() for ball in column}
    dealing.order = [ball for ball in dealing.order if ball not in taken]
    dealing.end = len(dealing.order)


def _card(_: int) -> Steps:
    fill = Step(
        deal=_fill_columns,
        words="The first five balls of the letters B, I, G and O and the first four of N are the columns of the sheet, "
        "from the top down; the middle of column N is free.",
        most=lambda *_: sum(_COLUMNS.values()),
        looks=True,
    )
    return (fill, rest("stock"))


def _grid(sitting: Sitting, dealt: Dealt, _: int) -> dict[str, Any]:
    """The sheet row by row: five rows of five numbers, null in the middle, which is free."""
    values = [card.value for card in sitting.shoe.pack]
    columns = {letter: [values[ball] for ball in dealt.hands["player"][letter]] for letter in _COLUMNS}
    columns["N"].insert(2, None)
    return {"grid": [list(row) for row in zip(*columns.values(), strict=True)]}


BALLS = (
    Game(
        name="keno",
        title="Keno: 20 of 80",
        source="Wikipedia, Keno",
        deck="keno",
        piece="ball",
        players=_NOBODY,
        seats=nowhere,
        options=("exclude",),
        steps=lambda _: (onto("drawn", 20, words="20 cards are drawn, one after the other."), rest("stock")),
    ),
    Game(
        name="bingo_card",
        title="A card for 75-ball bingo: five columns of five, the middle free",
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        piece="ball",
        players=Players(1, 1, usual=1),
        seats=lambda _: ("player",),
        options=(),
        steps=_card,
        remarks=_grid,
    ),
    Game(
        name="bingo_call",
        title="The call of 75-ball bingo: all the balls in the order in which they come",
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        piece="ball",
        players=_NOBODY,
        seats=nowhere,
        options=("exclude",),
        steps=lambda _: (rest("called", words="All the cards are called, one after the other."),),
    ),
    Game(
        name="lottery",
        title="A lottery: 6 of 49; other lotteries are /v1/integers with their own max and count",
        source="lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        deck="lottery49",
        piece="ball",
        players=_NOBODY,
        seats=nowhere,
        options=("exclude",),
        steps=lambda _: (onto("drawn", 6, words="6 cards are drawn, one after the other."), rest("stock")),
    ),
)
