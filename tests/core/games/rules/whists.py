"""The rules of variants of whist."""

from tests.core.games.rules.rule import Rule, batches, packets, singly, stock, trump

RULES = [
    *(
        Rule("knockout_whist", n, "Wikipedia, Knock-out whist: seven each", singly(n, 7), trump(7 * n, 52))
        for n in (2, 4, 7)
    ),
    *(
        Rule("knockout_whist_later_deals", n, "Wikipedia: one card less, none turned", singly(n, 6), stock(6 * n, 52))
        for n in (2, 4, 7)
    ),
    Rule("german_whist", 2, "Wikipedia, German whist: thirteen each", singly(2, 13), trump(26, 52)),
    Rule(
        "solo_whist",
        4,
        "Hoyle's Games Modernized (1909), Solo Whist: four times three, then singly",
        {
            **{seat: [*hand, 48 + at] for at, (seat, hand) in enumerate(packets(4, (3, 3, 3, 3)).items()) if at < 3},
            "dealer": {"": packets(4, (3, 3, 3, 3))["dealer"], "trump": [51]},
        },
        {},
    ),
    Rule(
        "bid_whist", 4, "Wikipedia, Bid whist: twelve each, six to the kitty", singly(4, 12), {"kitty": range(48, 54)}
    ),
    Rule(
        "sergeant_major",
        3,
        "Wikipedia, Sergeant Major: sixteen each, four to the kitty",
        singly(3, 16),
        {"kitty": range(48, 52)},
    ),
    *(Rule("nap", n, "Hoyle: three and two", packets(n, (3, 2)), stock(5 * n, 52)) for n in (2, 5, 7)),
    *(
        Rule("twenty_five", n, "Wikipedia, Twenty-five: three and two", packets(n, (3, 2)), trump(5 * n, 52))
        for n in (2, 5, 9)
    ),
    *(Rule("all_fours", n, "Hoyle: three at a time", batches(n, 3), trump(6 * n, 52)) for n in (2, 4)),
    Rule("cinch", 4, "Wikipedia, Cinch: three at a time", packets(4, (3, 3, 3)), stock(36, 52)),
    Rule("double_deck_pinochle", 4, "pagat.com, Double Deck Pinochle: twenty each", packets(4, (5, 5, 5, 5)), {}),
    Rule(
        "british_euchre",
        4,
        "pagat.com, British Euchre: three and two",
        packets(4, (3, 2)),
        {"kitty": {"upcard": [20], "": range(21, 25)}},
    ),
    Rule(
        "euchre_three_players",
        3,
        "Wikipedia, Euchre variants: three and two",
        packets(3, (3, 2)),
        {"kitty": {"upcard": [15], "": range(16, 24)}},
    ),
    Rule("bid_euchre", 4, "Wikipedia, Bid euchre: six each", packets(4, (3, 3)), {}),
]
