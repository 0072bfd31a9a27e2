"""Random valid requests of every endpoint that the independent implementation knows."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from re import fullmatch, match, sub
from typing import Any

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS, Deck, get_deck
from service.cards.options import OPTIONS, PackOptions
from service.cards.shoe import Shoe, build_shoe
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.registry import SHUFFLES
from service.core.value_types import MAX_MAGNITUDE
from service.games.catalogue import GAMES
from service.games.deals import DealRequest, build_procedure
from service.games.game import Game, GameTable, find_by_players, set_up
from service.games.given import parse_given
from service.games.microsoft import MAX_DEAL_NUMBER
from service.games.procedures import Procedure, all_cards
from service.http.response_replay import list_endpoints
from service.http.schemas.request_schemas import RequestSchema
from tests.arrangements.enumeration import (
    are_right_groups,
    are_right_pairs,
    attribute_of,
    list_neighbours,
    may_be_neighbours,
    name_of,
)
from tests.options import list_values

REPEATS = (
    2,
    3,
    4,
    5,
    8,
    13,
)  # the last two are drawn by vectorized code where that is faster
FRENCH = [card.code for card in build_shoe(get_deck("standard"), PackOptions())]
SPARSE = [shuffle.name for shuffle in SHUFFLES.values() if shuffle.sparse]

OTHER_SPELLINGS = dict.fromkeys(
    ("standard", "piquet", "euchre", "pinochle", "tarot", "tarock54"), r"(10?|0)[SHDC]"
) | {
    **dict.fromkeys(("spanish40", "spanish48"), r"(1[012]?|[SCR])[OCEB]"),
    "italian40": r"(10?|[89FCR])[DCSB]",
    **dict.fromkeys(("german32", "german33", "german36"), r"(10|[D6-9TUOKA])[ALHBEGS]"),
    "swiss36": r"(10|[6-9TUOKA])[ARSBE]",
    "tichu": r"1|10[JWPS]",
    "riichi": r"5[mps]r|[ESWNPFC]",
    **dict.fromkeys(("dominoes", "chinese_dominoes"), r"\d+-\d+"),
}
"""The spellings of cards that docs/definitions/decks.md lists besides the codes; the service accepts more."""

SCHEMAS: dict[str, RequestSchema] = {
    sub("<[^>]+>", "[^/]+", endpoint.rule): endpoint.single_schema
    for endpoint in list_endpoints(BLUEPRINTS).values()
}
"""The schema of the requests of each path."""

Fields = dict[str, Any]


@dataclass(frozen=True)
class ApiRequest:
    path: str
    fields: Fields

    @property
    def has_rules(self) -> bool:
        """Return whether the attributes and names of the items decide what is drawn."""
        return not {"strata", "neighbours"}.isdisjoint(self.fields) or bool(
            match("/v1/items/(groups|pairs|allocate)", self.path)
        )

    def add_list(self, response: Fields) -> Fields:
        """Return the response with the list of the request, if it cannot be checked without the list."""
        is_partial = "strata" in self.fields and self.path.startswith("/v1/items/draw")
        return response | (
            {"original_items": self.fields["items"]} if is_partial else {}
        )

    def split_batch(self) -> list[Fields]:
        """Return the request for the independent implementation: one object for each result of a batch."""
        unnamed = {"repeats"} if self.has_rules else {"items", "repeats"}
        fields = {
            name: value for name, value in self.fields.items() if name not in unnamed
        }
        fields["path"] = self.path.removesuffix("/batch")
        if "items" in self.fields and not self.has_rules:
            fields["n"] = len(self.fields["items"])
        counters = {"index": 0} | {
            name: fields[name]
            for name in ("index", "board", "deal_number")
            if name in fields
        }
        repeats = range(self.fields.get("repeats", 1))
        return [
            fields | {name: first + i for name, first in counters.items()}
            for i in repeats
        ]

    def expected_response(self, results: list[Fields]) -> Fields:
        """Return the fields that the service must return, given the independent result of each part."""
        if "items" in self.fields:
            items = self.fields["items"]
            for result in results:
                places = (
                    (*result["hands"], *result["piles"])
                    if "hands" in result
                    else (result,)
                )
                for place in places if result.keys() & {"hands", "indices"} else ():
                    place["items"] = [items[index] for index in place["indices"]]
        if "repeats" not in self.fields:
            return results[0]
        columns = {name: [result[name] for result in results] for name in results[0]}
        return columns | {"draws": sum(columns["draws"])}


class RequestGenerator:
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
        while True:
            request = self.random.choices(list(self.kinds), list(self.kinds.values()))[
                0
            ]()
            repeats = (
                self.random.choice(REPEATS) if self.random.random() < 0.2 else None
            )
            seed = (
                {}
                if "deal_number" in request.fields
                else self.choose_seed_and_index(repeats or 1)
            )
            fields = request.fields | seed
            fields |= self.choose_defaults(request.path, fields)
            if repeats:
                yield ApiRequest(f"{request.path}/batch", fields | {"repeats": repeats})
            else:
                yield ApiRequest(request.path, fields)

    def choose_defaults(self, path: str, fields: Fields) -> Fields:
        """Return some of the parameters that the request does not have, each with its default."""
        if self.random.random() < 0.5:
            return {}
        schema = next(
            schema for pattern, schema in SCHEMAS.items() if fullmatch(pattern, path)
        )
        defaults = {
            name: [] if value == () else value
            for name, value in schema.defaults.items()
        }
        return self.choose_some(
            **{name: value for name, value in defaults.items() if name not in fields}
        )

    def choose_seed_and_index(self, repeats: int) -> Fields:
        return {"seed": self.choose_seed()} | self.choose_some(
            index=min(self.choose_index(), MAX_INDEX - repeats)
        )

    def shuffle_request(self) -> ApiRequest:
        deck, packs, size = self.choose_shoe()
        count = self.choose_some(count=self.random.randint(1, size))
        fields = packs | self.choose_algorithm(size) | count | self.choose_notation()
        return ApiRequest(f"/v1/decks/{deck}/shuffle", fields)

    def deal_request(self) -> ApiRequest:
        deck, packs, size = self.choose_shoe()
        burn = self.random.randint(0, min(5, size - 1))
        hands = self.random.randint(1, min(9, size - burn))
        each = self.random.randint(1, (size - burn) // hands)
        cuts = sorted(
            self.random.sample(range(1, each), self.random.randint(0, min(4, each - 1)))
        )
        packets: Fields = {
            "packets": [
                end - start
                for start, end in zip([0, *cuts], [*cuts, each], strict=True)
            ]
        }
        options: Fields = {"hands": hands} | self.random.choice(
            [{"cards": each}, packets, packets | {"cards": each}]
        )
        options |= {"burn": burn} if burn else {}
        shoe = build_shoe(
            get_deck(deck),
            PackOptions(**packs | {"exclude": tuple(packs.get("exclude", ()))}),
        )
        arguments: Fields = {
            "hands": hands,
            "cards": each,
            "burn": burn,
            "packets": tuple(options.get("packets", ())),
        }
        given, size = self.choose_given(
            build_procedure(DealRequest(**arguments), size), shoe
        )
        fields = (
            packs
            | self.choose_algorithm(size)
            | options
            | given
            | self.choose_notation()
        )
        return ApiRequest(f"/v1/decks/{deck}/deal", fields)

    def game_request(self) -> ApiRequest:
        game = GAMES[self.random.choice(list(GAMES))]
        path = f"/v1/games/{game.name}/deal"
        if "deal_number" in game.options and self.random.random() < 0.5:
            number = self.random.randint(1, MAX_DEAL_NUMBER - max(REPEATS) + 1)
            return ApiRequest(path, {"deal_number": number} | self.choose_notation())
        players = self.choose_some(players=self.random.choice(list(game.players)))
        options: Fields = self.choose_pack_options() | {
            "decks": self.random.randint(1, 8)
        }
        packs = self.choose_some(
            **{name: value for name, value in options.items() if name in game.options}
        )
        if game.max_cards:
            most = find_by_players(
                game.max_cards, players.get("players", game.players.default)
            )
            players |= self.choose_some(cards=self.random.randint(1, most))
        table, packs = self.set_up(game, players, packs)
        if "exclude" in game.options and self.random.random() < 0.5:
            table, packs = self.exclude_some(game, table, packs)
        given, size = self.choose_given(table.procedure, table.shoe)
        fields = (
            players
            | packs
            | given
            | self.choose_algorithm(size)
            | self.choose_notation()
        )
        board = (
            self.choose_some(board=self.random.randint(1, MAX_INDEX - max(REPEATS)))
            if game.files
            else {}
        )
        return ApiRequest(path, fields | board)

    def choose_given(self, procedure: Procedure, shoe: Shoe) -> tuple[Fields, int]:
        """Return some cards of some deal as given, if they can be, and the number of the other cards of the shoe."""
        if self.random.random() < 0.5:
            return {}, len(shoe)
        deal = procedure.deal(
            self.random.sample(range(len(shoe)), len(shoe)), shoe.pack
        )
        given: Fields = {}
        for kind, places in (("hands", deal.hands), ("piles", deal.piles)):
            for name in self.random.sample(
                list(places), self.random.randint(0, min(2, len(places)))
            ):
                parts = {
                    part: self.choose_first(shoe, cards)
                    for part, cards in places[name].items()
                    if part
                }
                whole = self.choose_first(shoe, all_cards(places[name]))
                given.setdefault(kind, {})[str(name)] = self.random.choice(
                    [whole, parts or whole]
                )
        try:
            known = parse_given(given, procedure, shoe)
        except Refused:
            return {}, len(shoe)
        return {"given": given}, len(known.remaining_cards) if known else len(shoe)

    def choose_first(self, shoe: Shoe, cards: Sequence[int]) -> list[str]:
        """Return the codes of none, some or all of some cards, from the first on, in any spelling."""
        count = self.random.choice([0, 1, min(2, len(cards)), len(cards)])
        codes = [shoe.pack[card % len(shoe.pack)].code for card in cards[:count]]
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
        try:
            smaller = set_up(
                game,
                table.players,
                PackOptions(**packs, exclude=tuple(spellings)),
                table.cards,
            )
        except Refused:
            return table, packs
        return smaller, packs | {"exclude": spellings}

    def integers_request(self) -> ApiRequest:
        kind = self.random.choice(["all", "sparse", "dice"])
        size = self.random.randint(
            50, 300 if kind == "all" else 2 ** self.random.randint(6, 54) - 1
        )
        minimum = self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE - size + 1)
        fields: Fields = {"min": minimum, "max": minimum + size - 1}
        if size <= MAX_MAGNITUDE:
            fields = self.random.choice([fields, {"max": size}])
        match kind:
            case "all":
                fields |= self.choose_algorithm(size) | self.choose_some(
                    count=self.random.randint(1, size)
                )
            case "sparse":
                fields |= {"count": self.random.randint(1, 50)} | self.choose_some(
                    algorithm=self.random.choice(SPARSE)
                )
            case "dice":
                fields |= {"count": self.random.randint(1, 100), "replacement": True}
        return ApiRequest("/v1/integers", fields)

    def drums_request(self) -> ApiRequest:
        drums = [self.choose_drum() for _ in range(self.random.randint(1, 5))]
        return ApiRequest("/v1/integers/draw", {"drums": drums})

    def choose_drum(self) -> Fields:
        size = self.random.randint(1, 2 ** self.random.randint(1, 54) - 1)
        minimum = self.random.choice(
            [1, self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE - size + 1)]
        )
        if minimum + size - 1 > MAX_MAGNITUDE:
            minimum = -MAX_MAGNITUDE
        drum: Fields = {"max": minimum + size - 1} | (
            {} if minimum == 1 else {"min": minimum}
        )
        if self.random.random() < 0.3:
            return drum | {"count": self.random.randint(1, 30), "replacement": True}
        if size < 60:
            return drum | self.choose_some(
                count=self.random.randint(1, size), replacement=False, min=minimum
            )
        return drum | {"count": self.random.randint(1, 30)}

    def strips_request(self) -> ApiRequest:
        return ApiRequest("/v1/bingo/strips", {})

    def items_request(self) -> ApiRequest:
        size = self.random.choice([0, 1, self.random.randint(2, 60)])
        items = [self.random.choice([i, f"item {i}", [i], None]) for i in range(size)]
        return ApiRequest(
            "/v1/items/shuffle", {"items": items} | self.choose_algorithm(size)
        )

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
        neighbours = (
            {"different": attributes} if attributes else {}
        ) | self.random.choice(kinds)
        pairs = list_neighbours(len(items), neighbours)
        for _ in range(100):
            order = self.random.sample(items, len(items))
            if all(
                may_be_neighbours(order[one], order[other], neighbours)
                for one, other in pairs
            ):
                return ApiRequest(
                    "/v1/items/shuffle", {"items": items, "neighbours": neighbours}
                )
        return self.items_request()

    def items_deal_request(self) -> ApiRequest:
        hands = self.random.randint(1, 5)
        cards = self.random.randint(1, 5)
        burn = self.random.randint(0, 3)
        names = self.random.sample(
            ["market", "b", "a", "10", "9", "é"], self.random.randint(0, 4)
        )
        piles: list[Fields] = [
            {"name": name, "cards": self.random.randint(1, 4)} for name in names
        ]
        rest = self.random.randint(0, 9)
        size = burn + hands * cards + sum(pile["cards"] for pile in piles) + rest
        fields = {"items": list(range(size)), "hands": hands, "cards": cards} | (
            {"burn": burn} if burn else {}
        )
        return ApiRequest(
            "/v1/items/deal",
            fields | ({"piles": piles} if piles else {}) | self.choose_algorithm(size),
        )

    def items_draw_request(self) -> ApiRequest:
        size = self.random.randint(1, 60)
        largest = self.random.choice([1, 3, 100, 2**32, MAX_MAGNITUDE // size])
        weights = [self.random.randint(0, largest) for _ in range(size)]
        weights[self.random.randrange(size)] = largest
        replacement = self.random.random() < 0.5
        count = self.random.randint(1, 60 if replacement else sum(map(bool, weights)))
        options = {"count": count} | ({"replacement": True} if replacement else {})
        return ApiRequest(
            "/v1/items/draw",
            {"items": list(range(size))} | options | self.choose_some(weights=weights),
        )

    def strata_request(self) -> ApiRequest:
        items = [
            item
            for item in self.choose_items(self.random.randint(1, 30))
            if isinstance(item, dict)
        ]
        items = items or [{"size": "M"}]
        sizes = self.count_values(items, "colour")
        counts = {
            text: number
            for text, size in sizes.items()
            if (number := self.random.randint(0, size))
        }
        if not counts or self.random.random() < 0.5:
            strata: Fields = {"attribute": "size"}
            count: Fields = {"count": self.random.randint(1, len(items))}
        else:
            strata = {"attribute": "colour", "counts": counts}
            count = self.choose_some(count=sum(counts.values()))
        return ApiRequest("/v1/items/draw", {"items": items, "strata": strata} | count)

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
        fixed = [
            {"item": name_of(item), "group": number + 1}
            for number, group in enumerate(groups)
            for item in group
            if self.random.random() < 0.1
        ]
        rules: list[Fields] = [
            {"different": [name]} for name in self.choose_attributes(items)
        ]
        rules += [
            {"limits": [self.choose_limit(items, name)]}
            for name in self.choose_attributes(items) * 2
        ]
        rules += [{"apart": [names]} for names in self.choose_lists(items)]
        rule = self.merge(
            [
                rule
                for rule in rules
                if are_right_groups(groups, rule | {"items": items})
            ]
        )
        is_even = len(items) % count == 0 and self.random.random() < 0.5
        size = {"group_size": len(items) // count} if is_even else {"groups": count}
        rule |= ({"fixed": fixed} if fixed else {}) | {
            "method": self.random.choice(["exact", "exact", "sequential"])
        }
        return ApiRequest("/v1/items/groups", {"items": items} | size | rule)

    def choose_limit(self, items: list[Any], attribute: str) -> Fields:
        value = self.choose_some(
            value=self.random.choice(list(self.count_values(items, attribute)))
        )
        bounds = self.choose_some(min=self.random.randint(0, 2)) | {
            "max": self.random.randint(2, 4)
        }
        return {"attribute": attribute} | value | bounds

    def pairs_request(self) -> ApiRequest:
        """Return a request for pairs with rules that some arrangement fulfils."""
        items = self.choose_items(self.random.randint(2, 16))
        order = self.random.sample(range(len(items)), len(items))
        after = dict(zip(order, [*order[1:], order[0]], strict=True))
        receivers = tuple(after[i] for i in range(len(items)))
        rules: list[Fields] = [
            {"different": [name]} for name in self.choose_attributes(items)
        ]
        rules += [{"apart": [names]} for names in self.choose_lists(items)]
        pairs = [map(name_of, self.random.sample(items, 2)) for _ in range(3)]
        rules += [
            {"forbidden": [{"giver": giver, "receiver": receiver}]}
            for giver, receiver in pairs
        ]
        rules += [{"mutual": False}, {"cycle": True}]
        rules = [rule for rule in rules if self.random.random() < 0.6]
        rule = self.merge(
            [
                rule
                for rule in rules
                if are_right_pairs(receivers, rule | {"items": items})
            ]
        )
        return ApiRequest("/v1/items/pairs", {"items": items} | rule)

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
                merged[name] = (
                    [*merged.get(name, ()), *value]
                    if isinstance(value, list)
                    else value
                )
        return merged

    def allocate_request(self) -> ApiRequest:
        items = self.choose_items(self.random.randint(1, 30))
        names = ("A", "B é", "3")
        arms: list[Fields] = [
            {"name": name} | self.choose_some(ratio=self.random.randint(1, 3))
            for name in names
        ]
        arms = arms[: self.random.randint(2, 3)]
        total = sum(arm.get("ratio", 1) for arm in arms)
        sizes = [
            total * times
            for times in self.random.sample(range(1, 4), self.random.randint(1, 3))
        ]
        strata = self.choose_attributes(items)[: self.random.randint(0, 2)]
        fields = {"items": items, "arms": arms, "block_sizes": sizes} | (
            {"strata": strata} if strata else {}
        )
        return ApiRequest("/v1/items/allocate", fields)

    def choose_items(self, size: int) -> list[Any]:
        """Return items with names of their own; some have a colour, which may be a number, and most have a size."""

        def choose_item(name: str) -> Any:
            if self.random.random() < 0.1:
                number = name.removeprefix("item ")
                return self.random.choice(
                    [name, float(f"{len(name)}.{number}"), int(number) + 100]
                )
            colours = self.choose_some(
                colour=self.random.choice(
                    ["red", "é", 1, "1", 1.0, 2.5, True, "true", None]
                )
            )
            return {"name": name, "size": self.random.choice("SML")} | colours

        return [choose_item(f"item {number}") for number in range(size)]

    def choose_shoe(self) -> tuple[str, Fields, int]:
        """Return a deck, options of its packs, and the number of cards."""
        deck = get_deck(self.random.choice(list(DECKS)))
        options = {
            name: value
            for name, value in self.choose_pack_options().items()
            if name in deck.options
        }
        packs = self.choose_some(decks=self.random.randint(1, 8), **options)
        full = build_shoe(deck, PackOptions(**packs))
        codes = sorted({card.code for card in full})
        excluded = self.random.sample(codes, self.random.randint(0, len(codes) - 1))
        if not excluded:
            return deck.name, packs, len(full)
        rest = build_shoe(deck, PackOptions(**packs, exclude=tuple(excluded)))
        return (
            deck.name,
            packs
            | {"exclude": [self.choose_spelling(deck, code) for code in excluded]},
            len(rest),
        )

    def choose_pack_options(self) -> Fields:
        return {name: self.random.choice(list_values(name)) for name in OPTIONS}

    def choose_spelling(self, deck: Deck, code: str) -> str:
        pattern = OTHER_SPELLINGS.get(deck.name, "")
        spellings = deck.list_spellings()
        others = [
            text
            for text, card_code in spellings
            if card_code == code and fullmatch(pattern, text)
        ]
        return self.random.choice([code, code.lower(), *others])

    def choose_algorithm(self, n: int) -> Fields:
        """Return a shuffle that accepts n items, with some of its parameters; or no shuffle."""
        shuffle = SHUFFLES[
            self.random.choice(
                [name for name in SHUFFLES if name != "faro" or n % 2 == 0]
            )
        ]
        parameters = {
            parameter.name: self.random.choice(
                parameter.choices or range(parameter.min, min(parameter.max, 64) + 1)
            )
            for parameter in shuffle.parameters
        }
        return self.random.choice(
            [{}, *[{"algorithm": shuffle.name} | self.choose_some(**parameters)] * 5]
        )

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
        return {
            name: value
            for name, value in parameters.items()
            if self.random.random() < 0.6
        }
