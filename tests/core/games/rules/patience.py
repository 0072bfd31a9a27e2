"""The deals of the games in service/core/games/patience.py by their rules."""

from tests.core.games.rules.rule import Positions, Rule

KLONDIKE = "Morehead and Mott-Smith, Klondike: seven piles of one to seven, row by row"
FREECELL = "Rosetta Code, Deal cards for FreeCell: rows of eight"
SPIDER_SUITS = "my-hw.org, Spider Solitaire: 104 cards of one suit or of two, laid out as the game of four"
SPIDER = "Morehead and Mott-Smith, Spider: four rows of ten and four cards face down, then a row of ten face up"
PYRAMID = "Wikipedia, Pyramid: rows of one to seven, from the top"
YUKON = "playsolitaire-online.com, Yukon: Klondike's piles, then 24 cards in four rows upon six of them"
FORTY_THIEVES = "GNOME AisleRiot, Forty Thieves: four rows of ten"
GOLF = "fsolitaire.com, Golf: seven columns of five, and a card to the waste"
CANFIELD = "Bicycle, Canfield: thirteen, the 14th to the foundation, and a row of four"
ACES_UP = "Wikipedia, Aces Up: a row of four"

RULES = [
    Rule(
        "klondike",
        1,
        KLONDIKE,
        {},
        {
            "tableau": {
                "1": [0],
                "2": [1, 7],
                "3": [2, 8, 13],
                "4": [3, 9, 14, 18],
                "5": [4, 10, 15, 19, 22],
                "6": [5, 11, 16, 20, 23, 25],
                "7": [6, 12, 17, 21, 24, 26, 27],
            },
            "foundation": [],
            "stock": range(28, 52),
        },
    ),
    Rule(
        "freecell",
        1,
        FREECELL,
        {},
        {"tableau": {str(column): range(column - 1, 52, 8) for column in range(1, 9)}, "foundation": []},
    ),
    *(
        Rule(
            game,
            1,
            source,
            {},
            {
                "tableau": {
                    "1": [0, 10, 20, 30, 40, 44],
                    "2": [1, 11, 21, 31, 41, 45],
                    "3": [2, 12, 22, 32, 42, 46],
                    "4": [3, 13, 23, 33, 43, 47],
                    "5": [4, 14, 24, 34, 48],
                    "6": [5, 15, 25, 35, 49],
                    "7": [6, 16, 26, 36, 50],
                    "8": [7, 17, 27, 37, 51],
                    "9": [8, 18, 28, 38, 52],
                    "10": [9, 19, 29, 39, 53],
                },
                "foundation": [],
                "stock": range(54, 104),
            },
        )
        for game, source in (("spider", SPIDER), ("spider_two_suits", SPIDER_SUITS), ("spider_one_suit", SPIDER_SUITS))
    ),
    Rule(
        "pyramid",
        1,
        PYRAMID,
        {},
        {
            "pyramid": {
                "1": [0],
                "2": [1, 2],
                "3": [3, 4, 5],
                "4": [6, 7, 8, 9],
                "5": [10, 11, 12, 13, 14],
                "6": [15, 16, 17, 18, 19, 20],
                "7": [21, 22, 23, 24, 25, 26, 27],
            },
            "foundation": [],
            "stock": range(28, 52),
        },
    ),
    Rule(
        "yukon",
        1,
        YUKON,
        {},
        {
            "tableau": {
                "1": [0],
                "2": [1, 7, 28, 34, 40, 46],
                "3": [2, 8, 13, 29, 35, 41, 47],
                "4": [3, 9, 14, 18, 30, 36, 42, 48],
                "5": [4, 10, 15, 19, 22, 31, 37, 43, 49],
                "6": [5, 11, 16, 20, 23, 25, 32, 38, 44, 50],
                "7": [6, 12, 17, 21, 24, 26, 27, 33, 39, 45, 51],
            },
            "foundation": [],
        },
    ),
    Rule(
        "forty_thieves",
        1,
        FORTY_THIEVES,
        {},
        {
            "tableau": {str(column): range(column - 1, 40, 10) for column in range(1, 11)},
            "foundation": [],
            "stock": range(40, 104),
        },
    ),
    Rule(
        "golf",
        1,
        GOLF,
        {},
        {
            "tableau": {str(column): range(column - 1, 35, 7) for column in range(1, 8)},
            "waste": [35],
            "stock": range(36, 52),
        },
    ),
    Rule(
        "canfield",
        1,
        CANFIELD,
        {},
        {
            "reserve": range(13),
            "foundation": [13],
            "tableau": {"1": [14], "2": [15], "3": [16], "4": [17]},
            "stock": range(18, 52),
        },
    ),
    Rule(
        "aces_up",
        1,
        ACES_UP,
        {},
        {"tableau": {"1": [0], "2": [1], "3": [2], "4": [3]}, "stock": range(4, 52)},
    ),
]


def columns(*rows: int, first: int = 0) -> dict[str, list[int]]:
    """Return the columns of rows of that many cards each, which begin at the first column."""
    starts = [first + sum(rows[:row]) for row in range(len(rows))]
    return {
        str(column + 1): [start + column for start, size in zip(starts, rows, strict=True) if column < size]
        for column in range(max(rows))
    }


def triangle(width: int) -> dict[str, list[int]]:
    """Return the columns of rows that each begin one column further to the right."""
    starts = [row * width - row * (row - 1) // 2 for row in range(width)]
    return {str(column + 1): [starts[row] + column - row for row in range(column + 1)] for column in range(width)}


def laid(game: str, source: str, tableau: dict[str, list[int]], **others: Positions) -> Rule:
    """Return the rule of a patience with a tableau, an empty foundation if no other is named, and other piles."""
    return Rule(game, 1, source, {}, {"tableau": tableau, "foundation": [], **others})


YUKON_COLUMNS = {
    column: [*cards, *(range(int(column) + 26, 52, 6) if column != "1" else ())]
    for column, cards in triangle(7).items()
}
KINGS = "Wikipedia: rows of thirteen, of which the kings, here those of the unshuffled order, go to the bottom"

RULES += [
    Rule(
        "tripeaks",
        1,
        "Wikipedia, Tri Peaks: rows of 3, 6, 9 and 10, and a card to the waste",
        {},
        {
            "peaks": {"1": range(3), "2": range(3, 9), "3": range(9, 18), "4": range(18, 28)},
            "waste": [28],
            "stock": range(29, 52),
        },
    ),
    laid(
        "bakers_dozen",
        KINGS,
        {**columns(13, 13, 13, 13), "13": [12, 25, 38, 51]},
    ),
    Rule("accordion", 1, "Wikipedia, Accordion: one line", {}, {"row": range(52)}),
    *(
        Rule(
            game,
            1,
            "Wikipedia, Scorpion, and PySolFC, spider.py: seven columns of seven, three cards down in the first four",
            {},
            {
                "tableau": {
                    str(column): [
                        *(range(column - 1, 12, 4) if column < 5 else range(7 + column, 21, 3)),
                        *range(20 + column, 49, 7),
                    ]
                    for column in range(1, 8)
                },
                "stock": range(49, 52),
            },
        )
        for game in ("scorpion", "wasp")
    ),
    *(laid(game, "Wikipedia: dealt as Yukon", YUKON_COLUMNS) for game in ("russian", "alaska")),
    laid(
        "bisley",
        "Wikipedia, Bisley: three below each ace, nine columns of four",
        {
            column: [*cards, *([int(column) + 34] if int(column) > 4 else [])]
            for column, cards in columns(13, 13, 13).items()
        },
    ),
    *(
        laid(game, "PySolFC: six rows of eight, and four", columns(8, 8, 8, 8, 8, 8, 4))
        for game in ("bakers_game", "streets_and_alleys")
    ),
    laid("beleaguered_castle", "PySolFC: six rows of eight, without aces", columns(8, 8, 8, 8, 8, 8)),
    laid("fortress", "PySolFC: five rows of ten, and two", columns(10, 10, 10, 10, 10, 2)),
    laid("la_belle_lucie", "PySolFC, fan.py: 17 fans of three and a card", columns(17, 17, 18)),
    laid("cruel", "PySolFC, bakersdozen.py: four rows of twelve", columns(12, 12, 12, 12)),
    laid("simple_simon", "PySolFC, spider.py: rows of 9 to 3, then ten", columns(9, 8, 7, 6, 5, 4, 3, 10)),
    laid("black_hole", "PySolFC, golf.py: 17 fans of three", columns(17, 17, 17)),
    laid("grandfathers_clock", "PySolFC: five rows of eight", columns(8, 8, 8, 8, 8)),
    Rule(
        "calculation", 1, "PySolFC, calculation.py: the rest is the stock", {}, {"foundation": [], "stock": range(48)}
    ),
    Rule("clock", 1, "Wikipedia, Clock Patience: 13 piles of four", {}, {"dial": columns(13, 13, 13, 13)}),
    Rule("gaps", 1, "Wikipedia, Gaps: four rows of thirteen", {}, {"tableau": columns(13, 13, 13, 13)}),
    *(
        Rule(
            game,
            1,
            f"Wikipedia: rows of {width}, and {cards} cards beside them",
            {},
            {
                "tableau": columns(*[width] * rows),
                "reserve": range(width * rows, width * rows + cards),
                "foundation": [],
            },
        )
        for game, width, rows, cards in (
            ("eight_off", 8, 6, 4),
            ("seahaven_towers", 10, 5, 2),
            ("flower_garden", 6, 6, 16),
        )
    ),
    Rule(
        "monte_carlo",
        1,
        "Wikipedia, Monte Carlo: five rows of five",
        {},
        {"tableau": columns(5, 5, 5, 5, 5), "stock": range(25, 52)},
    ),
    *(
        laid(game, "PySolFC: rows, and a stock", columns(*[width] * rows), stock=range(width * rows, size))
        for game, width, rows, size in (
            ("easthaven", 7, 3, 52),
            ("westcliff", 10, 3, 52),
            ("gypsy", 8, 3, 104),
            ("miss_milligan", 8, 1, 104),
        )
    ),
    laid("spiderette", "PySolFC, spider.py: columns of one to seven", triangle(7), stock=range(28, 52)),
    laid("double_klondike", "PySolFC, harp.py: columns of one to nine", triangle(9), stock=range(45, 104)),
    Rule(
        "agnes",
        1,
        "PySolFC, klondike.py: columns of one to seven, and the first foundation",
        {},
        {"tableau": triangle(7), "foundation": [28], "stock": range(29, 52)},
    ),
    Rule(
        "king_albert",
        1,
        "PySolFC, klondike.py: columns of one to nine, and seven cards",
        {},
        {"tableau": triangle(9), "reserve": range(45, 52), "foundation": []},
    ),
    Rule(
        "osmosis",
        1,
        "PySolFC, osmosis.py: four rows of four, and the first foundation",
        {},
        {"reserve": columns(4, 4, 4, 4), "foundation": [16], "stock": range(17, 52)},
    ),
]
