"""The rules of games with tarock cards and packs of their own."""

from tests.core.games.rules.rule import Rule, batches, packets, singly, trump

NEST = "Wikipedia, Rook: one each and one to the nest, five times, and then the rest"
SEATS = ("1", "2", "3", "dealer")

RULES = [
    Rule(
        "konigrufen",
        4,
        "aicher.club: six each, twice three, six each",
        packets(4, (6, -6, 6)),
        {"talon": {"first_half": range(24, 27), "second_half": range(27, 30)}},
    ),
    Rule(
        "cego", 4, "de.wikipedia.org, Cego: eleven each, ten to the blind", packets(4, (11,)), {"blind": range(44, 54)}
    ),
    *(
        Rule(
            "slovenian_tarok",
            players,
            "sl.wikipedia.org, Tarok: six to the talon, and two packets each",
            {seat: [6 + position for position in cards] for seat, cards in batches(players, size).items()},
            {"talon": range(6)},
        )
        for players, size in ((3, 8), (4, 6))
    ),
    Rule(
        "bird_colours", 4, NEST, packets(4, (1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1, 1)), {"nest": range(4, 25, 5)}
    ),
    *(Rule("wizards", n, "wizardcards.com: one each, one is turned", singly(n, 1), trump(n, 60)) for n in (3, 4, 6)),
    *(
        Rule("wizards_last_round", n, "goodsams-florida.org: all dealt out", singly(n, 60 // n), {})
        for n in (3, 4, 5, 6)
    ),
    Rule("sheng_ji", 4, "Wikipedia, Sheng ji: all but eight, one at a time", singly(4, 25), {"kitty": range(100, 108)}),
]
