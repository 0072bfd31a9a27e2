"""Given cards: uniform on all deals that have them in their places."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, permutations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.cards.card import Card
from service.cards.deck import get_deck
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.core.errors import Refused
from service.core.rng.scripted import order_probabilities
from service.core.rng.sources import Source
from service.core.shuffles.registry import SHUFFLES
from service.games.catalogue import GAMES
from service.games.game import Game, GameTable, set_up
from service.games.given import Given, GivenPlace, parse_given
from service.games.notation import parse_steps
from service.games.procedures import (
    Deal,
    DealState,
    Face,
    PileCards,
    Procedure,
    all_cards,
)
from tests.games.tables import set_up_table
from tests.tables import FEW, for_each

PICKED_FROM_ANYWHERE = {"bingo_card", "powerball", "mega_millions", "euromillions"}
"""The games that take no given cards."""

Request = Mapping[str, Any]


def make_shoe(
    deck: str, *codes: str, decks: int = 1, jokers: int | None = None
) -> Shoe:
    """Return a shoe of one copy of each of those cards in each pack."""
    full = build_shoe(get_deck(deck), PackOptions(decks=decks, jokers=jokers))
    by_code = {card.code: card for card in full.pack}
    return replace(full, pack=tuple(by_code[code] for code in codes))


SHOES = {
    "six": make_shoe("standard", "AS", "2S", "3S", "4S", "5S", "6S"),
    "copies": make_shoe("standard", "AS", "2S", "3S", decks=2),
    "coup": make_shoe("standard", "AS", "2S", "3S", "6S", "8S", "9S", "TS"),
    "wild": make_shoe("standard", "2S", "3H", "3D", "4S", "5S", "X1", "6S", jokers=1),
    "tiles": make_shoe("mahjong", "1F", "1S", "1D", "2D", "RD", "EW", "WW"),
}


def read_request(text: str, seats: Sequence[str]) -> Request:
    """Return the request of a text such as "1=AS,KS board.turn=2C": cards of hands and piles, or of a part of them."""
    request: dict[str, dict[str, Any]] = {}
    for word in text.split():
        place, codes = word.split("=")
        name, _, part = place.partition(".")
        places = request.setdefault("hands" if name in seats else "piles", {})
        if part:
            places.setdefault(name, {})[part] = codes.split(",")
        else:
            places[name] = codes.split(",")
    return request


TOYS: dict[str, tuple[Procedure, Shoe, list[Request]]] = {}
"""Small deals of toys.txt: a procedure, a shoe, and requests of given cards."""
for block in re.split(
    r"\n(?! )", (Path(__file__).parent / "toys.txt").read_text("utf-8").strip()
):
    head, *texts = block.splitlines()
    toy, shoe, names, steps = head.split(" | ")
    seats = tuple(names.split())
    requests = [read_request(text, seats) for text in texts]
    TOYS[toy] = Procedure(seats, parse_steps(steps, seats)), SHOES[shoe], requests
PLAIN, SIX, _ = TOYS["plain"]


def parse(request: Request, procedure: Procedure, shoe: Shoe) -> Given:
    known = parse_given(request, procedure, shoe)
    assert known
    return known


class Watched(DealState):
    """A deal that notes the cards of each place in the order in which they came there: the steps decide it."""

    def __init__(
        self,
        procedure: Procedure,
        order: Sequence[int],
        pack: Sequence[Card],
        first_seat: int = 0,
    ) -> None:
        super().__init__(order, procedure.seats_from(first_seat), pack)
        self.came = defaultdict[GivenPlace, list[int]](list)
        for step in procedure.steps:
            step.deal(self)

    def lay(
        self, kind: str, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        super().lay(kind, name, part, cards, face)
        for place in (GivenPlace(kind, name), GivenPlace(kind, name, part)):
            self.came[place] += cards

    def first_cards(self, known: Given) -> Mapping[GivenPlace, Sequence[int]]:
        """Return the cards that came first to each place that has given cards."""
        return {
            place: self.came[place][: len(cards)]
            for place, cards in known.cards.items()
        }

    def cards_at(self, place: GivenPlace) -> Sequence[int]:
        pile: PileCards = getattr(self, place.kind)[place.name]
        return all_cards(pile) if place.part is None else pile[place.part]

    def has(self, known: Given) -> bool:
        """Return whether the given cards came first to their places, and stayed there."""
        return self.first_cards(known) == known.cards and all(
            set(cards) <= set(self.cards_at(place))
            for place, cards in known.cards.items()
        )


@cache
def deals_of_every_order(toy: str) -> list[tuple[tuple[int, ...], Watched]]:
    procedure, shoe, _ = TOYS[toy]
    return [
        (order, Watched(procedure, order, shoe.pack))
        for order in permutations(range(len(shoe)))
    ]


CASES = [
    (toy, request) for toy, (_, _, requests) in TOYS.items() for request in requests
]


@for_each(("toy", "request_"), CASES, share=3)
def test_every_order_with_the_given_cards_in_their_places_is_equally_likely(
    toy: str, request_: Request
) -> None:
    procedure, shoe, _ = TOYS[toy]
    known = parse(request_, procedure, shoe)

    def draw(source: Source) -> Sequence[int]:
        n = len(known.remaining_cards)
        return known.fill(SHUFFLES["fisher_yates"].draw(n, source, n, {}))

    orders = {order for order, deal in deals_of_every_order(toy) if deal.has(known)}
    assert order_probabilities(draw) == dict.fromkeys(
        orders, Fraction(1, factorial(len(known.remaining_cards)))
    )


def card_sets(deal: Deal) -> tuple[frozenset[int], ...]:
    return tuple(
        frozenset(all_cards(pile))
        for pile in (*deal.hands.values(), *deal.piles.values())
    )


@for_each("request_", TOYS["plain"][2])
def test_with_one_pack_it_is_the_distribution_of_deals_with_these_cards_anywhere_in_their_places(
    request_: Request,
) -> None:
    known = parse(request_, PLAIN, SIX)
    dealt = Counter(
        card_sets(PLAIN.deal(known.fill(order)))
        for order in permutations(range(len(known.remaining_cards)))
    )
    expected = Counter(
        card_sets(deal)
        for _, deal in deals_of_every_order("plain")
        if all(
            set(cards) <= set(deal.cards_at(place))
            for place, cards in known.cards.items()
        )
    )
    assert {deal: Fraction(count, dealt.total()) for deal, count in dealt.items()} == {
        deal: Fraction(count, expected.total()) for deal, count in expected.items()
    }


ONE = "Only 1 card is certain to come there."
TWO = "Only 2 cards are certain to come there."
NONE = "No card is certain to come there."
UNCERTAIN = [
    ("plain", "1=AS,2S,3S", f"hands.1[2]: {TWO}"),
    ("plain", "burns=AS,2S", f"piles.burns[1]: {ONE}"),
    ("parts", "2.up=AS,2S", f"hands.2.up[1]: {ONE}"),
    ("columns", "foundation=AS", f"piles.foundation[0]: {NONE}"),
    ("burned by the first card", "burns=AS,2S,2S", f"piles.burns[2]: {TWO}"),
    ("third cards", "player=AS,2S,6S banker=3S", f"hands.player[2]: {TWO}"),
    ("third cards", "player=AS,8S,6S banker=3S,2S", f"hands.player[2]: {TWO}"),
    ("turned until one is natural", "discards=4S,5S", f"piles.discards[1]: {ONE}"),
    ("turned until one is natural", "discards=2S stock=4S", f"piles.stock[0]: {NONE}"),
    ("flowers", "south=1F", "hands.south[0]: 1F does not stay there."),
]


@for_each(("toy", "given_cards", "sentence"), UNCERTAIN)
def test_a_card_that_is_not_certain_to_come_to_its_place_is_refused(
    toy: str, given_cards: str, sentence: str
) -> None:
    procedure, shoe, _ = TOYS[toy]
    with pytest.raises(Refused) as refusal:
        parse(read_request(given_cards, procedure.seats), procedure, shoe)
    assert (refusal.value.field, str(refusal.value)) == ("given", f"given.{sentence}")


CERTAIN_STOCKS: list[tuple[str, Request, int]] = [
    ("crazy_eights", {}, 0),
    ("crazy_eights", {"piles": {"discards": ["AS"]}}, 52 - 4 * 5 - 1),
    ("wild_colours", {}, 0),
    ("canasta", {"piles": {"discards": ["2S"]}}, 0),
    ("baccarat", {}, 416 - 11 - 4 - 2),
    ("baccarat", {"piles": {"burns": {"turned": ["AS"]}}}, 416 - 2 - 4 - 2),
    ("baccarat", {"hands": {"player": ["2S", "3S", "9H"], "banker": ["2D", "TC"]}}, 0),
    (
        "baccarat",
        {"hands": {"player": ["2S", "3S", "9H"], "banker": ["2D", "TC", "4H"]}},
        416 - 11 - 4 - 2,
    ),
    ("mahjong", {}, 144 - 4 * 13 - 1 - 8),
    ("go_stop", {}, 50 - 3 * 7 - 6 - 4),
    ("andar_bahar", {}, 0),
    ("andar_bahar", {"piles": {"joker": ["AS"]}}, 0),
]
"""Given cards of a game, and how many of its stock are certain besides (docs/definitions/conditions.md)."""


def test_after_a_step_that_is_not_certain_some_of_the_stock_are_not_either() -> None:
    for name, request, count in CERTAIN_STOCKS:
        table = set_up_table(name)
        hands = request.get("hands", {})
        piles = request.get("piles", {})
        stock = table.procedure.stock or ""
        free = [
            card.code
            for card in table.shoe.pack
            if card.suit not in {"flowers", "seasons"} and card.rank != "joker"
        ]
        free *= table.shoe.pack_count
        parts = (
            list(cards.values()) if isinstance(cards, dict) else [cards]
            for cards in (*hands.values(), *piles.values())
        )
        for code in chain.from_iterable(chain.from_iterable(parts)):
            free.remove(code)
        for given_count in {count, count + 1}:
            with (
                nullcontext()
                if given_count == count
                else pytest.raises(Refused, match=rf"{stock}\[{count}\]")
            ):
                parse_given(
                    {"hands": hands, "piles": piles | {stock: free[:given_count]}},
                    table.procedure,
                    table.shoe,
                )


HOLDEM = set_up_table("holdem", 2)

REFUSED: list[tuple[Any, str]] = [
    (
        {"hand": {"1": ["AS"]}},
        "given has no member 'hand'. Did you mean 'hands'? It has hands, piles.",
    ),
    (
        {"hands": ["AS"]},
        "given.hands must be an object with some of the members 1, dealer.",
    ),
    ({"hands": {"2": ["AS"]}}, "given.hands has no member '2'. It has 1, dealer."),
    ({"hands": {"1": "AS"}}, "given.hands.1 must be a list of cards."),
    ({"hands": {"1": {"up": ["AS"]}}}, "given.hands.1 must be a list of cards."),
    ({"hands": {"1": [14]}}, "given.hands.1[0] must be a text of 1 to 40 characters."),
    (
        {"hands": {"1": ["AS", "A" * 41]}},
        "given.hands.1[1] must be a text of 1 to 40 characters.",
    ),
    (
        {"piles": {"board": "AS"}},
        "given.piles.board must be a list of cards, or an object of its parts flop, turn, river.",
    ),
    (
        {"piles": {"board": {"Turn": ["AS"]}}},
        "given.piles.board has no member 'Turn'. Did you mean 'turn'?",
    ),
    (
        {"piles": {"board": {"turn": "AS"}}},
        "given.piles.board.turn must be a list of cards.",
    ),
    (
        {"hands": {"1": ["AS", "as"]}},
        "given.hands.1[1]: Every AS of the shoe is given already.",
    ),
    (
        {"hands": {"1": ["AS"]}, "piles": {"board": {"river": ["ace of spades"]}}},
        "given.piles.board.river[0]: Every AS of the shoe is given already.",
    ),
    (
        {"hands": {"1": ["AX"]}},
        "given.hands.1[0]: There is no card 'AX' in this pack of the standard deck.",
    ),
    (
        {"hands": {"1": ["X1"]}},
        "given.hands.1[0]: There is no card 'X1' in this pack of the standard deck.",
    ),
]


@for_each(("request_", "sentence"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_place(
    request_: Any, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        parse_given(request_, HOLDEM.procedure, HOLDEM.shoe)
    assert refusal.value.field == "given"
    assert str(refusal.value).startswith(sentence)


def test_a_card_that_is_taken_out_of_the_pack_cannot_be_given() -> None:
    hearts = set_up_table("hearts", 3)
    with pytest.raises(Refused, match=r"given\.hands\.1\[0\]: 2D is not in the shoe\."):
        parse_given({"hands": {"1": ["2D"]}}, hearts.procedure, hearts.shoe)


def test_a_given_card_that_goes_back_into_a_given_stock_is_refused() -> None:
    pasur = set_up_table("pasur", 2)
    stock = [card.code for card in pasur.shoe.pack if card.rank in "23456"]
    with pytest.raises(
        Refused, match=r"given\.piles\.table\[2\]: JC does not stay there\."
    ):
        parse_given(
            {"piles": {"table": ["KS", "8D", "JC", "9C"], "stock": stock}},
            pasur.procedure,
            pasur.shoe,
        )


def test_no_card_can_be_given_where_a_game_picks_cards_from_anywhere() -> None:
    for name in PICKED_FROM_ANYWHERE:
        table = set_up_table(name)
        place = (
            {"hands": {"player": ["B1"]}}
            if table.procedure.seats
            else {"piles": {"drawn": ["1"]}}
        )
        with pytest.raises(Refused, match="from anywhere in the shuffle"):
            parse_given(place, table.procedure, table.shoe)


@pytest.mark.parametrize(
    "request_",
    [{}, {"hands": {}}, {"hands": {"1": []}, "piles": {"board": {"turn": []}}}],
)
def test_no_cards_are_none(request_: Request) -> None:
    assert parse_given(request_, HOLDEM.procedure, HOLDEM.shoe) is None


def test_copies_are_given_in_unshuffled_order_however_the_request_is_ordered() -> None:
    pinochle = set_up_table("pinochle", 2)
    request: Request = {
        "piles": {"stock": ["AS"], "trump": ["KS"]},
        "hands": {"dealer": ["KS"], "1": ["QS"]},
    }
    known = parse(request, pinochle.procedure, pinochle.shoe)
    codes = [card.code for card in pinochle.shoe]
    first = codes.index("KS")
    second = codes.index("KS") + 1
    assert list(known.cards.values()) == [
        [codes.index("QS")],
        [first],
        [second],
        [codes.index("AS")],
    ]
    assert known.to_json() == {
        "hands": {"1": ["QS"], "dealer": ["KS"]},
        "piles": {"trump": ["KS"], "stock": ["AS"]},
    }
    assert list(known.to_json()["piles"]) == ["trump", "stock"]


@for_each("board", [1, 2, 3, 4, 9])
def test_a_hand_of_bridge_is_given_on_every_board(board: int) -> None:
    bridge = set_up_table("bridge")
    codes = ["AS", "KS", "QH", "2C"]
    known = parse({"hands": {"S": codes}}, bridge.procedure, bridge.shoe)
    first_seat = bridge.first_seat(board)
    order = known.fill(range(48), first_seat)
    deal = bridge.deal(order, board)
    assert bridge.card_codes(deal.hands["S"])[:4] == codes
    others = [
        card
        for seat in "NESW"
        for card in all_cards(deal.hands[seat])
        if card in known.remaining_cards
    ]
    assert sorted(others) == list(known.remaining_cards)


def test_known_cards_of_games_lie_where_they_are_given() -> None:
    cases: list[tuple[str, Request]] = [
        (
            "holdem",
            {
                "hands": {"1": ["AS", "AH"]},
                "piles": {"board": ["KS", "QS", "JS"], "burns": ["2C"]},
            },
        ),
        ("holdem", {"piles": {"board": {"river": ["KS"], "turn": ["QS"]}}}),
        ("cribbage", {"piles": {"starter": ["5H"]}, "hands": {"dealer": ["JH"]}}),
        (
            "klondike",
            {"piles": {"tableau": {"7": ["KS", "QS", "JS", "TS", "9S", "8S", "7S"]}}},
        ),
        (
            "klondike",
            {
                "piles": {
                    "tableau": ["KS", "QS", "JS", "TS", "9S", "8S", "7S", "AS"],
                    "stock": ["2C"],
                }
            },
        ),
        ("spider", {"piles": {"tableau": {"10": ["AS", "AS"]}}}),
        (
            "scorpion",
            {"piles": {"tableau": ["KS", "QS", "JS", "TS", "9S", "8S"]}},
        ),  # the first four columns come first
        (
            "baccarat",
            {
                "hands": {"player": ["2S", "3S", "9H"], "banker": ["2D", "2C"]},
                "piles": {"stock": ["AS"]},
            },
        ),
        ("mahjong", {"hands": {"north": ["RD"] * 4}, "piles": {"wall": ["1F", "1S"]}}),
        (
            "riichi",
            {
                "hands": {"east": ["0m"]},
                "piles": {"dead_wall": {"dora_indicators": ["1z", "1z"]}},
            },
        ),
    ]
    for name, request in cases:
        table = set_up_table(name)
        known = parse(request, table.procedure, table.shoe)
        order = known.fill(range(len(known.remaining_cards))[::-1])
        assert Watched(table.procedure, order, table.shoe.pack).has(known), name


def test_given_cards_of_a_column_stay_in_it_when_its_kings_go_to_the_bottom() -> None:
    table = set_up_table("bakers_dozen", 1)
    known = parse(
        {"piles": {"tableau": {"3": ["2S", "KH", "AC"]}}}, table.procedure, table.shoe
    )
    column = table.deal(known.fill(range(len(known.remaining_cards)))).piles["tableau"][
        "3"
    ]
    assert table.card_codes({"": column})[:3] == ["KH", "2S", "AC"]


def choose_given_cards(
    table: GameTable, order: Sequence[int], data: st.DataObject
) -> Given | None:
    """Return some of the first cards of each place of a deal as the given ones.

    A place to which the faces of other cards may send something else has none.
    """
    deal = table.deal(order)
    request: dict[str, dict[str, Any]] = {"hands": {}, "piles": {}}
    known = None
    for kind, places in (("hands", deal.hands), ("piles", deal.piles)):
        for name, pile in places.items():
            codes = {
                part: table.card_codes({part: cards}) for part, cards in pile.items()
            }
            sizes = {
                part: data.draw(st.integers(0, min(len(cards), 5)))
                for part, cards in codes.items()
            }
            by_part = {
                part: codes[part][:size]
                for part, size in sizes.items()
                if part and size
            }
            whole = [code for part in codes.values() for code in part][
                : max(sizes.values(), default=0)
            ]
            request[kind][name] = data.draw(st.sampled_from([[], whole, by_part or []]))
            try:
                known = parse_given(request, table.procedure, table.shoe)
            except Refused:
                if not table.procedure.needs_faces:
                    raise
                del request[kind][name]
    return known


@for_each(
    "game",
    [game for game in GAMES.values() if game.name not in PICKED_FROM_ANYWHERE],
    ids=lambda game: game.name,
    share=4,
)
@FEW
@given(data=st.data(), board=st.integers(1, 4))
def test_every_game_is_dealt_with_random_given_cards(
    game: Game, data: st.DataObject, board: int
) -> None:
    table = set_up(game, data.draw(st.sampled_from(list(game.players))), PackOptions())
    random = data.draw(st.randoms(use_true_random=True))
    known = choose_given_cards(
        table, random.sample(range(len(table.shoe)), len(table.shoe)), data
    )
    assume(known)
    assert known
    remaining_order = random.sample(
        range(len(known.remaining_cards)), len(known.remaining_cards)
    )
    first_seat = table.first_seat(board)
    order = known.fill(remaining_order, first_seat)
    assert sorted(order) == list(range(len(table.shoe)))
    assert Watched(table.procedure, order, table.shoe.pack, first_seat).has(known)
    is_given = {card for cards in known.cards.values() for card in cards}
    assert [card for card in order if card not in is_given] == [
        known.remaining_cards[number] for number in remaining_order
    ]
    assert parse(known.to_json(), table.procedure, table.shoe).cards == known.cards
