"""The rules of games against the house."""

from collections.abc import Sequence

from tests.core.games.rules.rule import Rule, singly, stock

PENNSYLVANIA = "58 Pa. Code, table games: one at a time, the dealer last"


def house(players: int, cards: int) -> dict[str, Sequence[int]]:
    """Return the hands of a table of the house, whose dealer is the last to get a card."""
    hands = singly(players + 1, cards)
    return {
        **{seat: hands[seat] for seat in map(str, range(1, players + 1)) if seat in hands},
        "dealer": hands["dealer"],
    }


RULES = [
    *(Rule("three_card_poker", n, PENNSYLVANIA, house(n, 3), stock(3 * n + 3, 52)) for n in (1, 7)),
    *(
        Rule(
            "caribbean_stud",
            n,
            PENNSYLVANIA,
            {**house(n, 5), "dealer": {"": range(n, 4 * n + 4, n + 1), "upcard": [5 * n + 4]}},
            stock(5 * n + 5, 52),
        )
        for n in (1, 7)
    ),
    *(
        Rule(
            "ultimate_texas_holdem",
            n,
            PENNSYLVANIA,
            house(n, 2),
            {
                "burns": [2 * n + 2, 2 * n + 6],
                "board": {"flop": range(2 * n + 3, 2 * n + 6), "turn_and_river": [2 * n + 7, 2 * n + 8]},
                "stock": range(2 * n + 9, 52),
            },
        )
        for n in (1, 6)
    ),
    *(
        Rule(
            "casino_holdem",
            n,
            "Wikipedia, Casino hold 'em: two each, three and two community cards",
            house(n, 2),
            {
                "board": {"flop": range(2 * n + 2, 2 * n + 5), "turn_and_river": [2 * n + 5, 2 * n + 6]},
                "stock": range(2 * n + 7, 52),
            },
        )
        for n in (1, 7)
    ),
    Rule("pai_gow_poker", 6, PENNSYLVANIA, house(6, 7), stock(49, 53)),
    *(Rule("casino_war", n, "Wikipedia, Casino war: one each", house(n, 1), stock(n + 1, 312)) for n in (1, 7)),
    Rule("dragon_tiger", 2, "ruby89.com, Dragon Tiger: one each", {"dragon": [0], "tiger": [1]}, stock(2, 416)),
    *(
        Rule(
            "spanish_21",
            n,
            PENNSYLVANIA,
            {
                **{str(seat): [seat, seat + n + 1] for seat in range(1, n + 1)},
                "dealer": {"upcard": [n + 1], "hole_card": [2 * n + 2]},
            },
            {"burns": [0], "stock": range(2 * n + 3, 288)},
        )
        for n in (1, 7)
    ),
    Rule(
        "andar_bahar",
        0,
        "an unshuffled pack: the ace of hearts is the first ace",
        {},
        {"joker": [0], "andar": range(1, 14, 2), "bahar": range(2, 13, 2), "stock": range(14, 52)},
    ),
    Rule(
        "red_dog",
        0,
        "casinoonair.com, Red Dog: two up, and a third, here between the ace, above the king, and the 2",
        {},
        {"table": {"first": [0], "second": [1], "third": [2]}, "stock": range(3, 52)},
    ),
]
