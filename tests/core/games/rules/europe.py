"""The rules of trick-taking games of continental Europe."""

from tests.core.games.rules.rule import Rule, packets, singly, stock, trump, turn

TAROT = "larousse.fr, Tarot: three at once; one to the dog before the dealer's packet"
HOYLE = "Hoyle's Games Modernized (1909)"
BRISCA = "Fournier, La brisca: three each, one at a time; the next is turned"
THOUSAND = "lodige.com: seven each, one at a time; one to the widow before the third card of the first three rounds"
SCHNAPSEN = {"trump": [6], "stock": range(11, 20)}
SUECA = "pagat.com, Sueca: ten each, the last nine and the trump at the bottom to the dealer"

RULES = [
    Rule("doppelkopf", 4, "doppelkopf-spiel.de, Turnierregeln: four times three", packets(4, (3, 3, 3, 3)), {}),
    Rule("schafkopf", 4, "online-schafkopf-lernen.de, Der Spielverlauf: twice four", packets(4, (4, 4)), {}),
    Rule(
        "sheepshead",
        4,
        "sheepshead101.com: two each, two to the blind, three each, two to the blind, two each",
        packets(4, (2, -2, 3, -2, 2)),
        {"blind": [8, 9, 22, 23]},
    ),
    Rule(
        "sheepshead",
        5,
        "sheepshead.org: three each, two to the blind, three each",
        packets(5, (3, -2, 3)),
        {"blind": [15, 16]},
    ),
    Rule("belote", 4, "belotejeu.fr: three each, two each, one turned up", packets(4, (3, 2)), turn("upcard", 20, 32)),
    Rule("coinche", 4, "coinche-en-ligne.com: three each, two each, three each", packets(4, (3, 2, 3)), {}),
    Rule("jass", 4, "jassclubkilchberg.jimdo.com, Regeln Einzelschieber: three times three", packets(4, (3, 3, 3)), {}),
    Rule("klaverjas", 4, "Nederlandse Klaverjas Unie: three each, two each, three each", packets(4, (3, 2, 3)), {}),
    *(
        Rule(
            "french_tarot",
            n,
            f"{TAROT}; three players by four, six to the dog",
            {
                seat: [row + packet * number + (seat == "dealer") + card for row in rows for card in range(packet)]
                for number, seat in enumerate([*map(str, range(1, n)), "dealer"])
            },
            {"dog": [row + packet * (n - 1) for row in rows]},
        )
        for n, packet, rows in ((3, 4, range(0, 78, 13)), (4, 3, range(0, 78, 13)))
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
        packets(2, (2, 2, 2, 2, 2, 2), seats=("elder", "younger")),
        {"talon": range(24, 32)},
    ),
    Rule(
        "ecarte",
        2,
        f"{HOYLE}, Écarté: by two and then by three; the eleventh is turned",
        packets(2, (2, 3)),
        trump(10, 32),
    ),
    Rule(
        "bezique",
        2,
        f"{HOYLE}, Bézique: by three, two and three; the seventeenth is turned",
        packets(2, (3, 2, 3)),
        trump(16, 64),
    ),
    Rule(
        "rubicon_bezique",
        2,
        f"{HOYLE}, Rubicon Bézique: nine each by threes, none turned",
        packets(2, (3, 3, 3)),
        stock(18, 128),
    ),
    Rule(
        "sixty_six",
        2,
        "chereshnitsa.org, Sixty-Six: six each, three at a time; the next is turned",
        packets(2, (3, 3)),
        trump(12, 24),
    ),
    *(
        Rule(game, 2, "gamerules.com: three each, the trump, two each", packets(2, (3, -1, 2)), SCHNAPSEN)
        for game in ("schnapsen", "schnapsen_german")
    ),
    Rule("brisca", 2, BRISCA, singly(2, 3), trump(6, 40)),
    Rule("brisca", 3, f"{BRISCA}; doncomos.com: without the twos", singly(3, 3), trump(9, 36)),
    Rule("brisca", 4, BRISCA, singly(4, 3), trump(12, 40)),
    Rule("briscola_chiamata", 5, "framor.info, Briscola chiamata: eight each in two packets", packets(5, (4, 4)), {}),
    *(
        Rule("truco", n, "kipdf.com, Truco, article 4: three each, singly", singly(n, 3), stock(3 * n, 40))
        for n in (2, 4, 6)
    ),
    Rule(
        "thousand",
        3,
        THOUSAND,
        {"1": [0, 4, 8, 12, 15, 18, 21], "2": [1, 5, 9, 13, 16, 19, 22], "dealer": [3, 7, 11, 14, 17, 20, 23]},
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
WATTEN = "ultra-watten.com, and allekartenspiele.de: three each, then two; also of two; in Bavaria two and then three"
RULES += [
    Rule(
        "sheepshead",
        3,
        "playsheepshead.org: ten each, three, four and three; two to the blind",
        packets(3, (3, -2, 4, 3)),
        {"blind": [9, 10]},
    ),
    *(Rule("watten", n, WATTEN, packets(n, (3, 2)), stock(5 * n, 32)) for n in (2, 4)),
    *(Rule("watten_weli", n, WATTEN, packets(n, (3, 2)), stock(5 * n, 33)) for n in (2, 4)),
    *(Rule("watten_two_three", n, WATTEN, packets(n, (2, 3)), stock(5 * n, 32)) for n in (2, 3, 4)),
    Rule("doppelkopf_without_nines", 4, "de.wikipedia.org, Doppelkopf: ten each of 40", packets(4, (3, 4, 3)), {}),
    Rule("doppelkopf_german", 4, "doppelkopf-spiel.de, Turnierregeln: four times three", packets(4, (3, 3, 3, 3)), {}),
]
