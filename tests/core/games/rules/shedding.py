"""The deals of the games in service/core/games/shedding.py by their rules."""

from tests.core.games.rules.rule import Rule, discards, singly, trump

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
    *(Rule("go_fish", n, FISH, singly(n, 7), {"stock": range(7 * n, 52)}) for n in (2, 3)),
    *(Rule("go_fish", n, FISH, singly(n, 5), {"stock": range(5 * n, 52)}) for n in (4, 6)),
    *(
        Rule("old_maid", n, OLD_MAID, {seat: range(hand[0], 51, n) for seat, hand in singly(n, 1).items()}, {})
        for n in (2, 4, 8)
    ),
    *(
        Rule("president", n, PRESIDENT, {seat: range(hand[0], 52, n) for seat, hand in singly(n, 1).items()}, {})
        for n in (3, 4, 8)
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
        Rule("cheat", n, CHEAT, {seat: range(hand[0], 52, n) for seat, hand in singly(n, 1).items()}, {})
        for n in (3, 4, 6)
    ),
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
            {"stock": range(9 * n, 52)},
        )
        for n in (2, 3, 5)
    ),
]

RULES += [
    Rule("big_two_two_players", 2, "amarilloslim.com: thirteen each", singly(2, 13), {"stock": range(26, 52)}),
    *(Rule("tien_len", n, "Thirteen: thirteen each", singly(n, 13), {"stock": range(13 * n, 52)}) for n in (2, 3)),
    Rule("tien_len", 4, "Thirteen: thirteen each", singly(4, 13), {}),
    Rule("guandan", 4, "Wikipedia, Guandan: 27 each, one at a time", singly(4, 27), {}),
    Rule(
        "tongits",
        3,
        "Tong Its: twelve each, thirteen to the dealer",
        {**singly(3, 12), "dealer": [*range(2, 36, 3), 36]},
        {"stock": range(37, 52)},
    ),
]
