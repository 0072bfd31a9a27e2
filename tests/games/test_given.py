"""Given cards: uniform on all deals that have them in their places."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

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
from service.games.game import Game, GameTable
from service.games.given import Given, GivenPlace, parse_given
from service.games.notation import parse_steps
from service.games.procedures import (
    Deal,
    DealState,
    Face,
    PileCards,
    PlaceKind,
    Procedure,
    all_cards,
)
from tests.examples import FEW
from tests.games.tables import set_up_table
from tests.tables import for_each, read_table

PICKED_FROM_ANYWHERE = {"bingo_card", "powerball", "mega_millions", "euromillions"}
"""The games that take no given cards."""

Request = Mapping[str, Any]
TABLES = read_table("games/given.yaml")


def make_shoe(deck: str, codes: str, decks: int = 1, jokers: int | None = None) -> Shoe:
    """Return a shoe of one copy of each of those cards in each pack."""
    full = build_shoe(get_deck(deck), PackOptions(decks=decks, jokers=jokers))
    by_code = {card.code: card for card in full.pack}
    return replace(full, pack=tuple(by_code[code] for code in codes.split()))


SHOES = {
    "six": make_shoe("standard", "AS 2S 3S 4S 5S 6S"),
    "copies": make_shoe("standard", "AS 2S 3S", decks=2),
    "coup": make_shoe("standard", "AS 2S 3S 6S 8S 9S TS"),
    "wild": make_shoe("standard", "2S 3H 3D 4S 5S X1 6S", jokers=1),
    "tiles": make_shoe("mahjong", "1F 1S 1D 2D RD EW WW"),
}


def read_request(text: str, seats: Sequence[str]) -> Request:
    """Return the request of a text such as "1=AS,KS board.turn=2C": cards of hands and piles, or of a part of them."""
    request: dict[str, dict[str, Any]] = {}
    for word in text.split():
        place, codes = word.split("=")
        cards = codes.split(",")
        name, _, part = place.partition(".")
        places = request.setdefault("hands" if name in seats else "piles", {})
        if part:
            places.setdefault(name, {})[part] = cards
        else:
            places[name] = cards
    return request


class Toy(NamedTuple):
    """A small deal, and requests of given cards."""

    procedure: Procedure
    shoe: Shoe
    requests: list[Request]


def read_toys(text: str) -> dict[str, Toy]:
    """Return the toys of toys.txt by their names."""
    toys: dict[str, Toy] = {}
    for block in re.split(r"\n(?! )", text.strip()):
        head, *texts = block.splitlines()
        name, shoe, seat_names, steps = head.split(" | ")
        seats = tuple(seat_names.split())
        procedure = Procedure(seats, parse_steps(steps, seats))
        requests = [read_request(text, seats) for text in texts]
        toys[name] = Toy(procedure, SHOES[shoe], requests)
    return toys


TOYS = read_toys((Path(__file__).parent / "toys.txt").read_text("utf-8"))
PLAIN = TOYS["plain"]


def parse(request: Request, table: Toy | GameTable) -> Given:
    """Return the given cards of a request that has some."""
    known = parse_given(request, table.procedure, table.shoe)
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
        self, kind: PlaceKind, name: str, part: str, cards: Sequence[int], face: Face
    ) -> None:
        super().lay(kind, name, part, cards, face)
        for place in (GivenPlace(kind, name), GivenPlace(kind, name, part)):
            self.came[place] += cards

    def cards_at(self, place: GivenPlace) -> Sequence[int]:
        """Return the cards that lie at a place in the end."""
        pile: PileCards = getattr(self, place.kind)[place.name]
        return all_cards(pile) if place.part is None else pile[place.part]

    def has_anywhere(self, known: Given) -> bool:
        """Return whether the given cards lie at their places."""
        return all(
            set(cards) <= set(self.cards_at(place))
            for place, cards in known.cards.items()
        )

    def has(self, known: Given) -> bool:
        """Return whether the given cards came first to their places, and stayed there."""
        for place, cards in known.cards.items():
            first = self.came[place][: len(cards)]
            if first != cards:
                return False
        return self.has_anywhere(known)


@cache
def deals_of_every_order(toy: str) -> Mapping[tuple[int, ...], Watched]:
    """Return the deals of a toy by the order of its shoe."""
    procedure, shoe, _ = TOYS[toy]
    orders = permutations(range(len(shoe)))
    return {order: Watched(procedure, order, shoe.pack) for order in orders}


CASES = [(name, request) for name, toy in TOYS.items() for request in toy.requests]


@for_each(("toy", "request_"), CASES, share=3)
def test_every_order_with_the_given_cards_in_their_places_is_equally_likely(
    toy: str, request_: Request
) -> None:
    known = parse(request_, TOYS[toy])
    size = len(known.remaining_cards)

    def draw(source: Source) -> Sequence[int]:
        return known.fill(SHUFFLES["fisher_yates"].draw(size, source, size, {}))

    deals = deals_of_every_order(toy)
    orders = [order for order, deal in deals.items() if deal.has(known)]
    probability = Fraction(1, factorial(size))
    assert order_probabilities(draw) == dict.fromkeys(orders, probability)


CardSets = tuple[frozenset[int], ...]


def card_sets(deal: Deal) -> CardSets:
    """Return the cards of each place of a deal."""
    places = (*deal.hands.values(), *deal.piles.values())
    return tuple(frozenset(all_cards(pile)) for pile in places)


def share_of_each(deals: Iterable[Deal]) -> Mapping[CardSets, Fraction]:
    """Return which share of deals has the same cards in its places, for all there are."""
    counts = Counter(map(card_sets, deals))
    return {cards: Fraction(count, counts.total()) for cards, count in counts.items()}


@for_each("request_", PLAIN.requests)
def test_with_one_pack_it_is_the_distribution_of_deals_with_these_cards_anywhere_in_their_places(
    request_: Request,
) -> None:
    known = parse(request_, PLAIN)
    orders = permutations(range(len(known.remaining_cards)))
    dealt = [PLAIN.procedure.deal(known.fill(order)) for order in orders]
    every_deal = deals_of_every_order("plain").values()
    expected = [deal for deal in every_deal if deal.has_anywhere(known)]
    assert share_of_each(dealt) == share_of_each(expected)


ONE = "Only 1 card is certain to come there."
TWO = "Only 2 cards are certain to come there."
NONE = "No card is certain to come there."


@for_each(
    ("toy", "given_cards", "sentence"),
    [
        ("plain", "1=AS,2S,3S", f"hands.1[2]: {TWO}"),
        ("plain", "burns=AS,2S", f"piles.burns[1]: {ONE}"),
        ("parts", "2.up=AS,2S", f"hands.2.up[1]: {ONE}"),
        ("columns", "foundation=AS", f"piles.foundation[0]: {NONE}"),
        ("burned by the first card", "burns=AS,2S,2S", f"piles.burns[2]: {TWO}"),
        ("third cards", "player=AS,2S,6S banker=3S", f"hands.player[2]: {TWO}"),
        ("third cards", "player=AS,8S,6S banker=3S,2S", f"hands.player[2]: {TWO}"),
        ("turned until one is natural", "discards=4S,5S", f"piles.discards[1]: {ONE}"),
        (
            "turned until one is natural",
            "discards=2S stock=4S",
            f"piles.stock[0]: {NONE}",
        ),
        ("flowers", "south=1F", "hands.south[0]: 1F does not stay there."),
    ],
)
def test_a_card_that_is_not_certain_to_come_to_its_place_is_refused(
    toy: str, given_cards: str, sentence: str
) -> None:
    request = read_request(given_cards, TOYS[toy].procedure.seats)
    with pytest.raises(Refused) as refusal:
        parse(request, TOYS[toy])
    assert refusal.value.field == "given"
    assert str(refusal.value) == f"given.{sentence}"


def list_codes(request: Request) -> list[str]:
    """Return the codes of all cards of a request."""
    codes: list[str] = []
    for places in request.values():
        for pile in places.values():
            parts = pile.values() if isinstance(pile, dict) else [pile]
            codes += chain.from_iterable(parts)
    return codes


def can_be_certain(card: Card) -> bool:
    """Return whether a card stays in a stock, unlike flowers and jokers, which are replaced."""
    return card.suit not in {"flowers", "seasons"} and card.rank != "joker"


@for_each(("name", "request_", "count"), TABLES["certain_stocks"])
def test_after_a_step_that_is_not_certain_some_of_the_stock_are_not_either(
    name: str, request_: Request, count: int
) -> None:
    table = set_up_table(name)
    stock = table.procedure.stock or ""
    free = [card.code for card in table.shoe.pack if can_be_certain(card)]
    free *= table.shoe.pack_count
    for code in list_codes(request_):
        free.remove(code)
    piles = request_.get("piles", {})
    certain = dict(request_) | {"piles": piles | {stock: free[:count]}}
    parse_given(certain, table.procedure, table.shoe)
    uncertain = dict(request_) | {"piles": piles | {stock: free[: count + 1]}}
    with pytest.raises(Refused, match=rf"{stock}\[{count}\]"):
        parse_given(uncertain, table.procedure, table.shoe)


HOLDEM = set_up_table("holdem", 2)


@for_each(("request_", "sentence"), TABLES["refused"])
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
    piles = {"table": ["KS", "8D", "JC", "9C"], "stock": stock}
    sentence = r"given\.piles\.table\[2\]: JC does not stay there\."
    with pytest.raises(Refused, match=sentence):
        parse_given({"piles": piles}, pasur.procedure, pasur.shoe)


@for_each("name", sorted(PICKED_FROM_ANYWHERE))
def test_no_card_can_be_given_where_a_game_picks_cards_from_anywhere(name: str) -> None:
    table = set_up_table(name)
    request: Request = {"piles": {"drawn": ["1"]}}
    if table.procedure.seats:
        request = {"hands": {"player": ["B1"]}}
    with pytest.raises(Refused, match="from anywhere in the shuffle"):
        parse_given(request, table.procedure, table.shoe)


@for_each(
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
    known = parse(request, pinochle)
    codes = [card.code for card in pinochle.shoe]
    queen, king, ace = (codes.index(code) for code in ("QS", "KS", "AS"))
    assert list(known.cards.values()) == [[queen], [king], [king + 1], [ace]]
    written = known.to_json()
    assert written["hands"] == {"1": ["QS"], "dealer": ["KS"]}
    assert written["piles"] == {"trump": ["KS"], "stock": ["AS"]}
    assert list(written["piles"]) == ["trump", "stock"]


@for_each("board", [1, 2, 3, 4, 9])
def test_a_hand_of_bridge_is_given_on_every_board(board: int) -> None:
    bridge = set_up_table("bridge")
    codes = ["AS", "KS", "QH", "2C"]
    known = parse({"hands": {"S": codes}}, bridge)
    order = known.fill(range(48), bridge.first_seat(board))
    hands = bridge.deal(order, board).hands
    assert bridge.card_codes(hands["S"])[:4] == codes
    dealt = [card for seat in "NESW" for card in all_cards(hands[seat])]
    assert sorted(dealt) == list(range(52))


@for_each(("name", "request_"), TABLES["known"])
def test_known_cards_of_games_lie_where_they_are_given(
    name: str, request_: Request
) -> None:
    table = set_up_table(name)
    known = parse(request_, table)
    order = known.fill(range(len(known.remaining_cards))[::-1])
    deal = Watched(table.procedure, order, table.shoe.pack)
    assert deal.has(known)


def test_riichi_tiles_may_be_a_text_in_mpsz() -> None:
    table = set_up_table("riichi")
    codes = ["1m", "2m", "3m", "0p", "7z", "7z"]
    written = parse({"hands": {"east": "123m 0p77z"}}, table)
    assert written.cards == parse({"hands": {"east": codes}}, table).cards


def test_given_cards_of_a_column_stay_in_it_when_its_kings_go_to_the_bottom() -> None:
    table = set_up_table("bakers_dozen", 1)
    known = parse({"piles": {"tableau": {"3": ["2S", "KH", "AC"]}}}, table)
    order = known.fill(range(len(known.remaining_cards)))
    column = table.deal(order).piles["tableau"]["3"]
    assert table.card_codes({"": column})[:3] == ["KH", "2S", "AC"]


def choose_cards_of_pile(
    table: GameTable, pile: PileCards, data: st.DataObject
) -> Mapping[str, list[str]] | list[str]:
    """Return some of the first cards of the whole of a pile that has cards, or of each of its parts."""
    by_part: dict[str, list[str]] = {}
    for part, cards in pile.items():
        count = data.draw(st.integers(0, min(len(cards), 5)))
        if part and count:
            by_part[part] = table.card_codes({part: cards})[:count]
    whole = table.card_codes(pile)
    first = whole[: data.draw(st.integers(1, min(len(whole), 5)))]
    return data.draw(st.sampled_from([first, by_part or first]))


def choose_given_cards(
    table: GameTable, order: Sequence[int], data: st.DataObject
) -> Given | None:
    """Return some of the first cards of some places of a deal as the given ones.

    A place to which the faces of other cards may send something else has none; None if all are such places.
    """
    deal = table.deal(order)
    places = [
        (kind, name, pile)
        for kind, piles in (("hands", deal.hands), ("piles", deal.piles))
        for name, pile in piles.items()
        if all_cards(pile)
    ]
    chosen = data.draw(st.sets(st.integers(0, len(places) - 1), min_size=1))
    request: dict[str, dict[str, Any]] = {"hands": {}, "piles": {}}
    known = None
    for number in sorted(chosen):
        kind, name, pile = places[number]
        request[kind][name] = choose_cards_of_pile(table, pile, data)
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
@given(data=st.data(), random=st.randoms(use_true_random=True), board=st.integers(1, 4))
def test_a_game_is_dealt_with_random_given_cards(
    game: Game, data: st.DataObject, random: Random, board: int
) -> None:
    players = data.draw(st.sampled_from(list(game.players)))
    table = set_up_table(game.name, players)
    cards = range(len(table.shoe))
    known = choose_given_cards(table, random.sample(cards, len(cards)), data)
    assume(known)
    assert known
    remaining = list(known.remaining_cards)
    remaining_order = random.sample(range(len(remaining)), len(remaining))
    first_seat = table.first_seat(board)
    order = known.fill(remaining_order, first_seat)
    assert sorted(order) == list(cards)
    assert Watched(table.procedure, order, table.shoe.pack, first_seat).has(known)
    not_given = [card for card in order if card in remaining]
    assert not_given == [remaining[number] for number in remaining_order]
    assert parse(known.to_json(), table).cards == known.cards
