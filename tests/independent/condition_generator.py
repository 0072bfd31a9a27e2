"""Random requests for deals that fulfil a condition, with known cards or without."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service.cards.card import Card
from service.cards.deck import get_deck
from service.cards.options import PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.games.catalogue import get_game
from service.games.game import set_up
from service.games.procedures import all_cards
from service.rankings.poker_orders import Category
from tests.independent.request_generator import ApiRequest, Fields, RequestGenerator

Chooser = Callable[["Layout", Sequence[Card]], Fields]
"""A function that returns a predicate with bounds that fit a sample of cards."""

MAX_DEPTH = 4  # so that a test can negate a condition
POKER = ("holdem", "five_card_draw", "seven_card_stud", "five_card_stud", "video_poker")
FRENCH = ("spades", "hearts", "diamonds", "clubs")


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
        counts = Counter((card.suit, card.rank) for card in self.cards if card.suit)
        return (
            set(self.suits) == set(FRENCH)
            and len(counts) == 52
            and set(counts.values()) == {1}
        )


class ConditionGenerator:
    """Generates requests with conditions. The service may refuse one that can be seen to be impossible."""

    def __init__(self, seed: int, notations: tuple[str, ...] = ("code",)) -> None:
        self.requests = RequestGenerator(seed, notations)
        self.random = self.requests.random

    def batch_request(self) -> ApiRequest:
        """Return a request for one deal or for a batch of them."""
        plain, layout = self.random.choice(
            [self.choose_game, self.choose_game, self.choose_deck]
        )()
        max_candidates = self.random.choice([1, 20, 200, 500])
        fields = plain.fields | {
            "seed": self.requests.choose_seed(),
            "max_candidates": max_candidates,
        }
        fields |= self.requests.choose_some(
            index=self.requests.choose_index() % (2**53 - 10_000)
        )
        fields |= {"where": self.choose_condition(layout, 1)}
        if self.random.random() < 0.2:
            return ApiRequest(plain.path, fields)
        return ApiRequest(
            f"{plain.path}/batch",
            fields | {"repeats": self.random.choice([1, 2, 3, 5, 8])},
        )

    def choose_game(self) -> tuple[ApiRequest, Layout]:
        """Return a request for a game's deal, often of bridge or of poker."""
        while True:
            request = self.requests.game_request()
            name = request.path.split("/")[3]
            rare = name not in {
                "bridge",
                "holdem",
                "blackjack",
                "baccarat",
                "seven_card_stud",
                "riichi",
                "skat",
            }
            if "deal_number" not in request.fields and not (
                rare and self.random.random() < 0.7
            ):
                break
        if "board" in request.fields:
            request = replace(
                request,
                fields=request.fields | {"board": request.fields["board"] % 10**9 + 1},
            )
        names = {
            name: value
            for name, value in request.fields.items()
            if name in PackOptions.__dataclass_fields__
        }
        packs = PackOptions(**names | {"exclude": tuple(names.get("exclude", ()))})
        table = set_up(
            get_game(name),
            request.fields.get("players"),
            packs,
            request.fields.get("cards"),
        )
        deal = table.deal(range(len(table.shoe)), 1)
        places = {**deal.hands, **deal.piles}
        sizes = {place: len(all_cards(cards)) for place, cards in places.items()}
        return request, Layout(table.shoe, sizes, list(deal.hands), name)

    def choose_deck(self) -> tuple[ApiRequest, Layout]:
        request = self.requests.deal_request()
        fields = request.fields
        names = {
            name: value
            for name, value in fields.items()
            if name in PackOptions.__dataclass_fields__
        }
        packs = PackOptions(**names | {"exclude": tuple(names.get("exclude", ()))})
        shoe = build_shoe(get_deck(request.path.split("/")[3]), packs)
        each = fields.get("cards") or sum(fields["packets"])
        burn = fields.get("burn", 0)
        hands = [str(seat) for seat in range(1, fields["hands"] + 1)]
        piles = {"stock": len(shoe) - burn - each * len(hands)} | (
            {"burns": burn} if burn else {}
        )
        return request, Layout(shoe, dict.fromkeys(hands, each) | piles, hands)

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
        return {
            kind: [
                self.choose_condition(layout, depth + 1)
                for _ in range(self.random.randint(1, 3))
            ]
        }

    def choose_sum_of_conditions(self, layout: Layout, depth: int) -> Fields:
        """Return a sum of conditions, and of numbers of leaves, with bounds near 0."""
        members = [
            self.choose_condition(layout, depth + 1)
            for _ in range(self.random.randint(1, 4))
        ]
        for member in members:
            if (
                member.keys().isdisjoint({"shape", "category"})
                and self.random.random() < 0.6
            ):
                member.pop("min", None)
                member.pop("max", None)
            if self.random.random() < 0.3:
                member["when"] = self.choose_condition(layout, depth + 1)
            if self.random.random() < 0.6:
                member["weight"] = self.random.choice(
                    [-1, -1, 2, 10, -3, 0, 2**40, -(2**35)]
                )
        return {"weighted": members} | self.choose_bounds(
            self.random.choice([0, 1, 5, 20])
        )

    def choose_leaf(self, layout: Layout) -> Fields:
        """Return a predicate on one or two hands and piles, with bounds from a random sample of cards."""
        places = [name for name, size in layout.sizes.items() if size] or list(
            layout.sizes
        )
        chosen = self.random.sample(
            places, self.random.choice([1, 1, 1, min(2, len(places))])
        )
        sample = self.random.sample(
            layout.cards,
            min(sum(layout.sizes[name] for name in chosen), len(layout.cards)),
        )
        names = [
            int(name) if name.isdigit() and self.random.random() < 0.5 else name
            for name in chosen
        ]
        holder: Fields = {"hand": names[0]} if len(names) == 1 else {"hands": names}
        return holder | self.random.choice(self.list_predicates(layout, sample))(
            layout, sample
        )

    def list_predicates(
        self, layout: Layout, sample: Sequence[Card]
    ) -> list[Callable[[Layout, Sequence[Card]], Fields]]:
        found: list[Chooser] = [self.choose_points, self.choose_cards, self.choose_sum]
        found += [self.choose_length, self.choose_longest] if layout.suits else []
        found += (
            [self.choose_shape] * 2
            if len(layout.suits) == 4 and len(sample) <= 39
            else []
        )
        found += (
            [self.choose_losers, self.choose_kaplan_rubens]
            if layout.is_whole_pack
            else []
        )
        found += (
            [self.choose_total] * 3 if layout.game in {"blackjack", "baccarat"} else []
        )
        has_category = layout.game in {*POKER, None} and layout.is_whole_pack
        found += (
            [self.choose_category] * 4
            if has_category and self.count_ranked(layout, sample) in {5, 6, 7}
            else []
        )
        return found

    def count_ranked(self, layout: Layout, sample: Sequence[Card]) -> int:
        board = layout.sizes.get("board", 0)
        return len(sample) + (board if len(sample) != board else 0)

    def choose_bounds(self, number: int) -> Fields:
        low = number - self.random.randint(0, 2)
        high = number + self.random.randint(0, 2)
        return self.random.choice(
            [{"min": low}, {"max": high}, {"min": low, "max": high}]
        )

    def choose_points(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        ranks = sorted({str(card.rank) for card in layout.cards})
        table = {
            rank: self.random.randint(-3, 9)
            for rank in self.random.sample(ranks, min(4, len(ranks)))
        }
        if {"A", "K", "Q", "J"} <= set(ranks) and self.random.random() < 0.6:
            table = {"A": 4, "K": 3, "Q": 2, "J": 1}
            return {"points": "hcp"} | self.choose_bounds(
                sum(table.get(card.rank, 0) for card in sample)
            )
        return {"points": table} | self.choose_bounds(
            sum(table.get(card.rank, 0) for card in sample)
        )

    def choose_length(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        suits = self.random.sample(
            layout.suits, self.random.randint(1, min(2, len(layout.suits)))
        )
        letters = {suit[0].upper() for suit in layout.suits}
        spellings: list[Any] = [suits]
        spellings += (
            ["".join(suit[0].upper() for suit in suits)]
            if len(letters) == len(layout.suits)
            else []
        )
        spellings += suits if len(suits) == 1 else []
        spelling = self.random.choice(spellings)
        length = sum(card.suit in suits for card in sample)
        return {"length": spelling} | self.choose_bounds(length)

    def choose_longest(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        rank = self.random.randint(1, len(layout.suits))
        lengths = sorted(
            (sum(card.suit == suit for card in sample) for suit in layout.suits),
            reverse=True,
        )
        return {"longest": rank} | self.choose_bounds(lengths[rank - 1])

    def choose_shape(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        lengths = [
            str(sum(card.suit == suit for card in sample)) for suit in layout.suits
        ]
        open_lengths = [self.random.choice([length, "x"]) for length in lengths]
        shapes = [
            "=".join(lengths),
            "=".join(open_lengths),
            "-".join(lengths),
            "-".join(open_lengths),
        ]
        if all(len(length) == 1 for length in open_lengths):
            first, second, *others = open_lengths
            shapes += ["".join(open_lengths), "any " + "".join(open_lengths)]
            shapes += [
                f"({second}{first}){''.join(others)}",
                f"{first}({second}{''.join(others)})",
            ]
        if sum(map(int, lengths)) == 13 and self.random.random() < 0.5:
            return {"shape": "balanced"}
        return {
            "shape": self.random.choice(
                [self.random.choice(shapes), self.random.sample(shapes, 2)]
            )
        }

    def choose_cards(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        codes = sorted({card.code for card in layout.cards})
        chosen = self.random.sample(codes, self.random.randint(1, min(4, len(codes))))
        held = {card.code for card in sample} & set(chosen)
        texts = [
            self.requests.choose_spelling(layout.shoe.deck, code) for code in chosen
        ]
        if self.random.random() < 0.3:
            return {"cards": texts[:1]}
        return {"cards": texts} | self.choose_bounds(len(held))

    def choose_sum(self, layout: Layout, sample: Sequence[Card]) -> Fields:
        codes = sorted({card.code for card in layout.cards})
        weights = self.random.choice([range(-9, 99), range(-(2**40), 2**45)])
        table = {
            code: self.random.choice(weights)
            for code in self.random.sample(codes, min(5, len(codes)))
        }
        spelled = {
            self.requests.choose_spelling(layout.shoe.deck, code): weight
            for code, weight in table.items()
        }
        return {"sum": spelled} | self.choose_bounds(
            sum(table.get(card.code, 0) for card in sample)
        )

    def choose_losers(self, _: Layout, sample: Sequence[Card]) -> Fields:
        value = self.random.choice([True, "S", "HC", ["diamonds"]])
        return {"losers": value} | self.choose_bounds(
            self.random.randint(0, min(len(sample), 8))
        )

    def choose_kaplan_rubens(self, _: Layout, sample: Sequence[Card]) -> Fields:
        predicates: list[Fields] = [
            {"kaplan_rubens": True},
            {"quality": "S"},
            {"quality": "DC"},
        ]
        return self.random.choice(predicates) | self.choose_bounds(
            self.random.randint(0, 12 * len(sample)) * 5
        )

    def choose_total(self, layout: Layout, _: Sequence[Card]) -> Fields:
        numbers = range(10) if layout.game == "baccarat" else range(6, 22)
        return {"total": True} | self.choose_bounds(self.random.choice(numbers))

    def choose_category(self, _layout: Layout, _: Sequence[Card]) -> Fields:
        names = [str(category) for category in Category]
        low, high = sorted(self.random.sample(range(7), 2))
        at_least = {"min": names[low]}
        at_most = {"max": names[high]}
        bounds = self.random.choice([at_least, at_most, at_least | at_most])
        return self.random.choice(
            [{"category": names[low]}, {"category": True} | bounds]
        )
