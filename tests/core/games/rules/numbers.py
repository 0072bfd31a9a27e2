"""The rules of balls."""

from tests.core.games.rules.rule import Rule

BALLS = "Wikipedia: 20 of 80; all 75; 6 of 49"
DRUMS = "5 of 69 and 1 of 26; 5 of 70 and 1 of 24; 5 of 50 and 2 of 12"
BINGO = "Wikipedia, Bingo: five of each letter, of N four"

RULES = [
    Rule("keno", 0, BALLS, {}, {"drawn": range(20), "stock": range(20, 80)}),
    Rule(
        "bingo_card",
        1,
        BINGO,
        {
            "player": {
                "B": [0, 1, 2, 3, 4],
                "I": [15, 16, 17, 18, 19],
                "N": [30, 31, 32, 33],
                "G": [45, 46, 47, 48, 49],
                "O": [60, 61, 62, 63, 64],
            }
        },
        {"stock": [*range(5, 15), *range(20, 30), *range(34, 45), *range(50, 60), *range(65, 75)]},
    ),
    Rule("bingo_call", 0, BALLS, {}, {"called": range(75)}),
    Rule("bingo90_call", 0, "augeweb.com, Reglas del bingo: 90 balls, one by one", {}, {"called": range(90)}),
    Rule("lottery", 0, BALLS, {}, {"drawn": range(6), "stock": range(6, 49)}),
    Rule("powerball", 0, DRUMS, {}, {"drawn": range(5), "powerball": [69], "stock": [*range(5, 69), *range(70, 95)]}),
    Rule(
        "mega_millions", 0, DRUMS, {}, {"drawn": range(5), "mega_ball": [70], "stock": [*range(5, 70), *range(71, 94)]}
    ),
    Rule(
        "euromillions",
        0,
        DRUMS,
        {},
        {"drawn": range(5), "lucky_stars": [50, 51], "stock": [*range(5, 50), *range(52, 62)]},
    ),
]
