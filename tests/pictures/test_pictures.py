"""Every card of every deck, however it is laid out, has a picture of its own that is harmless and scales."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from service.core.cards.decks import DECKS, get_deck
from service.core.cards.options import PackOptions
from service.pictures.artwork import ASSETS, DRAWINGS, drawing
from service.pictures.galleries import BACK, GALLERIES, Gallery, NoSuchPicture, build_sheet
from service.pictures.styles import PLAIN, STYLES
from tests.options import list_values
from tests.tables import for_each

SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {
    *("svg", "title", "g", "defs", "symbol", "use", "view", "clipPath"),
    *("path", "rect", "circle", "ellipse"),
}

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
        yield from (replace(PackOptions(), **{option: value}) for value in list_values(option))


def parse(gallery: Gallery, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(gallery.to_svg(name))


def render_without_names(gallery: Gallery, name: str) -> str:
    """Return a picture without its title and ids."""
    return re.sub(r"<title>.*?</title>", "", gallery.to_svg(name)).replace(f"{gallery.deck.name}-{name}", "")


@every_deck
def test_every_card_of_every_layout_has_a_picture(deck: str) -> None:
    for packs in layouts(deck):
        for card in DECKS[deck].build_pack(packs):
            assert GALLERIES[deck].find_by_text(card.code) == card.code
            assert card.code in GALLERIES[deck].numbers


def test_every_deck_has_pictures_of_its_own_and_a_new_one_would_have_plain_ones() -> None:
    assert set(STYLES) == set(DECKS)
    plain = Gallery(get_deck("mahjong"), PLAIN)
    assert plain.to_svg("EW") != GALLERIES["mahjong"].to_svg("EW")


@every_gallery
def test_a_picture_scales_is_named_and_is_harmless(gallery: Gallery) -> None:
    for name in [*gallery.numbers, BACK]:
        root = parse(gallery, name)
        size = gallery.style.size
        assert root.get("viewBox") == f"0 0 {size.width} {size.height}"
        assert not {"width", "height"} & set(root.attrib)
        title = "Back" if name == BACK else gallery.cards[gallery.numbers[name]].name
        assert [child.text for child in root if child.tag == f"{SVG}title"] == [title]
        assert_harmless(root)


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


@every_gallery
def test_no_two_different_cards_look_alike(gallery: Gallery) -> None:
    names = [*gallery.numbers, BACK]
    assert len({render_without_names(gallery, name) for name in names}) == len(names)


@every_deck
def test_the_ids_of_two_pictures_never_meet(deck: str) -> None:
    gallery = GALLERIES[deck]
    ids = [
        element.get("id")
        for name in [*gallery.numbers, BACK]
        for element in parse(gallery, name).iter()
        if element.get("id")
    ]
    assert len(ids) == len(set(ids))


@every_deck
def test_the_numbers_are_those_of_a_pack_then_the_back_then_what_options_bring(deck: str) -> None:
    gallery = GALLERIES[deck]
    size = DECKS[deck].size
    pack = [card.code for card in DECKS[deck].build_pack(PackOptions())]
    assert [gallery.find_by_number(str(number)) for number in range(size)] == pack
    assert gallery.find_by_number(str(size)) == BACK
    further = [gallery.find_by_number(str(number)) for number in range(size + 1, len(gallery.cards) + 1)]
    assert {*pack, *further} == set(gallery.numbers)
    assert not set(pack) & set(further)


def test_mullins_53_pictures_are_0_to_51_and_52_is_the_back() -> None:
    standard = GALLERIES["standard"]
    assert [standard.find_by_number(number) for number in ("0", "12", "51", "52")] == ["AS", "KS", "KC", BACK]
    assert [standard.find_by_number(str(number)) for number in range(53, 57)] == ["X1", "X2", "X3", "X4"]


@for_each("number", ["57", "-1", "1.0", "٣", "", "9" * 5000])
def test_another_number_is_none(number: str) -> None:
    with pytest.raises(NoSuchPicture, match=r"0 to 51, 52 is the back, and 53 to 56 are cards that options add"):
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


def test_what_is_no_card_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(NoSuchPicture, match=r"Did you mean 'QC'"):
        GALLERIES["standard"].find_by_text("queen of clubz")


@every_deck
def test_the_map_of_a_sheet_agrees_with_the_sheet(deck: str) -> None:
    sheet = build_sheet(GALLERIES[deck])
    root = ElementTree.fromstring(sheet.to_svg())
    assert root.get("viewBox") == f"0 0 {sheet.width} {sheet.height}"
    assert_harmless(root)
    placed = root.findall(f"{SVG}svg")
    views = {view.get("id"): view.get("viewBox") for view in root.findall(f"{SVG}view")}
    size = GALLERIES[deck].style.size
    assert [each.name for each in sheet.sprites] == [
        *dict.fromkeys(card.code for card in GALLERIES[deck].cards.values()),
        BACK,
    ]
    for each, element in zip(sheet.sprites, placed, strict=True):
        box = [str(each.x), str(each.y), str(size.width), str(size.height)]
        assert [element.get(key) for key in ("x", "y", "width", "height")] == box
        assert views[each.name] == " ".join(box)
        assert each.x + size.width <= sheet.width
        assert each.y + size.height <= sheet.height
        assert [title.text for title in element.findall(f"{SVG}title")] == [each.picture.title]
    places = {(each.x, each.y) for each in sheet.sprites}
    assert len(places) == len(sheet.sprites)


def test_what_others_drew_is_as_it_was_taken_and_has_its_licence() -> None:
    sources = json.loads((ASSETS / "SOURCES.json").read_text())
    digests = {f"{source['folder']}/{name}": digest for source in sources for name, digest in source["sha256"].items()}
    files = {file.relative_to(ASSETS).as_posix(): file for file in ASSETS.rglob("*") if file.is_file()}
    del files["SOURCES.json"]
    assert {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()} == digests
    for source in sources:
        assert f"{source['folder']}/LICENSE" in files
        assert source["integrity"].startswith("sha512-")


def test_what_others_drew_is_small() -> None:
    assert sum(file.stat().st_size for file in ASSETS.rglob("*") if file.is_file()) < 800_000


def test_every_drawing_is_harmless_and_on_a_card() -> None:
    cards = "".join(picture.body for gallery in GALLERIES.values() for _, picture in gallery.all_pictures())
    for file in DRAWINGS.iterdir():
        assert_harmless(ElementTree.fromstring(file.read_text()))
        assert drawing(file.stem) in cards, file
