"""The rules of bridge."""

from tests.core.games.rules.rule import Rule

BRIDGE = "Laws of Duplicate Bridge 2017, Laws 2 and 6: one at a time from the dealer's left; N deals board 1"

RULES = [
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"E": range(0, 52, 4), "S": range(1, 52, 4), "W": range(2, 52, 4), "N": range(3, 52, 4)},
        {},
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"S": range(0, 52, 4), "W": range(1, 52, 4), "N": range(2, 52, 4), "E": range(3, 52, 4)},
        {},
        board=2,
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"W": range(0, 52, 4), "N": range(1, 52, 4), "E": range(2, 52, 4), "S": range(3, 52, 4)},
        {},
        board=15,
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"N": range(0, 52, 4), "E": range(1, 52, 4), "S": range(2, 52, 4), "W": range(3, 52, 4)},
        {},
        board=1_000_000,
    ),
]
