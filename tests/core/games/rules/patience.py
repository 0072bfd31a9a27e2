"""The rules of patience."""

from collections.abc import Sequence

from tests.core.games.rules.rule import Positions, Rule, stock


def columns(*rows: int) -> dict[str, list[int]]:
    """Return the columns of rows of that many cards each, which begin at the first column."""
    starts = [sum(rows[:row]) for row in range(len(rows))]
    return {
        str(column + 1): [start + column for start, size in zip(starts, rows, strict=True) if column < size]
        for column in range(max(rows))
    }


def columns_of(width: int, cards: Sequence[int]) -> dict[str, Sequence[int]]:
    """Return columns of these cards, laid row by row."""
    return {str(column + 1): cards[column::width] for column in range(width)}


def triangle(width: int) -> dict[str, list[int]]:
    """Return the columns of rows that each begin one column further to the right."""
    starts = [row * width - row * (row - 1) // 2 for row in range(width)]
    return {str(column + 1): [starts[row] + column - row for row in range(column + 1)] for column in range(width)}


def lay(game: str, source: str, **piles: Positions) -> Rule:
    return Rule(game, 1, source, {}, piles)


def lay_rows(game: str, source: str, *rows: int, size: int = 52, has_foundation: bool = True, **beside: int) -> Rule:
    """Return the rule of rows of so many cards, so many cards in each pile beside them, and the rest as the stock."""
    first = sum(rows)
    piles: dict[str, Positions] = {"tableau": columns(*rows)}
    if has_foundation:
        piles["foundation"] = []
    for name, cards in beside.items():
        piles[name], first = range(first, first + cards), first + cards
    return lay(game, source, **piles | (stock(first, size) if first < size else {}))


YUKON_COLUMNS = {
    column: [*cards, *(range(int(column) + 26, 52, 6) if column != "1" else ())]
    for column, cards in triangle(7).items()
}
KINGS = "Wikipedia: rows of thirteen, of which the kings, here those of the unshuffled order, go to the bottom"

SPIDER = columns(10, 10, 10, 10, 4)
SPIDERS = {
    "spider": "Morehead and Mott-Smith: four rows of ten and four cards face down, then a row of ten face up",
    "spider_two_suits": "my-hw.org, Spider Solitaire: 104 cards of one suit or of two, laid out as the game of four",
    "spider_one_suit": "my-hw.org, Spider Solitaire: 104 cards of one suit or of two, laid out as the game of four",
}

RULES = [
    lay(
        "klondike",
        "Morehead and Mott-Smith, Klondike: seven piles of one to seven, row by row",
        tableau=triangle(7),
        foundation=[],
        stock=range(28, 52),
    ),
    lay_rows("freecell", "Rosetta Code, Deal cards for FreeCell: rows of eight", *[8] * 6, 4),
    *(
        lay(
            game,
            source,
            tableau={column: [*cards, int(column) + 43] for column, cards in SPIDER.items()},
            foundation=[],
            stock=range(54, 104),
        )
        for game, source in SPIDERS.items()
    ),
    lay(
        "pyramid",
        "Wikipedia, Pyramid: rows of one to seven, from the top",
        pyramid={str(row): range(row * (row - 1) // 2, row * (row + 1) // 2) for row in range(1, 8)},
        foundation=[],
        stock=range(28, 52),
    ),
    lay(
        "yukon",
        "playsolitaire-online.com, Yukon: Klondike's piles, then 24 cards in four rows upon six of them",
        tableau=YUKON_COLUMNS,
        foundation=[],
    ),
    lay_rows("forty_thieves", "GNOME AisleRiot, Forty Thieves: four rows of ten", *[10] * 4, size=104),
    lay_rows(
        "golf", "fsolitaire.com, Golf: seven columns of five, one to the waste", *[7] * 5, has_foundation=False, waste=1
    ),
    lay(
        "canfield",
        "Bicycle, Canfield: thirteen, the 14th to the foundation, and a row of four",
        reserve=range(13),
        foundation=[13],
        tableau={"1": [14], "2": [15], "3": [16], "4": [17]},
        stock=range(18, 52),
    ),
    lay_rows("aces_up", "Wikipedia, Aces Up: a row of four", 4, has_foundation=False),
    lay(
        "tripeaks",
        "Wikipedia, Tri Peaks: rows of 3, 6, 9 and 10, and a card to the waste",
        peaks={"1": range(3), "2": range(3, 9), "3": range(9, 18), "4": range(18, 28)},
        waste=[28],
        stock=range(29, 52),
    ),
    lay("bakers_dozen", KINGS, tableau={**columns(13, 13, 13, 13), "13": [12, 25, 38, 51]}, foundation=[]),
    lay("accordion", "Wikipedia, Accordion: one line", row=range(52)),
    *(
        lay(
            game,
            "Wikipedia, Scorpion, and PySolFC, spider.py: seven columns of seven, three cards down in the first four",
            tableau={
                str(column): [
                    *(range(column - 1, 12, 4) if column < 5 else range(7 + column, 21, 3)),
                    *range(20 + column, 49, 7),
                ]
                for column in range(1, 8)
            },
            stock=range(49, 52),
        )
        for game in ("scorpion", "wasp")
    ),
    *(lay(game, "Wikipedia: dealt as Yukon", tableau=YUKON_COLUMNS, foundation=[]) for game in ("russian", "alaska")),
    lay(
        "bisley",
        "Wikipedia, Bisley: three below each ace, nine columns of four",
        tableau={
            column: [*cards, *([int(column) + 34] if int(column) > 4 else [])]
            for column, cards in columns(13, 13, 13).items()
        },
        foundation=[],
    ),
    *(
        lay_rows(game, "PySolFC: six rows of eight, and four", *[8] * 6, 4)
        for game in ("bakers_game", "streets_and_alleys")
    ),
    lay_rows("beleaguered_castle", "PySolFC: six rows of eight, without aces", *[8] * 6, size=48),
    lay_rows("fortress", "PySolFC: five rows of ten, and two", *[10] * 5, 2),
    lay_rows("la_belle_lucie", "PySolFC, fan.py: 17 fans of three and a card", 17, 17, 18),
    lay_rows("cruel", "PySolFC, bakersdozen.py: four rows of twelve", *[12] * 4, size=48),
    lay_rows("simple_simon", "PySolFC, spider.py: rows of 9 to 3, then ten", 9, 8, 7, 6, 5, 4, 3, 10),
    lay_rows("black_hole", "PySolFC, golf.py: 17 fans of three", 17, 17, 17, size=51),
    *(
        lay_rows(game, "PySolFC: five rows of eight", *[8] * 5, size=40)
        for game in ("grandfathers_clock", "grandfathers_clock_common_suits")
    ),
    lay("calculation", "PySolFC, calculation.py: the rest is the stock", foundation=[], stock=range(48)),
    lay("clock", "Wikipedia, Clock Patience: 13 piles of four", dial=columns(13, 13, 13, 13)),
    lay_rows("gaps", "Wikipedia, Gaps: four rows of thirteen", *[13] * 4, has_foundation=False),
    *(
        lay_rows(game, f"Wikipedia: rows of {width}, and {cards} cards beside them", *[width] * rows, reserve=cards)
        for game, width, rows, cards in (
            *(("eight_off", 8, 6, 4), ("seahaven_towers", 10, 5, 2), ("flower_garden", 6, 6, 16)),
        )
    ),
    lay_rows("monte_carlo", "Wikipedia, Monte Carlo: five rows of five", *[5] * 5, has_foundation=False),
    *(
        lay_rows(game, "PySolFC: rows, and a stock", *[width] * rows, size=size)
        for game, width, rows, size in (
            *(("easthaven", 7, 3, 52), ("westcliff", 10, 3, 52), ("gypsy", 8, 3, 104), ("miss_milligan", 8, 1, 104)),
        )
    ),
    *(
        lay(game, f"{source}: columns of one to {width}", tableau=triangle(width), foundation=[], stock=stock)
        for game, source, width, stock in (
            ("spiderette", "PySolFC, spider.py", 7, range(28, 52)),
            ("double_klondike", "PySolFC, harp.py", 9, range(45, 104)),
        )
    ),
    lay(
        "penguin",
        "David Parlett, Penguin: seven columns, row by row; the aces are the beak, here AS, and the foundations",
        tableau=columns_of(7, [card for card in range(52) if card not in (13, 26, 39)]),
        foundation=[13, 26, 39],
        flipper=[],
    ),
    lay(
        "agnes",
        "PySolFC, klondike.py: columns of one to seven, and the first foundation",
        tableau=triangle(7),
        foundation=[28],
        stock=range(29, 52),
    ),
    lay(
        "agnes_bernauer",
        "Wikibooks, Agnes: columns of one to seven, the first foundation, and a reserve of seven",
        tableau=triangle(7),
        foundation=[28],
        reserve=range(29, 36),
        stock=range(36, 52),
    ),
    lay(
        "king_albert",
        "PySolFC, klondike.py: columns of one to nine, and seven cards",
        tableau=triangle(9),
        reserve=range(45, 52),
        foundation=[],
    ),
    lay(
        "osmosis",
        "PySolFC, osmosis.py: four rows of four, and the first foundation",
        reserve=columns(4, 4, 4, 4),
        foundation=[16],
        stock=range(17, 52),
    ),
]

RULES += [
    lay(
        "nerts",
        "Wikipedia, Nerts: thirteen, of which the last is turned, and four single cards",
        reserve=range(13),
        tableau={str(pile): [12 + pile] for pile in range(1, 5)},
        foundation=[],
        stock=range(17, 52),
    ),
]
