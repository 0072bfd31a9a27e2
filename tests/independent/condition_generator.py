"""Random requests for deals that fulfil a condition, with known cards or without."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.cards.card import Card
from service.cards.deck import get_deck
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.games.catalogue import get_game
from service.games.game import set_up
from service.games.procedures import all_cards
from service.rankings.poker_orders import Category
from tests.independent.request_generator import (
    ApiRequest,
    Fields,
    RequestGenerator,
    make_pack_options,
)

Chooser = Callable[["Layout", Sequence[Card]], Fields]
"""A function that returns a predicate with bounds that fit a sample of cards."""

MAX_DEPTH = 4  # so that a test can negate a condition
POKER = ("holdem", "five_card_draw", "seven_card_stud", "five_card_stud", "video_poker")
FRENCH = ("spades", "hearts", "diamonds", "clubs")
HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
COMMON = {
    "bridge",
    "holdem",
    "blackjack",
    "baccarat",
    "seven_card_stud",
    "riichi",
    "skat",
}
"""Games of which no requests are skipped."""


@dataclass(frozen=True)
class Layout:
    """The shoe of a deal, the number of cards in each hand and pile, and the names of the hands."""

    shoe: Shoe
    sizes: Mapping[str, int]
    hands: Sequence[str]
    game: str | None = None

    @property
    def cards(self) -> list[Card]:
        return list(self.shoe)

    @property
    def suits(self) -> list[str]:
        """The suits, in the order of a shape."""
        suits = list(dict.fromkeys(card.suit for card in self.shoe.pack if card.suit))
        return list(FRENCH) if set(suits) == set(FRENCH) else suits

    @property
    def is_whole_pack(self) -> bool:
        """Whether the shoe has each card of the French suits once."""
        cards = [(card.suit, card.rank) for card in self.cards if card.suit]
        has_each = len(cards) == len(set(cards)) == 52
        return has_each and set(self.suits) == set(FRENCH)

    def count(self, names: Sequence[str]) -> int:
        """Return the number of cards in hands and piles."""
        return sum(self.sizes[name] for name in names)


def read_pack_options(fields: Fields) -> PackOptions:
    """Return the options of packs that are among the fields of a request."""
    names = PackOptions.__dataclass_fields__.keys() & fields.keys()
    return make_pack_options({name: fields[name] for name in names})


def count_suits(layout: Layout, cards: Sequence[Card]) -> list[int]:
    """Return the number of cards of each suit."""
    suits = [card.suit for card in cards]
    return [suits.count(suit) for suit in layout.suits]


class ConditionGenerator:
    """Generates requests with conditions. The service may refuse one that can be seen to be impossible."""

    def __init__(self, seed: int, notations: tuple[str, ...] = ("code",)) -> None:
        self.requests = RequestGenerator(seed, notations)
        self.random = self.requests.random

    def batch_request(self) -> ApiRequest:
        """Return a request for one deal or for a batch of them."""
        choose = self.random.choice(
            [self.choose_game, self.choose_game, self.choose_deck]
        )
        plain, layout = choose()
        fields = plain.fields | {"seed": self.requests.choose_seed()}
        fields["max_candidates"] = self.random.choice([1, 20, 200, 500])
        index = self.requests.choose_index() % (2**53 - 10_000)
        fields |= self.requests.choose_some(index=index)
        fields["where"] = self.choose_condition(layout, 1)
        if self.random.random() < 0.2:
            return ApiRequest(plain.path, fields)
        fields["repeats"] = self.random.choice([1, 2, 3, 5, 8])
        return ApiRequest(f"{plain.path}/batch", fields)

    def choose_game(self) -> tuple[ApiRequest, Layout]:
        """Return a request for a game's deal, often of bridge or of poker."""
        while True:
            request = self.requests.game_request()
            name = request.path.split("/")[3]
            is_skipped = name not in COMMON and self.random.random() < 0.7
            if "deal_number" not in request.fields and not is_skipped:
                break
        fields = request.fields
        if "board" in fields:
            fields["board"] = fields["board"] % 10**9 + 1
        packs = read_pack_options(fields)
        game = get_game(name)
        table = set_up(game, fields.get("players"), packs, fields.get("cards"))
        deal = table.deal(range(len(table.shoe)), 1)
        places = deal.hands | deal.piles
        sizes = {place: len(all_cards(cards)) for place, cards in places.items()}
        return request, Layout(table.shoe, sizes, list(deal.hands), name)

    def choose_deck(self) -> tuple[ApiRequest, Layout]:
        """Return a request for a deal of a deck."""
        request = self.requests.deal_request()
        fields = request.fields
        deck = get_deck(request.path.split("/")[3])
        shoe = build_shoe(deck, read_pack_options(fields))
        cards = fields.get("cards") or sum(fields["packets"])
        hands = [str(seat) for seat in range(1, fields["hands"] + 1)]
        sizes = dict.fromkeys(hands, cards)
        burn = fields.get("burn", 0)
        sizes["stock"] = len(shoe) - burn - cards * len(hands)
        if burn:
            sizes["burns"] = burn
        return request, Layout(shoe, sizes, hands)

    def choose_condition(self, layout: Layout, depth: int) -> Fields:
        """Return a leaf, or a combination of conditions."""
        kinds = ["leaf", "leaf", "all", "any", "not", "weighted"]
        kind = self.random.choice(kinds if depth < MAX_DEPTH else ["leaf"])
        if kind == "leaf":
            return self.choose_leaf(layout)
        if kind == "weighted":
            return self.choose_sum_of_conditions(layout, depth)
        if kind == "not":
            return {"not": self.choose_condition(layout, depth + 1)}
        count = self.random.randint(1, 3)
        return {kind: self.choose_conditions(layout, depth, count)}

    def choose_conditions(self, layout: Layout, depth: int, count: int) -> list[Fields]:
        """Return conditions within one of this depth."""
        return [self.choose_condition(layout, depth + 1) for _ in range(count)]

    def choose_sum_of_conditions(self, layout: Layout, depth: int) -> Fields:
        """Return a sum of conditions, and of numbers of leaves, with bounds near 0."""
        members = self.choose_conditions(layout, depth, self.random.randint(1, 4))
        for member in members:
            is_number = member.keys().isdisjoint({"shape", "category"})
            if is_number and self.random.random() < 0.6:
                member.pop("min", None)
                member.pop("max", None)
            if self.random.random() < 0.3:
                member["when"] = self.choose_condition(layout, depth + 1)
            if self.random.random() < 0.6:
                weights = [-1, -1, 2, 10, -3, 0, 2**40, -(2**35)]
                member["weight"] = self.random.choice(weights)
        bounds = self.choose_bounds(self.random.choice([0, 1, 5, 20]))
        return {"weighted": members} | bounds

    def choose_leaf(self, layout: Layout) -> Fields:
        """Return a predicate on one or two hands and piles, with bounds from a random sample of cards."""
        places = [name for name, size in layout.sizes.items() if size]
        places = places or list(layout.sizes)
        count = self.random.choice([1, 1, 1, min(2, len(places))])
        chosen = self.random.sample(places, count)
        size = min(layout.count(chosen), len(layout.cards))
        sample = self.random.sample(layout.cards, size)
        names = [
            int(name) if name.isdigit() and self.random.random() < 0.5 else name
            for name in chosen
        ]
        holder: Fields = {"hand": names[0]} if len(names) == 1 else {"hands": names}
        choose = self.random.choice(self.list_choosers(layout, sample))
        return holder | choose(layout, sample)

    def list_choosers(self, layout: Layout, sample: Sequence[Card]) -> list[Chooser]:
        """Return functions that choose a predicate which such cards can have, the likelier ones several times."""
        choosers: list[Chooser]
        choosers = [self.choose_points, self.choose_cards, self.choose_sum]
        if layout.suits:
            choosers += [self.choose_length, self.choose_longest]
        if len(layout.suits) == 4 and len(sample) <= 39:
            choosers += [self.choose_shape] * 2
        if layout.is_whole_pack:
            choosers += [self.choose_losers, self.choose_kaplan_rubens]
            ranks_hands = layout.game in {*POKER, None}
            if ranks_hands and self.count_ranked(layout, sample) in {5, 6, 7}:
                choosers += [self.choose_category] * 4
        if layout.game in {"blackjack", "baccarat"}:
            choosers += [self.choose_total] * 3
        return choosers

    def count_ranked(self, layout: Layout, sample: Sequence[Card]) -> int:
        """Return the number of cards that are ranked: a hand is with the cards on the board."""
        board = layout.sizes.get("board", 0)
        return board if len(sample) == board else len(sample) + board

    def choose_bounds(self, number: int) -> Fields:
        """Return bounds around a number."""
        least = {"min": number - self.random.randint(0, 2)}
        most = {"max": number + self.random.randint(0, 2)}
        return self.random.choice([least, most, least | most])

    def choose_points(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        ranks = sorted({str(card.rank) for card in layout.cards})
        if HIGH_CARD_POINTS.keys() <= set(ranks) and self.random.random() < 0.6:
            points = HIGH_CARD_POINTS
            predicate: Fields = {"points": "hcp"}
        else:
            chosen = self.random.sample(ranks, min(4, len(ranks)))
            points = {rank: self.random.randint(-3, 9) for rank in chosen}
            predicate = {"points": points}
        total = sum(points.get(card.rank, 0) for card in sample)
        return predicate | self.choose_bounds(total)

    def choose_length(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        count = self.random.randint(1, min(2, len(layout.suits)))
        suits = self.random.sample(layout.suits, count)
        spellings: list[Any] = [suits]
        letters = {suit[0].upper() for suit in layout.suits}
        if len(letters) == len(layout.suits):
            spellings.append("".join(suit[0].upper() for suit in suits))
        if count == 1:
            spellings += suits
        spelling = self.random.choice(spellings)
        length = sum(card.suit in suits for card in sample)
        return {"length": spelling} | self.choose_bounds(length)

    def choose_longest(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        rank = self.random.randint(1, len(layout.suits))
        lengths = sorted(count_suits(layout, sample), reverse=True)
        return {"longest": rank} | self.choose_bounds(lengths[rank - 1])

    def choose_shape(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        counts = count_suits(layout, sample)
        lengths = [str(count) for count in counts]
        open_lengths = [self.random.choice([length, "x"]) for length in lengths]
        shapes = [
            "=".join(lengths),
            "=".join(open_lengths),
            "-".join(lengths),
            "-".join(open_lengths),
        ]
        digits = "".join(open_lengths)
        if len(digits) == 4:
            first, second = open_lengths[:2]
            shapes += [
                digits,
                f"any {digits}",
                f"({second}{first}){digits[2:]}",
                f"{first}({digits[1:]})",
            ]
        if sum(counts) == 13 and self.random.random() < 0.5:
            return {"shape": "balanced"}
        shape = self.random.choice(shapes)
        two_shapes = self.random.sample(shapes, 2)
        return {"shape": self.random.choice([shape, two_shapes])}

    def choose_cards(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        codes = sorted({card.code for card in layout.cards})
        chosen = self.random.sample(codes, self.random.randint(1, min(4, len(codes))))
        held = {card.code for card in sample} & set(chosen)
        deck = layout.shoe.deck
        texts = [self.requests.choose_spelling(deck, code) for code in chosen]
        if self.random.random() < 0.3:
            return {"cards": texts[:1]}
        return {"cards": texts} | self.choose_bounds(len(held))

    def choose_sum(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        codes = sorted({card.code for card in layout.cards})
        chosen = self.random.sample(codes, min(5, len(codes)))
        weights = self.random.choice([range(-9, 99), range(-(2**40), 2**45)])
        numbers = {code: self.random.choice(weights) for code in chosen}
        spelled = {
            self.requests.choose_spelling(layout.shoe.deck, code): number
            for code, number in numbers.items()
        }
        total = sum(numbers.get(card.code, 0) for card in sample)
        return {"sum": spelled} | self.choose_bounds(total)

    def choose_losers(self, _: Layout, sample: Sequence[Card]) -> Fields:
        suits = self.random.choice([True, "S", "HC", ["diamonds"]])
        losers = self.random.randint(0, min(len(sample), 8))
        return {"losers": suits} | self.choose_bounds(losers)

    def choose_kaplan_rubens(self, _: Layout, sample: Sequence[Card]) -> Fields:
        predicates: list[Fields] = [
            {"kaplan_rubens": True},
            {"quality": "S"},
            {"quality": "DC"},
        ]
        predicate = self.random.choice(predicates)
        points = self.random.randint(0, 12 * len(sample)) * 5
        return predicate | self.choose_bounds(points)

    def choose_total(self, layout: Layout, _: Sequence[Card]) -> Fields:
        totals = range(10) if layout.game == "baccarat" else range(6, 22)
        return {"total": True} | self.choose_bounds(self.random.choice(totals))

    def choose_category(self, _layout: Layout, _: Sequence[Card]) -> Fields:
        names = [str(category) for category in Category]
        low, high = sorted(self.random.sample(range(7), 2))
        at_least = {"min": names[low]}
        at_most = {"max": names[high]}
        bounds = self.random.choice([at_least, at_most, at_least | at_most])
        one = {"category": names[low]}
        return self.random.choice([one, {"category": True} | bounds])
