"""The rules of games of getting rid of cards."""

from tests.core.games.rules.rule import Rule, discards, singly, stock, trump

FOUR_COLOURS = "RLCard: seven each; the next is turned, another if it is a wild draw four"
EIGHTS = "Britannica and parentdish.com: seven for two, five for more; an eight that is turned is buried"
FISH = "botvfx.com: seven for two or three, five for more"
OLD_MAID = "Encyclopædia Britannica (1911): all but the queen of hearts, one by one until exhausted"
PRESIDENT = "palace-of-cards.com: all, as evenly as possible"
BIG_TWO = "eagleplayingcard.com: all, counter-clockwise"
DOU_DIZHU = "denexa.com: one at a time until each has seventeen; three are the widow"
DURAK = "eightygames.wordpress.com: six each, the next is turned; durak.app: of six hands the last is the trump"
TICHU = "gamecabinet.com, Tichu: eight cards each, and then six"
CHEAT = "classicgamesandpuzzles.com: all, one at a time"
PALACE = "whatgameworks.com: three face down, three face up, three in hand, each one at a time"

RULES = [
    *(Rule("wild_colours", n, FOUR_COLOURS, singly(n, 7), discards(7 * n, 108)) for n in (2, 4, 10)),
    *(Rule("wild_colours112", n, FOUR_COLOURS, singly(n, 7), discards(7 * n, 112)) for n in (2, 4, 10)),
    Rule("crazy_eights", 2, EIGHTS, singly(2, 7), discards(14, 52)),
    Rule("crazy_eights", 3, EIGHTS, singly(3, 5), discards(15, 52)),
    Rule(
        "crazy_eights",
        4,
        f"{EIGHTS}: here 8H",
        singly(4, 5),
        {"discards": [21], "stock": [*range(22, 37), 20, *range(37, 52)]},
    ),
    Rule("crazy_eights", 8, EIGHTS, singly(8, 5), discards(40, 52)),
    *(Rule("go_fish", n, FISH, singly(n, 7), stock(7 * n, 52)) for n in (2, 3)),
    *(Rule("go_fish", n, FISH, singly(n, 5), stock(5 * n, 52)) for n in (4, 6)),
    *(
        Rule(game, n, source, {seat: range(hand[0], size, n) for seat, hand in singly(n, 1).items()}, {})
        for game, source, size, numbers in (
            ("old_maid", OLD_MAID, 51, (2, 4, 8)),
            ("president", PRESIDENT, 52, (3, 4, 8)),
            ("cheat", CHEAT, 52, (3, 4, 6)),
        )
        for n in numbers
    ),
    Rule(
        "big_two",
        3,
        "lightskybluesweet.pages.dev: seventeen each, the last card face up",
        singly(3, 17),
        {"table": [51]},
    ),
    Rule("big_two", 4, BIG_TWO, singly(4, 13), {}),
    Rule("dou_dizhu", 3, DOU_DIZHU, singly(3, 17), {"widow": [51, 52, 53]}),
    *(Rule("durak", n, DURAK, singly(n, 6), trump(6 * n, 36)) for n in (2, 4, 5)),
    Rule("durak", 6, DURAK, singly(6, 6) | {"dealer": {"": [5, 11, 17, 23, 29], "trump": [35]}}, {}),
    Rule("tichu", 4, TICHU, singly(4, 14), {}),
    *(
        Rule(
            "palace",
            n,
            PALACE,
            {
                seat: {
                    "face_down": [first, first + n, first + 2 * n],
                    "face_up": [first + 3 * n, first + 4 * n, first + 5 * n],
                    "": [first + 6 * n, first + 7 * n, first + 8 * n],
                }
                for seat, [first] in singly(n, 1).items()
            },
            stock(9 * n, 52),
        )
        for n in (2, 3, 5)
    ),
]

RULES += [
    Rule("big_two_two_players", 2, "amarilloslim.com: thirteen each", singly(2, 13), stock(26, 52)),
    *(Rule("tien_len", n, "Thirteen: thirteen each", singly(n, 13), stock(13 * n, 52)) for n in (2, 3)),
    Rule("tien_len", 4, "Thirteen: thirteen each", singly(4, 13), {}),
    Rule("guandan", 4, "Wikipedia, Guandan: 27 each, one at a time", singly(4, 27), {}),
    Rule(
        "tongits",
        3,
        "Tong Its: twelve each, thirteen to the dealer",
        {**singly(3, 12), "dealer": [*range(2, 36, 3), 36]},
        stock(37, 52),
    ),
]

SPEED = "appszoom.com, Speed: five each, fifteen to each draw pile, piles of 5, 5, 1 and 1 in the middle"
RULES += [
    *(
        Rule(
            "fan_tan",
            n,
            "Card Dominoes: all, one at a time",
            {str(seat): range(seat - 1, 52, n) for seat in range(1, n)} | {"dealer": range(n - 1, 52, n)},
            {},
        )
        for n in (3, 4, 8)
    ),
    *(
        Rule(
            "kings_in_the_corner",
            n,
            "Wikipedia, Kings in the Corner: seven each, and four in a cross",
            singly(n, 7),
            {"tableau": {str(side + 1): [7 * n + side] for side in range(4)}, **stock(7 * n + 4, 52)},
        )
        for n in (2, 3, 4)
    ),
    Rule(
        "speed",
        2,
        SPEED,
        {str(seat + 1): {"": range(seat, 10, 2), "draw_pile": range(10 + seat, 40, 2)} for seat in range(2)},
        {"side": {"1": range(40, 50, 2), "2": range(41, 50, 2)}, "centre": {"1": [50], "2": [51]}},
    ),
]

RULES += [
    *(
        Rule("mau_mau", n, "spielfibel.de: five each, one is turned", singly(n, 5), discards(5 * n, 32))
        for n in (2, 4, 5)
    ),
    Rule(
        "dou_dizhu_four_players",
        4,
        "上海四人斗地主: 25 each, and eight for the landlord",
        singly(4, 25),
        {"widow": range(100, 108)},
    ),
    Rule("pao_de_kuai", 3, "567ppt.com: sixteen each of 48", singly(3, 16), {}),
    *(
        Rule(
            "ta_la",
            n,
            "vinagames.com, Phỏm: nine each, and one more to the player who begins",
            {**singly(n, 9), "dealer": [*range(n - 1, 9 * n, n), 9 * n]},
            stock(9 * n + 1, 52),
        )
        for n in (2, 4)
    ),
]
