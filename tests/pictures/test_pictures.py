import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
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
every_gallery = for_each(
    "gallery",
    [*GALLERIES.values(), *(Gallery(deck, PLAIN) for deck in DECKS.values())],
    ids=[*DECKS, *(f"{name}, plain" for name in DECKS)],
)


def layouts(deck: str) -> Iterator[PackOptions]:
    """Yield the options of every kind of pack."""
    yield PackOptions()
    for option in DECKS[deck].options:
        yield from (
            replace(PackOptions(), **{option: value}) for value in list_values(option)
        )


@every_deck
def test_every_card_of_every_layout_has_a_picture_with_ids_and_a_number_of_its_own(
    deck: str,
) -> None:
    gallery = GALLERIES[deck]
    for packs in layouts(deck):
        for card in DECKS[deck].list_cards(packs):
            assert gallery.find_by_text(card.code) == card.code
            assert card.code in gallery.numbers
    pictures = [
        ElementTree.fromstring(gallery.to_svg(name))
        for name in [*gallery.numbers, BACK]
    ]
    elements = [element for picture in pictures for element in picture.iter()]
    ids = [element.get("id") for element in elements if element.get("id")]
    assert len(ids) == len(set(ids))
    size = DECKS[deck].size
    pack = [card.code for card in DECKS[deck].list_cards(PackOptions())]
    assert [gallery.find_by_number(str(number)) for number in range(size)] == pack
    assert gallery.find_by_number(str(size)) == BACK
    further = [
        gallery.find_by_number(str(number))
        for number in range(size + 1, len(gallery.cards) + 1)
    ]
    assert {*pack, *further} == set(gallery.numbers)
    assert not set(pack) & set(further)


def test_every_deck_has_pictures_of_its_own_and_every_drawing_is_on_a_card() -> None:
    assert set(STYLES) == set(DECKS)
    plain = Gallery(get_deck("mahjong"), PLAIN)
    assert plain.to_svg("EW") != GALLERIES["mahjong"].to_svg("EW")
    cards = "".join(
        picture.body
        for gallery in GALLERIES.values()
        for _, picture in gallery.all_pictures()
    )
    for file in DRAWINGS.iterdir():
        assert_harmless(ElementTree.fromstring(file.read_text()))
        assert drawing(file.stem) in cards, file


@every_gallery
def test_a_picture_scales_is_named_is_harmless_and_like_no_other(
    gallery: Gallery,
) -> None:
    drawn = set()
    for name in [*gallery.numbers, BACK]:
        svg = gallery.to_svg(name)
        drawn.add(
            re.sub(r"<title>.*?</title>", "", svg).replace(
                f"{gallery.deck.name}-{name}", ""
            )
        )  # and its ids
        root = ElementTree.fromstring(svg)
        size = gallery.size
        assert root.get("viewBox") == f"0 0 {size.width} {size.height}"
        assert not {"width", "height"} & set(root.attrib)
        title = "Back" if name == BACK else gallery.cards[gallery.numbers[name]].name
        assert [child.text for child in root if child.tag == f"{SVG}title"] == [title]
        assert_harmless(root)
    assert len(drawn) == len(gallery.numbers) + 1


def assert_harmless(root: ElementTree.Element) -> None:
    """Nothing runs, nothing is loaded, no font is needed; whatever is named by an id is there, once."""
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in HARMLESS
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            if key.endswith("href"):
                assert value.removeprefix("#") in ids
            for reference in re.findall(r"url\((.*?)\)", value):
                assert reference.removeprefix("#") in ids


def test_a_card_is_found_by_its_number_of_53_and_in_every_spelling_or_refused() -> None:
    standard = GALLERIES["standard"]
    assert [standard.find_by_number(number) for number in ("0", "12", "51", "52")] == [
        "AS",
        "KS",
        "KC",
        BACK,
    ]
    assert [standard.find_by_number(str(number)) for number in range(53, 57)] == [
        "X1",
        "X2",
        "X3",
        "X4",
    ]
    for number in ("57", "-1", "1.0", "٣", "", "9" * 5000):
        with pytest.raises(
            NoSuchPicture,
            match=r"0 to 51, 52 is the back, and 53 to 56 are cards that options add",
        ):
            standard.find_by_number(number)
    spellings = {"riichi 5pr": "0p", "dominoes 12-18": "18-12", "hanafuda moon": "B8"}
    for spelling, code in (
        {"standard 10s": "TS", "standard queen of clubs": "QC"} | spellings
    ).items():
        deck, _, text = spelling.partition(" ")
        assert GALLERIES[deck].find_by_text(text) == code
    with pytest.raises(NoSuchPicture, match=r"Did you mean 'QH'"):
        GALLERIES["standard"].find_by_text("queen of heartz")


@for_each(
    "gallery",
    [*GALLERIES.values(), Gallery(get_deck("wizards"), PLAIN)],
    ids=[*DECKS, "wizards, plain"],
)
def test_numbers_and_letters_in_corners_are_at_least_12_percent_as_high_as_the_card(
    gallery: Gallery,
) -> None:
    cards = [card for card in gallery.cards.values() if card.rank != "joker"]
    heights = {
        card.code: height
        for card in cards
        if (height := index_height(gallery, card.code))
    }
    assert bool(heights) == (
        gallery.deck.name not in {"riichi", "dominoes", "chinese_dominoes"}
    )
    assert {
        code: round(height, 3) for code, height in heights.items() if height < 0.12
    } == {}


def index_height(gallery: Gallery, name: str) -> float:
    """Return the height of the highest character in the upper corners as a part of the picture's, or 0 without one.

    On balls, and on tiles of okey, the number counts wherever it is. On a French card, the rank is the highest up.
    """
    root = ElementTree.fromstring(gallery.to_svg(name))
    height = gallery.size.height
    french = root.find(f"{SVG}svg")
    if french is not None:
        rank = min(french.findall(f"{SVG}use"), key=lambda use: float(use.get("y", 0)))
        return float(rank.attrib["height"]) / float(french.attrib["viewBox"].split()[3])
    lowest = (
        height if gallery.size == BALL or gallery.deck.name == "okey" else height / 5
    )
    return (
        max(
            (
                bottom - top
                for top, bottom in characters(root)
                if (top + bottom) / 2 < lowest
            ),
            default=0,
        )
        / height
    )


def characters(
    element: ElementTree.Element, scale: float = 1, y: float = 0
) -> Iterator[tuple[float, float]]:
    """Yield the top and the bottom of each letter and digit that stands upright."""
    transform = element.get("transform", "")
    if "rotate" in transform:
        return
    for name, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", transform):
        last = float(numbers.split()[-1])
        y, scale = (
            (y + scale * last, scale) if name == "translate" else (y, scale * last)
        )
    box = CHARACTERS.get(element.get("d", ""))
    if box:
        yield y + scale * box[1], y + scale * (box[1] + box[3])
    for child in element:
        yield from characters(child, scale, y)


@every_deck
def test_the_map_of_a_sheet_agrees_with_the_sheet(deck: str) -> None:
    sheet = build_sheet(GALLERIES[deck])
    root = ElementTree.fromstring(sheet.to_svg())
    assert root.get("viewBox") == f"0 0 {sheet.width} {sheet.height}"
    assert_harmless(root)
    placed = root.findall(f"{SVG}svg")
    views = {view.get("id"): view.get("viewBox") for view in root.findall(f"{SVG}view")}
    size = GALLERIES[deck].size
    codes = dict.fromkeys(card.code for card in GALLERIES[deck].cards.values())
    assert [each.name for each in sheet.sprites] == [*codes, BACK]
    for each, element in zip(sheet.sprites, placed, strict=True):
        box = [str(each.x), str(each.y), str(size.width), str(size.height)]
        assert [element.get(key) for key in ("x", "y", "width", "height")] == box
        assert views[each.name] == " ".join(box)
        assert each.x + size.width <= sheet.width
        assert each.y + size.height <= sheet.height
        assert [title.text for title in element.findall(f"{SVG}title")] == [
            each.picture.title
        ]
    places = {(each.x, each.y) for each in sheet.sprites}
    assert len(places) == len(sheet.sprites)


def test_what_others_drew_is_as_it_was_taken_small_and_has_its_licence() -> None:
    sources = json.loads((ASSETS / "SOURCES.json").read_text())
    digests = {
        f"{source['folder']}/{name}": digest
        for source in sources
        for name, digest in source["sha256"].items()
    }
    files = {
        file.relative_to(ASSETS).as_posix(): file
        for file in ASSETS.rglob("*")
        if file.is_file()
    }
    del files["SOURCES.json"]
    assert {
        name: hashlib.sha256(file.read_bytes()).hexdigest()
        for name, file in files.items()
    } == digests
    for source in sources:
        assert f"{source['folder']}/LICENSE" in files
        assert source["integrity"].startswith("sha512-")
    assert sum(file.stat().st_size for file in files.values()) < 800_000
