"""The deals of the games in service/core/games/tarocks.py by their rules."""

from tests.core.games.rules.rule import Rule, batches, singly, trump

NEST = "Wikipedia, Rook: one each and one to the nest, five times, and then the rest"
SEATS = ("1", "2", "3", "dealer")

RULES = [
    Rule(
        "konigrufen",
        4,
        "aicher.club: six each, twice three, six each",
        {seat: [*range(6 * at, 6 * at + 6), *range(30 + 6 * at, 36 + 6 * at)] for at, seat in enumerate(SEATS)},
        {"talon": {"first_half": range(24, 27), "second_half": range(27, 30)}},
    ),
    Rule(
        "cego",
        4,
        "de.wikipedia.org, Cego: eleven each, ten to the blind",
        {seat: range(11 * at, 11 * at + 11) for at, seat in enumerate(SEATS)},
        {"blind": range(44, 54)},
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
        "bird_colours",
        4,
        NEST,
        {seat: [*range(at, 25, 5), *range(25 + at, 41, 4)] for at, seat in enumerate(SEATS)},
        {"nest": range(4, 25, 5)},
    ),
    *(Rule("wizards", n, "wizardcards.com: one each, one is turned", singly(n, 1), trump(n, 60)) for n in (3, 4, 6)),
    Rule("sheng_ji", 4, "Wikipedia, Sheng ji: all but eight, one at a time", singly(4, 25), {"kitty": range(100, 108)}),
]
