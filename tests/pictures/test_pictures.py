"""Every card of every layout has a picture of its own, whose number stays, and which is harmless and legible."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from service.cards.deck import DECKS, get_deck
from service.cards.options import PackOptions
from service.pictures.artwork import ASSETS, DRAWINGS, drawing
from service.pictures.galleries import (
    BACK,
    GALLERIES,
    Gallery,
    NoSuchPicture,
    build_sheet,
)
from service.pictures.styles import PLAIN, STYLES
from service.pictures.svg import BALL
from tests.options import list_values
from tests.tables import for_each

SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {
    "svg",
    "title",
    "g",
    "defs",
    "symbol",
    "use",
    "view",
    "clipPath",
    "path",
    "rect",
    "circle",
    "ellipse",
}

OUTLINES = json.loads((ASSETS / "letters" / "outlines.json").read_text())
CHARACTERS: dict[str, list[int]] = {
    outline["path"]: outline["box"] for outline in OUTLINES.values()
}
"""The box (left, top, width, height) of each letter and digit by its path."""

every_deck = for_each("deck", DECKS)
PLAIN_GALLERIES = [Gallery(deck, PLAIN) for deck in DECKS.values()]


def name_gallery(gallery: Gallery) -> str:
    is_own = gallery is GALLERIES.get(gallery.deck.name)
    return gallery.deck.name if is_own else f"{gallery.deck.name}, plain"


every_gallery = for_each(
    "gallery", [*GALLERIES.values(), *PLAIN_GALLERIES], ids=name_gallery
)


def list_packs(deck: str) -> Iterator[PackOptions]:
    """Yield the options of every kind of pack."""
    yield PackOptions()
    for option in DECKS[deck].options:
        for value in list_values(option):
            yield replace(PackOptions(), **{option: value})


def list_codes(deck: str, packs: PackOptions) -> list[str]:
    """Return the codes of the cards of packs in their order."""
    return [card.code for card in DECKS[deck].list_cards(packs)]


def list_ids(root: ElementTree.Element) -> list[str]:
    """Return the ids of the elements of a picture."""
    ids = [element.get("id") for element in root.iter()]
    return [name for name in ids if name]


@every_deck
def test_every_card_of_every_layout_has_a_picture(deck: str) -> None:
    gallery = GALLERIES[deck]
    for packs in list_packs(deck):
        for code in list_codes(deck, packs):
            assert gallery.find_by_text(code) == code
            assert code in gallery.numbers


@every_deck
def test_every_picture_has_ids_of_its_own(deck: str) -> None:
    gallery = GALLERIES[deck]
    ids = []
    for name in [*gallery.numbers, BACK]:
        ids += list_ids(ElementTree.fromstring(gallery.to_svg(name)))
    assert len(set(ids)) == len(ids)


@every_deck
def test_every_picture_has_a_number_the_pack_first_then_the_back_then_the_others(
    deck: str,
) -> None:
    gallery = GALLERIES[deck]
    size = DECKS[deck].size
    count = len(gallery.cards) + 1
    numbered = [gallery.find_by_number(str(number)) for number in range(count)]
    pack = numbered[:size]
    further = numbered[size + 1 :]
    assert pack == list_codes(deck, PackOptions())
    assert numbered[size] == BACK
    assert {*pack, *further} == set(gallery.numbers)
    assert set(pack).isdisjoint(further)


def test_every_deck_has_pictures_of_its_own_and_every_drawing_is_on_a_card() -> None:
    assert set(STYLES) == set(DECKS)
    plain = Gallery(get_deck("mahjong"), PLAIN)
    assert plain.to_svg("EW") != GALLERIES["mahjong"].to_svg("EW")
    bodies = [
        picture.body
        for gallery in GALLERIES.values()
        for _, picture in gallery.all_pictures()
    ]
    cards = "".join(bodies)
    for file in DRAWINGS.iterdir():
        assert_harmless(ElementTree.fromstring(file.read_text()))
        assert drawing(file.stem) in cards, file


def list_titles(element: ElementTree.Element) -> list[str | None]:
    """Return the titles of a picture: what screen readers say of it."""
    return [title.text for title in element.findall(f"{SVG}title")]


def strip_names(svg: str, deck: str, name: str) -> str:
    """Return a picture without its title, and without its name in its ids."""
    untitled = re.sub(r"<title>.*?</title>", "", svg)
    return untitled.replace(f"{deck}-{name}", "")


@every_gallery
def test_a_picture_scales_is_named_is_harmless_and_like_no_other(
    gallery: Gallery,
) -> None:
    size = gallery.size
    names = [*gallery.numbers, BACK]
    drawn = set()
    for name in names:
        svg = gallery.to_svg(name)
        drawn.add(strip_names(svg, gallery.deck.name, name))
        root = ElementTree.fromstring(svg)
        assert root.get("viewBox") == f"0 0 {size.width} {size.height}"
        assert root.attrib.keys().isdisjoint({"width", "height"})
        title = "Back" if name == BACK else gallery.cards[gallery.numbers[name]].name
        assert list_titles(root) == [title]
        assert_harmless(root)
    assert len(drawn) == len(names)


def assert_harmless(root: ElementTree.Element) -> None:
    """Nothing runs, nothing is loaded, no font is needed; whatever is named by an id is there, once."""
    ids = list_ids(root)
    assert len(set(ids)) == len(ids)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in HARMLESS
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            if key.endswith("href"):
                assert value.removeprefix("#") in ids
            for reference in re.findall(r"url\((.*?)\)", value):
                assert reference.removeprefix("#") in ids


@for_each(
    ("number", "name"),
    [
        ("0", "AS"),
        ("12", "KS"),
        ("51", "KC"),
        ("52", BACK),
        ("53", "X1"),
        ("54", "X2"),
        ("55", "X3"),
        ("56", "X4"),
    ],
)
def test_a_picture_is_found_by_its_number(number: str, name: str) -> None:
    assert GALLERIES["standard"].find_by_number(number) == name


@for_each("number", ["57", "-1", "1.0", "٣", "", "9" * 5000])
def test_another_number_is_refused_with_those_that_there_are(number: str) -> None:
    numbers = r"0 to 51, 52 is the back, and 53 to 56 are cards that options add"
    with pytest.raises(NoSuchPicture, match=numbers):
        GALLERIES["standard"].find_by_number(number)


@for_each(
    ("deck", "text", "code"),
    [
        ("standard", "10s", "TS"),
        ("standard", "queen of clubs", "QC"),
        ("riichi", "5pr", "0p"),
        ("dominoes", "12-18", "18-12"),
        ("hanafuda", "moon", "B8"),
    ],
)
def test_a_card_is_found_in_every_spelling(deck: str, text: str, code: str) -> None:
    assert GALLERIES[deck].find_by_text(text) == code


def test_another_spelling_is_refused_with_the_nearest() -> None:
    with pytest.raises(NoSuchPicture, match=r"Did you mean 'QH'"):
        GALLERIES["standard"].find_by_text("queen of heartz")


WITHOUT_CORNERS = {"riichi", "dominoes", "chinese_dominoes"}
"""The decks whose cards have no number or letter in a corner."""


@for_each(
    "gallery",
    [*GALLERIES.values(), Gallery(get_deck("wizards"), PLAIN)],
    ids=name_gallery,
)
def test_numbers_and_letters_in_corners_are_at_least_12_percent_as_high_as_the_card(
    gallery: Gallery,
) -> None:
    cards = [card for card in gallery.cards.values() if card.rank != "joker"]
    heights = {card.code: index_height(gallery, card.code) for card in cards}
    shown = {code: height for code, height in heights.items() if height > 0}
    assert bool(shown) == (gallery.deck.name not in WITHOUT_CORNERS)
    assert {code: height for code, height in shown.items() if height < 0.12} == {}


def index_height(gallery: Gallery, name: str) -> float:
    """Return the height of the highest character in the upper corners as a part of the picture's, or 0 without one.

    On balls, and on tiles of okey, the number counts wherever it is. On a French card, the rank is the highest up.
    """
    root = ElementTree.fromstring(gallery.to_svg(name))
    french = root.find(f"{SVG}svg")
    if french is not None:
        rank = min(french.findall(f"{SVG}use"), key=lambda use: float(use.get("y", 0)))
        _, _, _, height_of_card = french.attrib["viewBox"].split()
        return float(rank.attrib["height"]) / float(height_of_card)
    height = gallery.size.height
    is_anywhere = gallery.size == BALL or gallery.deck.name == "okey"
    lowest = height if is_anywhere else height / 5
    heights = [
        character.bottom - character.top
        for character in list_characters(root)
        if character.middle < lowest
    ]
    return max(heights, default=0) / height


class Character(NamedTuple):
    """Where a letter or a digit begins and ends in a picture, from above."""

    top: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def list_characters(
    element: ElementTree.Element, scale: float = 1, y: float = 0
) -> Iterator[Character]:
    """Yield the letters and digits that stand upright, of an element at a height and in a scale."""
    transform = element.get("transform", "")
    if "rotate" in transform:
        return
    for name, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", transform):
        last = float(numbers.split()[-1])
        if name == "translate":
            y += scale * last
        else:
            scale *= last
    box = CHARACTERS.get(element.get("d", ""))
    if box:
        _, top, _, height = box
        yield Character(y + scale * top, y + scale * (top + height))
    for child in element:
        yield from list_characters(child, scale, y)


@every_deck
def test_the_map_of_a_sheet_agrees_with_the_sheet(deck: str) -> None:
    gallery = GALLERIES[deck]
    sheet = build_sheet(gallery)
    root = ElementTree.fromstring(sheet.to_svg())
    assert root.get("viewBox") == f"0 0 {sheet.width} {sheet.height}"
    assert_harmless(root)
    codes = dict.fromkeys(card.code for card in gallery.cards.values())
    assert [sprite.name for sprite in sheet.sprites] == [*codes, BACK]
    places = {(sprite.x, sprite.y) for sprite in sheet.sprites}
    assert len(places) == len(sheet.sprites)

    views = {view.get("id"): view.get("viewBox") for view in root.findall(f"{SVG}view")}
    size = gallery.size
    for sprite, element in zip(sheet.sprites, root.findall(f"{SVG}svg"), strict=True):
        box = f"{sprite.x} {sprite.y} {size.width} {size.height}"
        placed = [element.get(side) for side in ("x", "y", "width", "height")]
        assert placed == box.split()
        assert views[sprite.name] == box
        assert sprite.x + size.width <= sheet.width
        assert sprite.y + size.height <= sheet.height
        assert list_titles(element) == [sprite.picture.title]


def test_what_others_drew_is_as_it_was_taken_small_and_has_its_licence() -> None:
    record = ASSETS / "SOURCES.json"
    files = {
        file.relative_to(ASSETS).as_posix(): file.read_bytes()
        for file in ASSETS.rglob("*")
        if file.is_file() and file != record
    }
    expected = {}
    for source in json.loads(record.read_text()):
        assert f"{source['folder']}/LICENSE" in files
        assert source["integrity"].startswith("sha512-")
        for name, digest in source["sha256"].items():
            expected[f"{source['folder']}/{name}"] = digest
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    assert digests == expected
    assert sum(len(data) for data in files.values()) < 800_000
