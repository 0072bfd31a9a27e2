"""Every card and back has a picture below its deck, by any spelling, for ever and for everybody."""

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.cards.deck import DECKS
from service.settings import Settings
from tests.http.spec import get, json_object
from tests.tables import for_each, sample

IMMUTABLE = "public, max-age=31536000, immutable"
HOUR = "public, max-age=3600"
PICTURES = {
    "/v1/decks/standard/cards/AD.svg": IMMUTABLE,
    "/v1/decks/standard/back.svg": IMMUTABLE,
    "/v1/decks/standard/pictures/52.svg": IMMUTABLE,
    "/v1/decks/mahjong/pictures/143.svg": IMMUTABLE,
    "/v1/decks/dominoes/cards/18-18.svg": IMMUTABLE,
    "/v1/decks/standard/sprites.svg": HOUR,
    "/v1/decks/standard/sprites.json": HOUR,
}
"""How long a picture may be cached by its path."""
CLOSED = create_app(Settings(cors_origins=())).test_client()

every_deck = for_each("deck", DECKS)


@pytest.mark.sampled
@every_deck
def test_every_card_links_to_its_picture(client: FlaskClient, deck: str) -> None:
    options: dict[str, Any] = {
        "jokers": 4,
        "red_fives": 3,
        "highest": 9,
        "suit_order": "CDHS",
    }
    query = {option: options[option] for option in DECKS[deck].options}
    description = get(client, f"/v1/decks/{deck}", decks=2, **query)
    images = {card["code"]: card["image"] for card in description["cards"]}
    assert len(set(images.values())) == len(images)
    for code, image in sample(list(images.items()), 5):
        picture = client.get(f"/v1/decks/{deck}/cards/{code}.svg").data
        assert client.get(image).data == picture
    size = description["picture"]
    back = client.get(size["back"]).text
    assert f'viewBox="0 0 {size["width"]} {size["height"]}"' in back


def test_the_list_has_the_size_and_the_back_of_each_deck(client: FlaskClient) -> None:
    listed = get(client, "/v1/decks")["decks"]
    decks = {deck["deck"]: deck["picture"] for deck in listed}
    assert decks["standard"] == {
        "width": 250,
        "height": 350,
        "back": "/v1/decks/standard/back.svg",
    }
    assert decks["dominoes"] == {
        "width": 200,
        "height": 400,
        "back": "/v1/decks/dominoes/back.svg",
    }


def test_paths_include_the_base_path(client: FlaskClient) -> None:
    below = {"SCRIPT_NAME": "/cards"}
    response = client.get("/v1/decks/standard", environ_overrides=below)
    deck = json_object(response)
    first = deck["cards"][0]
    assert first["image"] == "/cards/v1/decks/standard/pictures/0.svg"
    assert deck["picture"]["back"] == "/cards/v1/decks/standard/back.svg"
    response = client.get("/v1/decks/standard/sprites.json", environ_overrides=below)
    sprites = json_object(response)
    assert sprites["sheet"] == "/cards/v1/decks/standard/sprites.svg"


@for_each(("path", "cache"), PICTURES.items())
def test_a_picture_may_be_cached_and_is_not_sent_again(
    client: FlaskClient, path: str, cache: str
) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == cache
    not_modified = client.get(path, headers={"If-None-Match": response.headers["ETag"]})
    assert not_modified.status_code == 304
    assert not_modified.data == b""
    compressed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in response.headers
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.data) == response.data
    assert compressed.headers["ETag"] != response.headers["ETag"]
    assert "Accept-Encoding" in compressed.vary


@for_each("path", PICTURES)
def test_a_picture_on_its_own_runs_nothing_and_any_page_may_show_it(
    client: FlaskClient, path: str
) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Access-Control-Allow-Origin"] == "*"
    if path.endswith(".svg"):
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        assert headers["Content-Type"].startswith("image/svg+xml")
        assert headers["Content-Security-Policy"] == policy
    closed = CLOSED.get(path).headers
    assert "Access-Control-Allow-Origin" not in closed


def test_the_map_of_the_sprites_names_every_card_and_the_back(
    client: FlaskClient,
) -> None:
    sprites = get(client, "/v1/decks/standard/sprites.json")
    assert len(sprites["sprites"]) == 52 + 4 + 1
    assert {"AS", "X4", "back"} < set(sprites["sprites"])
    sheet = client.get(sprites["sheet"]).text
    assert f'viewBox="0 0 {sprites["width"]} {sprites["height"]}"' in sheet


def test_a_card_may_be_in_any_spelling(client: FlaskClient) -> None:
    spelled = client.get("/v1/decks/standard/cards/10s.svg").data
    numbered = client.get("/v1/decks/standard/pictures/9.svg").data
    assert spelled == numbered


def test_pictures_need_no_key() -> None:
    locked = create_app(Settings(api_keys=("0" * 64,))).test_client()
    for path in PICTURES:
        assert locked.get(path).status_code == 200


def test_a_picture_has_the_aliases_of_its_deck(client: FlaskClient) -> None:
    back = client.get("/v1/decks/standard/back.svg").data
    alias = client.get("/v1/decks/52%20cards/back.svg").data
    assert alias == back
