"""What fills the caches of pictures (tests/caches.py)."""

from collections.abc import Iterable
from functools import cache

from flask.testing import FlaskClient

from service.cards.deck import DECKS
from tests.caches import get_all
from tests.http.spec import get


def sort_by_size(client: FlaskClient, paths: Iterable[str]) -> list[str]:
    """Return paths, those with the largest responses last: a cache keeps the last."""
    return sorted(paths, key=lambda path: len(client.get(path).data))


@cache
def sort_decks(client: FlaskClient, form: str) -> list[str]:
    """Return the paths of a form for all decks, the largest last."""
    return sort_by_size(client, [form.format(deck) for deck in DECKS])


@cache
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


CONSTANT = {
    "service.pictures.artwork._outlines",
    "service.pictures.artwork.drawing",
    "service.pictures.french_suits._vendored_card",
    "service.pictures.pieces._vendored_tile",
}
FILLS = {
    "service.pictures.endpoint._asset": get_pictures,
    "service.pictures.endpoint._deck_pictures": get_deck_pictures,
    "service.pictures.endpoint._map": get_sheets,
    "service.pictures.endpoint._sheet": get_sheets,
}
