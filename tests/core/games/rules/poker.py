"""The deals of the games in service/core/games/poker.py by their rules."""

from dataclasses import replace

from tests.core.games.rules.rule import Rule, lay_board, singly

PENNSYLVANIA = "58 Pa. Code § 637a: one at a time, a card burned before flop, turn and river"
NEW_JERSEY = "N.J.A.C. 13:69F-14.10(b): eleven at most, dealt as by 58 Pa. Code"
STUD = "58 Pa. Code § 637a.10: two down, one up; burn and one each for the streets, the seventh down"
OMAHA = "Wikipedia, Omaha hold 'em: hole cards one at a time, then as Texas hold'em"
BIG_O = "poker.fandom.com, Big O: as Omaha, but five cards"
PINEAPPLE = "setthings.com: three cards, and on as Texas hold'em"
FIVE_CARD_STUD = "Wikipedia, Five-card stud: one down, one up; burn and one each, up, three times"
OPEN_FACE = "betandbit.net: five each, then one at a time"
SHORT_DECK = "Wikipedia, Six-plus hold 'em: without 2 to 5, as Texas hold'em"
TRIPLE_DRAW = "enterra-poker.com, Deuce to Seven Triple Draw: five each, one at a time"
BADUGI = "enterra-poker.com, Badugi Rules: four each, one at a time"
DRAW = "Bicycle, Five-Card Draw: five each, one at a time"

RULES = [
    Rule(
        "holdem",
        2,
        PENNSYLVANIA,
        {"1": [0, 2], "dealer": [1, 3]},
        {"burns": [4, 8, 10], "board": {"flop": [5, 6, 7], "turn": [9], "river": [11]}, "stock": range(12, 52)},
    ),
    Rule(
        "holdem",
        6,
        PENNSYLVANIA,
        {"1": [0, 6], "2": [1, 7], "3": [2, 8], "4": [3, 9], "5": [4, 10], "dealer": [5, 11]},
        {"burns": [12, 16, 18], "board": {"flop": [13, 14, 15], "turn": [17], "river": [19]}, "stock": range(20, 52)},
    ),
    Rule(
        "holdem",
        10,
        PENNSYLVANIA,
        {**{str(seat): [seat - 1, seat + 9] for seat in range(1, 10)}, "dealer": [9, 19]},
        {"burns": [20, 24, 26], "board": {"flop": [21, 22, 23], "turn": [25], "river": [27]}, "stock": range(28, 52)},
    ),
    Rule(
        "holdem",
        11,
        NEW_JERSEY,
        {**{str(seat): [seat - 1, seat + 10] for seat in range(1, 11)}, "dealer": [10, 21]},
        {"burns": [22, 26, 28], "board": {"flop": [23, 24, 25], "turn": [27], "river": [29]}, "stock": range(30, 52)},
    ),
    Rule(
        "omaha",
        2,
        PENNSYLVANIA,
        {"1": [0, 2, 4, 6], "dealer": [1, 3, 5, 7]},
        {"burns": [8, 12, 14], "board": {"flop": [9, 10, 11], "turn": [13], "river": [15]}, "stock": range(16, 52)},
    ),
    Rule(
        "omaha",
        6,
        PENNSYLVANIA,
        {
            "1": [0, 6, 12, 18],
            "2": [1, 7, 13, 19],
            "3": [2, 8, 14, 20],
            "4": [3, 9, 15, 21],
            "5": [4, 10, 16, 22],
            "dealer": [5, 11, 17, 23],
        },
        {"burns": [24, 28, 30], "board": {"flop": [25, 26, 27], "turn": [29], "river": [31]}, "stock": range(32, 52)},
    ),
    Rule(
        "omaha",
        10,
        PENNSYLVANIA,
        {**{str(seat): range(seat - 1, 40, 10) for seat in range(1, 10)}, "dealer": [9, 19, 29, 39]},
        {"burns": [40, 44, 46], "board": {"flop": [41, 42, 43], "turn": [45], "river": [47]}, "stock": range(48, 52)},
    ),
    *(
        Rule(game, players, source, singly(players, cards), lay_board(players * cards, size))
        for game, source, cards, size, numbers in (
            ("omaha_five_cards", OMAHA, 5, 52, (2, 6, 8)),
            ("omaha_six_cards", OMAHA, 6, 52, (2, 6, 7)),
            ("omaha_hi_lo", PENNSYLVANIA, 4, 52, (2, 6, 10)),
            ("big_o", BIG_O, 5, 52, (2, 6, 8)),
            ("pineapple", PINEAPPLE, 3, 52, (2, 6, 10)),
            ("short_deck", SHORT_DECK, 2, 36, (2, 6, 10)),
        )
        for players in numbers
    ),
    *(
        Rule(game, players, source, singly(players, cards), {"stock": range(players * cards, 52)})
        for game, source, cards in (("deuce_to_seven_triple_draw", TRIPLE_DRAW, 5), ("badugi", BADUGI, 4))
        for players in (2, 6)
    ),
    Rule(
        "five_card_draw",
        2,
        DRAW,
        {"1": [0, 2, 4, 6, 8], "dealer": [1, 3, 5, 7, 9]},
        {"stock": range(10, 52)},
    ),
    Rule(
        "five_card_draw",
        4,
        DRAW,
        {"1": range(0, 20, 4), "2": range(1, 20, 4), "3": range(2, 20, 4), "dealer": range(3, 20, 4)},
        {"stock": range(20, 52)},
    ),
    Rule(
        "five_card_draw",
        6,
        DRAW,
        {**{str(seat): range(seat - 1, 30, 6) for seat in range(1, 6)}, "dealer": [5, 11, 17, 23, 29]},
        {"stock": range(30, 52)},
    ),
    Rule(
        "seven_card_stud",
        2,
        STUD,
        {
            "1": {
                "hole_cards": [0, 2],
                "third_street": [4],
                "fourth_street": [7],
                "fifth_street": [10],
                "sixth_street": [13],
                "seventh_street": [16],
            },
            "dealer": {
                "hole_cards": [1, 3],
                "third_street": [5],
                "fourth_street": [8],
                "fifth_street": [11],
                "sixth_street": [14],
                "seventh_street": [17],
            },
        },
        {"burns": [6, 9, 12, 15], "stock": range(18, 52)},
    ),
    Rule(
        "seven_card_stud",
        6,
        STUD,
        {
            seat: {
                "hole_cards": [seat_number, seat_number + 6],
                "third_street": [seat_number + 12],
                "fourth_street": [seat_number + 19],
                "fifth_street": [seat_number + 26],
                "sixth_street": [seat_number + 33],
                "seventh_street": [seat_number + 40],
            }
            for seat_number, seat in enumerate(["1", "2", "3", "4", "5", "dealer"])
        },
        {"burns": [18, 25, 32, 39], "stock": range(46, 52)},
    ),
    *(
        Rule(
            "five_card_stud",
            n,
            FIVE_CARD_STUD,
            {
                seat: {
                    "hole_cards": [first],
                    "second_street": [first + n],
                    "third_street": [first + 2 * n + 1],
                    "fourth_street": [first + 3 * n + 2],
                    "fifth_street": [first + 4 * n + 3],
                }
                for first, seat in enumerate([*map(str, range(1, n)), "dealer"])
            },
            {"burns": [2 * n, 3 * n + 1, 4 * n + 2], "stock": range(5 * n + 3, 52)},
        )
        for n in (2, 6, 9)
    ),
    *(Rule("open_face_chinese", n, OPEN_FACE, singly(n, 5), {"stock": range(5 * n, 52)}) for n in (2, 3, 4)),
    Rule("video_poker", 1, "Mullin (1993): five to the player", {"player": range(5)}, {"stock": range(5, 52)}),
]
STUD_STREETS = ("third_street", "fourth_street", "fifth_street", "sixth_street", "seventh_street")
RULES += [
    Rule(
        "seven_card_stud",
        n,
        f"{STUD}; Robert's Rules, section 8: of seven none is burned at last",
        {
            seat: {
                "hole_cards": [at, at + n],
                **{street: [2 * n + at + later * (n + 1)] for later, street in enumerate(STUD_STREETS[:4])},
                **({"seventh_street": [45 + at]} if n == 7 else {}),
            }
            for at, seat in enumerate([*map(str, range(1, n)), "dealer"])
        },
        {"burns": [3 * n, 4 * n + 1, 5 * n + 2], **({} if n == 7 else {"board": {"seventh_street": [51]}})},
    )
    for n in (7, 8)
]
# Robert's Rules of Poker, section 9, and Wikibooks, Poker/7-stud8: these are dealt as seven-card stud.
RULES += [
    replace(rule, game=game) for game in ("razz", "stud_hi_lo") for rule in RULES if rule.game == "seven_card_stud"
]

RULES += [
    Rule("chinese_poker", 4, "denexa.com, Chinese Poker: thirteen each", singly(4, 13), {}),
    *(
        Rule("chinese_poker", n, "denexa.com: others are set aside", singly(n, 13), {"stock": range(13 * n, 52)})
        for n in (2, 3)
    ),
]
RULES += [
    *(
        Rule("teen_patti", n, "Wikipedia, Teen patti: three each", singly(n, 3), {"stock": range(3 * n, 52)})
        for n in (2, 5, 10)
    )
]
