"""Lotteries by their names: the drums of each, since a date. Their rules change; a response names the drums."""

from collections.abc import Mapping
from typing import NamedTuple

from ..suggestions import NameIndex
from .integer_draws import IntegerDraw


class Lottery(NamedTuple):
    """A lottery: what is drawn, its drums, the date since which it is drawn so, and the source."""

    title: str
    drums: tuple[IntegerDraw, ...]
    since: str
    source: str
    aliases: tuple[str, ...] = ()


def _drums(*counts: tuple[int, int]) -> tuple[IntegerDraw, ...]:
    """Return a drum for each number that is drawn and number of balls, which are numbered from 1."""
    return tuple(IntegerDraw(max=balls, count=count) for count, balls in counts)


_SUPERZAHL = IntegerDraw(min=0, max=9, count=1)

LOTTERIES: Mapping[str, Lottery] = {
    "powerball": Lottery(
        "Powerball of the United States", _drums((5, 69), (1, 26)), "2015-10", "Multi-State Lottery Association"
    ),
    "mega_millions": Lottery("Mega Millions", _drums((5, 70), (1, 24)), "2025-04", "Wisconsin Lottery"),
    "euromillions": Lottery(
        "EuroMillions", _drums((5, 50), (2, 12)), "2016-09", "The National Lottery, EuroMillions, game procedures"
    ),
    "eurojackpot": Lottery("Eurojackpot", _drums((5, 50), (2, 12)), "2022-03", "Wikipedia, Eurojackpot"),
    "eurodreams": Lottery("EuroDreams", _drums((6, 40), (1, 5)), "2023-11", "Wikipedia, EuroDreams"),
    "thunderball": Lottery(
        "Thunderball of the United Kingdom", _drums((5, 39), (1, 14)), "2010-05", "Wikipedia, National Lottery (UK)"
    ),
    "lotto_6_59": Lottery(
        "Lotto of the United Kingdom: six, and the bonus ball as the seventh",
        _drums((7, 59)),
        "2015-10",
        "Wikipedia, National Lottery (UK)",
        ("UK Lotto", "6 of 59"),
    ),
    "lotto_6aus49": Lottery(
        "Lotto 6aus49 of Germany, and the Superzahl",
        (*_drums((6, 49)), _SUPERZAHL),
        "2013-05",
        "lotto.de, Lotto 6aus49",
        ("6 aus 49", "German lotto"),
    ),
    "superenalotto": Lottery(
        "SuperEnalotto of Italy: six, and the Jolly as the seventh; and the SuperStar",
        _drums((7, 90), (1, 90)),
        "2009-07",
        "Wikipedia, SuperEnalotto",
    ),
    "mega_sena": Lottery("Mega-Sena of Brazil", _drums((6, 60)), "1996-03", "Wikipedia, Mega-Sena"),
    "oz_lotto": Lottery(
        "Oz Lotto of Australia: seven, and the supplementary numbers as the last three",
        _drums((10, 47)),
        "2022-05",
        "Wikipedia, Lotteries in Australia",
    ),
}
"""Every lottery by name."""

LOTTERY_NAMES = NameIndex(LOTTERIES)
