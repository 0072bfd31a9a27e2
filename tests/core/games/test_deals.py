"""The deal of each game compared with its rule, for an unshuffled order, in which 0 is the top card.

The expected positions are taken from the rules, not from the service: the first card goes to the dealer's left and the
dealer is last, unless the rule differs. To add a game, list the positions of its cards for the minimum, the maximum and
the default number of players, and for every number that is dealt differently.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from service.core.cards.options import PackOptions
from service.core.errors import Refused
from service.core.games.catalogue import GAMES
from service.core.games.game import GameTable, set_up
from service.core.games.procedures import Deal, Pile, all_cards

Positions = Sequence[int] | Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Rule:
    """The hands and piles of an unshuffled order, and the source of the rule."""

    game: str
    players: int
    source: str
    hands: Mapping[str, Positions]
    piles: Mapping[str, Positions]
    board: int = 1

    def __str__(self) -> str:
        return f"{self.game}-{self.players}-{self.board} ({self.source})"


PENNSYLVANIA = "58 Pa. Code § 637a: one at a time, a card burned before flop, turn and river"
NEW_JERSEY = "N.J.A.C. 13:69F-14.10(b): eleven at most, dealt as by 58 Pa. Code"
STUD = "58 Pa. Code § 637a.10: two down, one up; burn and one each for the streets, the seventh down"
OMAHA = "Wikipedia, Omaha hold 'em: hole cards one at a time, then as Texas hold'em"
BIG_O = "poker.fandom.com, Big O: as Omaha, but five cards"
PINEAPPLE = "setthings.com: three cards, and on as Texas hold'em"
FIVE_CARD_STUD = "Wikipedia, Five-card stud: one down, one up; burn and one each, up, three times"
OPEN_FACE = "betandbit.net: five each, then one at a time"
SHORT_DECK = "Wikipedia, Six-plus hold 'em: without 2 to 5, as Texas hold'em"
TRIPLE_DRAW = "enterra-poker.com, Deuce to Seven Triple Draw: five each, one at a time"
BADUGI = "enterra-poker.com, Badugi Rules: four each, one at a time"
DRAW = "Bicycle, Five-Card Draw: five each, one at a time"
BLACKJACK = "58 Pa. Code § 633a.7: burn; up to each and the dealer; second to each; the dealer's hole card"
BACCARAT = "Wikipedia, Baccarat (punto banco): AS turned and one burned; 3S 5S is a natural, so nobody draws"
BRIDGE = "Laws of Duplicate Bridge 2017, Laws 2 and 6: one at a time from the dealer's left; N deals board 1"
HEARTS = "Bicycle, Hearts: all dealt, one at a time; three without 2D, five without 2D and 2C"
WHIST = "Bicycle, Whist: one at a time, the dealer's last is turned as trump"
EUCHRE = "euchrestrategy.info: 3-2-3-2, then 2-3-2-3; of the four left the first is turned"
SKAT = "Internationale Skatordnung: three each, two to the skat, four each, three each"
PINOCHLE_2 = "Bicycle, Pinochle: three at a time, twelve each; the next is turned"
PINOCHLE_3 = "Bicycle, Auction Pinochle: three each, three to the widow, then three at a time"
PINOCHLE_4 = "Bicycle, Partnership Pinochle: three at a time, twelve each"
BRISCOLA = "pagat.com, Briscola: three each, one at a time; the next is turned"
TAROT = "larousse.fr, Tarot: three at once; one to the dog before the dealer's packet"
HOYLE = "Hoyle's Games Modernized (1909)"
BRISCA = "Fournier, La brisca: three each, one at a time; the next is turned"
GIN = "Bicycle, Gin Rummy: ten each, one at a time; the next is turned"
RUMMY = "Bicycle, Rummy: ten for two, seven for three or four, six for five or six"
CANASTA = "pagat.com, Canasta: 15 for two, 13 for three, 11 for four; the next is turned"
CRIBBAGE = "American Cribbage Congress: six each for two, five for more, of three one to the crib"
KLONDIKE = "Morehead and Mott-Smith, Klondike: seven piles of one to seven, row by row"
FREECELL = "Rosetta Code, Deal cards for FreeCell: rows of eight"
SPIDER_SUITS = "my-hw.org, Spider Solitaire: 104 cards of one suit or of two, laid out as the game of four"
SPIDER = "Morehead and Mott-Smith, Spider: four rows of ten and four cards face down, then a row of ten face up"
PYRAMID = "Wikipedia, Pyramid: rows of one to seven, from the top"
YUKON = "playsolitaire-online.com, Yukon: Klondike's piles, then 24 cards in four rows upon six of them"
FORTY_THIEVES = "GNOME AisleRiot, Forty Thieves: four rows of ten"
GOLF = "fsolitaire.com, Golf: seven columns of five, and a card to the waste"
CANFIELD = "Bicycle, Canfield: thirteen, the 14th to the foundation, and a row of four"
ACES_UP = "Wikipedia, Aces Up: a row of four"
MAHJONG = "pagat.com, Mah-Jong: four at a time three times, one each, a fourteenth to east"
RIICHI = "riichi.wiki, Wanpai, and tenhou.net's order of the wall"
SANMA = "riichi.wiki, Sanma: three walls of 18; the dora indicator on the fifth stack, after eight replacements"
TAIWANESE = "4windsmj.com and shouchaobaoquan.com: two stacks at a time to sixteen tiles, and one more to the dealer"
KOI_KOI = "Nintendo, Koi-Koi: two at a time to the opponent, the field and the dealer"
AMERICAN = (
    "kellybunch.substack.com: four at a time to twelve; the first and third of the top row to the dealer, one each"
)
GO_STOP = "fudawiki.org, Go-Stop: field first, in two rounds; for two ten each and eight, for three seven and six"
HACHI_HACHI = "fudawiki.org, Hachi-Hachi: four each from the dealer's right, three to the field, three each, three more"
DOMINOES = "learnplaywin.net, block: seven for two, five for three or four"
PARTNERSHIP = "gamevelvet.com, Dominoes: seven each of the double-six set"
CUBAN = "pagat.com, Cuban Dominoes: ten each of the double-nine set, 15 are not used"
TRAIN = "ourpastimes.com, Double Twelve Dominoes: 16, 16, 15, 14, 12, 10 or 9 for 2 to 8, without the double twelve"
BALLS = "Wikipedia: 20 of 80; all 75; 6 of 49"
DRUMS = "5 of 69 and 1 of 26; 5 of 70 and 1 of 24; 5 of 50 and 2 of 12"
BINGO = "Wikipedia, Bingo: five of each letter, of N four"
FOUR_COLOURS = "RLCard: seven each; the next is turned, another if it is a wild draw four"
EIGHTS = "Britannica and parentdish.com: seven for two, five for more; an eight that is turned is buried"
FISH = "botvfx.com: seven for two or three, five for more"
OLD_MAID = "Encyclopædia Britannica (1911): all but the queen of hearts, one by one until exhausted"
PRESIDENT = "palace-of-cards.com: all, as evenly as possible"
BIG_TWO = "eagleplayingcard.com: all, counter-clockwise"
DOU_DIZHU = "denexa.com: one at a time until each has seventeen; three are the widow"
DURAK = "eightygames.wordpress.com: six each, the next is turned; durak.app: of six hands the last is the trump"
RUM_500 = "Bicycle, 500 Rum: thirteen for two, seven for more; the next is turned"
INDIAN_RUMMY = "rummyculture.com: thirteen each, the next begins the open deck, and then a joker is picked"
PAN = "Britannica: ten cards in two batches of five; denexa.com: the next is turned"
WIDOW_WHIST = "Wikipedia, Three-handed whist: four hands, the widow is the first at the dealer's left"
OH_HELL = "cardgamesplanet.com: ten for three to five, eight for six, seven for seven; the next is turned"
BATCHES_304 = "agnilam.com, 304: a batch of four each, and after the bidding another"
TWENTY_NINE = "rummy.in: four each, one at a time, and after the bidding four more"
TICHU = "gamecabinet.com, Tichu: eight cards each, and then six"
SPITE = "pagat.com: twenty to each pay-off pile, five to each hand"


def singly(players: int, cards: int, first: int = 0) -> dict[str, Sequence[int]]:
    """Return the hands of a round table of cards dealt one at a time from the position `first` on."""
    seats = (*map(str, range(1, players)), "dealer")
    return {seat: range(first + at, first + players * cards, players) for at, seat in enumerate(seats)}


def batches(players: int, size: int) -> dict[str, Sequence[int]]:
    """Return the hands of a round table of two packets of that size."""
    seats = (*map(str, range(1, players)), "dealer")
    return {
        seat: [size * (at + turn) + card for turn in (0, players) for card in range(size)]
        for at, seat in enumerate(seats)
    }


def discards(cards: int, size: int) -> dict[str, Positions]:
    """Return the discards and the stock of a shoe of that size after the hands got that number of cards."""
    return {"discards": [cards], "stock": range(cards + 1, size)}


def trump(cards: int, size: int) -> dict[str, Positions]:
    """Return the trump and the stock of a shoe of that size after the hands got that number of cards."""
    return {"trump": [cards], "stock": range(cards + 1, size)}


def deal_singly(players: int, cards: int) -> dict[str, range]:
    """Return the positions of hands that get their cards one at a time, the dealer last."""
    seats = [*map(str, range(1, players)), "dealer"]
    return {seat: range(first, players * cards, players) for first, seat in enumerate(seats)}


def lay_board(first: int, size: int = 52) -> dict[str, Positions]:
    """Return the positions of flop, turn and river, with a card burned before each, and of the stock."""
    return {
        "burns": [first, first + 4, first + 6],
        "board": {"flop": range(first + 1, first + 4), "turn": [first + 5], "river": [first + 7]},
        "stock": range(first + 8, size),
    }


RULES = [
    Rule(
        "holdem",
        2,
        PENNSYLVANIA,
        {"1": [0, 2], "dealer": [1, 3]},
        {"burns": [4, 8, 10], "board": {"flop": [5, 6, 7], "turn": [9], "river": [11]}, "stock": range(12, 52)},
    ),
    Rule(
        "holdem",
        6,
        PENNSYLVANIA,
        {"1": [0, 6], "2": [1, 7], "3": [2, 8], "4": [3, 9], "5": [4, 10], "dealer": [5, 11]},
        {"burns": [12, 16, 18], "board": {"flop": [13, 14, 15], "turn": [17], "river": [19]}, "stock": range(20, 52)},
    ),
    Rule(
        "holdem",
        10,
        PENNSYLVANIA,
        {**{str(seat): [seat - 1, seat + 9] for seat in range(1, 10)}, "dealer": [9, 19]},
        {"burns": [20, 24, 26], "board": {"flop": [21, 22, 23], "turn": [25], "river": [27]}, "stock": range(28, 52)},
    ),
    Rule(
        "holdem",
        11,
        NEW_JERSEY,
        {**{str(seat): [seat - 1, seat + 10] for seat in range(1, 11)}, "dealer": [10, 21]},
        {"burns": [22, 26, 28], "board": {"flop": [23, 24, 25], "turn": [27], "river": [29]}, "stock": range(30, 52)},
    ),
    Rule(
        "omaha",
        2,
        PENNSYLVANIA,
        {"1": [0, 2, 4, 6], "dealer": [1, 3, 5, 7]},
        {"burns": [8, 12, 14], "board": {"flop": [9, 10, 11], "turn": [13], "river": [15]}, "stock": range(16, 52)},
    ),
    Rule(
        "omaha",
        6,
        PENNSYLVANIA,
        {
            "1": [0, 6, 12, 18],
            "2": [1, 7, 13, 19],
            "3": [2, 8, 14, 20],
            "4": [3, 9, 15, 21],
            "5": [4, 10, 16, 22],
            "dealer": [5, 11, 17, 23],
        },
        {"burns": [24, 28, 30], "board": {"flop": [25, 26, 27], "turn": [29], "river": [31]}, "stock": range(32, 52)},
    ),
    Rule(
        "omaha",
        10,
        PENNSYLVANIA,
        {**{str(seat): range(seat - 1, 40, 10) for seat in range(1, 10)}, "dealer": [9, 19, 29, 39]},
        {"burns": [40, 44, 46], "board": {"flop": [41, 42, 43], "turn": [45], "river": [47]}, "stock": range(48, 52)},
    ),
    *(
        Rule(game, players, source, deal_singly(players, cards), lay_board(players * cards, size))
        for game, source, cards, size, numbers in (
            ("omaha_five_cards", OMAHA, 5, 52, (2, 6, 8)),
            ("omaha_six_cards", OMAHA, 6, 52, (2, 6, 7)),
            ("omaha_hi_lo", PENNSYLVANIA, 4, 52, (2, 6, 10)),
            ("big_o", BIG_O, 5, 52, (2, 6, 8)),
            ("pineapple", PINEAPPLE, 3, 52, (2, 6, 10)),
            ("short_deck", SHORT_DECK, 2, 36, (2, 6, 10)),
        )
        for players in numbers
    ),
    *(
        Rule(game, players, source, deal_singly(players, cards), {"stock": range(players * cards, 52)})
        for game, source, cards in (("deuce_to_seven_triple_draw", TRIPLE_DRAW, 5), ("badugi", BADUGI, 4))
        for players in (2, 6)
    ),
    Rule(
        "five_card_draw",
        2,
        DRAW,
        {"1": [0, 2, 4, 6, 8], "dealer": [1, 3, 5, 7, 9]},
        {"stock": range(10, 52)},
    ),
    Rule(
        "five_card_draw",
        4,
        DRAW,
        {"1": range(0, 20, 4), "2": range(1, 20, 4), "3": range(2, 20, 4), "dealer": range(3, 20, 4)},
        {"stock": range(20, 52)},
    ),
    Rule(
        "five_card_draw",
        6,
        DRAW,
        {**{str(seat): range(seat - 1, 30, 6) for seat in range(1, 6)}, "dealer": [5, 11, 17, 23, 29]},
        {"stock": range(30, 52)},
    ),
    Rule(
        "seven_card_stud",
        2,
        STUD,
        {
            "1": {
                "hole_cards": [0, 2],
                "third_street": [4],
                "fourth_street": [7],
                "fifth_street": [10],
                "sixth_street": [13],
                "seventh_street": [16],
            },
            "dealer": {
                "hole_cards": [1, 3],
                "third_street": [5],
                "fourth_street": [8],
                "fifth_street": [11],
                "sixth_street": [14],
                "seventh_street": [17],
            },
        },
        {"burns": [6, 9, 12, 15], "stock": range(18, 52)},
    ),
    Rule(
        "seven_card_stud",
        6,
        STUD,
        {
            seat: {
                "hole_cards": [seat_number, seat_number + 6],
                "third_street": [seat_number + 12],
                "fourth_street": [seat_number + 19],
                "fifth_street": [seat_number + 26],
                "sixth_street": [seat_number + 33],
                "seventh_street": [seat_number + 40],
            }
            for seat_number, seat in enumerate(["1", "2", "3", "4", "5", "dealer"])
        },
        {"burns": [18, 25, 32, 39], "stock": range(46, 52)},
    ),
    *(
        Rule(
            "five_card_stud",
            n,
            FIVE_CARD_STUD,
            {
                seat: {
                    "hole_cards": [first],
                    "second_street": [first + n],
                    "third_street": [first + 2 * n + 1],
                    "fourth_street": [first + 3 * n + 2],
                    "fifth_street": [first + 4 * n + 3],
                }
                for first, seat in enumerate([*map(str, range(1, n)), "dealer"])
            },
            {"burns": [2 * n, 3 * n + 1, 4 * n + 2], "stock": range(5 * n + 3, 52)},
        )
        for n in (2, 6, 9)
    ),
    *(Rule("open_face_chinese", n, OPEN_FACE, singly(n, 5), {"stock": range(5 * n, 52)}) for n in (2, 3, 4)),
    Rule("video_poker", 1, "Mullin (1993): five to the player", {"player": range(5)}, {"stock": range(5, 52)}),
    Rule(
        "blackjack",
        1,
        BLACKJACK,
        {"1": [1, 3], "dealer": {"upcard": [2], "hole_card": [4]}},
        {"burns": [0], "stock": range(5, 312)},
    ),
    Rule(
        "blackjack",
        7,
        BLACKJACK,
        {
            **{str(seat): [seat, seat + 8] for seat in range(1, 8)},
            "dealer": {"upcard": [8], "hole_card": [16]},
        },
        {"burns": [0], "stock": range(17, 312)},
    ),
    Rule(
        "baccarat",
        2,
        BACCARAT,
        {"player": [2, 4], "banker": [3, 5]},
        {"burns": {"turned": [0], "": [1]}, "stock": range(6, 416)},
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"E": range(0, 52, 4), "S": range(1, 52, 4), "W": range(2, 52, 4), "N": range(3, 52, 4)},
        {},
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"S": range(0, 52, 4), "W": range(1, 52, 4), "N": range(2, 52, 4), "E": range(3, 52, 4)},
        {},
        board=2,
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"W": range(0, 52, 4), "N": range(1, 52, 4), "E": range(2, 52, 4), "S": range(3, 52, 4)},
        {},
        board=15,
    ),
    Rule(
        "bridge",
        4,
        BRIDGE,
        {"N": range(0, 52, 4), "E": range(1, 52, 4), "S": range(2, 52, 4), "W": range(3, 52, 4)},
        {},
        board=1_000_000,
    ),
    Rule(
        "hearts",
        3,
        HEARTS,
        {"1": range(0, 51, 3), "2": range(1, 51, 3), "dealer": range(2, 51, 3)},
        {},
    ),
    Rule(
        "hearts",
        4,
        HEARTS,
        {"1": range(0, 52, 4), "2": range(1, 52, 4), "3": range(2, 52, 4), "dealer": range(3, 52, 4)},
        {},
    ),
    Rule(
        "hearts",
        5,
        HEARTS,
        {
            "1": range(0, 50, 5),
            "2": range(1, 50, 5),
            "3": range(2, 50, 5),
            "4": range(3, 50, 5),
            "dealer": range(4, 50, 5),
        },
        {},
    ),
    Rule(
        "spades",
        4,
        "Bicycle, Spades: thirteen each, one at a time",
        {"1": range(0, 52, 4), "2": range(1, 52, 4), "3": range(2, 52, 4), "dealer": range(3, 52, 4)},
        {},
    ),
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
        {
            "1": [0, 1, 2, 10, 11],
            "2": [3, 4, 12, 13, 14],
            "3": [5, 6, 7, 15, 16],
            "dealer": [8, 9, 17, 18, 19],
        },
        {"kitty": {"upcard": [20], "": [21, 22, 23]}},
    ),
    Rule(
        "skat",
        3,
        SKAT,
        {
            "forehand": [0, 1, 2, 11, 12, 13, 14, 23, 24, 25],
            "middlehand": [3, 4, 5, 15, 16, 17, 18, 26, 27, 28],
            "rearhand": [6, 7, 8, 19, 20, 21, 22, 29, 30, 31],
        },
        {"skat": [9, 10]},
    ),
    Rule(
        "pinochle",
        2,
        PINOCHLE_2,
        {
            "1": [0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20],
            "dealer": [3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23],
        },
        {"trump": [24], "stock": range(25, 48)},
    ),
    Rule(
        "pinochle",
        3,
        PINOCHLE_3,
        {
            "1": [0, 1, 2, 12, 13, 14, 21, 22, 23, 30, 31, 32, 39, 40, 41],
            "2": [3, 4, 5, 15, 16, 17, 24, 25, 26, 33, 34, 35, 42, 43, 44],
            "dealer": [6, 7, 8, 18, 19, 20, 27, 28, 29, 36, 37, 38, 45, 46, 47],
        },
        {"widow": [9, 10, 11]},
    ),
    Rule(
        "pinochle",
        4,
        PINOCHLE_4,
        {
            "1": [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38],
            "2": [3, 4, 5, 15, 16, 17, 27, 28, 29, 39, 40, 41],
            "3": [6, 7, 8, 18, 19, 20, 30, 31, 32, 42, 43, 44],
            "dealer": [9, 10, 11, 21, 22, 23, 33, 34, 35, 45, 46, 47],
        },
        {},
    ),
    Rule(
        "briscola",
        2,
        BRISCOLA,
        {"1": [0, 2, 4], "dealer": [1, 3, 5]},
        {"briscola": [6], "stock": range(7, 40)},
    ),
    Rule(
        "briscola",
        3,
        f"{BRISCOLA}; without the 2 of clubs",
        {"1": [0, 3, 6], "2": [1, 4, 7], "dealer": [2, 5, 8]},
        {"briscola": [9], "stock": range(10, 39)},
    ),
    Rule(
        "briscola",
        4,
        BRISCOLA,
        {"1": [0, 4, 8], "2": [1, 5, 9], "3": [2, 6, 10], "dealer": [3, 7, 11]},
        {"briscola": [12], "stock": range(13, 40)},
    ),
    Rule(
        "tressette",
        4,
        "pagat.com, Tressette: ten each, in packets of five",
        {
            "1": [0, 1, 2, 3, 4, 20, 21, 22, 23, 24],
            "2": [5, 6, 7, 8, 9, 25, 26, 27, 28, 29],
            "3": [10, 11, 12, 13, 14, 30, 31, 32, 33, 34],
            "dealer": [15, 16, 17, 18, 19, 35, 36, 37, 38, 39],
        },
        {},
    ),
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
        "gin_rummy",
        2,
        GIN,
        {"1": range(0, 20, 2), "dealer": range(1, 20, 2)},
        {"discards": [20], "stock": range(21, 52)},
    ),
    Rule(
        "rummy",
        2,
        RUMMY,
        {"1": range(0, 20, 2), "dealer": range(1, 20, 2)},
        {"discards": [20], "stock": range(21, 52)},
    ),
    Rule(
        "rummy",
        3,
        RUMMY,
        {"1": range(0, 21, 3), "2": range(1, 21, 3), "dealer": range(2, 21, 3)},
        {"discards": [21], "stock": range(22, 52)},
    ),
    Rule(
        "rummy",
        4,
        RUMMY,
        {"1": range(0, 28, 4), "2": range(1, 28, 4), "3": range(2, 28, 4), "dealer": range(3, 28, 4)},
        {"discards": [28], "stock": range(29, 52)},
    ),
    Rule(
        "rummy",
        5,
        RUMMY,
        {**{str(seat): range(seat - 1, 30, 5) for seat in range(1, 5)}, "dealer": [4, 9, 14, 19, 24, 29]},
        {"discards": [30], "stock": range(31, 52)},
    ),
    Rule(
        "rummy",
        6,
        RUMMY,
        {**{str(seat): range(seat - 1, 36, 6) for seat in range(1, 6)}, "dealer": [5, 11, 17, 23, 29, 35]},
        {"discards": [36], "stock": range(37, 52)},
    ),
    Rule(
        "canasta",
        2,
        f"{CANASTA}: 5D",
        {"1": range(0, 30, 2), "dealer": range(1, 30, 2)},
        {"discards": [30], "stock": range(31, 108)},
    ),
    Rule(
        "canasta",
        3,
        f"{CANASTA}: AC",
        {"1": range(0, 39, 3), "2": range(1, 39, 3), "dealer": range(2, 39, 3)},
        {"discards": [39], "stock": range(40, 108)},
    ),
    Rule(
        "canasta",
        4,
        f"{CANASTA}: 6C",
        {"1": range(0, 44, 4), "2": range(1, 44, 4), "3": range(2, 44, 4), "dealer": range(3, 44, 4)},
        {"discards": [44], "stock": range(45, 108)},
    ),
    Rule(
        "cribbage",
        2,
        CRIBBAGE,
        {"pone": [0, 2, 4, 6, 8, 10], "dealer": [1, 3, 5, 7, 9, 11]},
        {"crib": [], "starter": [12], "stock": range(13, 52)},
    ),
    Rule(
        "cribbage",
        3,
        CRIBBAGE,
        {"1": [0, 3, 6, 9, 12], "2": [1, 4, 7, 10, 13], "dealer": [2, 5, 8, 11, 14]},
        {"crib": [15], "starter": [16], "stock": range(17, 52)},
    ),
    Rule(
        "cribbage",
        4,
        CRIBBAGE,
        {
            "1": [0, 4, 8, 12, 16],
            "2": [1, 5, 9, 13, 17],
            "3": [2, 6, 10, 14, 18],
            "dealer": [3, 7, 11, 15, 19],
        },
        {"crib": [], "starter": [20], "stock": range(21, 52)},
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
    *(
        Rule(
            game,
            players,
            "siciliansintheworld.com, Scopa, and studylib.es, Escoba: three each, one at a time; four to the table",
            {seat: range(index, 3 * players, players) for index, seat in enumerate(seats)},
            {"table": range(3 * players, 3 * players + 4), "stock": range(3 * players + 4, 40)},
        )
        for game in ("scopa", "escoba")
        for players, seats in ((2, ("1", "dealer")), (4, ("1", "2", "3", "dealer")))
    ),
    Rule(
        "scopone",
        4,
        "scoponescientifico.tripod.com: three each, two to the table, three, two to the table, three",
        {
            "1": [0, 1, 2, 14, 15, 16, 28, 29, 30],
            "2": [3, 4, 5, 17, 18, 19, 31, 32, 33],
            "3": [6, 7, 8, 20, 21, 22, 34, 35, 36],
            "dealer": [9, 10, 11, 23, 24, 25, 37, 38, 39],
        },
        {"table": [12, 13, 26, 27]},
    ),
    Rule(
        "mus",
        4,
        "tomasito-space.de, Rules of the Mus: four each, one at a time",
        {"1": [0, 4, 8, 12], "2": [1, 5, 9, 13], "3": [2, 6, 10, 14], "dealer": [3, 7, 11, 15]},
        {"stock": range(16, 40)},
    ),
    Rule(
        "war",
        2,
        "Bicycle, War: 26 each, one at a time",
        {"1": range(0, 52, 2), "dealer": range(1, 52, 2)},
        {},
    ),
    Rule(
        "klondike",
        1,
        KLONDIKE,
        {},
        {
            "tableau": {
                "1": [0],
                "2": [1, 7],
                "3": [2, 8, 13],
                "4": [3, 9, 14, 18],
                "5": [4, 10, 15, 19, 22],
                "6": [5, 11, 16, 20, 23, 25],
                "7": [6, 12, 17, 21, 24, 26, 27],
            },
            "foundation": [],
            "stock": range(28, 52),
        },
    ),
    Rule(
        "freecell",
        1,
        FREECELL,
        {},
        {"tableau": {str(column): range(column - 1, 52, 8) for column in range(1, 9)}, "foundation": []},
    ),
    *(
        Rule(
            game,
            1,
            source,
            {},
            {
                "tableau": {
                    "1": [0, 10, 20, 30, 40, 44],
                    "2": [1, 11, 21, 31, 41, 45],
                    "3": [2, 12, 22, 32, 42, 46],
                    "4": [3, 13, 23, 33, 43, 47],
                    "5": [4, 14, 24, 34, 48],
                    "6": [5, 15, 25, 35, 49],
                    "7": [6, 16, 26, 36, 50],
                    "8": [7, 17, 27, 37, 51],
                    "9": [8, 18, 28, 38, 52],
                    "10": [9, 19, 29, 39, 53],
                },
                "foundation": [],
                "stock": range(54, 104),
            },
        )
        for game, source in (("spider", SPIDER), ("spider_two_suits", SPIDER_SUITS), ("spider_one_suit", SPIDER_SUITS))
    ),
    Rule(
        "pyramid",
        1,
        PYRAMID,
        {},
        {
            "pyramid": {
                "1": [0],
                "2": [1, 2],
                "3": [3, 4, 5],
                "4": [6, 7, 8, 9],
                "5": [10, 11, 12, 13, 14],
                "6": [15, 16, 17, 18, 19, 20],
                "7": [21, 22, 23, 24, 25, 26, 27],
            },
            "foundation": [],
            "stock": range(28, 52),
        },
    ),
    Rule(
        "yukon",
        1,
        YUKON,
        {},
        {
            "tableau": {
                "1": [0],
                "2": [1, 7, 28, 34, 40, 46],
                "3": [2, 8, 13, 29, 35, 41, 47],
                "4": [3, 9, 14, 18, 30, 36, 42, 48],
                "5": [4, 10, 15, 19, 22, 31, 37, 43, 49],
                "6": [5, 11, 16, 20, 23, 25, 32, 38, 44, 50],
                "7": [6, 12, 17, 21, 24, 26, 27, 33, 39, 45, 51],
            },
            "foundation": [],
        },
    ),
    Rule(
        "forty_thieves",
        1,
        FORTY_THIEVES,
        {},
        {
            "tableau": {str(column): range(column - 1, 40, 10) for column in range(1, 11)},
            "foundation": [],
            "stock": range(40, 104),
        },
    ),
    Rule(
        "golf",
        1,
        GOLF,
        {},
        {
            "tableau": {str(column): range(column - 1, 35, 7) for column in range(1, 8)},
            "waste": [35],
            "stock": range(36, 52),
        },
    ),
    Rule(
        "canfield",
        1,
        CANFIELD,
        {},
        {
            "reserve": range(13),
            "foundation": [13],
            "tableau": {"1": [14], "2": [15], "3": [16], "4": [17]},
            "stock": range(18, 52),
        },
    ),
    Rule(
        "aces_up",
        1,
        ACES_UP,
        {},
        {"tableau": {"1": [0], "2": [1], "3": [2], "4": [3]}, "stock": range(4, 52)},
    ),
    Rule(
        "mahjong",
        4,
        MAHJONG,
        {
            "east": [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52],
            "south": [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49],
            "west": [8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 50],
            "north": [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51],
        },
        {"flowers": {"east": [], "south": [], "west": [], "north": []}, "wall": range(53, 144)},
    ),
    Rule(
        "riichi",
        4,
        RIICHI,
        {
            "east": [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52],
            "south": [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49],
            "west": [8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 50],
            "north": [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51],
        },
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
        {"flowers": {"east": [], "south": [], "west": [], "north": []}, "wall": range(65, 144)},
    ),
    Rule(
        "american_mahjong",
        4,
        AMERICAN,
        {
            "east": [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52],
            "south": [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49],
            "west": [8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 50],
            "north": [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51],
        },
        {"wall": range(53, 152)},
    ),
    Rule(
        "go_stop",
        2,
        GO_STOP,
        {"1": [4, 5, 6, 7, 8, 18, 19, 20, 21, 22], "dealer": [9, 10, 11, 12, 13, 23, 24, 25, 26, 27]},
        {"field": [0, 1, 2, 3, 14, 15, 16, 17], "jokers": [], "stock": range(28, 50)},
    ),
    Rule(
        "go_stop",
        3,
        GO_STOP,
        {
            "1": [3, 4, 5, 6, 18, 19, 20],
            "2": [7, 8, 9, 10, 21, 22, 23],
            "dealer": [11, 12, 13, 14, 24, 25, 26],
        },
        {"field": [0, 1, 2, 15, 16, 17], "jokers": [], "stock": range(27, 50)},
    ),
    Rule(
        "koi_koi",
        2,
        KOI_KOI,
        {"1": [0, 1, 6, 7, 12, 13, 18, 19], "dealer": [4, 5, 10, 11, 16, 17, 22, 23]},
        {"field": [2, 3, 8, 9, 14, 15, 20, 21], "stock": range(24, 48)},
    ),
    Rule(
        "hachi_hachi",
        2,
        HACHI_HACHI,
        {"1": [0, 1, 2, 3, 11, 12, 13], "dealer": [4, 5, 6, 7, 14, 15, 16]},
        {"field": [8, 9, 10, 17, 18, 19], "stock": range(20, 48)},
    ),
    Rule(
        "hachi_hachi",
        3,
        HACHI_HACHI,
        {
            "1": [0, 1, 2, 3, 15, 16, 17],
            "2": [4, 5, 6, 7, 18, 19, 20],
            "dealer": [8, 9, 10, 11, 21, 22, 23],
        },
        {"field": [12, 13, 14, 24, 25, 26], "stock": range(27, 48)},
    ),
    Rule(
        "hachi_hachi",
        6,
        f"{HACHI_HACHI}; of six players nothing is left",
        {
            **{
                str(seat): [*range(4 * seat - 4, 4 * seat), *range(3 * seat + 24, 3 * seat + 27)]
                for seat in range(1, 6)
            },
            "dealer": [20, 21, 22, 23, 42, 43, 44],
        },
        {"field": [24, 25, 26, 45, 46, 47]},
    ),
    Rule(
        "dominoes",
        2,
        DOMINOES,
        {"1": [0, 2, 4, 6, 8, 10, 12], "2": [1, 3, 5, 7, 9, 11, 13]},
        {"boneyard": range(14, 28)},
    ),
    Rule(
        "dominoes",
        3,
        DOMINOES,
        {"1": [0, 3, 6, 9, 12], "2": [1, 4, 7, 10, 13], "3": [2, 5, 8, 11, 14]},
        {"boneyard": range(15, 28)},
    ),
    Rule(
        "dominoes",
        4,
        DOMINOES,
        {"1": range(0, 20, 4), "2": range(1, 20, 4), "3": range(2, 20, 4), "4": range(3, 20, 4)},
        {"boneyard": range(20, 28)},
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
    Rule("keno", 0, BALLS, {}, {"drawn": range(20), "stock": range(20, 80)}),
    Rule(
        "bingo_card",
        1,
        BINGO,
        {
            "player": {
                "B": [0, 1, 2, 3, 4],
                "I": [15, 16, 17, 18, 19],
                "N": [30, 31, 32, 33],
                "G": [45, 46, 47, 48, 49],
                "O": [60, 61, 62, 63, 64],
            }
        },
        {"stock": [*range(5, 15), *range(20, 30), *range(34, 45), *range(50, 60), *range(65, 75)]},
    ),
    Rule("bingo_call", 0, BALLS, {}, {"called": range(75)}),
    Rule("lottery", 0, BALLS, {}, {"drawn": range(6), "stock": range(6, 49)}),
    Rule("powerball", 0, DRUMS, {}, {"drawn": range(5), "powerball": [69], "stock": [*range(5, 69), *range(70, 95)]}),
    Rule(
        "mega_millions", 0, DRUMS, {}, {"drawn": range(5), "mega_ball": [70], "stock": [*range(5, 70), *range(71, 94)]}
    ),
    Rule(
        "euromillions",
        0,
        DRUMS,
        {},
        {"drawn": range(5), "lucky_stars": [50, 51], "stock": [*range(5, 50), *range(52, 62)]},
    ),
    *(Rule("wild_colours", n, FOUR_COLOURS, singly(n, 7), discards(7 * n, 108)) for n in (2, 4, 10)),
    *(Rule("wild_colours112", n, FOUR_COLOURS, singly(n, 7), discards(7 * n, 112)) for n in (2, 4, 10)),
    Rule("crazy_eights", 2, EIGHTS, singly(2, 7), discards(14, 52)),
    Rule("crazy_eights", 3, EIGHTS, singly(3, 5), discards(15, 52)),
    Rule(
        "crazy_eights",
        4,
        f"{EIGHTS}: here 8H",
        singly(4, 5),
        {"discards": [21], "stock": [*range(22, 37), 20, *range(37, 52)]},
    ),
    Rule("crazy_eights", 8, EIGHTS, singly(8, 5), discards(40, 52)),
    *(Rule("go_fish", n, FISH, singly(n, 7), {"stock": range(7 * n, 52)}) for n in (2, 3)),
    *(Rule("go_fish", n, FISH, singly(n, 5), {"stock": range(5 * n, 52)}) for n in (4, 6)),
    *(
        Rule("old_maid", n, OLD_MAID, {seat: range(hand[0], 51, n) for seat, hand in singly(n, 1).items()}, {})
        for n in (2, 4, 8)
    ),
    *(
        Rule("president", n, PRESIDENT, {seat: range(hand[0], 52, n) for seat, hand in singly(n, 1).items()}, {})
        for n in (3, 4, 8)
    ),
    Rule("big_two", 4, BIG_TWO, singly(4, 13), {}),
    Rule("dou_dizhu", 3, DOU_DIZHU, singly(3, 17), {"widow": [51, 52, 53]}),
    *(Rule("durak", n, DURAK, singly(n, 6), trump(6 * n, 36)) for n in (2, 4, 5)),
    Rule("durak", 6, DURAK, singly(6, 6) | {"dealer": {"": [5, 11, 17, 23, 29], "trump": [35]}}, {}),
    Rule("rummy_500", 2, RUM_500, singly(2, 13), discards(26, 52)),
    *(Rule("rummy_500", n, RUM_500, singly(n, 7), discards(7 * n, 52)) for n in (3, 4)),
    *(Rule("rummy_500_two_packs", n, RUM_500, singly(n, 7), discards(7 * n, 104)) for n in (5, 8)),
    *(
        Rule(
            "indian_rummy",
            n,
            INDIAN_RUMMY,
            singly(n, 13),
            {"discards": [13 * n], "joker": [13 * n + 1], "stock": range(13 * n + 2, 106)},
        )
        for n in (2, 6)
    ),
    *(Rule("pan", n, PAN, batches(n, 5), discards(10 * n, 320)) for n in (2, 6, 15)),
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
    Rule("twenty_nine", 4, TWENTY_NINE, singly(4, 8), {}),
    Rule("tichu", 4, TICHU, singly(4, 14), {}),
    Rule(
        "spite_and_malice",
        2,
        SPITE,
        {"1": range(40, 50, 2), "2": range(41, 50, 2)},
        {"payoff": {"1": range(0, 40, 2), "2": range(1, 40, 2)}, "stock": range(50, 104)},
    ),
]
# Robert's Rules of Poker, section 9, and Wikibooks, Poker/7-stud8: these are dealt as seven-card stud.
RULES += [
    replace(rule, game=game) for game in ("razz", "stud_hi_lo") for rule in RULES if rule.game == "seven_card_stud"
]

SEATED = [(game, players) for game in GAMES.values() for players in range(game.players.min, game.players.max + 1)]
every_table = pytest.mark.parametrize(("game", "players"), SEATED, ids=lambda value: getattr(value, "name", value))


def set_up_table(game: str, players: int | None = None, **options: Any) -> GameTable:
    return set_up(GAMES[game], players, PackOptions(**options))


def normalize(piles: Mapping[str, Positions]) -> dict[str, dict[str, list[int]]]:
    by_part = {name: pile if isinstance(pile, Mapping) else {"": pile} for name, pile in piles.items()}
    return {name: {part: list(cards) for part, cards in pile.items()} for name, pile in by_part.items()}


def dealt_cards(deal: Deal) -> list[int]:
    return [card for pile in (*deal.hands.values(), *deal.piles.values()) for card in all_cards(pile)]


def flatten(piles: Mapping[str, Pile]) -> dict[str, list[int]]:
    return {name: all_cards(pile) for name, pile in piles.items()}


def order_with(size: int, cards: Mapping[int, int]) -> list[int]:
    """Return the unshuffled order with some cards moved to given positions; negative ones count from the end."""
    fixed = {position % size: card for position, card in cards.items()}
    others = iter([card for card in range(size) if card not in fixed.values()])
    return [fixed[position] if position in fixed else next(others) for position in range(size)]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_cards_go_where_the_rule_says(rule: Rule) -> None:
    table = set_up_table(rule.game, rule.players)
    deal = table.deal(range(len(table.shoe)), rule.board)
    assert normalize(deal.hands) == normalize(rule.hands)
    assert normalize(deal.piles) == normalize(rule.piles)
    assert list(deal.piles) == table.procedure.piles


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_rules_here_deal_every_card(rule: Rule) -> None:
    piles = {**normalize(rule.hands), **normalize(rule.piles)}
    cards = sorted(card for pile in piles.values() for part in pile.values() for card in part)
    assert cards == list(range(len(set_up_table(rule.game, rule.players).shoe)))


def test_every_game_has_a_rule_here_for_the_minimum_the_default_and_the_maximum_of_players() -> None:
    required = {(game.name, n) for game in GAMES.values() for n in vars(game.players).values()}
    missing = required - {(rule.game, rule.players) for rule in RULES}
    assert not missing, f"add rules for these games and numbers of players: {sorted(missing)}"
    assert {rule.game for rule in RULES} == set(GAMES)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.game == "bridge"], ids=str)
def test_hands_are_in_the_order_of_the_seats_whoever_deals(rule: Rule) -> None:
    assert list(set_up_table("bridge").deal(range(52), rule.board).hands) == ["N", "E", "S", "W"]


def test_bridge_goes_round_the_table_board_by_board() -> None:
    table = set_up_table("bridge")
    first = [
        "".join(seat for seat, hand in table.deal(range(52), board).hands.items() if 0 in hand[""])
        for board in range(1, 9)
    ]
    assert first == ["E", "S", "W", "N", "E", "S", "W", "N"]


@pytest.mark.parametrize(("players", "excluded"), [(3, {"2D"}), (4, set()), (5, {"2D", "2C"})])
def test_hearts_is_played_without_low_cards_so_that_it_comes_out_even(players: int, excluded: set[str]) -> None:
    codes = {card.code for card in set_up_table("hearts", players).shoe}
    assert {card.code for card in set_up_table("hearts", 4).shoe} - codes == excluded


def test_the_short_deck_has_no_card_below_six_whatever_else_is_excluded() -> None:
    codes = {card.code for card in set_up_table("short_deck", 6, exclude=("AS", "2S")).shoe}
    assert len(codes) == 35
    assert not {code[0] for code in codes} & set("2345")


def test_three_play_briscola_without_the_2_of_clubs() -> None:
    assert "2B" not in {card.code for card in set_up_table("briscola", 3).shoe}


JOKER, RED_THREE, OTHER_RED_THREE, BLACK_THREE, TWO, NATURAL = 52, 28, 15, 41, 14, 20
"""Indices in two packs with two jokers each: X1, 3D, 3H, 3C, 2H, 8H."""


def test_the_faces_are_those_that_the_tests_of_canasta_mean() -> None:
    faces = list(set_up_table("canasta").shoe)
    indices = (JOKER, RED_THREE, OTHER_RED_THREE, BLACK_THREE, TWO, NATURAL)
    assert [faces[card].code for card in indices] == ["X1", "3D", "3H", "3C", "2H", "8H"]


@pytest.mark.parametrize(
    "turned",
    [
        [NATURAL],
        [BLACK_THREE],
        [JOKER, RED_THREE, NATURAL],
        [RED_THREE, OTHER_RED_THREE, TWO, JOKER, BLACK_THREE],
        [TWO, RED_THREE + 54, TWO + 54, JOKER + 54, JOKER + 55, NATURAL + 54],
    ],
)
@pytest.mark.parametrize(("players", "first"), [(2, 30), (3, 39), (4, 44)])
def test_canasta_turns_cards_until_one_is_neither_wild_nor_a_red_three(
    players: int, first: int, turned: list[int]
) -> None:
    order = order_with(108, dict(enumerate(turned, start=first)))
    deal = set_up_table("canasta", players).deal(order)
    assert flatten(deal.piles) == {"discards": turned, "stock": order[first + len(turned) :]}


def test_a_stock_of_wild_cards_is_turned_to_its_end() -> None:
    naturals = [rank + suit for suit in "SHDC" for rank in "A456789TJQK"]
    table = set_up_table("canasta", 2, exclude=(*naturals[:29], "3S", "3C"))
    wild = [index for index, card in enumerate(table.shoe) if card.code not in naturals]
    others = [index for index, card in enumerate(table.shoe) if card.code in naturals]
    deal = table.deal([*others, *wild])
    assert (len(others), len(wild)) == (30, 16)
    assert flatten(deal.piles) == {"discards": wild, "stock": []}


EIGHTS_OF = {"S": 7, "H": 20, "D": 33, "C": 46}
"""Indices of the eights in a standard pack."""


@pytest.mark.parametrize("suits", ["S", "SH", "SHDC"])
def test_eights_that_are_turned_are_buried_in_the_middle_of_the_stock(suits: str) -> None:
    eights = [EIGHTS_OF[suit] for suit in suits]
    order = order_with(52, dict(enumerate(eights, start=14)))
    deal = set_up_table("crazy_eights", 2).deal(order)
    starter = 14 + len(suits)
    others = order[starter + 1 :]
    middle = len(others) // 2
    assert flatten(deal.piles) == {
        "discards": [order[starter]],
        "stock": [*others[:middle], *eights, *others[middle:]],
    }


def test_the_last_card_is_the_starter_even_if_it_is_an_eight() -> None:
    others = [card.code for card in set_up_table("crazy_eights").shoe if card.rank != "8"]
    table = set_up_table("crazy_eights", 2, exclude=tuple(others[:34]))
    eights = [index for index, card in enumerate(table.shoe) if card.rank == "8"]
    deal = table.deal([*(index for index in range(18) if index not in eights), *eights])
    assert flatten(deal.piles) == {"discards": eights[-1:], "stock": eights[:-1]}


def test_only_a_wild_draw_four_does_not_begin_the_discards_of_four_colours() -> None:
    table = set_up_table("wild_colours", 2)
    by_code = {card.code: index for index, card in enumerate(table.shoe)}
    for code in sorted(by_code):
        order = order_with(108, {14: by_code[code]})
        turned = table.deal(order).piles["discards"][""]
        assert turned == ([order[15]] if code == "W4" else [by_code[code]])


FLOWERS = range(136, 144)


@pytest.mark.parametrize(
    ("order", "hands", "flowers"),
    [
        pytest.param({0: 136}, {"east": [0]}, {"east": [136]}, id="one"),
        pytest.param({0: 136, 52: 137}, {"east": [0, 4]}, {"east": [136, 137]}, id="two of one hand"),
        pytest.param({51: 140}, {"north": [0]}, {"north": [140]}, id="a season"),
    ],
)
def test_a_flower_is_laid_open_and_made_up_from_the_end(
    order: dict[int, int], hands: dict[str, list[int]], flowers: dict[str, list[int]]
) -> None:
    """The last tile of the wall is 1D, number 0, and the one before it 2D, number 4."""
    deal = set_up_table("mahjong").deal(order_with(144, {**order, -1: 0, -2: 4}))
    for seat, tiles in hands.items():
        assert deal.hands[seat][""][-len(tiles) :] == tiles
    assert {seat: part for seat, part in deal.piles["flowers"].items() if part} == flowers
    assert {seat: len(hand[""]) for seat, hand in deal.hands.items()} == {
        "east": 14,
        "south": 13,
        "west": 13,
        "north": 13,
    }


def test_a_flower_that_makes_up_a_flower_is_made_up_before_the_next_hand() -> None:
    """East: 1F, then 2F from the end, then 1D; south: 3F, then 2D."""
    order = order_with(144, {0: 136, 4: 138, -1: 137, -2: 0, -3: 4})
    deal = set_up_table("mahjong").deal(order)
    assert deal.hands["east"][""] == [*order[1:4], *order[16:20], *order[32:36], order[48], order[52], 0]
    assert deal.hands["south"][""] == [*order[5:8], *order[20:24], *order[36:40], order[49], 4]
    assert deal.piles["flowers"] == {"east": [136, 137], "south": [138], "west": [], "north": []}
    assert deal.piles["wall"][""] == order[53:141]


def test_several_flowers_are_laid_open_at_once_and_those_that_replace_them_after() -> None:
    """East: 3F and 1F are replaced by 2F and 1D, and 2F then by 2D; the last tile of the wall comes first."""
    order = order_with(144, {2: 138, 17: 136, -1: 137, -2: 0, -3: 4})
    deal = set_up_table("mahjong").deal(order)
    assert deal.hands["east"][""][-2:] == [0, 4]
    assert deal.piles["flowers"]["east"] == [138, 136, 137]


def test_all_eight_flowers_can_be_in_one_hand() -> None:
    order = order_with(144, {0: 136, 1: 137, 2: 138, 3: 139, -1: 140, -2: 141, -3: 142, -4: 143})
    deal = set_up_table("mahjong").deal(order)
    assert deal.piles["flowers"]["east"] == list(FLOWERS)
    assert deal.hands["east"][""][-4:] == [order[-5], order[-6], order[-7], order[-8]]


def test_flowers_of_the_taiwanese_game_are_made_up_in_rounds() -> None:
    """East: 1F, then 2F from the end; south: 3F, then 1D; east again: 2D; west: 4F and 1S."""
    order = order_with(144, {0: 136, 4: 138, 8: 139, 24: 140, -1: 137, -2: 0, -3: 4, -4: 8, -5: 12})
    deal = set_up_table("taiwanese_mahjong").deal(order)
    assert deal.hands["east"][""] == [*order[1:4], *order[16:20], *order[32:36], *order[48:52], order[64], 12]
    assert deal.hands["south"][""][-1] == 0
    assert deal.hands["west"][""][-2:] == [4, 8]
    assert deal.piles["flowers"] == {"east": [136, 137], "south": [138], "west": [139, 140], "north": []}
    assert deal.piles["wall"][""] == order[65:139]


def test_the_dealer_of_go_stop_captures_the_jokers_of_the_field_and_those_that_replace_them() -> None:
    """The second joker replaces the first, and is replaced by the next card of the stock."""
    order = order_with(50, {1: 48, 27: 49})
    deal = set_up_table("go_stop").deal(order)
    assert deal.piles["jokers"] == {"": [48, 49]}
    assert deal.piles["field"][""] == [order[0], order[2], *order[15:18], order[28]]
    assert deal.piles["stock"][""] == order[29:]


def test_three_players_of_riichi_have_two_red_fives_and_of_characters_ones_and_nines() -> None:
    shoe = set_up_table("riichi_three_players").shoe
    codes = [card.code for card in shoe]
    assert [code for code in codes if code[0] == "0"] == ["0p", "0s"]
    assert [code for code in codes if code[1] == "m"] == ["1m"] * 4 + ["9m"] * 4
    assert len(codes) == 108


@pytest.mark.parametrize(("red_fives", "left"), [(0, []), (1, []), (2, ["0p"]), (4, ["0p", "0p", "0s"])])
def test_of_other_red_fives_three_players_have_those_of_dots_and_bamboo(red_fives: int, left: list[str]) -> None:
    shoe = set_up_table("riichi_three_players", red_fives=red_fives).shoe
    assert [card.code for card in shoe if card.code[0] == "0"] == left
    assert len(shoe) == 108
    assert ("0m" in shoe.excluded_codes) is (red_fives > 0)


def test_a_bingo_card_has_its_numbers_in_the_order_of_the_balls() -> None:
    table, game = set_up_table("bingo_card"), GAMES["bingo_card"]
    backwards = table.deal(range(74, -1, -1))
    assert backwards.hands["player"]["N"] == [44, 43, 42, 41]
    assert game.extra_fields
    assert game.extra_fields(table, backwards, 1) == {
        "grid": [
            [15, 30, 45, 60, 75],
            [14, 29, 44, 59, 74],
            [13, 28, None, 58, 73],
            [12, 27, 43, 57, 72],
            [11, 26, 42, 56, 71],
        ]
    }


def test_each_drum_is_drawn_in_the_order_of_its_balls_alone() -> None:
    order = [60, 3, 50, 49, 55, 0, 1, 2, *set(range(62)) - {60, 3, 50, 49, 55, 0, 1, 2}]
    deal = set_up_table("euromillions").deal(order)
    assert deal.piles["drawn"][""] == [3, 49, 0, 1, 2]
    assert deal.piles["lucky_stars"][""] == [60, 50]
    assert deal.piles["stock"][""] == [55, *order[8:]]


@every_table
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), board=st.integers(1, 16))
def test_every_card_is_in_exactly_one_hand_or_pile(game: Any, players: int, seed: int, board: int) -> None:
    table = set_up_table(game.name, players)
    order = list(range(len(table.shoe)))
    Random(seed).shuffle(order)
    deal = table.deal(order, board)
    assert sorted(dealt_cards(deal)) == list(range(len(order)))
    assert list(deal.hands) == list(table.procedure.seats)
    assert list(deal.piles) == table.procedure.piles


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if "exclude" in game.options], ids=lambda game: game.name
)
@settings(max_examples=40)
@given(data=st.data())
def test_a_shoe_with_cards_taken_out_is_dealt_whole_or_refused(game: Any, data: st.DataObject) -> None:
    players = data.draw(st.integers(game.players.min, game.players.max))
    codes = sorted({card.code for card in set_up_table(game.name, players).shoe})
    excluded = tuple(data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=len(codes) - 1, unique=True)))
    try:
        table = set_up_table(game.name, players, exclude=excluded)
    except Refused as refusal:
        event(f"refused on account of {refusal.field}")
        return
    assert not {card.code for card in table.shoe} & set(excluded)
    order = list(range(len(table.shoe)))
    data.draw(st.randoms(use_true_random=False)).shuffle(order)
    assert sorted(dealt_cards(table.deal(order))) == list(range(len(order)))


def can_deal(game: Any, players: int, excluded: int) -> bool:
    """Return whether a game can be dealt to that number of players without the first `excluded` codes of its shoe."""
    codes = dict.fromkeys(card.code for card in set_up_table(game.name, players).shoe)
    try:
        set_up_table(game.name, players, exclude=(*game.removed_by_players.get(players, ()), *list(codes)[:excluded]))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_exclude_is_an_option_where_a_deal_can_do_without_some_cards(game: Any) -> None:
    """Exclude one code for some number of players; in hearts and war, which deal out all cards, one for each player."""
    if "exclude" in game.options:
        numbers = range(game.players.min, game.players.max + 1)
        assert any(can_deal(game, players, players if game.name in {"hearts", "war"} else 1) for players in numbers)
    else:
        with pytest.raises(Refused, match=f"^{game.name} does not take exclude(; it takes |.$)"):
            set_up_table(game.name, exclude=(next(iter(set_up_table(game.name).shoe)).code,))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_number_of_players_out_of_range_is_refused(game: Any) -> None:
    for players in (game.players.min - 1, game.players.max + 1, 100):
        sentence = f"is for {game.players} players; {players} cannot play it" if game.players.max else "deals no hands"
        with pytest.raises(Refused, match=f"{game.name} {sentence}") as refusal:
            set_up(game, players, PackOptions())
        assert refusal.value.field == "players"


@pytest.mark.parametrize(
    ("game", "players", "excluded", "sentence"),
    [
        ("holdem", 10, 28, "holdem deals 28 cards to 10 players, but there are 24: 4 too few"),
        ("war", 2, 1, "war deals 50 cards to 2 players, but there are 51: 1 would be left over"),
        ("hearts", 4, 1, "hearts deals 48 cards to 4 players, but there are 51: 3 would be left over"),
        ("pinochle", 3, 1, "pinochle deals 48 cards to 3 players, but there are 46: 2 too few"),
        ("lottery", None, 44, "lottery deals 6 balls, but there are 5: 1 too few"),
        ("dominoes", 4, 9, "dominoes deals 20 tiles to 4 players, but there are 19: 1 too few"),
    ],
)
def test_a_shoe_that_does_not_go_round_is_refused_with_the_arithmetic(
    game: str, players: int | None, excluded: int, sentence: str
) -> None:
    codes = [card.code for card in set_up_table(game, players).shoe]
    with pytest.raises(Refused, match=sentence) as refusal:
        set_up_table(game, players, exclude=tuple(codes[:excluded]))
    assert refusal.value.field == "exclude"


def test_canasta_needs_a_card_to_turn() -> None:
    """Four hands of eleven and one card to turn are 45; there are 44."""
    codes = list(dict.fromkeys(card.code for card in set_up_table("canasta").shoe))
    with pytest.raises(Refused, match="canasta deals 45 cards to 4 players, but there are 44: 1 too few"):
        set_up_table("canasta", 4, exclude=tuple(codes[:32]))


def test_jokers_of_the_games_own_packs_can_be_taken_out() -> None:
    assert len(set_up_table("canasta", exclude=("X2",)).shoe) == 106


def test_an_option_may_be_requested_with_the_value_that_the_game_has_anyway() -> None:
    assert set_up_table("hearts", 3, exclude=("2d",)).shoe.excluded_codes == ("2D",)
    assert len(set_up_table("canasta", decks=2, jokers=2).shoe) == 108
    with pytest.raises(Refused, match="canasta does not take decks"):
        set_up_table("canasta", decks=3)
