"""The front page: doors to what people draw and deal, and a table that is fetched once somebody wants to deal."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.pages.languages import TEXTS
from tests.browser.conftest import Visit, box_of, press, reach, set_width
from tests.browser.table_page import read_fragment, wait_for_cards, wait_for_request

pytestmark = pytest.mark.browser

_PARTS = "**/*.parts.json"
_DARK = "rgb(29, 28, 26)"  # the colour of text on white
"""The file with the texts and the form of the table."""


def test_the_doors_are_the_first_screen_of_a_phone_until_a_game_is_dealt(
    tab: Page,
) -> None:
    set_width(tab, 390, 844)
    doors = tab.locator(".doors")
    tiles = doors.locator("li a")
    ends = {}
    for language in TEXTS:
        tab.goto(f"/?lang={language}")
        expect(tiles).to_have_count(6)
        button = box_of(tab.locator("#deal"))
        ends[language] = button["y"] + button["height"]
    assert {language: end for language, end in ends.items() if end > 844} == {}
    tab.goto("/?lang=en")
    tab.get_by_role("link", name="Patience").click()
    wait_for_request(tab, "/v1/games/klondike/deal?seed=")
    wait_for_cards(tab)
    assert tab.evaluate("document.activeElement.id") == "title"
    expect(doors).to_be_hidden()
    dealt = read_fragment(tab)
    tab.go_back()
    expect(doors).to_be_visible()
    tab.get_by_role("link", name="Patience").click()
    wait_for_request(tab, "/v1/games/klondike/deal?seed=")
    expect(doors).to_be_hidden()
    linked = read_fragment(tab)
    assert linked != dealt
    skip = tab.get_by_role("link", name="Skip to the content")
    skip.focus()
    skip.press("Enter")
    expect(tab.locator("#main")).to_be_focused()
    assert read_fragment(tab) == linked
    expect(doors).to_be_hidden()


def test_a_coin_is_tossed_by_two_presses(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_role("link", name="Coins").click()
    tab.locator("#draw").click()
    expect(tab.locator("#shown .coins li")).to_have_count(1)


def test_the_finder_comes_after_the_doors_and_before_what_deals(tab: Page) -> None:
    tab.goto("/")
    reach(tab, ".door li:last-child a[href*=klondike]")
    tab.keyboard.press("Tab")
    expect(tab.locator("#find-game")).to_be_focused()
    reach(tab, "#deal")


def test_a_game_that_is_typed_before_the_table_arrives_is_dealt(tab: Page) -> None:
    held: list[Any] = []
    tab.route(_PARTS, lambda route: held.append(route))  # noqa: PLW0108 (Playwright binds it)
    tab.goto("/")
    with tab.expect_request(_PARTS):
        tab.locator("#find-game").focus()
    tab.keyboard.type("skat")
    expect(tab.locator("#find-game")).to_have_css("color", _DARK)
    tab.keyboard.press("Enter")
    held[0].continue_()
    wait_for_request(tab, "/v1/games/skat/deal?seed=")
    expect(tab.locator(".doors")).to_be_hidden()


def test_a_table_that_does_not_arrive_is_told(visit: Visit) -> None:
    tab = visit.tab
    tab.route(_PARTS, lambda route: route.abort())
    tab.goto("/")
    press(tab, "Deal", exact=True)
    expect(tab.get_by_role("alert")).to_contain_text("did not arrive")
    expect(tab.get_by_role("button", name="Load it again")).to_be_visible()
    tab.unroute(_PARTS)
    press(tab, "Deal", exact=True)
    wait_for_cards(tab)
    expect(tab.get_by_role("alert")).to_be_hidden()
    assert [each for each in visit.wrong if not each.startswith("console")] == []
    visit.wrong.clear()
