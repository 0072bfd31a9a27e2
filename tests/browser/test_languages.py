"""The pages in each language: no text of theirs is in no table, and each language has room on a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from service.pages.languages import DEFAULT, TEXTS
from tests.browser.conftest import (
    box_of,
    expect_text,
    expect_words,
    fits_window,
    open_alone,
    reopen,
    script,
    wait_until_settled,
)
from tests.conftest import run_service

pytestmark = pytest.mark.browser

_RULES = (
    "/draw#santa?lines=A+%26+B%0AC%0AD&circle=true&seed=1",
    "/draw#groups?lines=A%3B+1%0AB%3B+1%0AC%3B+2&groups=2&apart=2&seed=1",
)
_GAMES = ("holdem", "bridge", "klondike", "skat", "mahjong", "bingo_call")
ADDRESSES = [
    "/",
    *(f"/#v1/games/{game}/deal?seed=1" for game in _GAMES),
    "/#v1/decks/standard/shuffle?seed=1",
    "/#v1/shoes?game=holdem",
    "/#v1/shoes?game=klondike",
    "/#v1/games/holdem/deal?seed=1&players=99",
    "/draw",
    "/draw#kind=dice",
    *_RULES,
    "/verify",
    "/result",
]
_FORMS = [
    *ADDRESSES[:4],
    "/#v1/games/bingo_call/deal?seed=1",
    "/#v1/shoes?game=holdem",
    "/draw",
    *_RULES,
    "/verify",
    "/result",
]
"""Addresses that show each form and kind of table; in English other tests measure them."""


_PHONE = {"width": 390, "height": 844}


def show(tab: Page, address: str) -> None:
    reopen(tab, address)
    wait_until_settled(tab)


def test_each_text_of_a_page_is_in_the_table(browser: Browser) -> None:
    found = {}
    with (
        run_service(app="tests.server.apps.marked:app") as base,
        open_alone(browser, base) as visit,
    ):
        visit.expected = {422}
        for address in ADDRESSES:
            show(visit.tab, address)
            found[address] = visit.tab.evaluate(script("unmarked_texts"))
    assert {address: texts for address, texts in found.items() if texts} == {}


def test_each_language_has_room_on_a_phone(browser: Browser, base: str) -> None:
    wrong = []
    for language in TEXTS.keys() - {DEFAULT}:
        with open_alone(browser, base, viewport=_PHONE, locale=language) as visit:
            tab = visit.tab
            visit.expected = {422}
            for address in _FORMS:
                show(tab, address)
                menu = box_of(tab.locator("header.site nav"))["height"]
                texts = tab.evaluate(script("cut_texts"))
                if not fits_window(tab) or menu > 50 or texts:
                    wrong.append(f"{language} {address}: menu of {menu} px, {texts}")
    assert wrong == []


def test_how_a_deal_was_made_is_told_in_each_language(
    browser: Browser, base: str
) -> None:
    for language in TEXTS.keys() - {DEFAULT}:
        with open_alone(browser, base, locale=language) as visit:
            tab = visit.tab
            for game in ("skat", "holdem", "mahjong", "tarot"):
                show(tab, f"/#v1/games/{game}/deal?seed=1")
                tab.locator("#procedure > summary").click()
                translated = tab.locator("#procedure li:not([lang])")
                left_in_english = tab.locator(
                    "#procedure [lang=en], #misdeal:not([hidden]) [lang=en]"
                )
                expect(translated.first).to_be_visible()
                expect(left_in_english).to_have_count(0)
                assert "{" not in tab.inner_text("#procedure")


def test_a_language_is_kept_with_what_was_typed(tab: Page) -> None:
    tab.goto("/draw?lang=fr")
    tab.locator("#lines").fill("Ann\nBob")
    tab.get_by_role("link", name="Deutsch").click()
    german = TEXTS["de"]
    title = tab.get_by_role("heading", level=1)
    expect(title).to_have_text(german["draw"]["title"])
    expect(tab.locator("#lines")).to_have_value("Ann\nBob")
    expect_words(tab, "#lines-count", "2 Namen")
    tab.goto("/#v1/games/klondike/deal?seed=1")
    expect_text(tab, "#title", german["games"]["klondike"])
    tab.context.clear_cookies()
