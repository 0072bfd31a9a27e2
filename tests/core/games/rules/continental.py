"""The rules of more trick-taking games of Europe."""

from tests.core.games.rules.rule import Rule, batches, packets, singly, stock, trump, turn

RULES = [
    Rule(
        "preferans",
        3,
        "pagat.com, Preferans: two at a time, two to the talon",
        packets(3, (2, -2, 2, 2, 2, 2)),
        {"widow": [6, 7]},
    ),
    Rule(
        "thousand_two_players",
        2,
        "pl.wikipedia.org, Tysiąc: ten each, two widows",
        singly(2, 10),
        {"widows": {"first": [20, 21], "second": [22, 23]}},
    ),
    Rule(
        "marias",
        3,
        "pagat.com, Mariáš: seven to forehand and five to the others, then five to each",
        {
            "forehand": [*range(7), *range(17, 22)],
            "middlehand": [*range(7, 12), *range(22, 27)],
            "rearhand": [*range(12, 17), *range(27, 32)],
        },
        {},
    ),
    Rule("bauernschnapsen", 4, "de.wikipedia.org, Bauernschnapsen: three, then two", packets(4, (3, 2)), {}),
    *(
        Rule("binokel", n, "binokel-palast.de: twelve each of three, nine of four", packets(n, sizes), {"dabb": dabb})
        for n, sizes, dabb in ((3, (4, -2, 4, -2, 4), [12, 13, 26, 27]), (4, (3, -2, 3, -2, 3), [12, 13, 26, 27]))
    ),
    *(
        Rule(
            "binokel_with_sevens",
            n,
            "binokel-palast.de: fifteen each of three, eleven of four",
            packets(n, sizes),
            {"dabb": dabb},
        )
        for n, sizes, dabb in ((3, (5, -1, 5, -2, 5), [15, 31, 32]), (4, (4, -2, 3, -2, 4), [16, 17, 30, 31]))
    ),
    Rule("schafkopf_short", 4, "de.wikipedia.org, Schafkopf: six each, twice three", packets(4, (3, 3)), {}),
    Rule("jass_french", 4, "de.wikipedia.org, Jass: three times three", packets(4, (3, 3, 3)), {}),
    Rule(
        "klaberjass",
        2,
        "Wikipedia, Klaberjass: three, three, one turned, three",
        packets(2, (3, 3, -1, 3)),
        {"upcard": [12], "stock": range(19, 32)},
    ),
    Rule(
        "tute",
        4,
        "es.wikipedia.org, Tute: ten each, the dealer's last is turned",
        {**singly(4, 10), "dealer": {"": range(3, 39, 4), "trump": [39]}},
        {},
    ),
    *(
        Rule("guinote", n, "es.wikipedia.org, Guiñote: three at a time", batches(n, 3), trump(6 * n, 40))
        for n in (2, 4)
    ),
    Rule("botifarra", 4, "pagat.com, Botifarra: four at a time", packets(4, (4, 4, 4)), {}),
    *(
        Rule(
            "truco_paulista",
            n,
            "pt.wikipedia.org, Truco: three each, one turned",
            singly(n, 3),
            turn("vira", 3 * n, 40),
        )
        for n in (2, 4, 6)
    ),
    *(
        Rule("truco_mineiro", n, "pt.wikipedia.org, Truco: three each", singly(n, 3), stock(3 * n, 40))
        for n in (2, 4, 6)
    ),
    Rule("tressette_two_players", 2, "pagat.com, Tressette: ten each, packets of five", batches(2, 5), stock(20, 40)),
]

RULES += [
    Rule(
        "manille",
        4,
        "stratejeux.xyz: four by four, and the dealer's last card is turned",
        {**batches(4, 4), "dealer": {"": [12, 13, 14, 15, 28, 29, 30], "trump": [31]}},
        {},
    ),
    Rule("manillen", 4, "fr.wikibooks.org, La manille: three, two and three", packets(4, (3, 2, 3)), {}),
    Rule(
        "ulti",
        3,
        "gamerules.com, Ulti: twelve to the first and ten to the others, here seven and five, and then five",
        {
            "1": [*range(7), *range(17, 22)],
            "2": [*range(7, 12), *range(22, 27)],
            "dealer": [*range(12, 17), *range(27, 32)],
        },
        {},
    ),
    *(
        Rule("sedma", n, "pagat.com, Sedma: two at a time; of three 30 cards", batches(n, 2), stock(4 * n, size))
        for n, size in ((2, 32), (3, 30), (4, 32))
    ),
    *(Rule("zsirozas", n, "hogyankell.hu: four each", singly(n, 4), stock(4 * n, 32)) for n in (2, 4)),
]
