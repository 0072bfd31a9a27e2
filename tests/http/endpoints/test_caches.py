"""Every cache of the service is known, and is bounded by what a worker may hold."""

import functools
import gc
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.bias import riffles, statistics
from service.bias.distributions import MAX_N, all_orders
from service.bias.trials import MAX_ITEMS
from service.cards.card import Notation
from service.cards.deck import DECKS
from service.cards.endpoint import DeckShuffleRequest
from service.cards.options import MAX_PACKS, PackOptions
from service.cards.shoe import (
    _CARDS,
    _codes_by_group,
    _full_pack,
    build_shoe,
    card_labels,
    parse_card,
)
from service.cards.spellings import MAX_SPELLING
from service.core.rng.sources import _small_array
from service.core.shuffles.vectorized import _draws_until
from service.games.catalogue import GAMES
from service.games.game import set_up
from service.games.stages import count_by_place, lay_out, lay_stock
from service.http.draw_cache import DrawCache
from service.http.query_parsing import validate_query
from service.http.request_context import route_label
from service.http.results.result_types import _write_npy_header
from service.pages.guides.catalogue import GUIDES
from service.pages.languages import TEXTS
from service.pages.menu import PAGES
from service.rankings.showdowns import _parse_card_or_joker, _parse_standard_card
from service.sealed.opening.jwk import _is_ed25519
from service.sealed.opening.terms import Reveal, Terms
from service.sealed.shoe.bitmap import Bitmap
from service.sealed.shoe.rounds import open_round
from service.sealed.shoe.sealed_shoe import _parse_token_terms
from service.server.calls import _environ_key, format_date
from tests.http.spec import OPERATIONS, get
from tests.memory import measure_kept
from tests.options import list_values

FunctionCache = type(functools.cache(len))
PACKS = "service.cards.shoe._full_pack"
CONSTANT = {
    "service.http.operations.openapi._whole",
    "service.http.replay.draw_endpoints._describe_endpoint",
    "service.http.schemas.response_schemas.schema_from_dataclass",
    "service.core.crypto.signatures._jws",
    "service.cards.pictures.find_pictures",
    "service.cards.pictures.number_pictures",
    "service.cards.pictures.picture_size",
    "service.conditions.predicates._count_holdings",
    "service.rankings.three_cards._rank_all",
    "service.core.draw_requests.read_members",
    "service.core.object_types.describe",
    "service.core.rng.sources._doubtful_words",
    "service.core.shuffles.large.compiled_swaps",
    "service.names.suggestions._read_name",
    "service.pages.table_form._list_catalogue",
    "service.pages.search_index.search_index",
    "service.pages.page_views._list_imports",
    "service.pages.page_views._offline",
    "service.pages.page_views._read_files",
    "service.arrangements.bounded_attempts.Bounds",
    "service.pages.page_views.fingerprint",
    "service.pages.page_views.list_assets",
    "service.pictures.artwork._outlines",
    "service.pictures.artwork.drawing",
    "service.pictures.french_suits._vendored_card",
    "service.pictures.pieces._vendored_tile",
}
"""The caches with keys that no request decides."""
MAX_BYTES = 32 << 20
"""The bytes of all other caches in a worker."""
MAX_SCALE = 8
"""How often what is measured has room in their cache; what Python allocates for itself counts so often."""

VARIATION = "\N{VARIATION SELECTOR-15}"
CODES = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
LONGEST = [
    code + VARIATION * number
    for code in CODES
    for number in range(34, MAX_SPELLING - 1)
]
BLACKJACK = GAMES["blackjack"]
LAST = 99  # stages dealt: all of a game


def fill_packs(_: FlaskClient) -> None:
    _CARDS.clear()
    for deck in DECKS.values():
        for values in product(*(list_values(name) for name in deck.options)):
            _full_pack(deck.name, values)


def exclude(number: int, count: int) -> tuple[str, ...]:
    """Return codes of cards to exclude; for another number they differ."""
    start = number % len(CODES)
    codes = CODES[start:] + CODES
    return tuple(code.lower() for code in codes[:count])


def exclude_cards(count: int, **options: Any) -> Iterator[PackOptions]:
    """Yield the options of forty packs, each without other cards."""
    for number in range(40):
        yield PackOptions(exclude=exclude(number, count), **options)


def fill_shoes(_: FlaskClient) -> None:
    for packs in exclude_cards(32):
        build_shoe(DECKS["standard"], packs)


def fill_labels(_: FlaskClient) -> None:
    for packs in exclude_cards(8, decks=MAX_PACKS):
        card_labels(build_shoe(DECKS["standard"], packs), Notation.NAME)


def fill_dominoes(_: FlaskClient) -> None:
    for highest in list_values("highest"):
        parse_card("exclude", "0-0", DECKS["dominoes"], PackOptions(highest=highest))
        _codes_by_group("dominoes", (highest,))


def fill_hints(client: FlaskClient) -> None:
    for highest in list_values("highest"):
        client.get(f"/v1/decks/dominoes?exclude=0-zero&highest={highest}")
    for deck in DECKS:
        client.get(f"/v1/decks/{deck}?exclude=no-card")


def deal_small(_: FlaskClient) -> None:
    for packs in exclude_cards(1, decks=9):
        table = set_up(BLACKJACK, 7, packs)
        table.deal(range(len(table.shoe)))


def lay_out_small(_: FlaskClient) -> None:
    table = set_up(BLACKJACK, 7, PackOptions(decks=9, exclude=("2S",)))
    for start in range(0, 320, 10):
        lay_out(table, range(len(table.shoe)), start=start).find_covered(
            None, None, LAST
        )


def lay_out_large(_: FlaskClient) -> None:
    table = set_up(BLACKJACK, 7, PackOptions(decks=MAX_PACKS))
    for start in (0, 1):
        lay_out(table, range(len(table.shoe)), start=start).find_covered(
            None, None, LAST
        )


def lay_stocks(_: FlaskClient) -> None:
    for number in range(8):
        lay_stock("stock", 52 * MAX_PACKS - number).find_covered(None, None, LAST)


def open_rounds(_: FlaskClient) -> None:
    size = 2**12
    terms = Terms(max=size, min=1, reveal=Reveal.SHOWN)
    for number in range(4):
        drawn = Bitmap.of(range(number, size, 2))
        shoe_round = open_round(terms, number, bytes(32), None, drawn)
        assert len(shoe_round.positions) == size
        assert shoe_round.tree.root


def read_terms(_: FlaskClient) -> None:
    for number in range(20):
        tiles = tuple(f"{a}-{b}" for a in range(19) for b in range(a))
        terms = Terms(
            deck="dominoes",
            highest=18,
            decks=MAX_PACKS,
            exclude=tiles,
            label=f"{number:x>256}",
        )
        assert _parse_token_terms(terms.canonical_json).size == 19 * MAX_PACKS
    for number in range(64):
        items = tuple(f"{number:012x}" for _ in range(250))
        terms = Terms(items=items)
        assert _parse_token_terms(terms.canonical_json).size == 250


def send_bodies(client: FlaskClient) -> None:
    shapes = [f"{length}={length}={length}=x" for length in range(14)]
    body = {
        "hands": 4,
        "cards": 13,
        "decks": 2,
        "where": {"hand": 1, "shape": shapes},
        "max_candidates": 1,
    }
    for number in range(40):
        sent = body | {"burn": number}
        response = client.post("/v1/decks/standard/deal", json=sent)
        assert response.status_code == 200


def validate_parameters(_: FlaskClient) -> None:
    schema = DeckShuffleRequest()
    for number in range(104):
        codes = ",".join(exclude(number, 18 - number // 52))
        validate_query(schema, f"exclude={codes}".encode())


def get_pages(client: FlaskClient) -> None:
    paths = [page.path for page in PAGES.values()]
    paths += [f"/docs/guide/{name}" for name in GUIDES]
    for path, language in product(paths, TEXTS):
        url = f"{path}?lang={language}"
        response = client.get(url, headers={"Accept": "text/html"})
        assert response.status_code == 200


def get_all(client: FlaskClient, paths: Iterable[str]) -> None:
    for path in paths:
        assert client.get(path).status_code == 200


def sort_by_size(client: FlaskClient, paths: Iterable[str]) -> list[str]:
    """Return paths, those with the largest responses last: a cache keeps the last."""
    return sorted(paths, key=lambda path: len(client.get(path).data))


@functools.cache
def sort_decks(client: FlaskClient, form: str) -> list[str]:
    """Return the paths of a form for all decks, the largest last."""
    return sort_by_size(client, [form.format(deck) for deck in DECKS])


@functools.cache
def sort_pictures(client: FlaskClient) -> list[str]:
    """Return the paths of the pictures of all cards, the largest last."""
    paths: set[str] = set()
    for deck in DECKS:
        cards = get(client, f"/v1/decks/{deck}")["cards"]
        paths.update(card["image"] for card in cards)
    return sort_by_size(client, paths)


def get_pictures(client: FlaskClient) -> None:
    get_all(client, sort_pictures(client)[-128:])


def get_sheets(client: FlaskClient) -> None:
    get_all(client, sort_decks(client, "/v1/decks/{}/sprites.svg")[-8:])
    get_all(client, sort_decks(client, "/v1/decks/{}/sprites.json")[-8:])


def get_deck_pictures(client: FlaskClient) -> None:
    get_all(client, sort_decks(client, "/pictures/{}.json")[-4:])


def get_paths(client: FlaskClient) -> None:
    for number in range(50):
        client.get(f"/nowhere/{number:x>50}")


def get_documents(client: FlaskClient) -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    for count in range(len(names) - 8, len(names)):
        listed = ",".join(names[:count])
        get_all(client, [f"/openapi.json?examples=true&operations={listed}"])


def get_exact_biases(client: FlaskClient) -> None:
    # With more passes, the fractions have too many digits to be written.
    for passes in range(173, 177):
        get_all(client, [f"/v1/algorithms/overhand/bias?n=5&passes={passes}"])


def sum_harmonics(_: FlaskClient) -> None:
    for number in range(128):
        statistics._harmonic_number(MAX_ITEMS - number // 2, 1 + number % 2)


def set_up_tables(_: FlaskClient) -> None:
    for packs in exclude_cards(32, decks=MAX_PACKS):
        set_up(BLACKJACK, 7, packs)


def count_places(_: FlaskClient) -> None:
    for packs in exclude_cards(8, decks=2):
        count_by_place(set_up(GAMES["canasta"], 4, packs))


def label_routes(_: FlaskClient) -> None:
    for number in range(200):
        route_label(f"/{number:099}/<name>")


def write_npy_headers(_: FlaskClient) -> None:
    for number in range(99):
        _write_npy_header("<i8", (number, number))


def list_orders(_: FlaskClient) -> None:
    for number in range(MAX_N):
        all_orders(number + 1)


def check_keys(_: FlaskClient) -> None:
    for number in range(1500):
        _is_ed25519(f"{number:043}")


def parse_cards(_: FlaskClient) -> None:
    for text in LONGEST:
        _parse_standard_card(text)


def parse_cards_or_jokers(_: FlaskClient) -> None:
    for text in LONGEST:
        _parse_card_or_joker(text, 4)


def make_arrays(_: FlaskClient) -> None:
    for number in range(50):
        _small_array(range(number, number + 256))


def expect_draws(_: FlaskClient) -> None:
    for number in range(1, 50):
        _draws_until(number, number)


def name_headers(_: FlaskClient) -> None:
    for number in range(300):
        _environ_key(b"%064x" % number)


FILLED_BY: dict[str, Callable[[FlaskClient], object]] = {
    "service.http.draw_cache.DrawCache": send_bodies,
    "service.http.operations.openapi._select": get_documents,
    "service.http.query_parsing._validate_pair": validate_parameters,
    "service.http.request_context.route_label": label_routes,
    "service.pictures.endpoint._asset": get_pictures,
    "service.pictures.endpoint._map": get_sheets,
    "service.pictures.endpoint._sheet": get_sheets,
    "service.app.Application._make_adapter": get_paths,
    "service.http.results.result_types._write_npy_header": write_npy_headers,
    "service.bias.endpoint._compute": get_exact_biases,
    "service.bias.distributions.all_orders": list_orders,
    "service.bias.riffles.eulerian_numbers": lambda _: riffles.eulerian_numbers(
        riffles.MAX_N
    ),
    "service.bias.statistics._harmonic_number": sum_harmonics,
    "service.cards.shoe._build_shoe": fill_shoes,
    "service.cards.shoe._cards_by_spelling": fill_dominoes,
    "service.cards.shoe._codes_by_group": fill_dominoes,
    "service.cards.shoe._codes_in_any_pack": fill_hints,
    "service.cards.shoe._hints": fill_hints,
    PACKS: fill_packs,
    "service.cards.shoe.card_labels": fill_labels,
    "service.sealed.opening.jwk._is_ed25519": check_keys,
    "service.games.game._deal_positions": deal_small,
    "service.games.game._set_up": set_up_tables,
    "service.games.stages._lay_out_large": lay_out_large,
    "service.games.stages._lay_out_small": lay_out_small,
    "service.games.stages.count_by_place": count_places,
    "service.games.stages.lay_stock": lay_stocks,
    "service.rankings.showdowns._parse_card_or_joker": parse_cards_or_jokers,
    "service.rankings.showdowns._parse_standard_card": parse_cards,
    "service.core.rng.sources._small_array": make_arrays,
    "service.sealed.shoe.rounds.Round": open_rounds,
    "service.sealed.shoe.sealed_shoe._parse_terms_anew": read_terms,
    "service.core.shuffles.vectorized._draws_until": expect_draws,
    "service.pictures.endpoint._deck_pictures": get_deck_pictures,
    "service.pages.page_views._render": get_pages,
    "service.server.calls._environ_key": name_headers,
    "service.server.calls.format_date": lambda _: format_date(0),
}
"""The function that fills each cache, by its name, with the largest values that requests can make."""


class Cache(NamedTuple):
    """A cache of any kind: its name, what clears it, how many entries it has, and how many it keeps at most."""

    name: str
    clear: Callable[[], object]
    count_entries: Callable[[], int]
    room: int


def read_cache(value: Any) -> Cache | None:
    """Return what a value is as a cache; None if it is none."""
    if isinstance(value, DrawCache):
        name = name_object(DrawCache)
        return Cache(name, value.clear, value.__len__, value.max_draws)
    if isinstance(value, FunctionCache):
        return Cache(
            name_object(value),
            value.cache_clear,
            lambda: value.cache_info().currsize,
            value.cache_parameters()["maxsize"],
        )
    return None


def name_object(value: Any) -> str:
    """Return the name of a class or a function with its module; a cache of another library may have none."""
    return f"{value.__module__}.{getattr(value, '__qualname__', '')}"


def find_caches() -> dict[str, list[Cache]]:
    """Return the caches of the service by name: every application has its own, also the applications of other tests."""
    caches: dict[str, list[Cache]] = {}
    gc.unfreeze()  # conftest.py hides from the collector what the collection of tests creates
    for cache in filter(None, map(read_cache, gc.get_objects())):
        if cache.name.startswith("service.") and cache.name not in CONSTANT:
            caches.setdefault(cache.name, []).append(cache)
    gc.freeze()
    return caches


def measure(
    fill: Callable[[FlaskClient], object], client: FlaskClient, caches: Iterable[Cache]
) -> int:
    """Return the bytes that stay in use after a function that fills caches."""

    def clear() -> None:
        for cache in caches:
            cache.clear()

    return measure_kept(lambda: fill(client), clear)


def find_scale(caches: Iterable[Cache]) -> float:
    """Return how often the entries of the fullest of some caches have room in it, which is at least once."""
    fullest = max(caches, key=lambda cache: cache.count_entries())
    return max(1.0, fullest.room / fullest.count_entries())


def test_every_cache_is_known(client: FlaskClient) -> None:
    assert client.get("/").status_code == 200
    assert find_caches().keys() == FILLED_BY.keys()


@pytest.mark.exhaustive
def test_the_caches_of_a_worker_are_bounded_in_bytes(client: FlaskClient) -> None:
    caches_by_name = find_caches()
    packs = caches_by_name.pop(PACKS)
    all_caches = [cache for caches in caches_by_name.values() for cache in caches]
    for cache in all_caches:
        cache.clear()
    fill_packs(client)
    # All other caches share the packs.
    sizes = {PACKS: measure(fill_packs, client, packs)}
    names_by_fill: dict[Callable[[FlaskClient], object], list[str]] = {}
    for name in caches_by_name:
        names_by_fill.setdefault(FILLED_BY[name], []).append(name)
    for fill, names in names_by_fill.items():
        # What stays for ever, such as a compiled template, is no part of the cache.
        fill(client)
        size = measure(fill, client, all_caches)
        scale = max(find_scale(caches_by_name[name]) for name in names)
        assert scale <= MAX_SCALE, names
        sizes[" and ".join(names)] = round(size * scale)
    print(*(f"{size / 2**20:.1f} MiB {name}" for name, size in sizes.items()), sep="\n")
    assert sum(sizes.values()) < MAX_BYTES
