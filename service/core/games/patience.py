"""Patience, or solitaire, in which one player has all the cards in piles."""

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

PATIENCE: Mapping[str, Game] = {
    "klondike": _Patience(
        title="Klondike",
        aliases=("solitaire", "patience", "classic solitaire", "Windows solitaire", "Microsoft solitaire"),
        source="Wikipedia, Klondike (solitaire); numbered deals up to 31999 as PySol's of that number, and above as "
        "its deals with ms before the number",
        second_source="GNOME AisleRiot, Klondike",
        parameters=("suit_order", "deal_number"),
        steps=f"layout: {_KLONDIKE}, foundation 0, stock rest",
        numbered_order=klondike_order,
    ),
    "freecell": _Patience(
        title="FreeCell",
        aliases=("solitaire", "patience", "Microsoft FreeCell"),
        source="Wikipedia, FreeCell; numbered deals: Rosetta Code, Deal cards for FreeCell",
        second_source="pysol-cards (shlomif/pysol_cards), deals with ms before the number",
        parameters=("suit_order", "deal_number"),
        steps="layout: tableau 1-8×6 1-4 (all face up), foundation 0",
        numbered_order=freecell_order,
    ),
    "spider": _Patience(
        title="Spider",
        aliases=("solitaire", "patience", "spider solitaire", "spider with four suits"),
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
        aliases=("pyramid solitaire", "solitaire 13", "Tut's tomb"),
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
        steps=f"layout: {_KLONDIKE}, tableau 2-7×4 (4 cards more to each column but the first, row by row, face "
        "up.), foundation 0",
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
}
