"""What fills the caches of cards (tests/caches.py)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from flask.testing import FlaskClient

from service.cards.card import Notation
from service.cards.deck import DECKS
from service.cards.options import MAX_PACKS, PackOptions
from service.cards.shoe import build_shoe, card_labels, parse_codes
from tests.options import list_values

CODES = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]


def fill_packs(_: FlaskClient) -> None:
    for deck in DECKS.values():
        for values in product(*(list_values(name) for name in deck.options)):
            options = dict(zip(deck.options, values, strict=True))
            build_shoe(deck, PackOptions(**options))


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
        packs = PackOptions(highest=highest)
        parse_codes("exclude", ["zero-zeros"], DECKS["dominoes"], packs)


def fill_hints(client: FlaskClient) -> None:
    for highest in list_values("highest"):
        client.get(f"/v1/decks/dominoes?exclude=0-zero&highest={highest}")
    for deck in DECKS:
        client.get(f"/v1/decks/{deck}?exclude=no-card")


CONSTANT = {
    "service.cards.languages._index_first_letters",
    "service.cards.pictures.find_pictures",
    "service.cards.pictures.number_pictures",
    "service.cards.pictures.picture_size",
}
FILLS = {
    "service.cards.shoe._build_shoe": fill_shoes,
    "service.cards.shoe._cards_by_spelling": fill_dominoes,
    "service.cards.shoe._codes_by_group": fill_dominoes,
    "service.cards.shoe._codes_in_any_pack": fill_hints,
    "service.cards.shoe._full_pack": fill_packs,
    "service.cards.shoe._share_card": fill_packs,
    "service.cards.shoe._words": fill_hints,
    "service.cards.shoe.card_labels": fill_labels,
}
