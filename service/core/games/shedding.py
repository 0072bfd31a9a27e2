"""Games in which the players get rid of their cards: climbing games, durak, eights and their kin, and fish."""

from collections.abc import Callable
from dataclasses import replace

from service.core.cards.card import Card
from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Direction, Game, Players, Steps
from service.core.games.procedures import DealState, Face, Step
from service.core.games.steps import deal_out, each, rest, stage, to_pile, turn_last, turn_trump


def _durak_steps(players: int) -> Steps:
    """Return the steps: six cards each and the trump under the stock, or with six players the dealer's last card."""
    if players == 6:
        return turn_last(6)
    return (each(6), turn_trump(is_drawn_last=True), rest("stock"))


def _starter_steps(cards: int, name: str, is_unfit: Callable[[Card], bool]) -> Steps:
    """Return the steps: cards for each hand, and discards that begin with a card that is not unfit."""

    def turn(state: DealState) -> None:
        state.put("discards", state.take(1))
        starter = state.piles["discards"][""]
        buried: list[int] = []
        while state.remaining and is_unfit(state.face(starter[0])):
            buried += starter
            starter[:] = state.take(1)
        if buried:
            above = state.take(state.remaining // 2)
            state.order = [*above, *buried, *state.take(state.remaining)]
            state.top, state.end = 0, len(state.order)

    step = Step(
        deal=turn,
        description=f"Turn 1 card face up: it begins the discards. While it is {name}, bury it in the middle of the "
        "stock and turn another.",
        max_cards=lambda *_: 1,
        piles=("discards",),
        needs_faces=True,
    )
    return (each(cards), step, rest("stock"))


def _four_colour_steps(_: int) -> Steps:
    return _starter_steps(7, "a wild draw four", lambda card: card.code == "W4")


def _big_two_steps(players: int) -> Steps:
    return (each(13),) if players == 4 else (each(17), to_pile("table", 1, note="face up"))


def _table_cards(part: str, face: Face, words: str) -> Step:
    description = f"Each hand gets 3 cards, one at a time, on the table, face {words}."
    return replace(each(3, part, face=face), description=description)


SHEDDING = (
    Game(
        name="wild_colours",
        title="A shedding game with the four-colour pack: seven cards each",
        source="RLCard (datamllab/rlcard), its dealer; scribd.com/document/51574355: a wild draw four that is turned "
        "first goes back into the pack, and the next card is turned",
        deck="wild_colours",
        players=Players(2, 10, default=4),
        options=("exclude",),
        steps=_four_colour_steps,
    ),
    Game(
        name="wild_colours112",
        title="A shedding game with the four-colour pack of 112 cards: seven cards each",
        source="punditweb.com, Shuffle Hands: the cards; dealt as wild_colours",
        deck="wild_colours112",
        players=Players(2, 10, default=4),
        options=("exclude",),
        steps=_four_colour_steps,
    ),
    Game(
        name="crazy_eights",
        title="Crazy eights",
        source="parentdish.com, Crazy Eights: seven cards for two, five for more; Encyclopædia Britannica: an eight "
        "that is turned is buried in the stock",
        deck="standard",
        players=Players(2, 8, default=4),
        steps=lambda players: _starter_steps(7 if players == 2 else 5, "an eight", lambda card: card.rank == "8"),
    ),
    Game(
        name="go_fish",
        title="Go fish",
        source="botvfx.com, Go Fish: seven cards for two or three, five for four to six; at other tables five for "
        "three (webcasty.com)",
        deck="standard",
        players=Players(2, 6, default=4),
        steps=lambda players: (each(7 if players < 4 else 5), rest("stock")),
    ),
    Game(
        name="old_maid",
        title="Old maid",
        source="Encyclopædia Britannica (1911), Old Maid: without the queen of hearts, all dealt out one by one; at "
        "other tables without that of clubs (convocards.com)",
        deck="standard",
        players=Players(2, 8, default=4),
        packs=PackOptions(exclude=("QH",)),
        steps=lambda _: (deal_out(is_even=False),),
    ),
    Game(
        name="president",
        title="President",
        source="palace-of-cards.com, President: all dealt out, as evenly as possible; Wikipedia, President: two jokers "
        "more",
        deck="standard",
        players=Players(3, 8, default=4),
        options=(*FRENCH_OPTIONS, "jokers"),
        steps=lambda _: (deal_out(is_even=False),),
    ),
    Game(
        name="cheat",
        title="Cheat, or I doubt it",
        source="classicgamesandpuzzles.com, I Doubt It; jetpunk.com, Cheat: all dealt out, one at a time",
        deck="standard",
        players=Players(3, 6, default=4),
        steps=lambda _: (deal_out(is_even=False),),
    ),
    Game(
        name="palace",
        title="Palace, or shithead",
        source="whatgameworks.com, How to play Shithead; spielregeln.de, Shithead: three down, three up, three in hand",
        deck="standard",
        players=Players(2, 5, default=3),
        steps=lambda _: (
            _table_cards("face_down", Face.DOWN, "down"),
            _table_cards("face_up", Face.UP, "up, upon these"),
            each(3),
            rest("stock"),
        ),
    ),
    Game(
        name="big_two",
        title="Big two",
        source="eagleplayingcard.com, Big Two; amarilloslim.com, Big 2: singly and counter-clockwise; "
        "lightskybluesweet.pages.dev, How to play big two: of three the last card face up, for the holder of 3D",
        deck="standard",
        players=Players(3, 4, default=4),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=_big_two_steps,
    ),
    Game(
        name="dou_dizhu",
        title="Dou dizhu, for three",
        source="denexa.com, Dou Dizhu; catsatcards.com, Dou Di Zhu; no card is turned to name the first bidder",
        deck="standard",
        packs=PackOptions(jokers=2),
        players=Players(3, 3, default=3),
        options=("suit_order",),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (each(17), to_pile("widow", 3, note="face down", face=Face.DOWN)),
    ),
    Game(
        name="durak",
        title="Durak, with 36 cards",
        source="eightygames.wordpress.com, Durak; durak.app, rules: of six hands the last card dealt is the trump",
        deck="standard",
        players=Players(2, 6, default=4),
        packs=PackOptions(exclude=list_codes("2345")),
        steps=_durak_steps,
    ),
    Game(
        name="tichu",
        title="Tichu, for four",
        source="gamecabinet.com, Tichu: eight cards each before grand tichu is called, and then six; to the right",
        deck="tichu",
        players=Players(4, 4, default=4),
        options=(),
        direction=Direction.ANTICLOCKWISE,
        steps=lambda _: (*stage("first_cards", each(8)), *stage("last_cards", each(6))),
    ),
)
