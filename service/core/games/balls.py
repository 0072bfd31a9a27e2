"""Keno, bingo and lotteries: what is drawn goes to a pile; a bingo card is made of the first balls of each letter."""

from typing import Any

from service.core.games.game import Game, GameTable, Players, Steps, no_seats
from service.core.games.procedures import Deal, DealState, Step, rest, to_pile

_NOBODY = Players(0, 0, default=0)
_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}


def _fill_columns(state: DealState) -> None:
    """The first five balls of each letter, of N four; the others stay in the order in which they are."""
    for letter, size in _COLUMNS.items():
        column = [ball for ball in state.order if state.face(ball).code[0] == letter][:size]
        state.give("player", column, letter)
    taken = {ball for column in state.hands["player"].values() for ball in column}
    state.order = [ball for ball in state.order if ball not in taken]
    state.end = len(state.order)


def _card(_: int) -> Steps:
    fill = Step(
        deal=_fill_columns,
        description="The first five balls of the letters B, I, G and O and the first four of N are the columns of the "
        "sheet, from the top down; the middle of column N is free.",
        max_cards=lambda *_: sum(_COLUMNS.values()),
        needs_faces=True,
    )
    return (fill, rest("stock"))


def _grid(table: GameTable, dealt: Deal, _: int) -> dict[str, Any]:
    """The sheet row by row: five rows of five numbers, null in the middle, which is free."""
    values = [card.value for card in table.shoe.pack]
    columns = {letter: [values[ball] for ball in dealt.hands["player"][letter]] for letter in _COLUMNS}
    columns["N"].insert(2, None)
    return {"grid": [list(row) for row in zip(*columns.values(), strict=True)]}


BALLS = (
    Game(
        name="keno",
        title="Keno: 20 of 80",
        source="Wikipedia, Keno",
        deck="keno",
        unit="ball",
        players=_NOBODY,
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
        steps=_card,
        extra_fields=_grid,
    ),
    Game(
        name="bingo_call",
        title="The call of 75-ball bingo: all the balls in the order in which they come",
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        unit="ball",
        players=_NOBODY,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (rest("called", description="All the cards are called, one after the other."),),
    ),
    Game(
        name="lottery",
        title="A lottery: 6 of 49; other lotteries are /v1/integers with their own max and count",
        source="lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        deck="lottery49",
        unit="ball",
        players=_NOBODY,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (to_pile("drawn", 6, description="6 cards are drawn, one after the other."), rest("stock")),
    ),
)
