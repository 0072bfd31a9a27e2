"""The deals of the games in service/core/games/rummies.py by their rules."""

from tests.core.games.rules.rule import Rule, batches, discards, singly

GIN = "Bicycle, Gin Rummy: ten each, one at a time; the next is turned"
RUMMY = "Bicycle, Rummy: ten for two, seven for three or four, six for five or six"
CANASTA = "pagat.com, Canasta: 15 for two, 13 for three, 11 for four; the next is turned"
RUM_500 = "Bicycle, 500 Rum: thirteen for two, seven for more; the next is turned"
INDIAN_RUMMY = "rummyculture.com: thirteen each, the next begins the open deck, and then a joker is picked"
PAN = "Britannica: ten cards in two batches of five; denexa.com: the next is turned"

RULES = [
    Rule(
        "gin_rummy",
        2,
        GIN,
        {"1": range(0, 20, 2), "dealer": range(1, 20, 2)},
        {"discards": [20], "stock": range(21, 52)},
    ),
    Rule(
        "rummy",
        2,
        RUMMY,
        {"1": range(0, 20, 2), "dealer": range(1, 20, 2)},
        {"discards": [20], "stock": range(21, 52)},
    ),
    Rule(
        "rummy",
        3,
        RUMMY,
        {"1": range(0, 21, 3), "2": range(1, 21, 3), "dealer": range(2, 21, 3)},
        {"discards": [21], "stock": range(22, 52)},
    ),
    Rule(
        "rummy",
        4,
        RUMMY,
        {"1": range(0, 28, 4), "2": range(1, 28, 4), "3": range(2, 28, 4), "dealer": range(3, 28, 4)},
        {"discards": [28], "stock": range(29, 52)},
    ),
    Rule(
        "rummy",
        5,
        RUMMY,
        {**{str(seat): range(seat - 1, 30, 5) for seat in range(1, 5)}, "dealer": [4, 9, 14, 19, 24, 29]},
        {"discards": [30], "stock": range(31, 52)},
    ),
    Rule(
        "rummy",
        6,
        RUMMY,
        {**{str(seat): range(seat - 1, 36, 6) for seat in range(1, 6)}, "dealer": [5, 11, 17, 23, 29, 35]},
        {"discards": [36], "stock": range(37, 52)},
    ),
    Rule(
        "canasta",
        2,
        f"{CANASTA}: 5D",
        {"1": range(0, 30, 2), "dealer": range(1, 30, 2)},
        {"discards": [30], "stock": range(31, 108)},
    ),
    Rule(
        "canasta",
        3,
        f"{CANASTA}: AC",
        {"1": range(0, 39, 3), "2": range(1, 39, 3), "dealer": range(2, 39, 3)},
        {"discards": [39], "stock": range(40, 108)},
    ),
    Rule(
        "canasta",
        4,
        f"{CANASTA}: 6C",
        {"1": range(0, 44, 4), "2": range(1, 44, 4), "3": range(2, 44, 4), "dealer": range(3, 44, 4)},
        {"discards": [44], "stock": range(45, 108)},
    ),
    Rule("rummy_500", 2, RUM_500, singly(2, 13), discards(26, 52)),
    *(Rule("rummy_500", n, RUM_500, singly(n, 7), discards(7 * n, 52)) for n in (3, 4)),
    *(Rule("rummy_500_two_packs", n, RUM_500, singly(n, 7), discards(7 * n, 104)) for n in (5, 8)),
    *(
        Rule(
            "indian_rummy",
            n,
            INDIAN_RUMMY,
            singly(n, 13),
            {"discards": [13 * n], "joker": [13 * n + 1], "stock": range(13 * n + 2, 106)},
        )
        for n in (2, 6)
    ),
    *(Rule("pan", n, PAN, batches(n, 5), discards(10 * n, 320)) for n in (2, 6, 15)),
]
RULES += [
    Rule("canasta", 6, "Bicycle, Canasta: eleven each from four players on", singly(6, 11), discards(66, 108)),
    Rule("canasta_six_players", 6, "rummy-games.com: three packs, thirteen each", singly(6, 13), discards(78, 162)),
]

BURRACO = "eburraco.com: eleven each, two pozzetti of eleven in turn, and one is turned"

RULES += [
    *(
        Rule(
            "twenty_one_card_rummy",
            n,
            "as commonly played: 21 each, the open deck, and the joker",
            singly(n, 21),
            {"discards": [21 * n], "joker": [21 * n + 1], "stock": range(21 * n + 2, 159)},
        )
        for n in (2, 4, 6)
    ),
    *(
        Rule(
            game,
            n,
            BURRACO,
            singly(n, 11),
            {
                "pozzetti": {"1": range(11 * n, 11 * n + 22, 2), "2": range(11 * n + 1, 11 * n + 22, 2)},
                **discards(11 * n + 22, 108),
            },
        )
        for game, n in (("burraco", 4), ("burraco_two_players", 2))
    ),
    *(
        Rule("conquian", n, "pagat.com, Conquian: eight each, singly", singly(n, 8), {"stock": range(8 * n, 40)})
        for n in (2, 3)
    ),
    *(Rule("chinchon", n, "Fournier, Chinchón: seven each", singly(n, 7), discards(7 * n, 40)) for n in (2, 3, 4)),
    *(Rule("scala_40", n, "Scala 40: thirteen each", singly(n, 13), discards(13 * n, 108)) for n in (2, 6)),
    Rule(
        "scala_40",
        4,
        "Scala 40: a joker that is turned goes back: here X1 and X2",
        singly(4, 13),
        {"discards": [54], "stock": [*range(55, 81), 52, 53, *range(81, 108)]},
    ),
    *(Rule("german_rummy", n, "rummy.ch: thirteen each", singly(n, 13), discards(13 * n, 110)) for n in (2, 3, 4)),
    *(Rule("contract_rummy", n, "Bicycle: ten each", singly(n, 10), discards(10 * n, 108)) for n in (3, 4)),
    Rule(
        "hand_and_foot",
        4,
        "Whitnack, Hand and Foot: thirteen cards to the hand, thirteen to the foot",
        {
            seat: {"": range(13 * at, 13 * at + 13), "foot": range(52 + 13 * at, 65 + 13 * at)}
            for at, seat in enumerate(("1", "2", "3", "dealer"))
        },
        discards(104, 270),
    ),
]
