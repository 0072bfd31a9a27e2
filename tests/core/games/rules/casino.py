"""The deals of the games against the house by their rules."""

from tests.core.games.rules.rule import Rule

BLACKJACK = "58 Pa. Code § 633a.7: burn; up to each and the dealer; second to each; the dealer's hole card"
BACCARAT = "Wikipedia, Baccarat (punto banco): AS turned and one burned; 3S 5S is a natural, so nobody draws"

RULES = [
    Rule(
        "blackjack",
        1,
        BLACKJACK,
        {"1": [1, 3], "dealer": {"upcard": [2], "hole_card": [4]}},
        {"burns": [0], "stock": range(5, 312)},
    ),
    Rule(
        "blackjack",
        7,
        BLACKJACK,
        {**{str(seat): [seat, seat + 8] for seat in range(1, 8)}, "dealer": {"upcard": [8], "hole_card": [16]}},
        {"burns": [0], "stock": range(17, 312)},
    ),
    Rule(
        "baccarat",
        2,
        BACCARAT,
        {"player": [2, 4], "banker": [3, 5]},
        {"burns": {"turned": [0], "": [1]}, "stock": range(6, 416)},
    ),
]
