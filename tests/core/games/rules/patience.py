"""The deals of the games in service/core/games/patience.py by their rules."""

from tests.core.games.rules.rule import Rule

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
