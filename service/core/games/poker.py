"""Poker, dealt to the end as if nobody folds, with the burned cards; and the games of the house.

Blackjack and baccarat are dealt from a shoe of several packs. The burn and the third cards of baccarat depend on the
faces of the cards, so that the deal is a whole coup.
"""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Game, Players, exactly, house_table
from service.core.hands.casino_hands import Side

_ROBERT = "Robert's Rules of Poker, version 11, section {}"

_BOARD = "flop: burns 1, board/flop 3; turn: burns 1, board/turn 1; river: burns 1, board/river 1, stock rest"


def _stud(start: str, *streets: str) -> str:
    """Return the steps of stud: hole cards and the first upcard; a card for each later street, after a burned one."""
    return "; ".join((start, *(f"{street}_street: burns 1, {_street(street)}" for street in streets)))


def _street(street: str) -> str:
    face, words = ("", "down") if street == "seventh" else (" up", "up")
    return f"each/{street}_street 1{face} ({street.capitalize()} street: each hand gets 1 card, face {words}.)"


_SIX_CARDS = _stud(f"third_street: each/hole_cards 1×2 (face down), {_street('third')}", "fourth", "fifth", "sixth")
_SEVEN_CARDS = {
    2: f"{_SIX_CARDS}; seventh_street: burns 1, {_street('seventh')}, stock rest",
    7: f"{_SIX_CARDS}; seventh_street: each/seventh_street 1 (Seventh street: each hand gets one of the last cards, "
    "face down, and none is burned.)",
    8: f"{_SIX_CARDS}; seventh_street: board/seventh_street 1 up (Seventh street: the last card of the pack lies face "
    "up on the board, as there is not one for each hand; it is common to all.)",
}
_STUD_OF_EIGHT = f"{_ROBERT.format(8)}: of seven who stay in none is burned at last, of eight the last card is common"

POKER: Mapping[str, Game] = {
    "holdem": Game(
        title="Texas hold'em",
        aliases=(
            "Texas hold'em",
            "Texas",
            "poker",
            "no-limit hold'em",
            "NLHE",
            "德州扑克",
            "limit hold'em",
            "fixed-limit hold'em",
            "покер холдем",
            "テキサスホールデム",
            "텍사스 홀덤",
            "póquer Texas",
        ),
        source="58 Pennsylvania Code § 637a.11; for up to eleven: New Jersey Administrative Code 13:69F-14.10(b)",
        second_source=_ROBERT.format(5),
        ranking="poker",
        players=Players(2, 11, default=6),
        steps=f"hole: each 1×2 (face down); {_BOARD}",
    ),
    "omaha": Game(
        title="Omaha",
        aliases=(
            "Omaha high",
            "pot-limit Omaha",
            "PLO",
            "four-card Omaha",
            "poker",
            "Omaha hold'em",
            "Omaha poker",
            "Омаха",
            "オマハ",
        ),
        source="58 Pennsylvania Code § 637a.12",
        second_source=_ROBERT.format(6),
        ranking="omaha",
        players=Players(2, 10, default=6),
        steps=f"hole: each 1×4 (face down); {_BOARD}",
    ),
    "omaha_five_cards": Game(
        title="Omaha with five cards",
        aliases=("five-card Omaha", "PLO5", "five-card PLO"),
        source="Wikipedia, Omaha hold 'em: dealt as Omaha, but five cards; eight at most, so that the pack lasts",
        second_source=_ROBERT.format(6),
        ranking="omaha",
        players=Players(2, 8, default=6),
        steps=f"hole: each 1×5 (face down); {_BOARD}",
    ),
    "omaha_six_cards": Game(
        title="Omaha with six cards",
        aliases=("six-card Omaha", "PLO6", "six-card PLO"),
        source="Wikipedia, Omaha hold 'em: dealt as Omaha, but six cards; seven at most, so that the pack lasts",
        second_source=_ROBERT.format(6),
        ranking="omaha",
        players=Players(2, 7, default=6),
        steps=f"hole: each 1×6 (face down); {_BOARD}",
    ),
    "omaha_hi_lo": Game(
        title="Omaha hi-lo, eight or better",
        aliases=("Omaha high-low", "Omaha eight or better", "Omaha 8", "PLO8", "O8", "Omaha split"),
        source=_ROBERT.format(7),
        second_source="PokerKit (uoftcprg/pokerkit), FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        ranking="omaha_hi_lo",
        players=Players(2, 10, default=6),
        steps=f"hole: each 1×4 (face down); {_BOARD}",
    ),
    "big_o": Game(
        title="Big O: Omaha hi-lo with five cards",
        aliases=("five-card Omaha hi-lo", "five-card Omaha 8", "PLO5 hi-lo"),
        source="Wikipedia, Omaha hold 'em, variations: as Omaha hi-lo, but five cards; eight at most, so that the pack "
        "lasts with its burns",
        second_source="poker.fandom.com, Big O",
        ranking="omaha_hi_lo",
        players=Players(2, 8, default=6),
        steps=f"hole: each 1×5 (face down); {_BOARD}",
    ),
    "pineapple": Game(
        title="Pineapple and crazy pineapple, whose players discard a hole card",
        aliases=("crazy pineapple", "lazy pineapple", "pineapple poker"),
        source="Wikipedia, Pineapple (poker): three cards each, and on as Texas hold'em; up to ten players",
        second_source="bonuskey.com, Pineapple Poker Rules",
        ranking="pineapple",
        players=Players(2, 10, default=6),
        steps=f"hole: each 1×3 (face down); {_BOARD}",
    ),
    "short_deck": Game(
        title="Short deck (six plus hold'em), with 36 cards",
        aliases=(
            "short-deck hold'em",
            "six plus",
            "six-plus hold'em",
            "6+ poker",
            "6+ hold'em",
            "six plus poker",
            "manila",
        ),
        source="Wikipedia, Six-plus hold 'em: without 2 to 5, then as Texas hold'em",
        second_source="PokerKit (uoftcprg/pokerkit), NoLimitShortDeckHoldem",
        ranking="short_deck",
        packs=PackOptions(exclude=list_codes("2345")),
        players=Players(2, 10, default=6),
        steps=f"hole: each 1×2 (face down); {_BOARD}",
    ),
    "five_card_draw": Game(
        title="Five-card draw",
        aliases=("draw poker", "poker", "classic poker", "jackpots", "five draw", "draw", "5CD"),
        source="58 Pennsylvania Code § 637a.13; a burned card: Wikipedia, Burn card",
        second_source=_ROBERT.format(12),
        ranking="poker",
        players=Players(2, 6, default=4),
        steps="each 1×5 (face down), stock rest (from which the draws come, after a burned card)",
    ),
    "deuce_to_seven_triple_draw": Game(
        title="Deuce to seven triple draw",
        aliases=(
            "2-7 triple draw",
            "27TD",
            "triple draw",
            "lowball",
            "deuce to seven",
            "Kansas City lowball",
            "2-7",
            "deuce-to-seven lowball",
            "2-7 lowball",
        ),
        source=f"{_ROBERT.format(11)}; six at most, as commonly played",
        second_source="PokerKit (uoftcprg/pokerkit), FixedLimitDeuceToSevenLowballTripleDraw: a card is burned before "
        "each draw",
        ranking="deuce_to_seven",
        players=Players(2, 6, default=6),
        steps="each 1×5 (face down), stock rest (from which the three draws come, each after a burned card)",
    ),
    "badugi": Game(
        title="Badugi",
        aliases=("badougi", "padooki", "badugi poker", "バドゥーギ", "바둑이"),
        source="Wikipedia, Badugi: four cards each, three draws; six at most, as commonly played",
        second_source="PokerKit (uoftcprg/pokerkit), FixedLimitBadugi: a card is burned before each draw",
        ranking="badugi",
        players=Players(2, 6, default=6),
        steps="each 1×4 (face down), stock rest (from which the three draws come, each after a burned card)",
    ),
    "seven_card_stud": Game(
        title="Seven-card stud",
        aliases=("stud", "stud poker", "7CS", "down the river", "poker", "seven stud", "seven-toed Pete"),
        source="58 Pennsylvania Code § 637a.10",
        second_source=_STUD_OF_EIGHT,
        ranking="poker",
        players=Players(2, 8, default=6),
        steps=_SEVEN_CARDS,
    ),
    "razz": Game(
        title="Razz: seven-card stud, low",
        aliases=("seven-card stud low", "stud low", "lowball stud", "razz poker"),
        source=_ROBERT.format(9),
        second_source=_STUD_OF_EIGHT,
        ranking="razz",
        players=Players(2, 8, default=6),
        steps=_SEVEN_CARDS,
    ),
    "stud_hi_lo": Game(
        title="Seven-card stud hi-lo, eight or better",
        aliases=(
            "stud",
            "stud high-low",
            "stud 8",
            "seven-card stud hi-lo",
            "seven-card stud eight or better",
            "7 stud 8",
        ),
        source=f"{_ROBERT.format(10)}: as seven-card stud",
        second_source=_STUD_OF_EIGHT,
        ranking="stud_hi_lo",
        players=Players(2, 8, default=6),
        steps=_SEVEN_CARDS,
    ),
    "five_card_stud": Game(
        title="Five-card stud",
        aliases=("stud", "stud poker", "short stud", "Sökö"),
        source="Wikipedia, Five-card stud: one down, one up, a card burned before each later round; nine at most, so "
        "that the pack lasts even if nobody folds",
        second_source="Bicycle, Five-Card Stud",
        ranking="poker",
        players=Players(2, 9, default=6),
        steps=_stud(
            f"second_street: each/hole_cards 1 (Each hand gets 1 card: its hole card, face down.), {_street('second')}",
            *("third", "fourth", "fifth"),
        )
        + ", stock rest",
    ),
    "open_face_chinese": Game(
        title="Open-face Chinese poker",
        aliases=("open-face poker", "open-face Chinese poker", "OFC", "open face", "OFC poker", "pineapple OFC"),
        source="Wikipedia, Open-face Chinese poker: five each, then singly",
        second_source="betandbit.net, Open Face Chinese Poker",
        players=Players(2, 4, default=3),
        steps="each 1×5 up, stock rest (from which the later cards come, one at a time)",
    ),
    "chinese_poker": Game(
        title="Chinese poker, or pusoy",
        aliases=("pusoy", "thirteen-card poker", "Russian poker", "十三张", "capsa susun"),
        source="Wikipedia, Chinese poker: thirteen each; one at a time, as commonly played",
        second_source="denexa.com, Chinese Poker: any others are set aside",
        players=Players(2, 4, default=4),
        parameters=("suit_order",),
        steps={2: "each 1×13, stock rest (which is not used)", 4: "each 1×13"},
    ),
    "teen_patti": Game(
        title="Teen patti, or three-card brag",
        aliases=(
            "3 patti",
            "flash",
            "Indian poker",
            "three-card brag",
            "brag",
            "flush of India",
            "तीन पत्ती",
            "three card poker of India",
        ),
        source="Wikipedia, Teen patti: three each, one at a time",
        second_source="pagat.com, Teen Patti",
        players=Players(2, 10, default=5),
        ranking="teen_patti",
        steps="each 1×3 (face down), stock rest",
    ),
    "video_poker": Game(
        title="Video poker: jacks or better",
        aliases=("jacks or better", "poker machine", "poker", "video slots poker", "9/6 jacks or better"),
        source="Mullin, Visual Basic Video Poker (1993)",
        second_source="Wikipedia, Video poker: five cards, and replacements from the same pack",
        ranking="jacks_or_better",
        players=exactly(1),
        seats=lambda _: ("player",),
        steps="each 1×5 up (face up), stock rest (from which the draws come, in order)",
    ),
}

CASINO: Mapping[str, Game] = {
    "blackjack": Game(
        title="Blackjack",
        aliases=(
            "21",
            "twenty-one",
            "vingt-et-un",
            "pontoon",
            "блэкджек",
            "ブラックジャック",
            "블랙잭",
            "二十一点",
            "bj",
            "Siebzehn und Vier",
            "veintiuna",
            "очко",
        ),
        source="58 Pennsylvania Code § 633a.7: the dealer's first card up, the second down",
        second_source="Bicycle, Blackjack",
        ranking="blackjack",
        packs=PackOptions(decks=6),
        players=Players(1, 7, default=1),
        seats=house_table,
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps="first_cards: burns 1, others 1 up (face up), dealer/upcard 1 up (face up); second_cards: others "
        "1 up (face up), dealer/hole_card 1 down (face down), stock rest",
        continues=True,
    ),
    "baccarat": Game(
        title="Baccarat (punto banco): a whole coup",
        aliases=(
            "punto banco",
            "baccara",
            "mini-baccarat",
            "chemin de fer",
            "バカラ",
            "百家乐",
            "bacarat",
            "punto y banca",
            "chemmy",
            "baccara banque",
        ),
        source="58 Pennsylvania Code §§ 627a.8 and 631a.11; the burn as most casinos have it",
        second_source="Wikipedia, Baccarat, Punto banco: as many cards are burned as the first one says, and the "
        "tableau",
        ranking="baccarat",
        packs=PackOptions(decks=8),
        players=exactly(2),
        seats=lambda _: tuple(Side),
        direction=None,
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps="coup: turned, each 1×2 up, third, stock rest",
        continues=True,
    ),
}
