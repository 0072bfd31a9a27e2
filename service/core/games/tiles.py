"""Games with tiles, Mah-Jong and dominoes; and with the flower cards of Japan and Korea.

Games with flower cards have a field of cards face up, dealt in turn with the hands.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from service.core.cards.options import PackOptions
from service.core.cards.packs.hanafuda import JAPANESE, STRIPPED
from service.core.cards.packs.mahjong import format_mpsz
from service.core.games.game import (
    AnticlockwiseGame,
    Direction,
    Game,
    GameTable,
    Players,
    VoidDeal,
    exactly,
    house_table,
    numbered_seats,
)
from service.core.games.procedures import Deal

_WINDS = ("east", "south", "west", "north")
_HANDS = "each 4×3, each 1, east 1"


def _mpsz(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    return {"mpsz": {seat: format_mpsz(table.card_codes(hand)) for seat, hand in deal.hands.items()}}


_MahJong = partial(
    Game,
    unit="tile",
    players=exactly(4),
    seats=lambda players: _WINDS[:players],
    direction=Direction.ANTICLOCKWISE,
    start=", the dealer first",
)
_Okey = partial(
    AnticlockwiseGame,
    deck="okey",
    unit="tile",
    players=Players(2, 4, default=4),
)
_HONOURS_AND_BONUS = ("EW", "SW", "WW", "NW", "RD", "GD", "WD", "1F", "2F", "3F", "4F", "1S", "2S", "3S", "4S")
_Dominoes = partial(Game, deck="dominoes", unit="tile", seats=numbered_seats, direction=None)
_Flowers = partial(Game, deck="hanafuda", direction=Direction.ANTICLOCKWISE)
_WHOLE_MONTH = VoidDeal(
    sentence="The four cards of one month on the field are no deal",
    where={"all": [{"hand": "field", "length": [flower.lower()], "max": 3} for flower in JAPANESE]},
)
"""No player could capture them."""
_WHOLE_MONTH_OF_34 = replace(
    _WHOLE_MONTH,
    where={
        "all": [
            {"hand": "field", "length": [flower.lower()], "max": 3}
            for flower, cards in STRIPPED.items()
            if len(cards) == len(JAPANESE[flower])
        ]
    },
)

TILES: Mapping[str, Game] = {
    "mahjong": _MahJong(
        title="Mah-Jong, Chinese, with flowers and seasons",
        aliases=("mah-jongg", "majong", "Chinese mahjong", "majiang", "麻将", "麻將", "마작", "маджонг"),
        source="pagat.com, Mah-Jong",
        second_source="mahjongbritishrules.com, Deal out the tiles: flowers are replaced at once",
        deck="mahjong",
        steps=f"{_HANDS}, flowers, wall rest",
    ),
    "riichi": _MahJong(
        title="Riichi Mah-Jong, Japanese, with three red fives",
        aliases=(
            "riichi mahjong",
            "Japanese mahjong",
            "reach mahjong",
            "richi",
            "麻雀",
            "リーチ麻雀",
            "ricchi",
            "4-player riichi",
        ),
        source="European Mahjong Association, Riichi Rules; three red fives, as is most common: riichi.wiki, Dora; the "
        "dead wall as tenhou.net has it",
        second_source="riichi.wiki, Wanpai",
        deck="riichi",
        packs=PackOptions(red_fives=3),
        parameters=("red_fives", "exclude"),
        steps=f"hands: {_HANDS}; indicator: dead_wall 2, wall rest",
        extra_fields=_mpsz,
    ),
    "riichi_three_players": _MahJong(
        title="Riichi Mah-Jong for three (sanma), without 2 to 8 of characters, with two red fives",
        aliases=("sanma", "three-player mahjong", "three-player riichi", "三麻", "三人麻雀"),
        source="riichi.wiki, Sanma: eight replacements for kans and kitas; red fives: riichi.wiki, Dora; the dead wall "
        "as tenhou.net has it; the fourth and the fifth indicator: riichi.wiki, Kan, for each of which a tile of the "
        "wall's end joins the dead wall",
        deck="riichi",
        packs=PackOptions(red_fives=3, exclude=("2m", "3m", "4m", "0m", "5m", "6m", "7m", "8m")),
        players=exactly(3),
        parameters=("red_fives", "exclude"),
        steps=f"hands: {_HANDS}; indicator: dead_wall 4, wall rest (whose end gives the dead wall a tile for each "
        "replacement: the second and the fourth from the end are the fourth and the fifth dora indicator, the first "
        "and the third the ura dora indicators under them)",
        extra_fields=_mpsz,
    ),
    "taiwanese_mahjong": _MahJong(
        title="Mah-Jong, Taiwanese, with 16 tiles",
        aliases=("Taiwan mahjong", "16-tile mahjong", "sixteen-tile mahjong", "台湾麻将"),
        source="4windsmj.com, Taiwanese 16-tile Mah Jong: flowers in rounds",
        second_source="shouchaobaoquan.com, 台湾麻将",
        deck="mahjong",
        steps="each 4×4, east 1, flower_rounds, wall rest (the last 16 of which are never drawn)",
    ),
    "american_mahjong": _MahJong(
        title="Mah-Jongg, American, before the Charleston",
        aliases=("American mah-jongg", "NMJL", "National Mah Jongg League", "maj"),
        source="National Mah Jongg League, Mah Jongg Made Easy: four walls of 38, four at a time, and the first and "
        "third top tile to east, here at the end",
        second_source="fourfriendsmahjong.com, Rules",
        deck="american_mahjong",
        steps=f"{_HANDS}, wall rest",
    ),
    "dominoes": _Dominoes(
        title="Dominoes, the block game",
        aliases=(
            "domino",
            "block dominoes",
            "draw dominoes",
            "double six",
            "bones",
            "muggins",
            "all fives",
            "домино",
            "ドミノ",
        ),
        source="Wikipedia, Dominoes: seven tiles for two, five for three and four, as commonly played",
        second_source="learnplaywin.net, Dominoes rules, block",
        players=Players(2, 4, default=2),
        parameters=("highest", "exclude"),
        counts={"cards": {2: 7, 3: 5}},
        steps="each 1×{cards}, boneyard rest",
    ),
    "dominoes_partnership": _Dominoes(
        title="Dominoes for two pairs of partners, without a boneyard",
        aliases=("partnership dominoes", "team dominoes", "four-player dominoes"),
        source="Federación Internacional de Dominó, Reglamento: seven tiles each",
        second_source="gamevelvet.com, Dominoes",
        players=exactly(4),
        steps="each 1×7",
    ),
    "dominoes_cuban": _Dominoes(
        title="Cuban dominoes for two pairs of partners, with the double-nine set",
        aliases=("Cuban dominoes", "dominó cubano", "double nine"),
        source="pagat.com, Cuban Dominoes: 10 tiles each; the other 15 are not used",
        packs=PackOptions(highest=9),
        players=exactly(4),
        steps="each 1×10, boneyard rest (which is not used)",
    ),
    "mexican_train": _Dominoes(
        title="Mexican train, with the double-twelve set",
        aliases=("train", "double twelve", "train dominoes", "mexican train dominoes"),
        source="as commonly played with the double-twelve set: ourpastimes.com, Double-Twelve Dominoes: the double "
        "twelve is laid out beforehand",
        second_source="owlshollow.com: sets come with other numbers of tiles, as 15, 11 and 8 for up to four, six and "
        "eight",
        packs=PackOptions(highest=12, exclude=("12-12",)),
        players=Players(2, 8, default=4),
        parameters=(),
        counts={"cards": {2: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9}},
        steps="each 1×{cards}, boneyard rest",
    ),
    "hong_kong_mahjong": _MahJong(
        title="Mah-Jong, Hong Kong, with flowers and seasons",
        aliases=("Cantonese mahjong", "old Hong Kong mahjong", "HKOS", "港式麻雀", "广东麻将"),
        source="Wikipedia, Mahjong, Old Hong Kong rules: 144 tiles; four at a time to twelve, one each, and one more "
        "to the dealer, who replaces flowers first",
        second_source="pagat.com, Mah-Jong",
        deck="mahjong",
        steps=f"{_HANDS}, flowers, wall rest",
    ),
    "chinese_official_mahjong": _MahJong(
        title="Mah-Jong, Chinese official (competition rules)",
        aliases=("MCR", "Guobiao", "Mahjong competition rules", "international mahjong", "国标麻将"),
        source="World Mahjong Organization, Mahjong Competition Rules: 144 tiles; a player replaces a flower from the "
        "end of the wall when he likes, or discards it, so that the hands have theirs here",
        second_source="mahjongtime.com, Mahjong Competition Rules (Chinese Official)",
        deck="mahjong",
        steps=f"{_HANDS}, wall rest",
    ),
    "sichuan_mahjong": _MahJong(
        title="Mah-Jong, Sichuan (bloody), with the three suits alone",
        aliases=("Szechuan mahjong", "bloody mahjong", "Chengdu mahjong", "xuezhan daodi", "血战到底", "四川麻将"),
        source="Mahjong International League, Sichuan Bloody Rules, at mahjongnews.com: 108 tiles",
        second_source="worldmahjongtour.live, Sichuan Mahjong Blood Battle Rules",
        deck="mahjong",
        packs=PackOptions(exclude=_HONOURS_AND_BONUS),
        steps=f"{_HANDS}, wall rest",
    ),
    "okey": _Okey(
        title="Okey",
        aliases=("Turkish rummy", "düz okey", "çanak okey"),
        source="pagat.com, Okey: hands of 14, and one tile more to the dealer's right, anticlockwise",
        second_source="Wikipedia, Okey: a false joker that is turned goes back, and another tile is turned; with "
        "stacks and a die the tiles come from elsewhere",
        steps="each 1×14, 1 1 (The first hand gets 1 card more.), indicator, stock rest",
    ),
    "okey_101": _Okey(
        title="Okey 101",
        aliases=("101 okey", "yüzbir", "101", "okey yüzbir"),
        source="okey.gg, How to Play 101: 21 tiles each, 22 to the first; a false joker that is turned goes back",
        second_source="gambiter.com, Okey 101",
        steps="each 1×21, 1 1 (The first hand gets 1 card more.), indicator, stock rest",
    ),
    "rummy_tiles": Game(
        title="Rummy with tiles: fourteen each, and a pool",
        aliases=("Rummikub", "rummy cube", "tile rummy", "Rummy Kub"),
        source="Wikipedia, Rummikub: 106 tiles, 14 each for two to four players",
        second_source="ourpastimes.com, How to Play Rummy Cube",
        deck="okey",
        unit="tile",
        players=Players(2, 4, default=4),
        steps="each 1×14, stock rest (the pool)",
    ),
    "pai_gow_tiles": Game(
        title="Pai gow, with tiles",
        aliases=("pai gow", "paigow", "tile pai gow", "牌九", "排九"),
        source="58 Pennsylvania Code § 621a.6: stacks of four, counterclockwise; the dice say which seat is first, "
        "here that beside the dealer",
        second_source="luckychances.com, Pai Gow: eight stacks of four",
        deck="chinese_dominoes",
        unit="tile",
        players=Players(1, 7, default=6),
        seats=house_table,
        direction=Direction.ANTICLOCKWISE,
        steps={1: "each 4 (a stack of the eight), stock rest (which is not used)", 7: "each 4 (a stack of the eight)"},
    ),
}

FLOWERS: Mapping[str, Game] = {
    "koi_koi": _Flowers(
        title="Koi-Koi",
        aliases=("hanafuda", "flower cards", "花札", "こいこい"),
        source="Nintendo, Hanafuda, Koi-Koi: two at a time; other tables give four; four cards of a month on the "
        "field: fudawiki.org, Koi-Koi",
        second_source="Nintendo, Mario Hanafuda, How to play Koi-Koi",
        players=exactly(2),
        steps="4×[1 2, field 2, dealer 2] (2 cards at once to 1, to the field and to the dealer, in turn, until "
        "each has 8.), stock rest",
        void_deal=_WHOLE_MONTH,
    ),
    "hachi_hachi": _Flowers(
        title="Hachi-Hachi, or 88, with the dealer last",
        aliases=("hanafuda", "88", "八八", "eighty-eight"),
        source="fudawiki.org, Hachi-Hachi, here with the dealer last; of four and more players all get cards, and then "
        "some drop out; seven, who need a blank card, are not dealt here; two play hachi_hachi_two_players, with fewer "
        "cards and the dealer first",
        second_source="boardgamearena.com, Rules of Hachi-hachi",
        players=Players(2, 6, default=3),
        steps={
            2: "each 4, field 3 (face up), each 3, field 3 (face up), stock rest",
            6: "each 4, field 3 (face up), each 3, field 3 (face up)",
        },
        void_deal=_WHOLE_MONTH,
    ),
    "hachi_hachi_two_players": _Flowers(
        title="Hachi-Hachi for two (nuki hachi-hachi), with 34 cards and the dealer first",
        aliases=("nuki hachi-hachi", "nuki hachihachi", "two-player hachi-hachi", "抜き八八"),
        source="fudawiki.org, Nuki Hachi-hachi: without wisteria, iris, bush clover and two of paulownia; dealt as "
        "Hachi-Hachi",
        second_source="vingel8.neocities.org, Hachi-Hachi: the dealer is the first to receive cards",
        deck="hanafuda34",
        players=exactly(2),
        seats=lambda _: ("dealer", "1"),
        start=", the dealer first",
        steps="each 4, field 3 (face up), each 3, field 3 (face up), stock rest",
        void_deal=_WHOLE_MONTH_OF_34,
    ),
    "go_stop": _Flowers(
        title="Go-Stop, with two jokers",
        aliases=("hwatu", "hwato", "godori", "matgo", "Korean hanafuda", "flower cards", "고스톱", "맞고", "화투"),
        source="fudawiki.org, Go-Stop, with the dealer last; at other tables first",
        second_source="ko.wikipedia.org, 고스톱: two jokers",
        deck="hwatu",
        packs=PackOptions(jokers=2),
        players=Players(2, 3, default=3),
        parameters=("jokers", "exclude"),
        steps={
            2: "field 4 (face up), each 5, field 4 (face up), each 5, jokers, stock rest",
            3: "field 3 (face up), each 4, field 3 (face up), each 3, jokers, stock rest",
        },
    ),
}
