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
    **{
        f"/v1/decks/standard/{path}": IMMUTABLE
        for path in ("cards/AD.svg", "back.svg", "pictures/52.svg")
    },
    **dict.fromkeys(
        ("/v1/decks/mahjong/pictures/143.svg", "/v1/decks/dominoes/cards/18-18.svg"),
        IMMUTABLE,
    ),
    **dict.fromkeys(
        ("/v1/decks/standard/sprites.svg", "/v1/decks/standard/sprites.json"), HOUR
    ),
}
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
        assert (
            client.get(image).data
            == client.get(f"/v1/decks/{deck}/cards/{code}.svg").data
        )
    view_box = f'viewBox="0 0 {description["picture"]["width"]} {description["picture"]["height"]}"'
    assert view_box in client.get(description["picture"]["back"]).text


def test_the_list_has_the_size_and_the_back_of_each_deck(client: FlaskClient) -> None:
    decks = {
        deck["deck"]: deck["picture"] for deck in get(client, "/v1/decks")["decks"]
    }
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
    mounted = client.get(
        "/v1/decks/standard", environ_overrides={"SCRIPT_NAME": "/cards"}
    )
    assert (
        json_object(mounted)["cards"][0]["image"]
        == "/cards/v1/decks/standard/pictures/0.svg"
    )
    assert (
        json_object(mounted)["picture"]["back"] == "/cards/v1/decks/standard/back.svg"
    )
    sprites = client.get(
        "/v1/decks/standard/sprites.json", environ_overrides={"SCRIPT_NAME": "/cards"}
    )
    assert json_object(sprites)["sheet"] == "/cards/v1/decks/standard/sprites.svg"


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
        assert headers["Content-Type"].startswith("image/svg+xml")
        assert (
            headers["Content-Security-Policy"]
            == "default-src 'none'; style-src 'unsafe-inline'"
        )
    assert "Access-Control-Allow-Origin" not in CLOSED.get(path).headers


def test_the_map_of_the_sprites_names_every_card_and_the_back(
    client: FlaskClient,
) -> None:
    sprites = get(client, "/v1/decks/standard/sprites.json")
    assert len(sprites["sprites"]) == 52 + 4 + 1
    assert {"AS", "X4", "back"} < set(sprites["sprites"])
    assert (
        f'viewBox="0 0 {sprites["width"]} {sprites["height"]}"'
        in client.get(sprites["sheet"]).text
    )


def test_a_card_may_be_in_any_spelling(client: FlaskClient) -> None:
    assert (
        client.get("/v1/decks/standard/cards/10s.svg").data
        == client.get("/v1/decks/standard/pictures/9.svg").data
    )


def test_pictures_need_no_key() -> None:
    locked = create_app(Settings(api_keys=("0" * 64,))).test_client()
    for path in PICTURES:
        assert locked.get(path).status_code == 200


def test_a_picture_has_the_aliases_of_its_deck(client: FlaskClient) -> None:
    path = "/v1/decks/{}/back.svg"
    back = client.get(path.format("standard")).data
    assert client.get(path.format("52%20cards")).data == back
