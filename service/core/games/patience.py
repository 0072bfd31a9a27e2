"""Patience, or solitaire, in which one player has all the cards in piles.

Cards that lie on the foundations before the others are dealt are no part of a deal.
"""

from collections.abc import Mapping
from functools import partial

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Game, exactly, no_seats
from service.core.games.microsoft import freecell_order, klondike_order

_Patience = partial(Game, players=exactly(1), seats=no_seats, parameters=("suit_order",))
_KLONDIKE = "tableau 1-7 2-7 3-7 4-7 5-7 6-7 7-7 down/up (the last of each column face up)"
_ROW_OF_FOUR = "tableau 1-4 (1 card to each of the four columns of the tableau, face up.)"
_SPIDER = (
    "layout: tableau 1-10×4 down (face down), tableau 1-4 down (1 card more to each of the first four columns, face "
    "down.), tableau 1-10 (1 card more to each of the ten columns, face up.), foundation 0, stock rest (ten for each "
    "later deal)"
)

_KLONDIKE_UP = _KLONDIKE.replace(" down/up", "").replace("the last of each column face up", "all face up")
_YUKON = (
    f"layout: {_KLONDIKE}, tableau 2-7×4 (4 cards more to each column but the first, row by row, face up.), "
    "foundation 0"
)
_SCORPION = (
    "layout: tableau 1-4×3 down (3 cards to each of the first four columns of the tableau, face down.), tableau 5-7×3 "
    "(3 cards to each of the other three columns of the tableau, face up.), tableau 1-7×4 (4 cards more to each of the "
    "seven columns, face up.), stock rest"
)
_ACES_LAID = "foundation 0 (The four aces, which are not dealt, lie on the foundation.)"
_PYSOL = "PySolFC, pysollib/games/"

PATIENCE: Mapping[str, Game] = {
    "klondike": _Patience(
        title="Klondike",
        aliases=(
            "solitaire",
            "patience",
            "classic solitaire",
            "Windows solitaire",
            "Microsoft solitaire",
            "klondike solitaire",
            "Canfield of Europe",
            "косынка",
            "ソリティア",
            "솔리테어",
            "solitaire draw three",
            "solitaire draw one",
        ),
        source="Wikipedia, Klondike (solitaire); numbered deals up to 31999 as PySol's of that number, and above as "
        "its deals with ms before the number",
        second_source="GNOME AisleRiot, Klondike",
        parameters=("suit_order", "deal_number"),
        steps=f"layout: {_KLONDIKE}, foundation 0, stock rest",
        numbered_order=klondike_order,
    ),
    "freecell": _Patience(
        title="FreeCell",
        aliases=("solitaire", "patience", "Microsoft FreeCell", "фрисел", "свободная ячейка", "フリーセル"),
        source="Wikipedia, FreeCell; numbered deals: Rosetta Code, Deal cards for FreeCell",
        second_source="pysol-cards (shlomif/pysol_cards), deals with ms before the number",
        parameters=("suit_order", "deal_number"),
        steps="layout: tableau 1-8×6 1-4 (all face up), foundation 0",
        numbered_order=freecell_order,
    ),
    "spider": _Patience(
        title="Spider",
        aliases=("solitaire", "patience", "spider solitaire", "spider with four suits", "паук", "スパイダー"),
        source="Morehead and Mott-Smith, The Complete Book of Solitaire and Patience Games, Spider",
        second_source="GNOME AisleRiot, Spider",
        packs=PackOptions(decks=2),
        steps=_SPIDER,
    ),
    "spider_two_suits": _Patience(
        title="Spider with two suits: spades and hearts",
        aliases=("two-suit spider", "spider solitaire two suits", "medium spider"),
        source="Wikipedia, Spider (solitaire): 104 cards of two suits, here spades and hearts",
        second_source="PySolFC, Spider (2 Suits)",
        packs=PackOptions(decks=4, exclude=list_codes(suits="DC")),
        steps=_SPIDER,
    ),
    "spider_one_suit": _Patience(
        title="Spider with one suit: spades",
        aliases=("one-suit spider", "spider solitaire one suit", "easy spider"),
        source="Wikipedia, Spider (solitaire): 104 cards of one suit, here spades",
        second_source="PySolFC, Spider (1 Suit)",
        packs=PackOptions(decks=8, exclude=list_codes(suits="HDC")),
        steps=_SPIDER,
    ),
    "pyramid": _Patience(
        title="Pyramid",
        aliases=("pyramid solitaire", "solitaire 13", "Tut's tomb", "пирамида", "ピラミッド"),
        source="Wikipedia, Pyramid (card game): the rows face up, from the top",
        second_source="PySolFC, Pyramid",
        steps="layout: [pyramid/1 1, pyramid/2 2, pyramid/3 3, pyramid/4 4, pyramid/5 5, pyramid/6 6, pyramid/7 "
        "7] (Row by row, from the top, the pyramid of 7 rows: 1 to 7 cards, face up.), foundation 0, "
        "stock rest",
    ),
    "yukon": _Patience(
        title="Yukon",
        aliases=("Yukon solitaire",),
        source="Wikipedia, Yukon (solitaire): the piles of Klondike, then four rows upon all but the first",
        second_source="GNOME AisleRiot, Yukon",
        steps=_YUKON,
    ),
    "forty_thieves": _Patience(
        title="Forty Thieves",
        aliases=("40 thieves", "Napoleon at St Helena", "Roosevelt at San Juan", "big forty"),
        source="GNOME AisleRiot, Forty Thieves: four rows face up, and a stock",
        second_source="Wikipedia, Forty Thieves (solitaire)",
        packs=PackOptions(decks=2),
        steps="layout: tableau 1-10×4 (all face up), foundation 0, stock rest",
    ),
    "golf": _Patience(
        title="Golf",
        aliases=("golf solitaire",),
        source="Wikipedia, Golf (patience): seven columns of five; the waste begins with the first card of the stock",
        second_source="GNOME AisleRiot, Golf",
        steps="layout: tableau 1-7×5 (all face up), waste 1 (face up), stock rest",
    ),
    "canfield": _Patience(
        title="Canfield",
        aliases=("demon", "demon patience"),
        source="Bicycle, Canfield",
        second_source="GNOME AisleRiot, Canfield",
        steps="layout: reserve 12 down (face down), reserve 1 (1 card upon the reserve, face up.), foundation 1 "
        f"(face up: the rank with which each foundation begins), {_ROW_OF_FOUR}, stock rest",
    ),
    "aces_up": _Patience(
        title="Aces Up",
        aliases=("idiot's delight", "aces high", "firing squad"),
        source="Wikipedia, Aces Up: four cards in a row, and four more from the stock whenever nothing moves",
        second_source="PySolFC, Aces Up",
        steps=f"layout: {_ROW_OF_FOUR}, stock rest (four for each later deal)",
    ),
    "tripeaks": _Patience(
        title="Tri Peaks",
        aliases=("three peaks", "tri towers", "triple peaks", "tri-peaks solitaire"),
        source="Wikipedia, Tri Peaks: 18 cards face down and ten face up; one begins the waste",
        second_source=f"{_PYSOL}threepeaks.py",
        steps="layout: [peaks/1 3 down, peaks/2 6 down, peaks/3 9 down] (Row by row, from the top, the three peaks: 3, "
        "6 and 9 cards, face down.), peaks/4 10 (10 cards in a row under the peaks, face up.), waste 1 (face up), "
        "stock rest",
    ),
    "bakers_dozen": _Patience(
        title="Baker's Dozen",
        aliases=("bakers dozen solitaire",),
        source="Wikipedia, Baker's Dozen: thirteen columns of four, whose kings go to the bottom",
        second_source=f"{_PYSOL}bakersdozen.py, where a king changes places with the lowest card that is none",
        steps="layout: tableau 1-13×4 (all face up), kings_down, foundation 0",
    ),
    "accordion": _Patience(
        title="Accordion",
        aliases=("idle year", "tower of Babel", "Methuselah"),
        source="Wikipedia, Accordion: all cards in one line",
        second_source=f"{_PYSOL}pushpin.py",
        steps="layout: row 52 (All the cards in one row, face up, from left to right.)",
    ),
    "scorpion": _Patience(
        title="Scorpion",
        aliases=("scorpion solitaire",),
        source="Wikipedia, Scorpion: seven columns of seven, of which three cards are down in the first four",
        second_source=f"{_PYSOL}spider.py, row by row",
        steps=_SCORPION,
    ),
    "wasp": _Patience(
        title="Wasp",
        aliases=("wasp solitaire",),
        source=f"{_PYSOL}spider.py: as scorpion, but any card goes to an empty column",
        steps=_SCORPION,
    ),
    "russian": _Patience(
        title="Russian solitaire",
        aliases=("Russian patience",),
        source="Wikipedia, Russian Solitaire: dealt as Yukon",
        second_source=f"{_PYSOL}yukon.py",
        steps=_YUKON,
    ),
    "alaska": _Patience(
        title="Alaska",
        aliases=("Alaska solitaire",),
        source="Wikipedia, Alaska: dealt as Yukon",
        second_source=f"{_PYSOL}yukon.py",
        steps=_YUKON,
    ),
    "bisley": _Patience(
        title="Bisley",
        aliases=("Bisley solitaire",),
        source="Wikipedia, Bisley: the four aces, three cards below each, and nine columns of four",
        second_source="PySolFC, rules of Bisley",
        packs=PackOptions(exclude=list_codes("A")),
        steps=f"layout: tableau 1-13×3 5-13 (all face up), {_ACES_LAID}",
    ),
    "bakers_game": _Patience(
        title="Baker's Game",
        aliases=("FreeCell in suit",),
        source="Wikipedia, Baker's Game: dealt as FreeCell",
        second_source=f"{_PYSOL}bakersgame.py",
        steps="layout: tableau 1-8×6 1-4 (all face up), foundation 0",
    ),
    "eight_off": _Patience(
        title="Eight Off",
        aliases=("eight-off solitaire",),
        source="Wikipedia, Eight Off: eight columns of six, and four cards in the eight cells",
        second_source=f"{_PYSOL}bakersgame.py",
        steps="layout: tableau 1-8×6 (all face up), reserve 4 (1 card to each of four cells of the reserve, face "
        "up.), foundation 0",
    ),
    "seahaven_towers": _Patience(
        title="Seahaven Towers",
        aliases=("sea towers", "towers"),
        source="Wikipedia, Seahaven Towers: ten columns of five, and two cards in the cells",
        second_source=f"{_PYSOL}bakersgame.py",
        steps="layout: tableau 1-10×5 (all face up), reserve 2 (1 card to each of two cells of the reserve, face "
        "up.), foundation 0",
    ),
    "beleaguered_castle": _Patience(
        title="Beleaguered Castle",
        aliases=("laying siege", "sham battle", "castle"),
        source="Wikipedia, Beleaguered Castle: the aces in a column, eight rows of six cards",
        second_source=f"{_PYSOL}beleagueredcastle.py",
        packs=PackOptions(exclude=list_codes("A")),
        steps=f"layout: tableau 1-8×6 (all face up), {_ACES_LAID}",
    ),
    "streets_and_alleys": _Patience(
        title="Streets and Alleys",
        aliases=("streets & alleys",),
        source="Wikipedia, Streets and Alleys: four rows of seven cards and four of six, the aces among them",
        second_source=f"{_PYSOL}beleagueredcastle.py",
        steps="layout: tableau 1-8×6 1-4 (all face up), foundation 0",
    ),
    "fortress": _Patience(
        title="Fortress",
        aliases=("fort",),
        source="Wikipedia, Fortress: ten rows of five, two of which have one card more",
        second_source=f"{_PYSOL}beleagueredcastle.py",
        steps="layout: tableau 1-10×5 1-2 (all face up), foundation 0",
    ),
    "la_belle_lucie": _Patience(
        title="La Belle Lucie",
        aliases=("lovely Lucy", "fair Lucy", "midnight oil", "clover leaf", "the fan", "three shuffles and a draw"),
        source="Wikipedia, La Belle Lucie: 17 fans of three, and one of the card that is left",
        second_source=f"{_PYSOL}fan.py",
        steps="layout: tableau 1-17×2 1-18 (17 fans of 3 cards, which are columns of the "
        "tableau, and one of the card that is left, face up.), foundation 0",
    ),
    "cruel": _Patience(
        title="Cruel",
        aliases=("cruel solitaire",),
        source="Wikipedia, Cruel: the aces are the foundations; twelve piles of four",
        second_source=f"{_PYSOL}bakersdozen.py",
        packs=PackOptions(exclude=list_codes("A")),
        steps=f"layout: tableau 1-12×4 (all face up), {_ACES_LAID}",
    ),
    "flower_garden": _Patience(
        title="Flower Garden",
        aliases=("the bouquet", "the garden", "parterre"),
        source="Wikipedia, Flower Garden: six beds of six, and a bouquet of 16",
        second_source=f"{_PYSOL}klondike.py",
        steps="layout: tableau 1-6×6 (all face up), reserve 16 (face up: the bouquet), foundation 0",
    ),
    "calculation": _Patience(
        title="Calculation",
        aliases=("broken intervals", "hopscotch", "four kings"),
        source="Wikipedia, Calculation: any ace, 2, 3 and 4 are the foundations; here those of spades",
        second_source=f"{_PYSOL}calculation.py",
        packs=PackOptions(exclude=list_codes("A234", "S")),
        steps="layout: foundation 0 (The ace, 2, 3 and 4 of spades, which are not dealt, lie on the foundation.), "
        "stock rest",
    ),
    "clock": _Patience(
        title="Clock",
        aliases=("clock patience", "clock solitaire", "dial", "sundial", "travellers", "hidden cards"),
        source="Wikipedia, Clock Patience: twelve piles of four in a circle and one in the middle, face down",
        second_source=f"{_PYSOL}grandfathersclock.py",
        steps="layout: dial 1-13×4 down (4 cards to each of 13 piles of the dial, one at a time, face down: 1 to 12 "
        "are the hours, and 13 is the middle.)",
    ),
    "grandfathers_clock": _Patience(
        title="Grandfather's Clock",
        aliases=("grandfather's clock solitaire",),
        source="Wikipedia, Grandfather's Clock: twelve cards are the clock, of one rank each and every suit in turn; "
        "eight columns of five",
        second_source=f"{_PYSOL}grandfathersclock.py, whose suits they are",
        packs=PackOptions(exclude=("2S", "3H", "4C", "5D", "6S", "7H", "8C", "9D", "TS", "JH", "QC", "KD")),
        steps="layout: tableau 1-8×5 (all face up), foundation 0 (The twelve cards of the clock, which are not dealt, "
        "lie on the foundation.)",
    ),
    "monte_carlo": _Patience(
        title="Monte Carlo",
        aliases=("good neighbours", "weddings", "double or quits", "quilt"),
        source="Wikipedia, Monte Carlo: five rows of five",
        second_source=f"{_PYSOL}montecarlo.py",
        steps="layout: tableau 1-5×5 (all face up), stock rest",
    ),
    "gaps": _Patience(
        title="Gaps, or Montana",
        aliases=("Montana", "addiction", "spaces", "Blue Moon"),
        source="Wikipedia, Gaps: four rows of thirteen, from which the aces are taken",
        second_source=f"{_PYSOL}montana.py",
        steps="layout: tableau 1-13×4 (4 rows of the tableau, of 13 cards each, face up; then the aces are taken away, "
        "and leave gaps.)",
    ),
    "easthaven": _Patience(
        title="Easthaven",
        aliases=("Easthaven solitaire",),
        source="Wikipedia, Easthaven: seven columns of three, the last card up; seven are dealt at a time",
        second_source=f"{_PYSOL}klondike.py",
        steps="layout: tableau 1-7×3 down/up (the last of each column face up), foundation 0, stock rest (seven for "
        "each later deal)",
    ),
    "westcliff": _Patience(
        title="Westcliff",
        aliases=("Westcliff solitaire",),
        source="Wikipedia, Westcliff: ten columns of three, the last card up",
        second_source=f"{_PYSOL}klondike.py",
        steps="layout: tableau 1-10×3 down/up (the last of each column face up), foundation 0, stock rest",
    ),
    "simple_simon": _Patience(
        title="Simple Simon",
        aliases=("Simple Simon solitaire",),
        source="Wikipedia, Simple Simon: ten columns, of eight cards to one",
        second_source=f"{_PYSOL}spider.py",
        steps="layout: tableau 1-9 1-8 1-7 1-6 1-5 1-4 1-3 1-10 (Row by row, from left to right, the "
        "ten columns of the tableau, all face up: three of 8 cards, and then 7 to 1.), foundation 0",
    ),
    "spiderette": _Patience(
        title="Spiderette",
        aliases=("spider with one pack", "small spider"),
        source="Wikipedia, Spiderette: dealt as Klondike",
        second_source=f"{_PYSOL}spider.py",
        steps=f"layout: {_KLONDIKE}, foundation 0, stock rest (seven for each later deal)",
    ),
    "agnes": _Patience(
        title="Agnes, as Sorel",
        aliases=("Agnes Sorel",),
        source="Wikipedia, Agnes: columns of one to seven, all face up, and one card that begins the foundations",
        second_source=f"{_PYSOL}klondike.py",
        steps=f"layout: {_KLONDIKE_UP}, foundation 1 (face up: the rank with which each foundation begins), stock rest "
        "(seven for each later deal)",
    ),
    "king_albert": _Patience(
        title="King Albert",
        aliases=("idiot's delight",),
        source="Wikipedia, King Albert: columns of one to nine, and seven cards beside them",
        second_source=f"{_PYSOL}klondike.py",
        steps="layout: tableau 1-9 2-9 3-9 4-9 5-9 6-9 7-9 8-9 9-9 (all face up), reserve 7 (face up), foundation 0",
    ),
    "black_hole": _Patience(
        title="Black Hole",
        aliases=("black hole solitaire",),
        source="David Parlett's game; Wikipedia, Black Hole: the ace of spades in the middle, 17 fans of three",
        second_source=f"{_PYSOL}golf.py",
        packs=PackOptions(exclude=("AS",)),
        steps="layout: tableau 1-17×3 (all face up), foundation 0 (The ace of spades, which is not dealt, lies on the "
        "foundation.)",
    ),
    "osmosis": _Patience(
        title="Osmosis",
        aliases=("treasure trove", "peek"),
        source="Wikipedia, Osmosis: four reserves of four, the last card up; the 17th is the first foundation",
        second_source=f"{_PYSOL}osmosis.py",
        steps="layout: reserve 1-4×4 down/up (the last of each column face up), foundation 1 (face up: the rank with "
        "which each foundation begins), stock rest",
    ),
    "gypsy": _Patience(
        title="Gypsy",
        aliases=("gypsy solitaire",),
        source="Wikipedia, Gypsy: two packs; eight columns of three, the last card up",
        second_source=f"{_PYSOL}gypsy.py",
        packs=PackOptions(decks=2),
        steps="layout: tableau 1-8×3 down/up (the last of each column face up), foundation 0, stock rest (eight for "
        "each later deal)",
    ),
    "miss_milligan": _Patience(
        title="Miss Milligan",
        aliases=("Miss Milligan solitaire",),
        source="Wikipedia, Miss Milligan: two packs; a row of eight",
        second_source=f"{_PYSOL}gypsy.py",
        packs=PackOptions(decks=2),
        steps="layout: tableau 1-8 (1 card to each of the eight columns of the tableau, face up.), foundation 0, stock "
        "rest (eight for each later deal)",
    ),
    "double_klondike": _Patience(
        title="Double Klondike",
        aliases=("Klondike with two packs", "Harp"),
        source="Wikipedia, Double Klondike: two packs; columns of one to nine",
        second_source=f"{_PYSOL}harp.py",
        packs=PackOptions(decks=2),
        steps="layout: tableau 1-9 2-9 3-9 4-9 5-9 6-9 7-9 8-9 9-9 down/up (the last of each column face up), "
        "foundation 0, stock rest",
    ),
}
