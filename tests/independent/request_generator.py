"""Random valid requests of every endpoint that the independent implementation knows."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from re import fullmatch, match, sub
from typing import Any, NamedTuple

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS, Deck, get_deck
from service.cards.options import OPTIONS, PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import PartialShuffle
from service.core.value_types import MAX_MAGNITUDE
from service.games.catalogue import GAMES
from service.games.dealing import DealRequest, build_procedure
from service.games.game import Game, GameTable, find_by_players, set_up
from service.games.given import parse_given
from service.games.microsoft import MAX_DEAL_NUMBER
from service.games.procedures import Procedure, all_cards
from service.http.schemas.request_schemas import RequestSchema
from service.replay.draw_endpoints import list_draw_endpoints
from tests.arrangements.enumeration import (
    are_right_groups,
    are_right_pairs,
    attribute_of,
    list_neighbours,
    may_be_neighbours,
    name_of,
)
from tests.options import list_values

REPEATS = (2, 3, 4, 5, 8, 13)
"""Numbers of results of batches; the last two are drawn by vectorized code where that is faster."""
FRENCH = [card.code for card in build_shoe(get_deck("standard"), PackOptions())]
SPARSE = [
    name for name, shuffle in SHUFFLES.items() if isinstance(shuffle, PartialShuffle)
]

FRENCH_SPELLINGS = r"(10?|0)[SHDC]"
SPANISH_SPELLINGS = r"(1[012]?|[SCR])[OCEB]"
GERMAN_SPELLINGS = r"(10|[D6-9TUOKA])[ALHBEGS]"
DOMINO_SPELLINGS = r"\d+-\d+"
OTHER_SPELLINGS = {
    "standard": FRENCH_SPELLINGS,
    "piquet": FRENCH_SPELLINGS,
    "euchre": FRENCH_SPELLINGS,
    "pinochle": FRENCH_SPELLINGS,
    "tarot": FRENCH_SPELLINGS,
    "tarock54": FRENCH_SPELLINGS,
    "spanish40": SPANISH_SPELLINGS,
    "spanish48": SPANISH_SPELLINGS,
    "italian40": r"(10?|[89FCR])[DCSB]",
    "german32": GERMAN_SPELLINGS,
    "german33": GERMAN_SPELLINGS,
    "german36": GERMAN_SPELLINGS,
    "swiss36": r"(10|[6-9TUOKA])[ARSBE]",
    "tichu": r"1|10[JWPS]",
    "riichi": r"5[mps]r|[ESWNPFC]",
    "dominoes": DOMINO_SPELLINGS,
    "chinese_dominoes": DOMINO_SPELLINGS,
}
"""The spellings of cards that docs/definitions/decks.md lists besides the codes; the service accepts more."""

SCHEMAS: dict[str, RequestSchema] = {
    sub("<[^>]+>", "[^/]+", endpoint.route.rule): endpoint.single_schema
    for endpoint in list_draw_endpoints(BLUEPRINTS).values()
}
"""The schema of the requests of each path, which is a pattern."""


def get_schema(path: str) -> RequestSchema:
    """Return the schema of single requests of a path."""
    return next(
        schema for pattern, schema in SCHEMAS.items() if fullmatch(pattern, path)
    )


Fields = dict[str, Any]


@dataclass(frozen=True)
class ApiRequest:
    path: str
    fields: Fields

    @property
    def has_rules(self) -> bool:
        """Return whether the attributes and names of the items decide what is drawn."""
        if "strata" in self.fields or "neighbours" in self.fields:
            return True
        return bool(match("/v1/items/(groups|pairs|allocate)", self.path))

    def add_list(self, response: Fields) -> Fields:
        """Return the response with the list of the request, if it cannot be checked without the list."""
        is_partial = "strata" in self.fields and self.path.startswith("/v1/items/draw")
        if not is_partial:
            return response
        return response | {"original_items": self.fields["items"]}

    def split_batch(self) -> list[Fields]:
        """Return the request for the independent implementation: one object for each result of a batch."""
        fields = dict(self.fields)
        repeats = fields.pop("repeats", 1)
        if "items" in fields and not self.has_rules:
            fields["n"] = len(fields.pop("items"))
        fields["path"] = self.path.removesuffix("/batch")
        if "seed" in fields:
            fields.setdefault("index", 0)
        counters = ("index", "board", "deal_number")
        return [
            fields | {name: fields[name] + i for name in counters if name in fields}
            for i in range(repeats)
        ]

    def expected_response(self, results: list[Fields]) -> Fields:
        """Return the fields that the service must return, given the independent result of each part."""
        if "items" in self.fields:
            for result in results:
                add_items(result, self.fields["items"])
        if "repeats" not in self.fields:
            return results[0]
        columns = {name: [result[name] for result in results] for name in results[0]}
        return columns | {"draws": sum(columns["draws"])}


def add_items(result: Fields, items: Sequence[Any]) -> None:
    """Add the items to each place of a result that has indices: to its hands and piles, or to itself."""
    places = [result]
    if "hands" in result:
        places = [*result["hands"], *result["piles"]]
    for place in places:
        if "indices" in place:
            place["items"] = [items[index] for index in place["indices"]]


def make_pack_options(packs: Fields) -> PackOptions:
    """Return the options of packs that have the fields of a request."""
    excluded = tuple(packs.get("exclude", ()))
    return PackOptions(**packs | {"exclude": excluded})


def fulfils(order: list[Any], neighbours: Fields) -> bool:
    """Return whether all neighbours in an order of items may be ones."""
    return all(
        may_be_neighbours([order[place] for place in places], neighbours)
        for places in list_neighbours(len(order), neighbours)
    )


class ChosenShoe(NamedTuple):
    """The name of a deck, the fields for its packs, and the number of cards without those that are excluded."""

    deck: str
    packs: Fields
    size: int


class RequestGenerator:
    """Makes requests; `choose_…` returns fields at random, and `…_request` a request of a kind."""

    def __init__(self, seed: int, notations: tuple[str, ...] = ("code",)) -> None:
        self.random = Random(seed)
        self.notations = notations
        self.kinds: dict[Callable[[], ApiRequest], int] = {
            self.shuffle_request: 4,
            self.deal_request: 2,
            self.game_request: 4,
            self.integers_request: 2,
            self.drums_request: 2,
            self.strips_request: 1,
            self.items_request: 2,
            self.items_deal_request: 2,
            self.items_draw_request: 2,
            self.strata_request: 1,
            self.groups_request: 2,
            self.pairs_request: 2,
            self.orders_request: 2,
            self.allocate_request: 1,
        }

    def generate(self) -> Iterator[ApiRequest]:
        """Yield requests of every kind, single and batch, for ever."""
        kinds = list(self.kinds)
        weights = list(self.kinds.values())
        while True:
            (make_request,) = self.random.choices(kinds, weights)
            request = make_request()
            is_batch = self.random.random() < 0.2
            repeats = self.random.choice(REPEATS) if is_batch else 1
            fields = request.fields
            if "deal_number" not in fields:
                fields |= self.choose_seed_and_index(repeats)
            fields |= self.choose_defaults(request.path, fields)
            if is_batch:
                yield ApiRequest(f"{request.path}/batch", fields | {"repeats": repeats})
            else:
                yield ApiRequest(request.path, fields)

    def choose_defaults(self, path: str, fields: Fields) -> Fields:
        """Return some of the parameters that the request does not have, each with its default."""
        if self.random.random() < 0.5:
            return {}
        defaults = {
            name: [] if value == () else value
            for name, value in get_schema(path).defaults.items()
            if name not in fields
        }
        return self.choose_some(**defaults)

    def choose_seed_and_index(self, repeats: int) -> Fields:
        seed = self.choose_seed()
        index = min(self.choose_index(), MAX_INDEX - repeats)
        return {"seed": seed} | self.choose_some(index=index)

    def shuffle_request(self) -> ApiRequest:
        deck, packs, size = self.choose_shoe()
        count = self.choose_some(count=self.random.randint(1, size))
        fields = packs | self.choose_algorithm(size) | count | self.choose_notation()
        return ApiRequest(f"/v1/decks/{deck}/shuffle", fields)

    def deal_request(self) -> ApiRequest:
        deck, packs, size = self.choose_shoe()
        burn = self.random.randint(0, min(5, size - 1))
        hands = self.random.randint(1, min(9, size - burn))
        cards = self.random.randint(1, (size - burn) // hands)
        packets = self.choose_packets(cards)
        options: Fields = self.random.choice(
            [
                {"cards": cards},
                {"packets": packets},
                {"packets": packets, "cards": cards},
            ]
        )
        options["hands"] = hands
        if burn:
            options["burn"] = burn
        request = DealRequest(
            hands=hands,
            cards=cards,
            burn=burn,
            packets=tuple(options.get("packets", ())),
        )
        shoe = build_shoe(get_deck(deck), make_pack_options(packs))
        given, size = self.choose_given(build_procedure(request, size), shoe)
        algorithm = self.choose_algorithm(size)
        notation = self.choose_notation()
        fields = packs | algorithm | options | given | notation
        return ApiRequest(f"/v1/decks/{deck}/deal", fields)

    def choose_packets(self, cards: int) -> list[int]:
        """Return sizes of one to five packets that make a hand of so many cards."""
        count = self.random.randint(0, min(4, cards - 1))
        cuts = sorted(self.random.sample(range(1, cards), count))
        return [end - start for start, end in pairwise([0, *cuts, cards])]

    def game_request(self) -> ApiRequest:
        game = GAMES[self.random.choice(list(GAMES))]
        path = f"/v1/games/{game.name}/deal"
        if "deal_number" in game.options and self.random.random() < 0.5:
            number = self.random.randint(1, MAX_DEAL_NUMBER - max(REPEATS) + 1)
            return ApiRequest(path, {"deal_number": number} | self.choose_notation())
        size = self.choose_some(players=self.random.choice(list(game.players)))
        options = self.choose_pack_options()
        options["decks"] = self.random.randint(1, 8)
        accepted = {name: options[name] for name in options if name in game.options}
        packs = self.choose_some(**accepted)
        if game.max_cards:
            players = size.get("players", game.players.default)
            max_cards = find_by_players(game.max_cards, players)
            size |= self.choose_some(cards=self.random.randint(1, max_cards))
        table, packs = self.set_up(game, size, packs)
        if "exclude" in game.options and self.random.random() < 0.5:
            table, packs = self.exclude_some(game, table, packs)
        given, count = self.choose_given(table.procedure, table.shoe)
        fields = size | packs | given | self.choose_algorithm(count)
        fields |= self.choose_notation()
        if game.files:
            board = self.random.randint(1, MAX_INDEX - max(REPEATS))
            fields |= self.choose_some(board=board)
        return ApiRequest(path, fields)

    def choose_given(self, procedure: Procedure, shoe: Shoe) -> tuple[Fields, int]:
        """Return some cards of some deal as given, if they can be, and the number of the other cards of the shoe."""
        if self.random.random() < 0.5:
            return {}, len(shoe)
        order = self.random.sample(range(len(shoe)), len(shoe))
        deal = procedure.deal(order, shoe.pack)
        given: Fields = {}
        for kind, places in (("hands", deal.hands), ("piles", deal.piles)):
            count = self.random.randint(0, min(2, len(places)))
            for name in self.random.sample(list(places), count):
                place = given.setdefault(kind, {})
                place[str(name)] = self.choose_cards(shoe, places[name])
        try:
            known = parse_given(given, procedure, shoe)
        except Refused:
            return {}, len(shoe)
        return {"given": given}, len(known.remaining_cards) if known else len(shoe)

    def choose_cards(
        self, shoe: Shoe, place: dict[str, list[int]]
    ) -> list[str] | str | dict[str, list[str] | str]:
        """Return some cards of a place as given: those of each of its parts, or of the whole place."""
        parts = {
            part: self.choose_first(shoe, cards)
            for part, cards in place.items()
            if part
        }
        whole = self.choose_first(shoe, all_cards(place))
        return self.random.choice([whole, parts or whole])

    def choose_first(self, shoe: Shoe, cards: Sequence[int]) -> list[str] | str:
        """Return the codes of none, some or all of some cards, from the first on, in any spelling.

        Codes that one text may have together are returned as that text or as a list.
        """
        count = self.random.choice([0, 1, min(2, len(cards)), len(cards)])
        codes = [shoe.pack[card % len(shoe.pack)].code for card in cards[:count]]
        text = "".join(codes)
        if shoe.deck.split_text(text) == codes and self.random.random() < 0.5:
            return text
        return [self.choose_spelling(shoe.deck, code) for code in codes]

    def choose_notation(self) -> Fields:
        return self.choose_some(notation=self.random.choice(self.notations))

    def set_up(
        self, game: Game, table: Fields, packs: Fields
    ) -> tuple[GameTable, Fields]:
        """Set up a game, with its own number of packs if the chosen one is too small for the players."""
        players = table.get("players")
        cards = table.get("cards")
        try:
            return set_up(game, players, PackOptions(**packs), cards), packs
        except Refused:
            others = {name: value for name, value in packs.items() if name != "decks"}
            return set_up(game, players, PackOptions(**others), cards), others

    def exclude_some(
        self, game: Game, table: GameTable, packs: Fields
    ) -> tuple[GameTable, Fields]:
        """Exclude some cards of a game, if it can be dealt without them."""
        codes = sorted({card.code for card in table.shoe})
        excluded = self.random.sample(codes, self.random.choice([1, 2, 4, 6, 8]))
        spellings = [self.choose_spelling(table.shoe.deck, code) for code in excluded]
        fewer = packs | {"exclude": spellings}
        options = make_pack_options(fewer)
        try:
            return set_up(game, table.players, options, table.cards), fewer
        except Refused:
            return table, packs

    def integers_request(self) -> ApiRequest:
        kind = self.random.choice(["all", "sparse", "dice"])
        max_size = 300 if kind == "all" else 2 ** self.random.randint(6, 54) - 1
        size = self.random.randint(50, max_size)
        minimum = self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE - size + 1)
        fields: Fields = {"min": minimum, "max": minimum + size - 1}
        if size <= MAX_MAGNITUDE:
            fields = self.random.choice([fields, {"max": size}])
        match kind:
            case "all":
                fields |= self.choose_algorithm(size)
                fields |= self.choose_some(count=self.random.randint(1, size))
            case "sparse":
                fields["count"] = self.random.randint(1, 50)
                fields |= self.choose_some(algorithm=self.random.choice(SPARSE))
            case "dice":
                fields["count"] = self.random.randint(1, 100)
                fields["replacement"] = True
        return ApiRequest("/v1/integers", fields)

    def drums_request(self) -> ApiRequest:
        drums = [self.choose_drum() for _ in range(self.random.randint(1, 5))]
        return ApiRequest("/v1/integers/draw", {"drums": drums})

    def choose_drum(self) -> Fields:
        size = self.random.randint(1, 2 ** self.random.randint(1, 54) - 1)
        any_minimum = self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE - size + 1)
        minimum = self.random.choice([1, any_minimum])
        if minimum + size - 1 > MAX_MAGNITUDE:
            minimum = -MAX_MAGNITUDE
        drum: Fields = {"max": minimum + size - 1}
        if minimum != 1:
            drum["min"] = minimum
        if self.random.random() < 0.3:
            return drum | {"count": self.random.randint(1, 30), "replacement": True}
        if size < 60:
            count = self.random.randint(1, size)
            return drum | self.choose_some(count=count, replacement=False, min=minimum)
        return drum | {"count": self.random.randint(1, 30)}

    def strips_request(self) -> ApiRequest:
        return ApiRequest("/v1/bingo/strips", {})

    def items_request(self) -> ApiRequest:
        size = self.random.choice([0, 1, self.random.randint(2, 60)])
        items = [self.random.choice([i, f"item {i}", [i], None]) for i in range(size)]
        fields = {"items": items} | self.choose_algorithm(size)
        return ApiRequest("/v1/items/shuffle", fields)

    def orders_request(self) -> ApiRequest:
        """Return a request for an order with neighbours that some order fulfils."""
        items = self.choose_items(self.random.randint(1, 16))
        places = range(len(items))
        attributes = self.choose_attributes(items)[: self.random.randint(0, 2)]
        edges = [
            self.random.sample(places, 2)
            for _ in range(self.random.randint(1, 5))
            if len(items) > 1
        ]
        kinds: list[Fields] = [
            {},
            {"circle": True},
            {"circle": True, "apart": 3},
            {"edges": edges},
        ]
        neighbours = self.random.choice(kinds)
        if attributes:
            neighbours["different"] = attributes
        for _ in range(100):
            order = self.random.sample(items, len(items))
            if fulfils(order, neighbours):
                fields = {"items": items, "neighbours": neighbours}
                return ApiRequest("/v1/items/shuffle", fields)
        return self.items_request()

    def items_deal_request(self) -> ApiRequest:
        hands = self.random.randint(1, 5)
        cards = self.random.randint(1, 5)
        burn = self.random.randint(0, 3)
        all_names = ["market", "b", "a", "10", "9", "é"]
        names = self.random.sample(all_names, self.random.randint(0, 4))
        piles: list[Fields] = [
            {"name": name, "cards": self.random.randint(1, 4)} for name in names
        ]
        in_piles = sum(pile["cards"] for pile in piles)
        left = self.random.randint(0, 9)
        size = burn + hands * cards + in_piles + left
        fields: Fields = {"items": list(range(size)), "hands": hands, "cards": cards}
        if burn:
            fields["burn"] = burn
        if piles:
            fields["piles"] = piles
        return ApiRequest("/v1/items/deal", fields | self.choose_algorithm(size))

    def items_draw_request(self) -> ApiRequest:
        size = self.random.randint(1, 60)
        largest = self.random.choice([1, 3, 100, 2**32, MAX_MAGNITUDE // size])
        weights = [self.random.randint(0, largest) for _ in range(size)]
        weights[self.random.randrange(size)] = largest
        fields: Fields = {"items": list(range(size))}
        if self.random.random() < 0.5:
            fields["replacement"] = True
            fields["count"] = self.random.randint(1, 60)
        else:
            fields["count"] = self.random.randint(1, size - weights.count(0))
        return ApiRequest("/v1/items/draw", fields | self.choose_some(weights=weights))

    def strata_request(self) -> ApiRequest:
        chosen = self.choose_items(self.random.randint(1, 30))
        items = [item for item in chosen if isinstance(item, dict)] or [{"size": "M"}]
        colours = self.count_values(items, "colour")
        counts = {
            colour: self.random.randint(0, count) for colour, count in colours.items()
        }
        counts = {colour: count for colour, count in counts.items() if count}
        fields: Fields = {"items": items}
        if not counts or self.random.random() < 0.5:
            fields["strata"] = {"attribute": "size"}
            fields["count"] = self.random.randint(1, len(items))
        else:
            fields["strata"] = {"attribute": "colour", "counts": counts}
            fields |= self.choose_some(count=sum(counts.values()))
        weights = [self.random.randint(1, 9) for _ in items]
        return ApiRequest("/v1/items/draw", fields | self.choose_some(weights=weights))

    def count_values(self, items: list[Any], attribute: str) -> Counter[str]:
        texts = (attribute_of(item, attribute) for item in items)
        return Counter(text for text in texts if text is not None)

    def choose_attributes(self, items: list[Any]) -> list[str]:
        """Return the attributes that some items have, in any order."""
        names = [name for name in ("colour", "size") if self.count_values(items, name)]
        return self.random.sample(names, len(names))

    def groups_request(self) -> ApiRequest:
        """Return a request for groups with rules that some arrangement fulfils."""
        count = self.random.randint(1, 5)
        items = self.choose_items(self.random.randint(count, 16))
        order = self.random.sample(range(len(items)), len(items))
        groups = [[items[i] for i in order[number::count]] for number in range(count)]
        fields: Fields = {"items": items}
        fixed = [
            {"item": name_of(item), "group": number}
            for number, group in enumerate(groups, start=1)
            for item in group
            if self.random.random() < 0.1
        ]
        rules: list[Fields] = []
        for name in self.choose_attributes(items):
            rules.append({"different": [name]})
        for name in self.choose_attributes(items) * 2:
            rules.append({"limits": [self.choose_limit(items, name)]})
        for names in self.choose_lists(items):
            rules.append({"apart": [names]})
        fields |= self.merge(
            [rule for rule in rules if are_right_groups(groups, rule | fields)]
        )
        if len(items) % count == 0 and self.random.random() < 0.5:
            fields["group_size"] = len(items) // count
        else:
            fields["groups"] = count
        if fixed:
            fields["fixed"] = fixed
        fields["method"] = self.random.choice(["exact", "exact", "sequential"])
        return ApiRequest("/v1/items/groups", fields)

    def choose_limit(self, items: list[Any], attribute: str) -> Fields:
        values = list(self.count_values(items, attribute))
        limit: Fields = {"attribute": attribute}
        limit |= self.choose_some(value=self.random.choice(values))
        limit |= self.choose_some(min=self.random.randint(0, 2))
        return limit | {"max": self.random.randint(2, 4)}

    def pairs_request(self) -> ApiRequest:
        """Return a request for pairs with rules that some arrangement fulfils."""
        items = self.choose_items(self.random.randint(2, 16))
        order = self.random.sample(range(len(items)), len(items))
        after = dict(zip(order, [*order[1:], order[0]], strict=True))
        receivers = tuple(after[i] for i in range(len(items)))
        rules: list[Fields] = [{"mutual": False}, {"cycle": True}]
        for name in self.choose_attributes(items):
            rules.append({"different": [name]})
        for names in self.choose_lists(items):
            rules.append({"apart": [names]})
        for _ in range(3):
            giver, receiver = self.random.sample(items, 2)
            forbidden = {"giver": name_of(giver), "receiver": name_of(receiver)}
            rules.append({"forbidden": [forbidden]})
        rules = [rule for rule in rules if self.random.random() < 0.6]
        fields: Fields = {"items": items}
        fields |= self.merge(
            [rule for rule in rules if are_right_pairs(receivers, rule | fields)]
        )
        return ApiRequest("/v1/items/pairs", fields)

    def choose_lists(self, items: list[Any]) -> list[list[str]]:
        """Return lists of names of two or three items."""
        sizes = [min(self.random.choice([2, 2, 3]), len(items)) for _ in range(3)]
        return [
            [str(name_of(item)) for item in self.random.sample(items, size)]
            for size in sizes
            if size > 1
        ]

    def merge(self, rules: list[Fields]) -> Fields:
        """Return the members of rules, with the lists of the same name joined."""
        merged: Fields = {}
        for rule in rules:
            for name, value in rule.items():
                is_list = isinstance(value, list)
                merged[name] = merged.get(name, []) + value if is_list else value
        return merged

    def allocate_request(self) -> ApiRequest:
        items = self.choose_items(self.random.randint(1, 30))
        arms: list[Fields] = [
            {"name": name} | self.choose_some(ratio=self.random.randint(1, 3))
            for name in ("A", "B é", "3")
        ]
        arms = arms[: self.random.randint(2, 3)]
        total = sum(arm.get("ratio", 1) for arm in arms)
        multiples = self.random.sample((1, 2, 3), self.random.randint(1, 3))
        sizes = [total * multiple for multiple in multiples]
        fields: Fields = {"items": items, "arms": arms, "block_sizes": sizes}
        strata = self.choose_attributes(items)[: self.random.randint(0, 2)]
        if strata:
            fields["strata"] = strata
        return ApiRequest("/v1/items/allocate", fields)

    def choose_items(self, size: int) -> list[Any]:
        """Return items with names of their own; some have a colour, which may be a number, and most have a size."""

        return [self.choose_item(number) for number in range(size)]

    def choose_item(self, number: int) -> Any:
        """Return an item: an object with this number in its name, or a text or number of its own."""
        name = f"item {number}"
        if self.random.random() < 0.1:
            fraction = float(f"{len(name)}.{number}")
            return self.random.choice([name, fraction, number + 100])
        colours = ["red", "é", 1, "1", 1.0, 2.5, True, "true", None]
        colour = self.choose_some(colour=self.random.choice(colours))
        return {"name": name, "size": self.random.choice("SML")} | colour

    def choose_shoe(self) -> ChosenShoe:
        deck = get_deck(self.random.choice(list(DECKS)))
        options = self.choose_pack_options()
        accepted = {name: options[name] for name in options if name in deck.options}
        packs = self.choose_some(decks=self.random.randint(1, 8), **accepted)
        full = build_shoe(deck, PackOptions(**packs))
        codes = sorted({card.code for card in full})
        excluded = self.random.sample(codes, self.random.randint(0, len(codes) - 1))
        if not excluded:
            return ChosenShoe(deck.name, packs, len(full))
        smaller = build_shoe(deck, PackOptions(**packs, exclude=tuple(excluded)))
        packs["exclude"] = [self.choose_spelling(deck, code) for code in excluded]
        return ChosenShoe(deck.name, packs, len(smaller))

    def choose_pack_options(self) -> Fields:
        return {name: self.random.choice(list_values(name)) for name in OPTIONS}

    def choose_spelling(self, deck: Deck, code: str) -> str:
        pattern = OTHER_SPELLINGS.get(deck.name, "")
        others = [
            text
            for text, card_code in deck.list_spellings()
            if card_code == code and fullmatch(pattern, text)
        ]
        return self.random.choice([code, code.lower(), *others])

    def choose_algorithm(self, n: int) -> Fields:
        """Return a shuffle that accepts n items, with some of its parameters; or no shuffle."""
        shuffle = self.random.choice(
            [shuffle for shuffle in SHUFFLES.values() if shuffle.sizes.includes(n)]
        )
        parameters = {
            parameter.name: self.random.choice(
                parameter.choices or range(parameter.min, min(parameter.max, 64) + 1)
            )
            for parameter in shuffle.parameters
        }
        chosen = {"algorithm": shuffle.name} | self.choose_some(**parameters)
        return chosen if self.random.randrange(6) else {}

    def choose_seed(self) -> str | int:
        if self.random.random() < 0.1:
            return self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE)
        length = self.random.choice([1, 2, 10, 40, 256, self.random.randint(1, 256)])
        return "".join(self.choose_character() for _ in range(length))

    def choose_index(self) -> int:
        return self.random.randint(0, self.random.choice([0, 9, 2**32, MAX_INDEX]))

    def choose_character(self) -> str:
        """Return a character of ASCII, of the first plane or of all planes; neither NUL nor a surrogate."""
        code = self.random.randint(1, self.random.choice([0x7F, 0xFFFF, 0x10FFFF]))
        return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code < 0xE000 else chr(code)

    def choose_some(self, **parameters: Any) -> Fields:
        """Return some of the parameters, each more often than not."""
        return {
            name: value
            for name, value in parameters.items()
            if self.random.random() < 0.6
        }
