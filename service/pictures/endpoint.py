"""/v1/decks/{deck}/…svg: pictures of cards, tiles, balls and backs, and sprite sheets of all of them.

A picture is immutable for caches: a later version may look better, but an old one is never wrong. A sprite sheet and
its map are cached for an hour, as they must match, and a version with more cards lays them out differently.
"""

from functools import lru_cache
from typing import Any

import flask
import orjson
from flask import Response, abort, url_for

from ..capability import Capability
from ..cards.deck import DECKS, get_deck
from ..cards.endpoint import DECK, DeckOptions, describe_deck
from ..cards.spellings import MAX_SPELLING
from ..http.blueprint import Blueprint, Example, PathParameter
from ..http.responses import (
    CACHE_HOUR,
    CACHE_IMMUTABLE,
    JSON,
    SVG,
    Asset,
    asset_response,
)
from ..http.schemas.request_schemas import NoParameters
from ..http.schemas.response_schemas import ResponseSchema, required
from .galleries import BACK, GALLERIES, Gallery, build_sheet

_CODE = PathParameter(
    name="code",
    example="AS",
    description="The code of a card, in any spelling.",
    schema={"type": "string", "minLength": 1, "maxLength": MAX_SPELLING},
)
_NUMBER = PathParameter(
    name="number",
    example=52,
    description="The number of a card in a full pack, from 0.",
    schema={"type": "integer", "minimum": 0, "maximum": 999},
)

blueprint = Blueprint(
    "pictures",
    "/v1/decks",
    "Pictures of cards, tiles and balls",
    (DECK, _CODE, _NUMBER),
    is_open=True,
)


class SpritePosition(ResponseSchema):
    """The position of a picture in the sheet."""

    x = required(int, "The distance from the left")
    y = required(int, "The distance from the top")
    width = required(int, "The width")
    height = required(int, "The height")


class SpriteMap(ResponseSchema):
    """The positions of the pictures in a sheet, in the units of its viewBox."""

    deck = required(str, "The deck, one of /v1/decks")
    sheet = required(
        str,
        "The path of the sheet; with a fragment such as #AS it shows that card alone",
    )
    width = required(int, "The width of the sheet")
    height = required(int, "The height of the sheet")
    sprites = required(
        dict[str, SpritePosition],
        "The position of each card by its code, and of the back",
    )


@blueprint.file_endpoint("/<deck>/cards/<code>.svg", SVG, cache=CACHE_IMMUTABLE)
def get_card_picture(_: NoParameters, deck: str, code: str) -> Asset:
    """Get the picture of a card by its code, in any spelling: also of a joker, a red five and each domino.

    An SVG, immutable for caches.
    """
    return _asset(deck, _gallery(deck).find_by_text(code))


@blueprint.file_endpoint("/<deck>/pictures/<number>.svg", SVG, cache=CACHE_IMMUTABLE)
def get_numbered_picture(_: NoParameters, deck: str, number: str) -> Asset:
    """Get the picture of a card by its number in a full pack with default options; the next number is the back.

    Cards that only an option adds, such as jokers, have the numbers after the back.
    """
    return _asset(deck, _gallery(deck).find_by_number(number))


@blueprint.file_endpoint("/<deck>/back.svg", SVG, cache=CACHE_IMMUTABLE)
def get_back_picture(_: NoParameters, deck: str) -> Asset:
    """Get the picture of the back of a deck's cards.

    An SVG of the size of the deck's cards, immutable for caches.
    """
    return _asset(_gallery(deck).deck.name, BACK)


@blueprint.file_endpoint("/<deck>/sprites.svg", SVG, cache=CACHE_HOUR)
def get_sprite_sheet(_: NoParameters, deck: str) -> Asset:
    """Get all the pictures of a deck in one sheet, for game clients; the back is the last.

    With the code of a card as fragment, such as `sprites.svg#AS`, it shows that card alone.
    """
    return _sheet(_gallery(deck))


@blueprint.file_endpoint(
    "/<deck>/sprites.json",
    JSON,
    schema=SpriteMap,
    cache=CACHE_HOUR,
    example=Example(path={"deck": "euchre"}),
)
def get_sprite_map(_: NoParameters, deck: str) -> Asset:
    """Get the position of each picture in the sheet of a deck.

    The positions are in the units of the sheet's viewBox, by the code of the card.
    """
    gallery = _gallery(deck)
    return _map(gallery, url_for("pictures.get_sprite_sheet", deck=deck))


def _gallery(deck: str) -> Gallery:
    return GALLERIES[get_deck(deck).name]


_SMALL_PICTURE = 9_000  # characters; a court card has twice or four times as many


@lru_cache(maxsize=64)
def _asset(deck: str, name: str) -> Asset:
    return Asset(GALLERIES[deck].to_svg(name).encode(), SVG)


@lru_cache(maxsize=2)
def _sheet(gallery: Gallery) -> Asset:
    return Asset(build_sheet(gallery).to_svg().encode(), SVG)


@lru_cache(maxsize=2)
def _map(gallery: Gallery, path: str) -> Asset:
    sheet = build_sheet(gallery)
    size = gallery.size
    positions = {
        sprite.name: {
            "x": sprite.x,
            "y": sprite.y,
            "width": size.width,
            "height": size.height,
        }
        for sprite in sheet.sprites
    }
    body = {
        "deck": gallery.deck.name,
        "sheet": path,
        "width": sheet.width,
        "height": sheet.height,
        "sprites": positions,
    }
    return Asset(orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE), JSON)


page_pictures = flask.Blueprint("page_pictures", __name__)


@page_pictures.get("/pictures/<deck>.json")
def deck_pictures(deck: str) -> Response:
    """Serve the cards of a deck with its small pictures, so that the page Deal needs few requests."""
    if deck not in DECKS:
        abort(404)
    return asset_response(_deck_pictures(deck), CACHE_HOUR)


@lru_cache(maxsize=2)
def _deck_pictures(deck: str) -> Asset:
    """Return the description of a deck without options, and `pictures`: its small pictures by the names of their files.

    For keno `pictures` begins with {"0.svg": "<svg xmlns=…"}. Large pictures, such as court cards, are left out.
    """
    gallery = GALLERIES[deck]
    names = {f"{number}.svg": card.code for number, card in gallery.cards.items()}
    names[f"{BACK}.svg"] = BACK
    small_pictures = {}
    for file, name in names.items():
        picture = gallery.to_svg(name)
        if len(picture) < _SMALL_PICTURE:
            small_pictures[file] = picture
    body: dict[str, Any] = dict(describe_deck(DeckOptions(), deck))
    body["pictures"] = small_pictures
    return Asset(orjson.dumps(body), JSON)


PICTURES = Capability(
    "pictures", blueprints=(blueprint,), page_blueprints=(page_pictures,)
)
