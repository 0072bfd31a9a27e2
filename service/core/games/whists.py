"""Whist's variants and kin, nap, all fours, and the variants of euchre and pinochle."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Game, Players, exactly
from service.core.games.tricks import LAST_CARD, TRUMP

WHISTS: Mapping[str, Game] = {
    "knockout_whist": Game(
        title="Knockout whist: its first deal",
        aliases=(
            "trumps",
            "diminishing whist",
            "rat",
            "reduction whist",
        ),
        source="Wikipedia, Knock-out whist: seven each, and the next is turned",
        second_source="pagat.com, Knockout Whist",
        players=Players(2, 7, default=4),
        steps=f"each 1×7, {TRUMP}, stock rest",
    ),
    "german_whist": Game(
        title="German whist, for two",
        aliases=(
            "whist for two",
            "two-handed whist",
        ),
        source="Wikipedia, German whist: thirteen each, one at a time, and the next is turned",
        second_source="pagat.com, German Whist",
        players=exactly(2),
        steps=f"each 1×13, {TRUMP}, stock rest",
    ),
    "solo_whist": Game(
        title="Solo whist",
        aliases=(
            "solo",
            "English solo",
        ),
        source="Hoyle's Games Modernized (1909), Solo Whist: four times three, then singly; the last card is turned",
        second_source="Wikipedia, Solo whist",
        players=exactly(4),
        steps=f"each 3×4, others 1, {LAST_CARD}",
    ),
    "bid_whist": Game(
        title="Bid whist, with two jokers",
        aliases=("bid whist with jokers",),
        source="Wikipedia, Bid whist: twelve each and a kitty of six",
        second_source="pagat.com, Bid Whist",
        packs=PackOptions(jokers=2),
        players=exactly(4),
        steps="each 1×12, kitty 6 down (face down)",
    ),
    "sergeant_major": Game(
        title="Sergeant major, or eight five three",
        aliases=(
            "8-5-3",
            "eight five three",
            "9-5-2",
            "3-5-8",
            "three five eight",
        ),
        source="Wikipedia, Sergeant Major (card game): sixteen each and a kitty of four",
        second_source="pagat.com, Sergeant Major",
        players=exactly(3),
        steps="each 1×16, kitty 4 down (face down)",
    ),
    "nap": Game(
        title="Nap, or Napoleon",
        aliases=(
            "napoleon",
            "blucher",
            "wellington",
        ),
        source="Hoyle's Games Modernized (1909), Nap: five each, singly or as here by three and two",
        second_source="Wikipedia, Nap (card game)",
        players=Players(2, 7, default=5),
        steps="each 3 2, stock rest",
    ),
    "twenty_five": Game(
        title="Twenty-five, and forty-fives",
        aliases=(
            "25",
            "forty-fives",
            "45",
            "spoil five",
            "forty-five",
        ),
        source="Wikipedia, Twenty-five (card game): five each, three and two, and the next is turned",
        second_source="pagat.com, Twenty-five",
        players=Players(2, 9, default=5),
        steps=f"each 3 2, {TRUMP}, stock rest",
    ),
    "all_fours": Game(
        title="All fours",
        aliases=(
            "seven up",
            "old sledge",
            "high low jack game",
        ),
        source="Hoyle's Games Modernized (1909), All Fours: six each, three at a time, and the next is turned",
        second_source="Wikipedia, All fours",
        players=Players(2, 4, default=2),
        steps=f"each 3×2, {TRUMP}, stock rest",
    ),
    "cinch": Game(
        title="Cinch, or high five",
        aliases=(
            "high five",
            "double pedro",
            "pedro",
        ),
        source="Wikipedia, Cinch (card game): nine each, three at a time; the hands are filled up after the bidding",
        second_source="Encyclopædia Britannica, Cinch",
        players=exactly(4),
        steps="each 3×3, stock rest",
    ),
    "double_deck_pinochle": Game(
        title="Double-deck pinochle, with 80 cards",
        aliases=(
            "double pinochle",
            "80-card pinochle",
            "pinochle with two decks",
        ),
        source="Wikipedia, Pinochle: double-deck, without nines, twenty each; five at a time, as commonly played",
        second_source="pagat.com, Double Deck Pinochle",
        deck="pinochle",
        packs=PackOptions(decks=2, exclude=list_codes("9")),
        players=exactly(4),
        steps="each 5×4",
    ),
    "british_euchre": Game(
        title="Euchre, British, with the benny",
        aliases=(
            "euchre with a joker",
            "Cornish euchre",
            "Devon euchre",
            "English euchre",
        ),
        source="pagat.com, British Euchre: 25 cards with the benny; three and two; the next is turned",
        second_source="Wikipedia, Euchre",
        deck="euchre",
        packs=PackOptions(jokers=1),
        players=exactly(4),
        steps="each 3 2, kitty/upcard 1 (turned face up), kitty 4 down (face down)",
    ),
    "euchre_three_players": Game(
        title="Euchre for three, cut-throat",
        aliases=(
            "cutthroat euchre",
            "three-handed euchre",
        ),
        source="Wikipedia, Euchre variants: five each of 24 cards, and the next is turned; three and two",
        second_source="Bicycle, Euchre, cutthroat",
        deck="euchre",
        players=exactly(3),
        steps="each 3 2, kitty/upcard 1 (turned face up), kitty 8 down (face down)",
    ),
    "bid_euchre": Game(
        title="Bid euchre, with 24 cards",
        aliases=(
            "auction euchre",
            "bid euchre for four",
            "pepper",
        ),
        source="Wikipedia, Bid euchre: all 24 cards, six each; three at a time, as commonly played",
        second_source="pagat.com, Bid Euchre",
        deck="euchre",
        players=exactly(4),
        steps="each 3×2",
    ),
}
