"""The rules of games with tiles."""

from tests.core.games.rules.rule import Positions, Rule, packets, singly, stock

MAHJONG = "pagat.com, Mah-Jong: four at a time three times, one each, a fourteenth to east"
RIICHI = "riichi.wiki, Wanpai, and tenhou.net's order of the wall"
SANMA = "riichi.wiki, Sanma: three walls of 18; the dora indicator on the fifth stack, after eight replacements"
TAIWANESE = "4windsmj.com and shouchaobaoquan.com: two stacks at a time to sixteen tiles, and one more to the dealer"
AMERICAN = (
    "kellybunch.substack.com: four at a time to twelve; the first and third of the top row to the dealer, one each"
)
DOMINOES = "learnplaywin.net, block: seven for two, five for three or four"
PARTNERSHIP = "gamevelvet.com, Dominoes: seven each of the double-six set"
CUBAN = "pagat.com, Cuban Dominoes: ten each of the double-nine set, 15 are not used"
TRAIN = "ourpastimes.com, Double Twelve Dominoes: 16, 16, 15, 14, 12, 10 or 9 for 2 to 8, without the double twelve"

EAST_FIRST = {
    "east": [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52],
    "south": [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49],
    "west": [8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 50],
    "north": [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51],
}
FLOWERS: dict[str, Positions] = {"flowers": {"east": [], "south": [], "west": [], "north": []}}

RULES = [
    Rule("mahjong", 4, MAHJONG, EAST_FIRST, {**FLOWERS, "wall": range(53, 144)}),
    Rule(
        "riichi",
        4,
        RIICHI,
        EAST_FIRST,
        {
            "dead_wall": {
                "replacements": [134, 135, 132, 133],
                "dora_indicators": [130, 128, 126, 124, 122],
                "ura_dora_indicators": [131, 129, 127, 125, 123],
            },
            "wall": range(53, 122),
        },
    ),
    Rule(
        "riichi_three_players",
        3,
        SANMA,
        {
            "east": [0, 1, 2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36, 39],
            "south": [4, 5, 6, 7, 16, 17, 18, 19, 28, 29, 30, 31, 37],
            "west": [8, 9, 10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 38],
        },
        {
            "dead_wall": {
                "replacements": [106, 107, 104, 105, 102, 103, 100, 101],
                "dora_indicators": [98, 96, 94],
                "ura_dora_indicators": [99, 97, 95],
            },
            "wall": range(40, 94),
        },
    ),
    Rule(
        "taiwanese_mahjong",
        4,
        TAIWANESE,
        {
            "east": [*range(4), *range(16, 20), *range(32, 36), *range(48, 52), 64],
            "south": [*range(4, 8), *range(20, 24), *range(36, 40), *range(52, 56)],
            "west": [*range(8, 12), *range(24, 28), *range(40, 44), *range(56, 60)],
            "north": [*range(12, 16), *range(28, 32), *range(44, 48), *range(60, 64)],
        },
        {**FLOWERS, "wall": range(65, 144)},
    ),
    Rule("american_mahjong", 4, AMERICAN, EAST_FIRST, {"wall": range(53, 152)}),
    *(
        Rule("dominoes", n, DOMINOES, packets(n, [1] * size, 0, "1234"[:n]), {"boneyard": range(n * size, 28)})
        for n, size in ((2, 7), (3, 5), (4, 5))
    ),
    Rule("dominoes_partnership", 4, PARTNERSHIP, {str(seat): range(seat - 1, 28, 4) for seat in range(1, 5)}, {}),
    Rule(
        "dominoes_cuban",
        4,
        CUBAN,
        {str(seat): range(seat - 1, 40, 4) for seat in range(1, 5)},
        {"boneyard": range(40, 55)},
    ),
    *(
        Rule(
            "mexican_train",
            players,
            TRAIN,
            {str(seat): range(seat - 1, players * tiles, players) for seat in range(1, players + 1)},
            {"boneyard": range(players * tiles, 90)},
        )
        for players, tiles in ((2, 16), (3, 16), (4, 15), (5, 14), (6, 12), (7, 10), (8, 9))
    ),
]

OKEY = "Games from Everywhere, Okey, and okey.gg: as many each, one more to the first, and a tile is turned"

RULES += [
    Rule(
        "hong_kong_mahjong",
        4,
        "Wikipedia, Mahjong: four at a time, one each, one more to the dealer",
        EAST_FIRST,
        {**FLOWERS, "wall": range(53, 144)},
    ),
    Rule("chinese_official_mahjong", 4, "Mahjong Competition Rules", EAST_FIRST, {"wall": range(53, 144)}),
    Rule("sichuan_mahjong", 4, "worldmahjongtour.live: 108 tiles", EAST_FIRST, {"wall": range(53, 108)}),
    *(
        Rule(
            game,
            players,
            OKEY,
            {**singly(players, tiles), "1": [*range(0, players * tiles, players), players * tiles]},
            {"indicator": [players * tiles + 1], "stock": range(players * tiles + 2, 106)},
        )
        for game, tiles in (("okey", 14), ("okey_101", 21))
        for players in (2, 3, 4)
    ),
    *(Rule("rummy_tiles", n, "ourpastimes.com: 14 each", singly(n, 14), stock(14 * n, 106)) for n in (2, 3, 4)),
    *(
        Rule(
            "pai_gow_tiles",
            n,
            "riverscasino.com, Pai Gow Tiles: stacks of four",
            {seat: range(4 * at, 4 * at + 4) for at, seat in enumerate([*map(str, range(1, n + 1)), "dealer"])},
            stock(4 * n + 4, 32) if n < 7 else {},
        )
        for n in (1, 6, 7)
    ),
]

RULES += [Rule("texas_42", 4, "gamerules.com, Texas 42: seven each", singly(4, 7), {})]
