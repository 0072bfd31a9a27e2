"""The rules of poker."""

from dataclasses import replace

from tests.core.games.rules.rule import Rule, lay_board, singly, stock

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
    *(
        Rule(game, players, source, singly(players, cards), lay_board(players * cards, size))
        for game, source, cards, size, numbers in (
            ("holdem", PENNSYLVANIA, 2, 52, (2, 6, 10)),
            ("holdem", NEW_JERSEY, 2, 52, (11,)),
            ("omaha", PENNSYLVANIA, 4, 52, (2, 6, 10)),
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
        Rule(game, players, source, singly(players, cards), stock(players * cards, 52))
        for game, source, cards, numbers in (
            ("five_card_draw", DRAW, 5, (2, 4, 6)),
            ("deuce_to_seven_triple_draw", TRIPLE_DRAW, 5, (2, 6)),
            ("badugi", BADUGI, 4, (2, 6)),
            ("open_face_chinese", OPEN_FACE, 5, (2, 3, 4)),
            ("teen_patti", "Wikipedia, Teen patti: three each", 3, (2, 5, 10)),
            ("brag", "frontiergamblers.com: three each, one at a time", 3, (3, 6, 8)),
            ("zha_jin_hua", "diss4id.com: three each, as commonly one at a time", 3, (2, 6)),
            ("chinese_poker", "denexa.com: others are set aside", 13, (2, 3)),
        )
        for players in numbers
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
    Rule("chinese_poker", 4, "denexa.com, Chinese Poker: thirteen each", singly(4, 13), {}),
    Rule("video_poker", 1, "Mullin (1993): five to the player", {"player": range(5)}, stock(5, 52)),
]
STREETS = ("third_street", "fourth_street", "fifth_street", "sixth_street", "seventh_street")


def deal_stud(n: int, streets: int) -> dict[str, dict[str, list[int]]]:
    """Return hands of two cards, a card, and then a card for each street after a burned one."""
    return {
        seat: {
            "hole_cards": [first, first + n],
            **{street: [2 * n + first + row * (n + 1)] for row, street in enumerate(STREETS[:streets])},
        }
        for first, seat in enumerate([*map(str, range(1, n)), "dealer"])
    }


LAST_STREET = f"{STUD}; Robert's Rules, section 8: of seven none is burned at last"
RULES += [
    *(
        Rule(
            "seven_card_stud",
            n,
            STUD,
            deal_stud(n, 5),
            {"burns": [3 * n, 4 * n + 1, 5 * n + 2, 6 * n + 3], "stock": range(7 * n + 4, 52)},
        )
        for n in (2, 6)
    ),
    Rule(
        "seven_card_stud",
        7,
        LAST_STREET,
        {
            seat: {**hand, "seventh_street": [45 + number]}
            for number, (seat, hand) in enumerate(deal_stud(7, 4).items())
        },
        {"burns": [21, 29, 37]},
    ),
    Rule(
        "seven_card_stud", 8, LAST_STREET, deal_stud(8, 4), {"burns": [24, 33, 42], "board": {"seventh_street": [51]}}
    ),
]
# Robert's Rules of Poker, section 9, and Wikibooks, Poker/7-stud8: these are dealt as seven-card stud.
RULES += [
    replace(rule, game=game) for game in ("razz", "stud_hi_lo") for rule in RULES if rule.game == "seven_card_stud"
]
