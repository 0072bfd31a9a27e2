"""The rules of rummy and its family."""

from tests.core.games.rules.rule import Rule, batches, discards, singly, stock

GIN = "Bicycle, Gin Rummy: ten each, one at a time; the next is turned"
RUMMY = "Bicycle, Rummy: ten for two, seven for three or four, six for five or six"
CANASTA = "pagat.com, Canasta: 15 for two, 13 for three, 11 for four; the next is turned"
RUM_500 = "Bicycle, 500 Rum: thirteen for two, seven for more; the next is turned"
INDIAN_RUMMY = "rummyculture.com: thirteen each, the next begins the open deck, and then a joker is picked"
PAN = "Britannica: ten cards in two batches of five; denexa.com: the next is turned"

RULES = [
    Rule("gin_rummy", 2, GIN, singly(2, 10), discards(20, 52)),
    Rule("rummy", 2, RUMMY, singly(2, 10), discards(20, 52)),
    Rule("rummy", 3, RUMMY, singly(3, 7), discards(21, 52)),
    Rule("rummy", 4, RUMMY, singly(4, 7), discards(28, 52)),
    Rule("rummy", 5, RUMMY, singly(5, 6), discards(30, 52)),
    Rule("rummy", 6, RUMMY, singly(6, 6), discards(36, 52)),
    Rule("canasta", 2, f"{CANASTA}: 5D", singly(2, 15), discards(30, 108)),
    Rule("canasta", 3, f"{CANASTA}: AC", singly(3, 13), discards(39, 108)),
    Rule("canasta", 4, f"{CANASTA}: 6C", singly(4, 11), discards(44, 108)),
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
            "jungleerummy.com, 21-Card Rummy: 21 each, the open deck, and the joker",
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
    *(Rule("conquian", n, "pagat.com, Conquian: eight each, singly", singly(n, 8), stock(8 * n, 40)) for n in (2, 3)),
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

GOLF = "nathanmfast.com and gronemangames: so many each, face down, and the next is turned"
TRANCA = "mundigames.com, Tranca: eleven each, two piles of eleven apart, none turned"
RULES += [
    *(Rule("six_card_golf", n, GOLF, singly(n, 6), discards(6 * n, 52)) for n in (2, 3, 4)),
    *(
        Rule(
            "four_card_golf",
            n,
            GOLF,
            {
                seat: {"near": cards, "far": far}
                for (seat, cards), far in zip(singly(n, 2).items(), singly(n, 2, 2 * n).values(), strict=True)
            },
            discards(4 * n, 52),
        )
        for n in (2, 3, 4)
    ),
    *(
        Rule(
            game,
            n,
            TRANCA,
            singly(n, 11),
            {
                "mortos": {"1": range(11 * n, 11 * n + 22, 2), "2": range(11 * n + 1, 11 * n + 22, 2)},
                **stock(11 * n + 22, 104),
            },
        )
        for game, n in (("tranca", 4), ("tranca_two_players", 2))
    ),
    *(Rule("loba_de_menos", n, "e-eduanswers.com: nine each", singly(n, 9), discards(9 * n, 108)) for n in (2, 4, 5)),
    *(Rule("tonk", n, "Wikipedia, Tonk: five each", singly(n, 5), discards(5 * n, 52)) for n in (2, 3, 4)),
]
