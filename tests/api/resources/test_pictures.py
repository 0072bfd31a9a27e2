"""/v1/decks/{deck}/…svg over HTTP: what may be kept, compressed and shown, and what there is not."""

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.cards.decks import DECKS
from service.settings import Settings
from tests.api.spec import check_response, get, json_object

FOR_EVER = "public, max-age=31536000, immutable"
AN_HOUR = "public, max-age=3600"
PICTURES = {
    **dict.fromkeys(("standard/cards/AD.svg", "standard/back.svg", "standard/pictures/52.svg"), FOR_EVER),
    **dict.fromkeys(("mahjong/pictures/143.svg", "dominoes/cards/18-18.svg"), FOR_EVER),
    **dict.fromkeys(("standard/sprites.svg", "standard/sprites.json"), AN_HOUR),
}

every_deck = pytest.mark.parametrize("deck", DECKS)
every_picture = pytest.mark.parametrize("path", [f"/v1/decks/{path}" for path in PICTURES])


@every_deck
def test_every_card_tells_where_its_picture_is(client: FlaskClient, deck: str) -> None:
    options: dict[str, Any] = {"jokers": 4, "red_fives": 3, "highest": 9, "suit_order": "CDHS"}
    asked = {option: options[option] for option in DECKS[deck].options}
    described = get(client, f"/v1/decks/{deck}", decks=2, **asked)
    images = {card["code"]: card["image"] for card in described["cards"]}
    assert len(set(images.values())) == len(images)
    for code, image in images.items():
        assert client.get(image).data == client.get(f"/v1/decks/{deck}/cards/{code}.svg").data
    box = f'viewBox="0 0 {described["picture"]["width"]} {described["picture"]["height"]}"'
    assert box in client.get(described["picture"]["back"]).text


def test_the_list_tells_what_the_pictures_of_a_deck_have_in_common(client: FlaskClient) -> None:
    decks = {deck["deck"]: deck["picture"] for deck in get(client, "/v1/decks")["decks"]}
    assert decks["standard"] == {"width": 250, "height": 350, "back": "/v1/decks/standard/back.svg"}
    assert decks["dominoes"] == {"width": 200, "height": 400, "back": "/v1/decks/dominoes/back.svg"}


def test_paths_are_below_wherever_the_service_is_mounted(client: FlaskClient) -> None:
    mounted = client.get("/v1/decks/standard", environ_overrides={"SCRIPT_NAME": "/cards"})
    assert json_object(mounted)["cards"][0]["image"] == "/cards/v1/decks/standard/pictures/0.svg"
    assert json_object(mounted)["picture"]["back"] == "/cards/v1/decks/standard/back.svg"
    sprites = client.get("/v1/decks/standard/sprites.json", environ_overrides={"SCRIPT_NAME": "/cards"})
    assert json_object(sprites)["sheet"] == "/cards/v1/decks/standard/sprites.svg"


@pytest.mark.parametrize(("path", "kept"), [(f"/v1/decks/{path}", kept) for path, kept in PICTURES.items()])
def test_a_picture_may_be_kept_and_is_not_sent_twice(client: FlaskClient, path: str, kept: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept)
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@every_picture
def test_a_picture_is_compressed_for_those_who_take_it(client: FlaskClient, path: str) -> None:
    plain, small = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert small.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in small.vary


@every_picture
def test_a_picture_that_is_opened_by_itself_is_harmless_and_any_page_may_show_it(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(path)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    if path.endswith(".svg"):
        assert answer.mimetype == "image/svg+xml"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_the_map_of_the_sprites_names_every_card_and_the_back(client: FlaskClient) -> None:
    found = get(client, "/v1/decks/standard/sprites.json")
    assert len(found["sprites"]) == 52 + 4 + 1
    assert {"AS", "X4", "back"} < set(found["sprites"])
    assert f'viewBox="0 0 {found["width"]} {found["height"]}"' in client.get(found["sheet"]).text


def test_a_card_is_read_as_everywhere(client: FlaskClient) -> None:
    assert client.get("/v1/decks/standard/cards/10s.svg").data == client.get("/v1/decks/standard/pictures/9.svg").data


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (
            "standard/cards/ZZ.svg",
            "There is no card 'ZZ' in this pack of the standard deck. Its codes go from AS to X4.",
        ),
        ("standard/cards/queen of clubz.svg", "Did you mean 'QC' (Queen of Clubs)?"),
        ("standard/pictures/57.svg", "Its cards are 0 to 51, 52 is the back, and 53 to 56 are cards that options add."),
        ("keno/pictures/81.svg", "Its cards are 0 to 79, 80 is the back."),
        ("standart/back.svg", "Did you mean 'standard'?"),
        ("standart/sprites.json", "Did you mean 'standard'?"),
    ],
)
def test_what_there_is_not_is_told_with_what_there_is(client: FlaskClient, path: str, told: str) -> None:
    answer = check_response(client.get(f"/v1/decks/{path}"))
    assert answer.status_code == 404
    assert told in json_object(answer)["detail"]
    assert json_object(answer)["type"] == "/v1/problems/unknown-name"


def test_a_picture_takes_no_parameters(client: FlaskClient) -> None:
    assert check_response(client.get("/v1/decks/standard/back.svg?size=2")).status_code == 422


def test_a_service_of_no_origin_shows_its_pictures_to_its_own_pages_only() -> None:
    answer = create_app(Settings(cors_origins=())).test_client().get("/v1/decks/standard/back.svg")
    assert "Access-Control-Allow-Origin" not in answer.headers
