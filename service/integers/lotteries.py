"""Lotteries by their names: the drums of each, since a date. Their rules change; a response names the drums."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..names.suggestions import NameIndex, suggest_names


@dataclass(frozen=True)
class Drum:
    """The number of balls that are drawn from a drum, and the highest and the lowest number on its balls."""

    count: int
    max: int
    min: int = 1


class Lottery(NamedTuple):
    """A lottery: what is drawn, its drums, the date since which it is drawn so, and the source."""

    title: str
    drums: tuple[Drum, ...]
    since: str
    source: str
    aliases: tuple[str, ...] = ()


_SUPERZAHL = Drum(1, 9, min=0)

LOTTERIES: Mapping[str, Lottery] = {
    "powerball": Lottery(
        "Powerball of the United States",
        (Drum(5, 69), Drum(1, 26)),
        "2015-10",
        "Multi-State Lottery Association",
    ),
    "mega_millions": Lottery(
        "Mega Millions", (Drum(5, 70), Drum(1, 24)), "2025-04", "Wisconsin Lottery"
    ),
    "euromillions": Lottery(
        "EuroMillions",
        (Drum(5, 50), Drum(2, 12)),
        "2016-09",
        "The National Lottery, EuroMillions, game procedures",
    ),
    "eurojackpot": Lottery(
        "Eurojackpot", (Drum(5, 50), Drum(2, 12)), "2022-03", "Wikipedia, Eurojackpot"
    ),
    "eurodreams": Lottery(
        "EuroDreams", (Drum(6, 40), Drum(1, 5)), "2023-11", "Wikipedia, EuroDreams"
    ),
    "thunderball": Lottery(
        "Thunderball of the United Kingdom",
        (Drum(5, 39), Drum(1, 14)),
        "2010-05",
        "Wikipedia, National Lottery (UK)",
    ),
    "lotto_6_59": Lottery(
        "Lotto of the United Kingdom: six, and the bonus ball as the seventh",
        (Drum(7, 59),),
        "2015-10",
        "Wikipedia, National Lottery (UK)",
        ("UK Lotto", "6 of 59"),
    ),
    "lotto_6aus49": Lottery(
        "Lotto 6aus49 of Germany, and the Superzahl",
        (Drum(6, 49), _SUPERZAHL),
        "2013-05",
        "lotto.de, Lotto 6aus49",
        ("6 aus 49", "German lotto"),
    ),
    "superenalotto": Lottery(
        "SuperEnalotto of Italy: six, and the Jolly as the seventh; and the SuperStar",
        (Drum(7, 90), Drum(1, 90)),
        "2009-07",
        "Wikipedia, SuperEnalotto",
    ),
    "mega_sena": Lottery(
        "Mega-Sena of Brazil", (Drum(6, 60),), "1996-03", "Wikipedia, Mega-Sena"
    ),
    "oz_lotto": Lottery(
        "Oz Lotto of Australia: seven, and the supplementary numbers as the last three",
        (Drum(10, 47),),
        "2022-05",
        "Wikipedia, Lotteries in Australia",
    ),
}
"""Every lottery by name."""

LOTTERY_NAMES = NameIndex(LOTTERIES)


def locate_lotteries(name: str, known_names: Collection[str]) -> list[str]:
    """Return a sentence for each lottery that a name may mean, on where it is drawn, unless it is a known name."""
    return [
        f'The lottery {lottery} is drawn by POST /v1/integers/draw with {{"lottery": "{lottery}"}}.'
        for lottery in suggest_names(name, LOTTERY_NAMES)
        if lottery not in known_names
    ]
