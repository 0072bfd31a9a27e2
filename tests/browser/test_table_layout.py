"""Where cards lie on the page Deal: round the felt, on phones and laptops, legible, and none on another."""

import os
from itertools import cycle
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from service.games.catalogue import FAMILIES
from service.games.game import Game
from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    box_of,
    problems_of_state,
    script,
    set_width,
    tick,
    wait_until,
)
from tests.browser.programs import open_programs
from tests.browser.table_page import (
    CALLED,
    CALM,
    DEALS,
    PICKED_FROM_ANYWHERE,
    open_deal,
    read_table,
    show_all,
)
from tests.tables import for_each, sample

pytestmark = pytest.mark.browser


class Point(NamedTuple):
    """A point on the page, in pixels."""

    x: float
    y: float


def find_middle(tab: Page, seat: str) -> Point:
    """Return the middle of a hand."""
    box = box_of(tab.locator(f"[data-seat={seat}]"))
    return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_seats_are_round_the_table_and_on_a_phone_one_below_the_other(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    north, east, south, west = (find_middle(tab, seat) for seat in "NESW")
    assert north.y < east.y < south.y
    assert west.x < north.x < east.x
    tab.set_viewport_size({"width": 360, "height": 740})
    wait_until(tab, "!document.querySelector('.felt.round')")
    heights = [find_middle(tab, seat).y for seat in "NESW"]
    assert heights == sorted(heights)


def find_bottom(tab: Page, selector: str) -> float:
    """Return where the lowest of some elements ends."""
    bottoms = "(all) => all.map((each) => each.getBoundingClientRect().bottom)"
    return float(max(tab.locator(selector).evaluate_all(bottoms)))


@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
def test_the_table_fits_a_laptop_and_on_a_phone_it_is_as_high_as_its_cards(
    unpainted: Visit,
) -> None:
    tab = unpainted.tab
    for game in ("holdem", "bridge", "blackjack", "riichi", "klondike"):
        set_width(tab, 1400, 900)
        open_deal(unpainted, f"v1/games/{game}/deal?seed=t")
        assert find_bottom(tab, "#felt") <= 900, game
        set_width(tab, 390, 844)
        below_cards = find_bottom(tab, ".felt") - find_bottom(tab, ".felt *")
        assert below_cards < 40, game
    open_deal(unpainted, "v1/games/spider/deal?seed=t")
    card = tab.locator("#felt .column img").first
    assert card.evaluate("(card) => card.width") >= 50


def test_a_deal_is_accessible_and_fits(visit: Visit) -> None:
    visit.tab.emulate_media(reduced_motion="reduce")
    for name, path in zip(cycle(SIZES), DEALS, strict=False):
        tab = open_deal(visit, path)
        read_table(tab)
        open_programs(tab)
        assert problems_of_state(tab, name) == [], path


def find_misplaced(tab: Page, *widths: int) -> list[str]:
    """Return the faults of the layout in windows of some widths: what overlaps, leaves the table or does not fit."""
    wrong = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 900})
        wrong += [f"{width} px: {fault}" for fault in tab.evaluate(script("misplaced"))]
    return wrong


def list_fitting(family: str) -> list[Game]:
    """Return the games of a family whose cards lie on the felt, or a sample of them."""
    games = [game for game in FAMILIES[family].games if game.name not in CALLED]
    return list(sample(games, 3 if "CI" in os.environ else 1))


@pytest.mark.long
@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_hand_lies_on_another_and_a_game_fits_also_while_cards_are_chosen(
    unpainted: Visit, family: str
) -> None:
    tab = unpainted.tab
    wrong = {}
    for game in list_fitting(family):
        deals = {game.players.max: "t", game.players.default: "42"}
        for players, seed in deals.items():
            path = f"v1/games/{game.name}/deal?players={players}&seed={seed}"
            open_deal(unpainted, path)
            wrong[path] = find_misplaced(tab, 360, 1280, 1600)
        if game.name not in PICKED_FROM_ANYWHERE:
            tick(tab, "Place known cards")
            wrong[f"{path}, known cards"] = find_misplaced(tab, 1280, 360)
            tab.get_by_label("Place known cards").uncheck()
    assert {place: faults for place, faults in wrong.items() if faults} == {}


@pytest.mark.parametrize(
    ("visit", "moves"),
    [(CALM, False), ({}, True)],
    ids=["still", "moving"],
    indirect=["visit"],
)
def test_cards_move_but_not_for_those_who_asked_for_that(
    visit: Visit, moves: bool
) -> None:
    tab = open_deal(visit, DEALS[0])
    animations = tab.evaluate("document.getAnimations().length")
    assert (animations > 0) is moves


LONG_HANDS = (
    "sheng_ji",
    "guandan",
    "hand_and_foot",
    "number_piles",
    "war",
    "spades_six_players",
    "tranca",
)
FIT_A_PHONE = [
    "holdem",
    "skat",
    "hearts",
    "doppelkopf",
    "klondike",
    "freecell",
    "clock",
    "gaps",
    "monte_carlo",
    "spider",
]


def find_strips(tab: Page) -> list[str]:
    """Return the strips of cards that are too narrow to be read."""
    return [f"{strip} px" for strip in sorted(set(tab.evaluate(script("strips"))))]


@for_each(("width", "height"), [(390, 844), (1280, 800)])
def test_a_strip_of_each_card_is_legible_and_the_felt_fits_the_screen(
    shared_tab: Visit, width: int, height: int
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, width, height)
    games = dict.fromkeys([*SOME_GAMES, *LONG_HANDS, *FIT_A_PHONE])
    have_to_fit = set(FIT_A_PHONE if width < 640 else games).difference(LONG_HANDS)
    wrong = []
    for game in games:
        open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
        show_all(tab)
        wrong += [f"{game}: {strip}" for strip in find_strips(tab)]
        bottom = tab.evaluate(
            "document.querySelector('#felt').getBoundingClientRect().bottom + scrollY"
        )
        if bottom > height + 60 and game in have_to_fit:
            wrong.append(f"{game}: the felt ends at {bottom:.0f} px")
    assert wrong == []


FOUNDATIONS = {"foundation": ["♠", "♥", "♣", "♦"]}


@for_each(
    ("game", "places"),
    [
        ("klondike", {"waste": [""]} | FOUNDATIONS),
        ("freecell", {"cells": [""] * 4} | FOUNDATIONS),
        ("eight_off", {"reserve": [""] * 4} | FOUNDATIONS),
        ("spider", {"foundation": [""]}),
        ("calculation", {"waste": [""] * 4}),
        ("black_hole", {}),
    ],
)
def test_a_patience_has_places_for_its_foundations_cells_and_waste(
    shared_tab: Visit, game: str, places: dict[str, list[str]]
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 1280)
    open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
    piles = tab.locator("#felt .pile").evaluate_all(script("places"))
    assert {name: signs for name, signs in piles if signs} == places


def list_corners(tab: Page, selector: str) -> list[Point]:
    """Return the upper left corners of elements, in pixels."""
    corners = "(all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)])"
    found = tab.locator(selector).evaluate_all(corners)
    return [Point(*corner) for corner in found]


def test_the_columns_of_a_clock_and_of_a_grid_lie_as_in_their_game(
    shared_tab: Visit,
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 1280)
    open_deal(shared_tab, "v1/games/clock/deal?seed=t")
    columns = list_corners(tab, "#felt .dial .column")
    three = columns[2]
    twelve = columns[11]
    middle = columns[12]
    assert len(set(columns)) == 13
    assert twelve.x == middle.x
    assert three.y == middle.y
    open_deal(shared_tab, "v1/games/gaps/deal?seed=t")
    rows = {corner.y for corner in list_corners(tab, "#felt .grid li")}
    assert len(rows) == 4
