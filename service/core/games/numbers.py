"""Keno, bingo and lotteries, whose balls go to a pile; a bingo card has the first balls of each letter."""

from dataclasses import replace
from typing import Any

from service.core.games.game import Game, GameTable, Players, Steps, no_seats
from service.core.games.procedures import Deal, DealState, Step, rest, to_pile

_NO_PLAYERS = Players(0, 0, default=0)
_CALL = replace(rest("called"), description="All the cards are called, one after the other.", stock=None)
_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}


def _fill_columns(state: DealState) -> None:
    """Deal the first five balls of each letter, four of N, to the player; the others keep their order."""
    for letter, size in _COLUMNS.items():
        column = [ball for ball in state.order if state.face(ball).code[0] == letter][:size]
        state.give("player", column, letter)
    dealt = {ball for column in state.hands["player"].values() for ball in column}
    state.order = [ball for ball in state.order if ball not in dealt]
    state.end = len(state.order)


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
        name="lottery",
        title="A lottery: 6 of 49; other lotteries are /v1/integers with their own max and count",
        source="lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        deck="lottery49",
        unit="ball",
        players=_NO_PLAYERS,
        seats=no_seats,
        options=("exclude",),
        steps=lambda _: (to_pile("drawn", 6, description="6 cards are drawn, one after the other."), rest("stock")),
    ),
)
