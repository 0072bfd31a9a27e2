"""Random requests for deals that fulfil a condition, with known cards or without."""

from functools import partial

from service.cards.deck import get_deck
from service.cards.options import PackOptions
from service.cards.shoe import build_shoe
from service.games.catalogue import get_game
from service.games.dealing import DealRequest, Deals, build_procedure
from service.games.game import Table, set_up
from service.games.given import parse_given
from tests.conditions.leaf_choices import LeafChooser
from tests.independent.request_generator import (
    ApiRequest,
    Fields,
    RequestGenerator,
    make_pack_options,
)

MAX_DEPTH = 4  # so that a test can negate a condition
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


def read_pack_options(fields: Fields) -> PackOptions:
    """Return the options of packs that are among the fields of a request."""
    names = PackOptions.__dataclass_fields__.keys() & fields.keys()
    return make_pack_options({name: fields[name] for name in names})


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
        plain, leaves = choose()
        fields = plain.fields | {"seed": self.requests.choose_seed()}
        fields["max_candidates"] = self.random.choice([1, 20, 200, 500])
        index = self.requests.choose_index() % (2**53 - 10_000)
        fields |= self.requests.choose_some(index=index)
        fields["where"] = self.choose_condition(leaves, 1)
        if self.random.random() < 0.2:
            return ApiRequest(plain.path, fields)
        fields["repeats"] = self.random.choice([1, 2, 3, 5, 8])
        return ApiRequest(f"{plain.path}/batch", fields)

    def choose_game(self) -> tuple[ApiRequest, LeafChooser]:
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
        return request, self.choose_leaves(table, fields)

    def choose_deck(self) -> tuple[ApiRequest, LeafChooser]:
        """Return a request for a deal of a deck."""
        request = self.requests.deal_request()
        fields = request.fields
        deck = get_deck(request.path.split("/")[3])
        shoe = build_shoe(deck, read_pack_options(fields))
        names = DealRequest.__dataclass_fields__.keys() & fields.keys()
        deal = DealRequest(**{name: fields[name] for name in names})
        table = Table(shoe=shoe, procedure=build_procedure(deal, len(shoe)))
        return request, self.choose_leaves(table, fields)

    def choose_leaves(self, table: Table, fields: Fields) -> LeafChooser:
        """Return a chooser of leaves with bounds near a random deal, with the known cards of a request."""
        known = fields.get("given", {})
        deals = Deals(table, parse_given(known, table.procedure, table.shoe))
        count = len(deals.remaining_cards)
        dealt = deals.cards_by_place(self.random.sample(range(count), count))
        spell = partial(self.requests.choose_spelling, table.shoe.deck)
        return LeafChooser(self.random, deals, dealt, 2**45, spell)

    def choose_condition(self, leaves: LeafChooser, depth: int) -> Fields:
        """Return a leaf, or a combination of conditions."""
        kinds = ["leaf", "leaf", "all", "any", "not", "weighted"]
        kind = self.random.choice(kinds if depth < MAX_DEPTH else ["leaf"])
        if kind == "leaf":
            return leaves.choose_leaf()
        if kind == "weighted":
            return self.choose_sum_of_conditions(leaves, depth)
        if kind == "not":
            return {"not": self.choose_condition(leaves, depth + 1)}
        count = self.random.randint(1, 3)
        return {kind: self.choose_conditions(leaves, depth, count)}

    def choose_conditions(
        self, leaves: LeafChooser, depth: int, count: int
    ) -> list[Fields]:
        """Return conditions within one of this depth."""
        return [self.choose_condition(leaves, depth + 1) for _ in range(count)]

    def choose_sum_of_conditions(self, leaves: LeafChooser, depth: int) -> Fields:
        """Return a sum of conditions, and of numbers of leaves, with bounds near 0."""
        members = self.choose_conditions(leaves, depth, self.random.randint(1, 4))
        for member in members:
            if self.random.random() < 0.6:
                member.pop("min", None)
                member.pop("max", None)
            if self.random.random() < 0.3:
                member["when"] = self.choose_condition(leaves, depth + 1)
            if self.random.random() < 0.6:
                weights = [-1, -1, 2, 10, -3, 0, 2**40, -(2**35)]
                member["weight"] = self.random.choice(weights)
        number = self.random.choice([0, 1, 5, 20])
        return {"weighted": members} | leaves.choose_bounds_around(number)
