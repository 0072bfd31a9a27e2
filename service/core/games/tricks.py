"""Trick-taking games: whist and its family, and those of Germany, Italy and America with their own packs.

A game that deals every card to a fixed position for any number of players has no option `exclude`.
"""

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Direction, Game, Players, Steps
from service.core.games.procedures import Face
from service.core.games.steps import (
    combine,
    deal_out,
    each,
    packets,
    packets_in_turn,
    rest,
    stage,
    to_pile,
    turn_last,
    turn_trump,
)

_OH_HELL_CARDS = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


def _widow_whist_steps(_: int) -> Steps:
    """Return the steps: a widow of 13 cards, dealt as a hand at the left of the dealer."""
    description = "The widow, face down, and then each hand in turn get 13 cards, one at a time."
    return (combine(*(to_pile("widow", 1, face=Face.DOWN), each(1)) * 13, description=description),)


def _oh_hell_steps(players: int, cards: int | None = None) -> Steps:
    return (each(cards or _OH_HELL_CARDS[players]), turn_trump(), rest("stock"))


def _euchre_steps(_: int) -> Steps:
    return (
        packets_in_turn((3, 2, 3, 2), (2, 3, 2, 3)),
        to_pile("kitty", 1, "upcard", note="turned face up"),
        to_pile("kitty", 3, note="face down", face=Face.DOWN),
    )


def _five_hundred_steps(_: int) -> Steps:
    kitty = to_pile("kitty", 1, note="face down", face=Face.DOWN)
    return (packets(3), kitty, packets(4), kitty, packets(3), kitty)


def _skat_steps(_: int) -> Steps:
    return (packets(3), to_pile("skat", 2, face=Face.DOWN), packets(4), packets(3))


def _pinochle_steps(players: int) -> Steps:
    """Return the steps: with two a stock, with three a widow to bid for, with four neither."""
    match players:
        case 2:
            return (packets(3, 3, 3, 3), turn_trump(is_drawn_last=True), rest("stock"))
        case 3:
            return (packets(3), to_pile("widow", 3, note="face down", face=Face.DOWN), packets(3, 3, 3, 3))
        case _:
            return (packets(3, 3, 3, 3),)


TRICKS = (
    Game(
        name="hearts",
        title="Hearts",
        source="Bicycle, Hearts; pagat.com, Hearts",
        deck="standard",
        players=Players(3, 5, default=4),
        removed_by_players={3: ("2D",), 5: ("2D", "2C")},
        steps=lambda _: (deal_out(),),
    ),
    Game(
        name="spades",
        title="Spades",
        source="Bicycle, Spades; pagat.com, Spades",
        deck="standard",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=lambda _: (each(13),),
    ),
    Game(
        name="call_break",
        title="Call break",
        source="a23.com and 1103.in, Call Break: counter-clockwise; apprecs.com, CallBreak: one at a time",
        deck="standard",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(13),),
    ),
    Game(
        name="whist",
        title="Whist",
        source="Bicycle, Whist; pagat.com, Whist",
        deck="standard",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=lambda _: turn_last(13),
    ),
    Game(
        name="euchre",
        title="Euchre, North American",
        source="euchrestrategy.info, dealer; other tables give 3 and 2 in other turns",
        deck="euchre",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=_euchre_steps,
    ),
    Game(
        name="five_hundred",
        title="Five hundred, for four",
        source="thatbiz.org, 500: three, four and three, and each time one to the kitty; whiteknucklecards.com, Five "
        "Hundred: without twos, threes and black fours",
        deck="standard",
        packs=PackOptions(jokers=1, exclude=(*list_codes("23"), "4S", "4C")),
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=_five_hundred_steps,
    ),
    Game(
        name="pitch",
        title="Pitch, or setback",
        source="howstuffworks.com and Encyclopædia Britannica, Auction Pitch: six each, three at a time",
        deck="standard",
        players=Players(2, 7, default=4),
        steps=lambda _: (packets(3, 3), rest("stock")),
    ),
    Game(
        name="skat",
        title="Skat",
        source="Internationale Skatordnung: three, skat, four, three",
        deck="piquet",
        players=Players(3, 3, default=3),
        options=("suit_order",),
        seats=lambda _: ("forehand", "middlehand", "rearhand"),
        steps=_skat_steps,
    ),
    Game(
        name="pinochle",
        title="Pinochle: two-handed, three-handed auction or four-handed partnership",
        source="Bicycle, Pinochle, Auction Pinochle and Partnership Pinochle",
        deck="pinochle",
        players=Players(2, 4, default=4),
        steps=_pinochle_steps,
    ),
    Game(
        name="briscola",
        title="Briscola",
        source="viniciocoletti.it, Regole della briscola (of three players, without the 2 of clubs); pagat.com",
        deck="italian40",
        options=("exclude",),
        players=Players(2, 4, default=2),
        removed_by_players={3: ("2B",)},
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(3), turn_trump("briscola", is_drawn_last=True), rest("stock")),
    ),
    Game(
        name="tressette",
        title="Tressette",
        source="intelligiochi.it, Tresette; pagat.com, Tressette",
        deck="italian40",
        options=(),
        players=Players(4, 4, default=4),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (packets(5, 5),),
    ),
    Game(
        name="widow_whist",
        title="Whist for three, with a widow",
        source="Wikipedia, Three-handed whist: four hands, the widow at the left of the dealer",
        deck="standard",
        players=Players(3, 3, default=3),
        options=("suit_order",),
        steps=_widow_whist_steps,
    ),
    Game(
        name="oh_hell",
        title="Oh hell: its first deal, or that of another number of cards",
        source="cardgamesplanet.com, Oh Hell: at first ten cards for three to five, eight for six, seven for seven; "
        "Wikipedia, Oh hell: as many as leave a card to turn",
        deck="standard",
        players=Players(3, 7, default=4),
        options=(*FRENCH_OPTIONS, "cards"),
        max_cards=lambda players: 51 // players,
        steps=_oh_hell_steps,
    ),
    Game(
        name="three_o_four",
        title="304, of Sri Lanka",
        source="agnilam.com, 304: batches of four counter-clockwise, the second after the bidding",
        deck="piquet",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (*stage("first_cards", packets(4)), *stage("last_cards", packets(4))),
    ),
    Game(
        name="twenty_nine",
        title="Twenty-nine",
        source="rummy.in, 29: four cards each, one at a time and clockwise, and after the bidding four more; at other "
        "tables anticlockwise (gk--games.blogspot.com)",
        deck="piquet",
        players=Players(4, 4, default=4),
        options=("suit_order",),
        steps=lambda _: (*stage("first_cards", each(4)), *stage("last_cards", each(4))),
    ),
)
