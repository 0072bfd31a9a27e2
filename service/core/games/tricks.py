"""Trick-taking games: whist and its family, and those of Germany, Italy and America with their own packs."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Direction, Game, Players, exactly

TRUMP = "trump 1 (Turn 1 card face up: the trump.)"
LAST_TRUMP = "trump 1 (Turn 1 card face up: the trump, which is drawn last, after the stock.)"
LAST_CARD = "dealer/trump 1 up (The dealer gets the last card, turned face up: the trump.)"

TRICKS: Mapping[str, Game] = {
    "hearts": Game(
        title="Hearts",
        source="Bicycle, Hearts; pagat.com, Hearts",
        players=Players(3, 5, default=4),
        removed_by_players={3: ("2D",), 5: ("2D", "2C")},
        steps="each 1×rest",
    ),
    "spades": Game(
        title="Spades",
        source="Bicycle, Spades; pagat.com, Spades",
        players=exactly(4),
        steps="each 1×13",
    ),
    "call_break": Game(
        title="Call break",
        source="a23.com and 1103.in, Call Break: counter-clockwise; apprecs.com, CallBreak: one at a time",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 1×13",
    ),
    "whist": Game(
        title="Whist",
        source="Bicycle, Whist; pagat.com, Whist",
        players=exactly(4),
        steps=f"each 1×12, others 1, {LAST_CARD}",
    ),
    "euchre": Game(
        title="Euchre, North American",
        source="euchrestrategy.info, dealer; other tables give 3 and 2 in other turns",
        deck="euchre",
        players=exactly(4),
        steps="turns 3 2 3 2 2 3 2 3, kitty/upcard 1 (turned face up), kitty 3 down (face down)",
    ),
    "five_hundred": Game(
        title="Five hundred, for four",
        source="thatbiz.org, 500: three, four and three, and each time one to the kitty; whiteknucklecards.com, Five "
        "Hundred: without twos, threes and black fours",
        packs=PackOptions(jokers=1, exclude=(*list_codes("23"), "4S", "4C")),
        players=exactly(4),
        steps="each 3, kitty 1 down (face down), each 4, kitty 1 down (face down), each 3, kitty 1 down (face down)",
    ),
    "pitch": Game(
        title="Pitch, or setback",
        source="howstuffworks.com and Encyclopædia Britannica, Auction Pitch: six each, three at a time",
        players=Players(2, 7, default=4),
        steps="each 3×2, stock rest",
    ),
    "skat": Game(
        title="Skat",
        source="Internationale Skatordnung: three, skat, four, three",
        deck="piquet",
        players=exactly(3),
        seats=lambda _: ("forehand", "middlehand", "rearhand"),
        steps="each 3, skat 2 down, each 4, each 3",
    ),
    "pinochle": Game(
        title="Pinochle: two-handed, three-handed auction or four-handed partnership",
        source="Bicycle, Pinochle, Auction Pinochle and Partnership Pinochle",
        deck="pinochle",
        players=Players(2, 4, default=4),
        steps={
            2: f"each 3×4, {LAST_TRUMP}, stock rest",
            3: "each 3, widow 3 down (face down), each 3×4",
            4: "each 3×4",
        },
    ),
    "briscola": Game(
        title="Briscola",
        source="viniciocoletti.it, Regole della briscola (of three players, without the 2 of clubs); pagat.com",
        deck="italian40",
        players=Players(2, 4, default=2),
        removed_by_players={3: ("2B",)},
        direction=Direction.ANTICLOCKWISE,
        steps="each 1×3, briscola 1 (Turn 1 card face up: the briscola, which is drawn last, after the stock.), "
        "stock rest",
    ),
    "tressette": Game(
        title="Tressette",
        source="intelligiochi.it, Tresette; pagat.com, Tressette",
        deck="italian40",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="each 5×2",
    ),
    "widow_whist": Game(
        title="Whist for three, with a widow",
        source="Wikipedia, Three-handed whist: four hands, the widow at the left of the dealer",
        players=exactly(3),
        steps="13×[widow 1 down, each 1] (The widow, face down, and then each hand in turn get 13 cards, one at "
        "a time.)",
    ),
    "oh_hell": Game(
        title="Oh hell: its first deal, or that of another number of cards",
        source="cardgamesplanet.com, Oh Hell: at first ten cards for three to five, eight for six, seven for seven; "
        "Wikipedia, Oh hell: as many as leave a card to turn",
        players=Players(3, 7, default=4),
        parameters=(*FRENCH_OPTIONS, "cards"),
        max_cards=lambda players: 51 // players,
        counts={"cards": {3: 10, 6: 8, 7: 7}},
        steps=f"each 1×{{cards}}, {TRUMP}, stock rest",
    ),
    "three_o_four": Game(
        title="304, of Sri Lanka",
        source="agnilam.com, 304: batches of four counter-clockwise, the second after the bidding",
        deck="piquet",
        players=exactly(4),
        direction=Direction.ANTICLOCKWISE,
        steps="first_cards: each 4; last_cards: each 4",
    ),
    "twenty_nine": Game(
        title="Twenty-nine",
        source="rummy.in, 29: four cards each, one at a time and clockwise, and after the bidding four more; at other "
        "tables anticlockwise (gk--games.blogspot.com)",
        deck="piquet",
        players=exactly(4),
        steps="first_cards: each 1×4; last_cards: each 1×4",
    ),
}
