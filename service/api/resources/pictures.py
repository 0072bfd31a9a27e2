"""/v1/decks/{deck}/…svg: what each card, tile and ball looks like, its back, and sheets of all of them for games.

A picture may be kept for ever: a later version may draw it more beautifully, but an old one is never wrong. A sheet and
its map are kept for an hour, as they must fit each other, and a version with more cards lays them out anew.
"""

from functools import lru_cache

import marshmallow as ma
import orjson
from flask import url_for

from service.api.http.assets import Asset
from service.api.http.blueprint import Blueprint, Example
from service.api.http.responses import CACHE_HOUR, CACHE_IMMUTABLE, JSON, SVG
from service.api.schemas.requests import NoParameters, RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core.cards.decks import DECKS, get_deck
from service.core.cards.spellings import MAX_SPELLING
from service.pictures.galleries import BACK, GALLERIES, Gallery
from service.pictures.sprites import sheet

pictures = Blueprint("pictures", "/v1/decks", "What each card, tile and ball looks like")

_DECK = {"in": "path", "name": "deck", "schema": {"type": "string", "enum": list(DECKS)}, "example": "standard"}
_CODE = {
    "in": "path",
    "name": "code",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_SPELLING},
    "example": "AS",
}
_NUMBER = {"in": "path", "name": "number", "schema": {"type": "integer", "minimum": 0}, "example": 52}


class PictureSize(ResponseSchema):
    """What the pictures of a deck have in common."""

    width = ma.fields.Integer(**required("Of each picture, in its own units: it scales to any size"))
    height = ma.fields.Integer(**required("In the same units"))
    back = ma.fields.String(**required("The path of the back's picture"))


class SpritePlace(ResponseSchema):
    """Where in the sheet a picture is."""

    x = ma.fields.Integer(**required("From the left"))
    y = ma.fields.Integer(**required("From the top"))
    width = ma.fields.Integer(**required("How wide it is"))
    height = ma.fields.Integer(**required("How high it is"))


class SpriteMap(ResponseSchema):
    """Where in a sheet the pictures are, in the units of its viewBox."""

    deck = ma.fields.String(**required("The deck", enum=list(DECKS)))
    sheet = ma.fields.String(**required("The path of the sheet; with #AS after it, it shows that card alone"))
    width = ma.fields.Integer(**required("How wide the sheet is"))
    height = ma.fields.Integer(**required("How high the sheet is"))
    sprites = ma.fields.Dict(
        ma.fields.String(), ma.fields.Nested(SpritePlace), **required("Each card's place by its code, and the back's")
    )


def picture_size(deck: str) -> dict[str, object]:
    """What the description of a deck says of its pictures."""
    shape = _gallery(deck).style.shape
    return {"width": shape.width, "height": shape.height, "back": url_for("pictures.draw_back", deck=deck)}


def image_paths(deck: str) -> dict[str, str]:
    """The path of each card's picture by the card's code; by number, as no blocker of advertisements minds numbers."""
    folder = url_for("pictures.draw_numbered", deck=deck, number="0").removesuffix("0.svg")
    return {code: f"{folder}{number}.svg" for code, number in _gallery(deck).numbers.items()}


@pictures.api_endpoint(
    "/<deck>/cards/<code>.svg",
    arguments=RequestSchema,
    response=SVG,
    cache=CACHE_IMMUTABLE,
    path=(_DECK, _CODE),
    example=Example(path={"deck": "standard", "code": "AS"}),
)
def draw_card(_: NoParameters, deck: str, code: str) -> Asset:
    """Draw a card by its code, in any spelling: also a joker, a red five and each domino."""
    return _asset(deck, _gallery(deck).called(code))


@pictures.api_endpoint(
    "/<deck>/pictures/<number>.svg",
    arguments=RequestSchema,
    response=SVG,
    cache=CACHE_IMMUTABLE,
    path=(_DECK, _NUMBER),
    example=Example(path={"deck": "standard", "number": "52"}),
)
def draw_numbered(_: NoParameters, deck: str, number: str) -> Asset:
    """Draw a card by its number in a full pack as it is by default; the next number after the last is the back.

    What only an option brings, such as a joker, has a number after that of the back.
    """
    return _asset(deck, _gallery(deck).numbered(number))


@pictures.api_endpoint(
    "/<deck>/back.svg",
    arguments=RequestSchema,
    response=SVG,
    cache=CACHE_IMMUTABLE,
    path=(_DECK,),
    example=Example(path={"deck": "standard"}),
)
def draw_back(_: NoParameters, deck: str) -> Asset:
    """Draw the back of a deck's cards."""
    return _asset(_gallery(deck).deck.name, BACK)


@pictures.api_endpoint(
    "/<deck>/sprites.svg",
    arguments=RequestSchema,
    response=SVG,
    cache=CACHE_HOUR,
    path=(_DECK,),
    example=Example(path={"deck": "standard"}),
)
def draw_sprites(_: NoParameters, deck: str) -> Asset:
    """Draw all the pictures of a deck in one sheet, for game clients; the back is the last.

    With the code of a card as its fragment, such as `sprites.svg#AS`, it shows that card alone.
    """
    return _sheet(_gallery(deck))


@pictures.api_endpoint(
    "/<deck>/sprites.json",
    arguments=RequestSchema,
    response=SpriteMap,
    cache=CACHE_HOUR,
    path=(_DECK,),
    example=Example(path={"deck": "euchre"}),
)
def map_sprites(_: NoParameters, deck: str) -> Asset:
    """Say where in the sheet of a deck each picture is."""
    gallery = _gallery(deck)
    return _map(gallery, url_for("pictures.draw_sprites", deck=deck))


def _gallery(deck: str) -> Gallery:
    return GALLERIES[get_deck(deck).name]


@lru_cache(maxsize=1024)
def _asset(deck: str, name: str) -> Asset:
    return Asset(GALLERIES[deck].svg(name).encode(), SVG)


@lru_cache(maxsize=len(DECKS))
def _sheet(gallery: Gallery) -> Asset:
    return Asset(sheet(gallery).svg().encode(), SVG)


@lru_cache(maxsize=len(DECKS))
def _map(gallery: Gallery, path: str) -> Asset:
    found, shape = sheet(gallery), gallery.style.shape
    places = {
        each.name: {"x": each.x, "y": each.y, "width": shape.width, "height": shape.height} for each in found.sprites
    }
    body = {
        "deck": gallery.deck.name,
        "sheet": path,
        "width": found.width,
        "height": found.height,
        "sprites": places,
    }
    return Asset(orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE), JSON)
