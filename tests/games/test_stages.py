"""The stages of a game: the place and the face of every card. The golden vectors `sealed` have those of each game."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import pytest

from service.cards.options import PackOptions
from service.core.errors import Conflict, Refused
from service.games.catalogue import GAMES
from service.games.game import Game, GameTable, set_up
from service.games.procedures import DealState, Face, PileCards
from service.games.stages import (
    LaidPositions,
    TableLayout,
    _pack_positions,
    lay_out,
    lay_stock,
)
from tests.games.tables import every_table
from tests.tables import for_each, read_table

TABLES = read_table("games/stages.yaml")

UP = Face.UP
OWN = Face.OWN
DOWN = Face.DOWN
BURNED = Face.BURNED
SEEDS = range(25)


@cache
def table_of(name: str, players: int | None = None) -> GameTable:
    """Return the table of a game with its default packs."""
    return set_up(GAMES[name], players, PackOptions())


def shuffle(table: GameTable, seed: int = 0) -> list[int]:
    """Return an order of the shoe of a table."""
    return random.Random(seed).sample(range(len(table.shoe)), len(table.shoe))


def seeds_of(table: GameTable) -> range:
    """Return seeds of orders: many where the places depend on the faces, else one for each of four boards."""
    return SEEDS if table.procedure.needs_faces else range(4)


@cache
def layout_of(name: str, players: int | None = None, start: int = 0) -> TableLayout:
    """Return the layout of a shuffled game."""
    table = table_of(name, players)
    return lay_out(table, shuffle(table), start=start)


def all_positions(places: Iterable[LaidPositions]) -> list[int]:
    """Return the positions of all cards of some places."""
    return [position for laid in places for position in laid.positions]


def positions_of(layout: TableLayout, name: str, part: str = "") -> list[int]:
    """Return the positions of the cards of a part of a hand or a pile."""
    return all_positions(
        laid for laid in layout.cards if laid.name == name and laid.part == part
    )


def parts_with_cards(pile: PileCards) -> dict[str, list[int]]:
    return {part: list(cards) for part, cards in pile.items() if cards}


@every_table
def test_the_stages_together_are_the_deal_and_have_every_position_once(
    game: Game, players: int
) -> None:
    table = table_of(game.name, players)
    for seed in seeds_of(table):
        order = shuffle(table, seed)
        board = seed + 1
        cards = lay_out(table, order, board).cards
        assert sorted(all_positions(cards)) == list(range(len(table.shoe)))
        assert all(laid.positions for laid in cards)
        laid_deal: Any = {"hands": defaultdict(dict), "piles": defaultdict(dict)}
        for laid in cards:
            pile = laid_deal[laid.kind][laid.name]
            laid_cards = [order[position] for position in laid.positions]
            pile.setdefault(laid.part, []).extend(laid_cards)
        deal = table.deal(order, board)
        for kind, piles in (("hands", deal.hands), ("piles", deal.piles)):
            dealt = {name: parts_with_cards(pile) for name, pile in piles.items()}
            assert laid_deal[kind] == {
                name: parts for name, parts in dealt.items() if parts
            }


@every_table
def test_the_cards_are_in_the_order_of_the_stages_and_then_of_the_deal(
    game: Game, players: int
) -> None:
    table = table_of(game.name, players)
    order = shuffle(table)
    deal = table.deal(order, board=2)
    layout = lay_out(table, order, board=2)
    stages = layout.procedure.stages
    by_stage = [laid for stage in stages for laid in layout.of_stage(stage)]
    assert by_stage == list(layout.cards)
    names = [*deal.hands, *deal.piles]
    for stage in stages:
        places = [names.index(laid.name) for laid in layout.of_stage(stage)]
        assert places
        assert places == sorted(places)


@every_table
def test_a_stage_takes_all_its_cards_but_those_that_stay_face_down(
    game: Game, players: int
) -> None:
    layout = layout_of(game.name, players)
    taken: dict[int, str] = {}
    for stage in layout.procedure.stages:
        places = layout.taken_by(stage)
        assert list(places) == sorted(places)
        assert not taken.keys() & places.keys()
        taken.update(places)
    for laid in layout.cards:
        if laid.face is not DOWN:
            place = f"{laid.name}/{laid.part}" if laid.part else laid.name
            assert {taken.pop(position) for position in laid.positions} == {place}
    assert not taken


class FaceRecorder(DealState):
    """A deal that notes the faces of the cards that a step deals."""

    def __init__(self, table: GameTable) -> None:
        super().__init__(shuffle(table), table.procedure.seats, table.shoe.pack)
        self.faces: set[Face] = set()

    def give(
        self, seat: str, cards: Sequence[int], part: str = "", face: Face = OWN
    ) -> None:
        super().give(seat, cards, part)
        self.faces.add(face)

    def put(
        self, pile: str, cards: Sequence[int], part: str = "", face: Face = UP
    ) -> None:
        super().put(pile, cards, part)
        if cards:
            self.faces.add(face)


SAYS_UP = re.compile(r"face up|\bturned\b|^turn\b|open", re.IGNORECASE)
SAYS_DOWN = re.compile(r"face down|\bburn\b|that are left", re.IGNORECASE)
SAYS_SOME_UP = re.compile("last of each|first is turned")


@every_table
def test_the_words_of_the_procedure_agree_with_the_faces(
    game: Game, players: int
) -> None:
    table = table_of(game.name, players)
    state = FaceRecorder(table)
    for step in table.procedure.steps:
        state.faces = set()
        step.deal(state)
        says_up = SAYS_UP.search(step.sentence)
        says_down = SAYS_DOWN.search(step.sentence)
        if says_up:
            assert UP in state.faces, step.sentence
        if says_down:
            assert state.faces & {OWN, DOWN, BURNED}, step.sentence
        if says_down and not says_up:
            assert UP not in state.faces, step.sentence
        is_all_up = not says_down and not SAYS_SOME_UP.search(step.sentence)
        if says_up and is_all_up:
            assert state.faces == {UP}, step.sentence


@for_each("name", ["holdem", "bridge", "blackjack", "riichi"])
def test_the_layout_of_a_game_does_not_depend_on_the_order_unless_the_faces_decide(
    name: str,
) -> None:
    table = table_of(name)
    assert lay_out(table, shuffle(table, 1)) is lay_out(table, shuffle(table, 2))


# Hands that follow from the same shoe


def test_the_next_hand_of_blackjack_begins_with_the_cards_left_and_no_burn() -> None:
    layout = layout_of("blackjack", 2, start=20)
    assert positions_of(layout, "1") == [20, 23]
    assert positions_of(layout, "2") == [21, 24]
    assert positions_of(layout, "dealer", "upcard") == [22]
    assert positions_of(layout, "dealer", "hole_card") == [25]
    assert positions_of(layout, "stock") == list(range(26, 312))
    assert layout.taken_by("first_cards") == {20: "1", 21: "2", 22: "dealer/upcard"}
    assert layout.taken_by("second_cards") == {23: "1", 24: "2"}


@for_each("start", [1, 30, 400])
def test_the_next_coup_of_baccarat_has_the_third_cards_of_its_own_cards(
    start: int,
) -> None:
    table = table_of("baccarat")
    for seed in SEEDS:
        layout = lay_out(table, shuffle(table, seed), start=start)
        player = positions_of(layout, "player")
        banker = positions_of(layout, "banker")
        assert player[:2] == [start, start + 2]
        assert banker[:2] == [start + 1, start + 3]
        end = start + len(player + banker)
        assert sorted(player + banker) == list(range(start, end))
        assert list(layout.taken_by("coup")) == list(range(start, end))
        assert positions_of(layout, "stock") == list(range(end, 416))


@for_each(
    ("ranks", "player", "banker"),
    [
        ("9KK2AA", [50, 52], [51, 53]),
        ("2K52KA", [50, 52], [51, 53, 54]),
        ("2KKK6A", [50, 52, 54], [51, 53, 55]),
        ("2KK38A", [50, 52, 54], [51, 53]),
    ],
)
def test_the_cards_at_the_start_of_a_coup_decide_its_third_cards(
    ranks: str, player: list[int], banker: list[int]
) -> None:
    table = table_of("baccarat")
    others = shuffle(table)
    coup: list[int] = []
    for rank in ranks:
        cards = (card for card in others if table.shoe.pack[card % 52].code[0] == rank)
        coup.append(next(cards))
        others.remove(coup[-1])
    layout = lay_out(table, [*others[:50], *coup, *others[50:]], start=50)
    assert positions_of(layout, "player") == player
    assert positions_of(layout, "banker") == banker


@for_each(
    ("name", "players", "start", "cards"),
    [
        ("blackjack", 1, 0, 5),
        ("blackjack", 1, 9, 4),
        ("blackjack", 7, 9, 16),
        ("baccarat", 2, 0, 17),
        ("baccarat", 2, 9, 6),
    ],
)
def test_a_hand_needs_its_cards_and_at_the_start_of_the_shoe_the_burned_ones(
    name: str, players: int, start: int, cards: int
) -> None:
    assert table_of(name, players).procedure.hand_cards(start) == cards


@for_each("players", range(1, 8))
def test_a_hand_may_take_the_last_cards_of_the_shoe(players: int) -> None:
    table = table_of("blackjack", players)
    start = len(table.shoe) - table.procedure.hand_cards(1)
    layout = layout_of("blackjack", players, start)
    assert sorted(all_positions(layout.cards)) == list(range(start, 312))
    assert layout.find_covered(None, None, 2).positions == ()


# Piles to draw from


@for_each(
    ("name", "players", "positions"),
    [
        ("holdem", 2, range(12, 52)),
        ("riichi", 4, range(53, 122)),
        ("dominoes", 2, range(14, 28)),
        ("bingo_call", 0, range(75)),
    ],
)
def test_the_default_pile_has_the_cards_that_lie_there_face_down(
    name: str, players: int, positions: range
) -> None:
    layout = layout_of(name, players)
    place = layout.find_covered(None, None, len(layout.procedure.stages))
    assert place.name == layout.procedure.default_pile
    assert place.part == ""
    assert list(place.positions) == list(positions)


@for_each(
    ("name", "players", "pile", "part", "expected_part", "positions"),
    TABLES["face down"],
)
def test_a_pile_has_the_cards_that_lie_there_face_down(
    name: str,
    players: int,
    pile: str,
    part: str | None,
    expected_part: str,
    positions: list[int],
) -> None:
    layout = layout_of(name, players)
    place = layout.find_covered(pile, part, len(layout.procedure.stages))
    assert place.name == pile
    assert place.part == expected_part
    assert list(place.positions) == positions


COLUMNS = {"tableau", "reserve", "payoff"}
"""The piles whose last card laid is on top."""


@every_table
def test_every_card_face_down_lies_in_a_pile_to_draw_from(
    game: Game, players: int
) -> None:
    layout = layout_of(game.name, players)
    stages_dealt = len(layout.procedure.stages)
    for laid in layout.cards:
        if laid.face is DOWN:
            place = layout.find_covered(laid.name, laid.part or None, stages_dealt)
            is_column = bool({laid.name, laid.part} & COLUMNS)
            expected = laid.positions[::-1] if is_column else laid.positions
            assert place.part == laid.part
            assert place.label == laid.label
            assert place.positions == expected


@every_table
def test_the_default_pile_is_the_one_from_which_the_players_go_on(
    game: Game, players: int
) -> None:
    layout = layout_of(game.name, players)
    lying = {laid.name for laid in layout.cards if laid.face is DOWN}
    if game.deck == "tarock54":
        lying.discard("talon")  # which one player takes up
    piles = lying & {"stock", "wall", "boneyard", "called", "talon"}
    default_pile = layout.procedure.default_pile
    assert piles == ({default_pile} if default_pile else set())


@for_each(
    ("name", "pile", "expected_pile", "last_stage"),
    [
        ("holdem", None, "stock", "river"),
        ("holdem", "stock", "stock", "river"),
        ("blackjack", "dealer", "dealer", "second_cards"),
    ],
)
def test_a_pile_lies_there_once_its_stage_is_dealt(
    name: str, pile: str | None, expected_pile: str, last_stage: str
) -> None:
    layout = layout_of(name)
    sentence = (
        f"The pile {expected_pile} lies there once the stage {last_stage} is dealt."
    )
    for stages_dealt in range(len(layout.procedure.stages)):
        with pytest.raises(Conflict, match=f"^{re.escape(sentence)}$"):
            layout.find_covered(pile, None, stages_dealt)


@for_each(("name", "pile", "part", "field", "sentence"), TABLES["refused"])
def test_a_pile_or_a_part_that_the_game_has_not_is_refused(
    name: str, pile: str | None, part: str | None, field: str, sentence: str
) -> None:
    layout = layout_of(name)
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$") as refusal:
        layout.find_covered(pile, part, len(layout.procedure.stages))
    assert refusal.value.field == field
    assert not isinstance(refusal.value, Conflict)


@for_each(("name", "position", "words"), TABLES["places"])
def test_a_position_is_described_by_its_place(
    name: str, position: int, words: str
) -> None:
    assert layout_of(name).describe(position) == words


@for_each(
    ("name", "pile"),
    [
        ("rummy", "stock"),
        ("riichi", "wall"),
        ("dominoes", "boneyard"),
        ("bridge", "stock"),
    ],
)
def test_in_a_round_with_cards_in_play_all_others_lie_in_the_stock(
    name: str, pile: str
) -> None:
    layout = lay_stock(table_of(name).procedure.default_pile, 20)
    stock = (pile, "", range(20), f"the {pile}")
    assert layout.find_covered(None, None, 0) == stock
    assert layout.find_covered(pile, None, 9) == stock
    assert layout.describe(0) == f"the {pile}"
    assert layout.describe(19) == f"the {pile}"
    assert layout.describe(20) == "in play"
    sentence = (
        f"There is no pile 'dead_wall' of cards face down. Cards are drawn from: {pile}"
    )
    with pytest.raises(Refused, match=sentence):
        layout.find_covered("dead_wall", None, 2)


@for_each("positions", [[3], [3, 4, 5], [3, 5], [3, 5, 4, 6], [5, 4, 3]])
def test_positions_are_a_range_only_if_they_follow_each_other(
    positions: list[int],
) -> None:
    assert list(_pack_positions(positions)) == positions
