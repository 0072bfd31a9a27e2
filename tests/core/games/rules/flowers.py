"""The rules of games with flower cards."""

from tests.core.games.rules.rule import Rule, packets

KOI_KOI = "Nintendo, Koi-Koi: two at a time to the opponent, the field and the dealer"
GO_STOP = "fudawiki.org, Go-Stop: field first, in two rounds; for two ten each and eight, for three seven and six"
HACHI_HACHI = "fudawiki.org, Hachi-Hachi: four each from the dealer's right, three to the field, three each, three more"

RULES = [
    Rule(
        "go_stop",
        2,
        GO_STOP,
        packets(2, (5, -4, 5), 4),
        {"field": [0, 1, 2, 3, 14, 15, 16, 17], "jokers": [], "stock": range(28, 50)},
    ),
    Rule(
        "go_stop",
        3,
        GO_STOP,
        packets(3, (4, -3, 3), 3),
        {"field": [0, 1, 2, 15, 16, 17], "jokers": [], "stock": range(27, 50)},
    ),
    Rule(
        "koi_koi",
        2,
        KOI_KOI,
        {"1": [0, 1, 6, 7, 12, 13, 18, 19], "dealer": [4, 5, 10, 11, 16, 17, 22, 23]},
        {"field": [2, 3, 8, 9, 14, 15, 20, 21], "stock": range(24, 48)},
    ),
    *(
        Rule("hachi_hachi", n, HACHI_HACHI, packets(n, (4, -3, 3)), {"field": field, "stock": range(7 * n + 6, 48)})
        for n, field in ((2, [8, 9, 10, 17, 18, 19]), (3, [12, 13, 14, 24, 25, 26]))
    ),
    Rule(
        "hachi_hachi",
        6,
        f"{HACHI_HACHI}; of six players nothing is left",
        packets(6, (4, -3, 3)),
        {"field": [24, 25, 26, 45, 46, 47]},
    ),
]
RULES.append(
    Rule(
        "hachi_hachi_two_players",
        2,
        "fudawiki.org, Nuki Hachi-hachi: as Hachi-Hachi, whose dealer is the first",
        packets(2, (4, -3, 3), seats=("dealer", "1")),
        {"field": [8, 9, 10, 17, 18, 19], "stock": range(20, 34)},
    )
)
