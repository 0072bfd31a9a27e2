"""The deals of the games in service/core/games/classics.py by their rules."""

from tests.core.games.rules.rule import Rule, batches, singly

CRIBBAGE = "American Cribbage Congress: six each for two, five for more, of three one to the crib"
SPITE = "pagat.com: twenty to each pay-off pile, five to each hand"
SCIENTIFICO = "ideefesta.it: ten each, five at a time"
CASSINO = "Britannica: two to the other, two to the table, two to the dealer, and so again"
SCIENTIFICO = "ideefesta.it: ten each, five at a time"
CASSINO = "Britannica: two to the other, two to the table, two to the dealer, and so again"

RULES = [
    Rule(
        "cribbage",
        2,
        CRIBBAGE,
        {"pone": [0, 2, 4, 6, 8, 10], "dealer": [1, 3, 5, 7, 9, 11]},
        {"crib": [], "starter": [12], "stock": range(13, 52)},
    ),
    Rule(
        "cribbage",
        3,
        CRIBBAGE,
        {"1": [0, 3, 6, 9, 12], "2": [1, 4, 7, 10, 13], "dealer": [2, 5, 8, 11, 14]},
        {"crib": [15], "starter": [16], "stock": range(17, 52)},
    ),
    Rule(
        "cribbage",
        4,
        CRIBBAGE,
        {
            "1": [0, 4, 8, 12, 16],
            "2": [1, 5, 9, 13, 17],
            "3": [2, 6, 10, 14, 18],
            "dealer": [3, 7, 11, 15, 19],
        },
        {"crib": [], "starter": [20], "stock": range(21, 52)},
    ),
    *(
        Rule(
            game,
            players,
            "siciliansintheworld.com, Scopa, and studylib.es, Escoba: three each, one at a time; four to the table",
            {seat: range(index, 3 * players, players) for index, seat in enumerate(seats)},
            {"table": range(3 * players, 3 * players + 4), "stock": range(3 * players + 4, 40)},
        )
        for game in ("scopa", "escoba")
        for players, seats in ((2, ("1", "dealer")), (4, ("1", "2", "3", "dealer")))
    ),
    Rule(
        "scopone",
        4,
        "scoponescientifico.tripod.com: three each, two to the table, three, two to the table, three",
        {
            "1": [0, 1, 2, 14, 15, 16, 28, 29, 30],
            "2": [3, 4, 5, 17, 18, 19, 31, 32, 33],
            "3": [6, 7, 8, 20, 21, 22, 34, 35, 36],
            "dealer": [9, 10, 11, 23, 24, 25, 37, 38, 39],
        },
        {"table": [12, 13, 26, 27]},
    ),
    Rule(
        "mus",
        4,
        "tomasito-space.de, Rules of the Mus: four each, one at a time",
        {"1": [0, 4, 8, 12], "2": [1, 5, 9, 13], "3": [2, 6, 10, 14], "dealer": [3, 7, 11, 15]},
        {"stock": range(16, 40)},
    ),
    Rule(
        "war",
        2,
        "Bicycle, War: 26 each, one at a time",
        {"1": range(0, 52, 2), "dealer": range(1, 52, 2)},
        {},
    ),
    Rule(
        "spite_and_malice",
        2,
        SPITE,
        {"1": range(40, 50, 2), "2": range(41, 50, 2)},
        {"payoff": {"1": range(0, 40, 2), "2": range(1, 40, 2)}, "stock": range(50, 104)},
    ),
    Rule("scopone_scientifico", 4, SCIENTIFICO, batches(4, 5), {}),
    Rule(
        "cassino",
        2,
        CASSINO,
        {"1": [0, 1, 6, 7], "dealer": [4, 5, 10, 11]},
        {"table": [2, 3, 8, 9], "stock": range(12, 52)},
    ),
    Rule(
        "cassino",
        4,
        CASSINO,
        {"1": [0, 1, 10, 11], "2": [2, 3, 12, 13], "3": [4, 5, 14, 15], "dealer": [8, 9, 18, 19]},
        {"table": [6, 7, 16, 17], "stock": range(20, 52)},
    ),
]

RULES += [
    *(
        Rule(
            "number_piles",
            n,
            "Mattel: thirty cards to each stock pile, twenty for five players or more",
            {seat: {"payoff": cards} for seat, cards in singly(n, size).items()},
            {"stock": range(size * n, 162)},
        )
        for n, size in ((2, 30), (4, 30), (5, 20), (6, 20))
    ),
    *(
        Rule(
            "fireworks", n, "five each for two or three, four for more", singly(n, size), {"stock": range(size * n, 50)}
        )
        for n, size in ((2, 5), (3, 5), (4, 4), (5, 4))
    ),
]
RULES.append(Rule("mus", 2, "es.wikipedia.org, Mus: also of two, four each", singly(2, 4), {"stock": range(8, 40)}))
BASRA = "pagat.com, Basra: four each, four to the table, in which a jack is replaced"
RULES += [
    Rule(
        "basra",
        2,
        BASRA,
        singly(2, 4),
        {"table": [8, 9, 11, 12], "stock": [*range(13, 32), 10, *range(32, 52)]},
    ),
    *(
        Rule("basra", n, BASRA, singly(n, 4), {"table": range(4 * n, 4 * n + 4), "stock": range(4 * n + 4, 52)})
        for n in (3, 4)
    ),
]
