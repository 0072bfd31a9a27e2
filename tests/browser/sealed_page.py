"""A sealed game on the table page: its stages, its log, its cards, and what is said of its shoe."""

import json
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visit, copy_by, press, reopen, tick
from tests.browser.verify_page import verdict as verdict_of_page

Json = dict[str, Any]

BOXES = (
    "[...document.querySelectorAll('#felt li, #moves > *, #players > *')]"
    ".map(({ offsetLeft, offsetTop, offsetWidth }) => [offsetLeft, offsetTop, offsetWidth])"
)
"""The places of the cards and of the buttons."""
ALTS = "(images) => images.map(({ alt }) => alt)"


def seal(visit: Visit, terms: str, root: str = "") -> Page:
    """Open the link that seals a game, and wait for its shoe."""
    reopen(visit.tab, f"{root}/#v1/shoes?{terms}")
    visit.tab.locator("#sealed").wait_for()
    return visit.tab


def entries(tab: Page) -> int:
    """Return how many entries the log has."""
    return int(tab.locator("#log ol > li").count())


def wait_for_entry(tab: Page, number: int) -> None:
    tab.locator(f"#log ol > li:nth-child({number})").wait_for(state="attached")


def deal(tab: Page) -> str:
    """Press the button that deals, and return its label."""
    button = tab.locator("#deal-stage")
    if tab.locator(".caller").count():  # whose first ball comes with the stage
        press(tab, "First ball")
        wait_for_entry(tab, 2)
        return "Deal"
    label: str = button.inner_text()
    number = entries(tab) + 1
    button.click()
    wait_for_entry(tab, number)
    return label


def deal_hand(tab: Page) -> list[str]:
    """Deal every stage of a hand, and return the labels of the button."""
    labels = [deal(tab)]
    while not tab.locator("#deal-stage").inner_text().endswith("next hand"):
        labels.append(deal(tab))
    return labels


def draw(
    tab: Page, pile: str, count: int = 1, seat: str = "", gather: bool = False
) -> None:
    number = entries(tab) + 1
    tab.locator("#draw-pile").select_option(pile)
    tab.get_by_role("textbox", name="Draw").fill(str(count))
    if seat:
        tab.locator("#draw-seat").select_option(seat)
    if gather:
        tick(tab, "First shuffle all cards but those in hands")
    press(tab, "Draw", exact=True)
    wait_for_entry(tab, number)


def read_verdict(tab: Page) -> str:
    """Return all that is said of the shoe once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return str(tab.inner_text("#verdict"))


def reveal(tab: Page) -> str:
    """Reveal the shoe, and return the verdict."""
    press(tab, "Reveal and verify")
    if tab.locator(".caller").count():  # balls are still to come
        press(tab.get_by_role("dialog"), "Reveal and verify")
    return read_verdict(tab)


def open_log(tab: Page) -> Locator:
    """Open the log of the game, and return it."""
    tab.locator("#log").evaluate("(log) => (log.open = true)")
    return tab.locator("#log")


def copy_log(tab: Page) -> Json:
    """Return the log of the game, as the page copies it."""
    open_log(tab)
    return dict(json.loads(copy_by(tab, "Copy the log")))


def open_on_verify_page(tab: Page) -> str:
    """Follow the link from the log to the page Verify, and return its verdict."""
    open_log(tab).get_by_role("link", name="Open it on the verify page").click()
    tab.wait_for_url("**/verify#receipt=*")
    return verdict_of_page(tab)


def names(tab: Page, selector: str) -> list[str]:
    """Return the names of the cards in a place; `face down` stands for each that is not told."""
    alts: list[str] = tab.locator(f"#felt {selector} li img").evaluate_all(ALTS)
    return alts


def pile(tab: Page, name: str) -> Locator:
    """Return a pile or a stock on the felt."""
    return tab.locator(f"#felt [data-pile={name}], #felt [data-stock={name}]")


def count_stock(tab: Page) -> int:
    """Return how many cards the stock has, as the page says."""
    title, count, *_ = pile(tab, "stock").inner_text().split()
    assert title == "Stock"
    return int(count)
