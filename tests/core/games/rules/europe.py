"""The deals of the trick-taking games of continental Europe by their rules."""

from tests.core.games.rules.rule import Rule, packets, singly

TAROT = "larousse.fr, Tarot: three at once; one to the dog before the dealer's packet"
HOYLE = "Hoyle's Games Modernized (1909)"
BRISCA = "Fournier, La brisca: three each, one at a time; the next is turned"
THOUSAND = "lodige.com: seven each, one at a time; one to the widow before the third card of the first three rounds"
SUECA = "pagat.com, Sueca: ten each, the last nine and the trump at the bottom to the dealer"

RULES = [
    Rule(
        "doppelkopf",
        4,
        "doppelkopf-spiel.de, Turnierregeln: four times three",
        {
            "1": [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38],
            "2": [3, 4, 5, 15, 16, 17, 27, 28, 29, 39, 40, 41],
            "3": [6, 7, 8, 18, 19, 20, 30, 31, 32, 42, 43, 44],
            "dealer": [9, 10, 11, 21, 22, 23, 33, 34, 35, 45, 46, 47],
        },
        {},
    ),
    Rule(
        "schafkopf",
        4,
        "online-schafkopf-lernen.de, Der Spielverlauf: twice four",
        {
            "1": [0, 1, 2, 3, 16, 17, 18, 19],
            "2": [4, 5, 6, 7, 20, 21, 22, 23],
            "3": [8, 9, 10, 11, 24, 25, 26, 27],
            "dealer": [12, 13, 14, 15, 28, 29, 30, 31],
        },
        {},
    ),
    Rule(
        "sheepshead",
        4,
        "sheepshead101.com: two each, two to the blind, three each, two to the blind, two each",
        {
            "1": [0, 1, 10, 11, 12, 24, 25],
            "2": [2, 3, 13, 14, 15, 26, 27],
            "3": [4, 5, 16, 17, 18, 28, 29],
            "dealer": [6, 7, 19, 20, 21, 30, 31],
        },
        {"blind": [8, 9, 22, 23]},
    ),
    Rule(
        "sheepshead",
        5,
        "sheepshead.org: three each, two to the blind, three each",
        {
            "1": [0, 1, 2, 17, 18, 19],
            "2": [3, 4, 5, 20, 21, 22],
            "3": [6, 7, 8, 23, 24, 25],
            "4": [9, 10, 11, 26, 27, 28],
            "dealer": [12, 13, 14, 29, 30, 31],
        },
        {"blind": [15, 16]},
    ),
    Rule(
        "belote",
        4,
        "belotejeu.fr: three each, two each, one turned up",
        {
            "1": [0, 1, 2, 12, 13],
            "2": [3, 4, 5, 14, 15],
            "3": [6, 7, 8, 16, 17],
            "dealer": [9, 10, 11, 18, 19],
        },
        {"upcard": [20], "stock": range(21, 32)},
    ),
    Rule(
        "coinche",
        4,
        "coinche-en-ligne.com: three each, two each, three each",
        {
            "1": [0, 1, 2, 12, 13, 20, 21, 22],
            "2": [3, 4, 5, 14, 15, 23, 24, 25],
            "3": [6, 7, 8, 16, 17, 26, 27, 28],
            "dealer": [9, 10, 11, 18, 19, 29, 30, 31],
        },
        {},
    ),
    Rule(
        "jass",
        4,
        "jassclubkilchberg.jimdo.com, Regeln Einzelschieber: three times three",
        {
            "1": [0, 1, 2, 12, 13, 14, 24, 25, 26],
            "2": [3, 4, 5, 15, 16, 17, 27, 28, 29],
            "3": [6, 7, 8, 18, 19, 20, 30, 31, 32],
            "dealer": [9, 10, 11, 21, 22, 23, 33, 34, 35],
        },
        {},
    ),
    Rule(
        "klaverjas",
        4,
        "Nederlandse Klaverjas Unie: three each, two each, three each",
        {
            "1": [0, 1, 2, 12, 13, 20, 21, 22],
            "2": [3, 4, 5, 14, 15, 23, 24, 25],
            "3": [6, 7, 8, 16, 17, 26, 27, 28],
            "dealer": [9, 10, 11, 18, 19, 29, 30, 31],
        },
        {},
    ),
    Rule(
        "french_tarot",
        3,
        f"{TAROT}; of three players by four, six to the dog",
        {
            "1": [*range(0, 4), *range(13, 17), *range(26, 30), *range(39, 43), *range(52, 56), *range(65, 69)],
            "2": [*range(4, 8), *range(17, 21), *range(30, 34), *range(43, 47), *range(56, 60), *range(69, 73)],
            "dealer": [*range(9, 13), *range(22, 26), *range(35, 39), *range(48, 52), *range(61, 65), *range(74, 78)],
        },
        {"dog": [8, 21, 34, 47, 60, 73]},
    ),
    Rule(
        "french_tarot",
        4,
        f"{TAROT}, six to the dog",
        {
            "1": [*range(0, 3), *range(13, 16), *range(26, 29), *range(39, 42), *range(52, 55), *range(65, 68)],
            "2": [*range(3, 6), *range(16, 19), *range(29, 32), *range(42, 45), *range(55, 58), *range(68, 71)],
            "3": [*range(6, 9), *range(19, 22), *range(32, 35), *range(45, 48), *range(58, 61), *range(71, 74)],
            "dealer": [*range(10, 13), *range(23, 26), *range(36, 39), *range(49, 52), *range(62, 65), *range(75, 78)],
        },
        {"dog": [9, 22, 35, 48, 61, 74]},
    ),
    Rule(
        "french_tarot",
        5,
        f"{TAROT}, three to the dog",
        {
            "1": [*range(0, 3), *range(16, 19), *range(32, 35), *range(48, 51), *range(63, 66)],
            "2": [*range(3, 6), *range(19, 22), *range(35, 38), *range(51, 54), *range(66, 69)],
            "3": [*range(6, 9), *range(22, 25), *range(38, 41), *range(54, 57), *range(69, 72)],
            "4": [*range(9, 12), *range(25, 28), *range(41, 44), *range(57, 60), *range(72, 75)],
            "dealer": [*range(13, 16), *range(29, 32), *range(45, 48), *range(60, 63), *range(75, 78)],
        },
        {"dog": [12, 28, 44]},
    ),
    Rule(
        "piquet",
        2,
        f"{HOYLE}, Piquet: by two at a time, twelve each",
        {
            "elder": [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21],
            "younger": [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23],
        },
        {"talon": range(24, 32)},
    ),
    Rule(
        "ecarte",
        2,
        f"{HOYLE}, Écarté: by two and then by three; the eleventh is turned",
        {"1": [0, 1, 4, 5, 6], "dealer": [2, 3, 7, 8, 9]},
        {"trump": [10], "stock": range(11, 32)},
    ),
    Rule(
        "bezique",
        2,
        f"{HOYLE}, Bézique: by three, two and three; the seventeenth is turned",
        {"1": [0, 1, 2, 6, 7, 10, 11, 12], "dealer": [3, 4, 5, 8, 9, 13, 14, 15]},
        {"trump": [16], "stock": range(17, 64)},
    ),
    Rule(
        "rubicon_bezique",
        2,
        f"{HOYLE}, Rubicon Bézique: nine each by threes, none turned",
        {"1": [0, 1, 2, 6, 7, 8, 12, 13, 14], "dealer": [3, 4, 5, 9, 10, 11, 15, 16, 17]},
        {"stock": range(18, 128)},
    ),
    Rule(
        "sixty_six",
        2,
        "chereshnitsa.org, Sixty-Six: six each, three at a time; the next is turned",
        {"1": [0, 1, 2, 6, 7, 8], "dealer": [3, 4, 5, 9, 10, 11]},
        {"trump": [12], "stock": range(13, 24)},
    ),
    Rule(
        "schnapsen",
        2,
        "gamerules.com, Schnapsen: three each, the trump, two each",
        {"1": [0, 1, 2, 7, 8], "dealer": [3, 4, 5, 9, 10]},
        {"trump": [6], "stock": range(11, 20)},
    ),
    Rule(
        "brisca",
        2,
        BRISCA,
        {"1": [0, 2, 4], "dealer": [1, 3, 5]},
        {"trump": [6], "stock": range(7, 40)},
    ),
    Rule(
        "brisca",
        3,
        f"{BRISCA}; doncomos.com: without the twos",
        {"1": [0, 3, 6], "2": [1, 4, 7], "dealer": [2, 5, 8]},
        {"trump": [9], "stock": range(10, 36)},
    ),
    Rule(
        "brisca",
        4,
        BRISCA,
        {"1": [0, 4, 8], "2": [1, 5, 9], "3": [2, 6, 10], "dealer": [3, 7, 11]},
        {"trump": [12], "stock": range(13, 40)},
    ),
    Rule(
        "briscola_chiamata",
        5,
        "framor.info, Briscola chiamata: eight each in two packets",
        {
            "1": [0, 1, 2, 3, 20, 21, 22, 23],
            "2": [4, 5, 6, 7, 24, 25, 26, 27],
            "3": [8, 9, 10, 11, 28, 29, 30, 31],
            "4": [12, 13, 14, 15, 32, 33, 34, 35],
            "dealer": [16, 17, 18, 19, 36, 37, 38, 39],
        },
        {},
    ),
    Rule(
        "truco",
        2,
        "kipdf.com, Truco, article 4: three each, one at a time",
        {"1": [0, 2, 4], "dealer": [1, 3, 5]},
        {"stock": range(6, 40)},
    ),
    Rule(
        "truco",
        4,
        "kipdf.com, Truco, article 4: three each, one at a time",
        {"1": [0, 4, 8], "2": [1, 5, 9], "3": [2, 6, 10], "dealer": [3, 7, 11]},
        {"stock": range(12, 40)},
    ),
    Rule(
        "watten",
        4,
        "ultra-watten.com, Grundregeln: three each, then two each",
        {
            "1": [0, 1, 2, 12, 13],
            "2": [3, 4, 5, 14, 15],
            "3": [6, 7, 8, 16, 17],
            "dealer": [9, 10, 11, 18, 19],
        },
        {"stock": range(20, 32)},
    ),
    Rule(
        "thousand",
        3,
        THOUSAND,
        {
            "1": [0, 4, 8, 12, 15, 18, 21],
            "2": [1, 5, 9, 13, 16, 19, 22],
            "dealer": [3, 7, 11, 14, 17, 20, 23],
        },
        {"widow": [2, 6, 10]},
    ),
    Rule(
        "sueca",
        4,
        SUECA,
        {"1": range(10), "2": range(10, 20), "3": range(20, 30), "dealer": {"": range(30, 39), "trump": [39]}},
        {},
    ),
]
WATTEN = "allekartenspiele.de, Watten: also of two; in Bavaria two cards and then three"
RULES += [
    Rule(
        "sheepshead",
        3,
        "playsheepshead.org: ten each, three, four and three; two to the blind",
        packets(3, (3, -2, 4, 3)),
        {"blind": [9, 10]},
    ),
    Rule("truco", 6, "kipdf.com, Truco: three each, one at a time", singly(6, 3), {"stock": range(18, 40)}),
    Rule("watten", 2, WATTEN, packets(2, (3, 2)), {"stock": range(10, 32)}),
    *(Rule("watten_weli", n, WATTEN, packets(n, (3, 2)), {"stock": range(5 * n, 33)}) for n in (2, 4)),
    *(Rule("watten_two_three", n, WATTEN, packets(n, (2, 3)), {"stock": range(5 * n, 32)}) for n in (2, 3, 4)),
    Rule("doppelkopf_without_nines", 4, "de.wikipedia.org, Doppelkopf: ten each of 40", packets(4, (3, 4, 3)), {}),
    Rule("doppelkopf_german", 4, "doppelkopf-spiel.de, Turnierregeln: four times three", packets(4, (3, 3, 3, 3)), {}),
    Rule(
        "schnapsen_german",
        2,
        "gamerules.com, Schnapsen: three each, the trump, two each",
        packets(2, (3, -1, 2)),
        {"trump": [6], "stock": range(11, 20)},
    ),
]
