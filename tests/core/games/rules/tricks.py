"""The rules of trick-taking games."""

from tests.core.games.rules.rule import Rule, batches, packets, singly, stock, trump, turn

HEARTS = "Bicycle, Hearts: all dealt, one at a time; three without 2D, five without 2D and 2C"
WHIST = "Bicycle, Whist: one at a time, the dealer's last is turned as trump"
EUCHRE = "euchrestrategy.info: 3-2-3-2, then 2-3-2-3; of the four left the first is turned"
SKAT = "Internationale Skatordnung: three each, two to the skat, four each, three each"
PINOCHLE_2 = "Bicycle, Pinochle: three at a time, twelve each; the next is turned"
PINOCHLE_3 = "Bicycle, Auction Pinochle: three each, three to the widow, then three at a time"
PINOCHLE_4 = "Bicycle, Partnership Pinochle: three at a time, twelve each"
BRISCOLA = "pagat.com, Briscola: three each, one at a time; the next is turned"
WIDOW_WHIST = "Wikipedia, Three-handed whist: four hands, the widow is the first at the dealer's left"
OH_HELL = "cardgamesplanet.com: ten for three to five, eight for six, seven for seven; the next is turned"
BATCHES_304 = "agnilam.com, 304: a batch of four each, and after the bidding another"
TWENTY_NINE = "rummy.in: four each, one at a time, and after the bidding four more"
CALL_BREAK = "apprecs.com: all out, one at a time"
FIVE_HUNDRED = "thatbiz.org: three each and one to the kitty, four and one, three and one"
PITCH = "howstuffworks.com: six each, three at a time"

RULES = [
    Rule("hearts", 3, HEARTS, singly(3, 17), {}),
    Rule("hearts", 4, HEARTS, singly(4, 13), {}),
    Rule("hearts", 5, HEARTS, singly(5, 10), {}),
    Rule("spades", 4, "Bicycle, Spades: thirteen each, one at a time", singly(4, 13), {}),
    Rule(
        "whist",
        4,
        WHIST,
        {
            "1": range(0, 52, 4),
            "2": range(1, 52, 4),
            "3": range(2, 52, 4),
            "dealer": {"": range(3, 51, 4), "trump": [51]},
        },
        {},
    ),
    Rule(
        "euchre",
        4,
        EUCHRE,
        {"1": [0, 1, 2, 10, 11], "2": [3, 4, 12, 13, 14], "3": [5, 6, 7, 15, 16], "dealer": [8, 9, 17, 18, 19]},
        {"kitty": {"upcard": [20], "": [21, 22, 23]}},
    ),
    Rule("skat", 3, SKAT, packets(3, (3, -2, 4, 3), seats=("forehand", "middlehand", "rearhand")), {"skat": [9, 10]}),
    Rule("pinochle", 2, PINOCHLE_2, packets(2, (3, 3, 3, 3)), trump(24, 48)),
    Rule("pinochle", 3, PINOCHLE_3, packets(3, (3, -3, 3, 3, 3, 3)), {"widow": [9, 10, 11]}),
    Rule("pinochle", 4, PINOCHLE_4, packets(4, (3, 3, 3, 3)), {}),
    Rule("briscola", 2, BRISCOLA, singly(2, 3), turn("briscola", 6, 40)),
    Rule("briscola", 3, f"{BRISCOLA}; without the 2 of clubs", singly(3, 3), turn("briscola", 9, 39)),
    Rule("briscola", 4, BRISCOLA, singly(4, 3), turn("briscola", 12, 40)),
    Rule("tressette", 4, "pagat.com, Tressette: ten each, in packets of five", packets(4, (5, 5)), {}),
    Rule(
        "widow_whist",
        3,
        WIDOW_WHIST,
        {"1": range(1, 52, 4), "2": range(2, 52, 4), "dealer": range(3, 52, 4)},
        {"widow": range(0, 52, 4)},
    ),
    *(Rule("oh_hell", n, OH_HELL, singly(n, 10), trump(10 * n, 52)) for n in (3, 4, 5)),
    Rule("oh_hell", 6, OH_HELL, singly(6, 8), trump(48, 52)),
    Rule("oh_hell", 7, OH_HELL, singly(7, 7), trump(49, 52)),
    Rule("three_o_four", 4, BATCHES_304, batches(4, 4), {}),
    Rule("spades_three_players", 3, "skullwink.com: seventeen each, without the two of clubs", singly(3, 17), {}),
    Rule("spades_six_players", 6, "ourpastimes.com: two packs, seventeen each", singly(6, 17), {}),
    Rule("twenty_nine", 4, TWENTY_NINE, singly(4, 8), {}),
    Rule("call_break", 4, CALL_BREAK, singly(4, 13), {}),
    Rule("five_hundred", 4, FIVE_HUNDRED, packets(4, (3, -1, 4, -1, 3)), {"kitty": [12, 29, 42]}),
    *(Rule("pitch", n, PITCH, batches(n, 3), stock(6 * n, 52)) for n in (2, 4, 7)),
]
KITTY = "catsatcards.com, Hearts: one at a time; the cards that are left are a kitty"
RULES += [
    Rule("hearts", 6, KITTY, singly(6, 8), {"kitty": range(48, 52)}),
    Rule("hearts", 7, KITTY, singly(7, 7), {"kitty": range(49, 52)}),
    Rule(
        "five_hundred",
        3,
        "howstuffworks.com: three each, three to the widow, four each, three each",
        packets(3, (3, -3, 4, 3)),
        {"kitty": [9, 10, 11]},
    ),
    Rule(
        "skat_german",
        3,
        SKAT,
        packets(3, (3, -2, 4, 3), seats=("forehand", "middlehand", "rearhand")),
        {"skat": [9, 10]},
    ),
]
