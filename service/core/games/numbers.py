"""Keno, bingo and lotteries, whose balls go to piles; a bingo card has the first balls of each letter."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from service.core.games.game import Game, GameTable, exactly, no_seats
from service.core.games.procedures import Deal
from service.core.games.special_steps import BINGO_COLUMNS

_Drawing = partial(Game, unit="ball", players=exactly(0), seats=no_seats)
_CALL = "called rest (All the cards are called, one after the other.)"


def _grid(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    """Return the card as five rows of five numbers, with None in the middle, which is free."""
    values = [card.value for card in table.shoe.pack]
    columns = {letter: [values[ball] for ball in deal.hands["player"][letter]] for letter in BINGO_COLUMNS}
    columns["N"].insert(2, None)
    return {"grid": [list(row) for row in zip(*columns.values(), strict=True)]}


NUMBERS: Mapping[str, Game] = {
    "keno": _Drawing(
        title="Keno: 20 of 80",
        aliases=("kino", "20 of 80", "Keno lottery"),
        source="Wikipedia, Keno",
        deck="keno",
        steps="drawn 20 (20 cards are drawn, one after the other.), stock rest",
    ),
    "bingo_card": Game(
        title="A card for 75-ball bingo: five columns of five, the middle free",
        aliases=("bingo", "bingo ticket", "75-ball bingo card", "American bingo card", "bingo 75"),
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        unit="ball",
        players=exactly(1),
        seats=lambda _: ("player",),
        parameters=(),
        steps="sheet, stock rest",
        extra_fields=_grid,
    ),
    "bingo_call": _Drawing(
        title="The call of 75-ball bingo: all the balls in the order in which they come",
        aliases=("bingo", "bingo balls", "75-ball bingo", "American bingo", "US bingo"),
        source="Wikipedia, Bingo (American version)",
        deck="bingo75",
        steps=_CALL,
    ),
    "bingo90_call": _Drawing(
        title="The call of 90-ball bingo: all the balls in order; its tickets are /v1/bingo/strips",
        aliases=("bingo", "bingo 90", "90-ball bingo", "housie", "tombola", "tambola", "UK bingo", "British bingo"),
        source="Wikipedia, Bingo (British version): 90 balls, drawn one by one",
        second_source="augeweb.com, Reglas del bingo",
        deck="bingo90",
        steps=_CALL,
    ),
    "lottery": _Drawing(
        title="A lottery: 6 of 49; others are /v1/integers, with several drums /v1/integers/draw",
        aliases=("lotto", "loto", "6 of 49", "6/49", "6aus49", "6 out of 49", "lottery 6/49"),
        source="lotto.de, Lotto 6aus49; its Superzahl is a draw of its own",
        deck="lottery49",
        steps="drawn 6 (6 cards are drawn, one after the other.), stock rest",
    ),
    "powerball": _Drawing(
        title="Powerball: 5 of 69, and 1 of 26 from the other drum",
        aliases=("US Powerball", "US lottery"),
        source="Multi-State Lottery Association, Powerball: 5 of 69 and 1 of 26 since October 2015",
        second_source="Washington Post, How Powerball works",
        deck="powerball",
        parameters=(),
        steps="drums/powerball 1, stock rest",
    ),
    "mega_millions": _Drawing(
        title="Mega Millions: 5 of 70, and 1 of 24 from the other drum",
        aliases=("mega", "US lottery"),
        source="Wisconsin Lottery, Mega Millions New Features: since April 2025, before that 1 of 25",
        second_source="megamillions.com, How to Play",
        deck="mega_millions",
        parameters=(),
        steps="drums/mega_ball 1, stock rest",
    ),
    "euromillions": _Drawing(
        title="EuroMillions: 5 of 50, and 2 of 12 from the other drum",
        aliases=("Euro lottery", "euromillones", "euromilhões"),
        source="The National Lottery, EuroMillions, game procedures: 5 of 50 and 2 of 12 since September 2016",
        second_source="national-lottery.com, How to Play EuroMillions",
        deck="euromillions",
        parameters=(),
        steps="drums/lucky_stars 2, stock rest",
    ),
}
