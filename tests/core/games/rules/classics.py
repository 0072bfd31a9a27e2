"""The rules of games outside the large families."""

from tests.core.games.rules.rule import Rule, batches, packets, singly, stock

CRIBBAGE = "American Cribbage Congress: six each for two, five for more, of three one to the crib"
MUS = "tomasito-space.de, and es.wikipedia.org, Mus, also of two: four each, one at a time"
SPITE = "pagat.com: twenty to each pay-off pile, five to each hand"
SCIENTIFICO = "ideefesta.it: ten each, five at a time"
CASSINO = "Britannica: two to the other, two to the table, two to the dealer, and so again"

RULES = [
    Rule(
        "cribbage",
        2,
        CRIBBAGE,
        packets(2, (1, 1, 1, 1, 1, 1), seats=("pone", "dealer")),
        {"crib": [], "starter": [12], "stock": range(13, 52)},
    ),
    Rule("cribbage", 3, CRIBBAGE, singly(3, 5), {"crib": [15], "starter": [16], "stock": range(17, 52)}),
    Rule("cribbage", 4, CRIBBAGE, singly(4, 5), {"crib": [], "starter": [20], "stock": range(21, 52)}),
    *(
        Rule(
            game,
            players,
            "siciliansintheworld.com, Scopa, and studylib.es, Escoba: three each, one at a time; four to the table",
            singly(players, 3),
            {"table": range(3 * players, 3 * players + 4), "stock": range(3 * players + 4, 40)},
        )
        for game in ("scopa", "escoba")
        for players in (2, 4)
    ),
    Rule(
        "scopone",
        4,
        "scoponescientifico.tripod.com: three each, two to the table, three, two to the table, three",
        packets(4, (3, -2, 3, -2, 3)),
        {"table": [12, 13, 26, 27]},
    ),
    *(Rule("mus", n, MUS, singly(n, 4), stock(4 * n, 40)) for n in (2, 4)),
    Rule("war", 2, "Bicycle, War: 26 each, one at a time", singly(2, 26), {}),
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
            stock(size * n, 162),
        )
        for n, size in ((2, 30), (4, 30), (5, 20), (6, 20))
    ),
    *(
        Rule("fireworks", n, "five each for two or three, four for more", singly(n, size), stock(size * n, 50))
        for n, size in ((2, 5), (3, 5), (4, 4), (5, 4))
    ),
]
BASRA = "pagat.com, Basra: four each, four to the table, in which a jack is replaced"
RULES += [
    Rule("basra", 2, BASRA, singly(2, 4), {"table": [8, 9, 11, 12], "stock": [*range(13, 32), 10, *range(32, 52)]}),
    *(
        Rule("basra", n, BASRA, singly(n, 4), {"table": range(4 * n, 4 * n + 4), "stock": range(4 * n + 4, 52)})
        for n in (3, 4)
    ),
]

RULES += [
    *(
        Rule(
            "tablanet",
            n,
            "gambiter.com, Tablić: six each, three at a time, and four to the table",
            batches(n, 3),
            {"table": range(6 * n, 6 * n + 4), **stock(6 * n + 4, 52)},
        )
        for n in (2, 4)
    ),
    *(
        Rule(
            "chkobba",
            n,
            "chkobagame.xyz: three each, and four to the table",
            singly(n, 3),
            {"table": range(3 * n, 3 * n + 4), **stock(3 * n + 4, 40)},
        )
        for n in (2, 4)
    ),
    *(Rule("cuarenta", n, "Wikipedia, Cuarenta: five at once", packets(n, [5]), stock(5 * n, 40)) for n in (2, 4)),
]

RULES += [
    *(
        Rule(
            "schwimmen",
            n,
            "kartenspiele.net: singly to all, and to the dealer two packets",
            {seat: range(hand[0], 3 * n + 3, n + 1) for seat, hand in singly(n, 1).items()},
            {"spare": range(n, 3 * n + 3, n + 1), "stock": range(3 * n + 3, 32)},
        )
        for n in (2, 4, 9)
    ),
    *(
        Rule(
            "pisti",
            n,
            "hurriyet.com.tr: four to the table, the fourth face up, then four to each at once",
            packets(n, (4,), first=4),
            {"table": {"covered": range(3), "upcard": [3]}, "stock": range(4 * n + 4, 52)},
        )
        for n in (2, 3, 4)
    ),
]
PASUR = "pagat.com, Pâsur: four each at once, four to the table, in which a jack is replaced"
RULES += [
    Rule(
        "pasur",
        2,
        f"{PASUR}: here JS",
        packets(2, (4,)),
        {"table": [8, 9, 11, 12], "stock": [*range(13, 32), 10, *range(32, 52)]},
    ),
    *(
        Rule(
            "pasur",
            n,
            PASUR,
            packets(n, (4,)),
            {"table": range(4 * n, 4 * n + 4), "stock": range(4 * n + 4, 52)},
        )
        for n in (3, 4)
    ),
]
