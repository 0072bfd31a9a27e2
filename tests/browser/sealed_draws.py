"""A draw that the page Draw seals: who runs it fixes it, enters the words of the audience, and has a proof."""

from playwright.sync_api import Page

from tests.browser.conftest import (
    attribute_of,
    copied_text,
    fill_in,
    give_file,
    press,
    tick,
)
from tests.browser.verify_page import verdict

WORDS = "banana tractor Zürich"


def announce(tab: Page) -> None:
    """Seal a draw, and wait until its code is there."""
    tick(tab, "In public: everybody")
    fill_in(tab, "What is it for?", "Spring raffle")
    tab.get_by_label("Who decides it?").select_option("words")
    press(tab, "Announce the draw")
    tab.get_by_role("img", name="QR code of the announcement").wait_for()


def seal(tab: Page) -> str:
    """Seal a draw, and return the link that its code has."""
    announce(tab)
    announcement = tab.locator("#sealed")
    button = announcement.get_by_role("button", name="Copy the link")
    return copied_text(tab, button)


def decide(tab: Page, words: str) -> str:
    """Enter the words of the audience, draw, and return the link to the proof."""
    tab.locator("#audience").fill(words)
    press(tab, "Draw now")
    tab.locator("#proof:not([hidden])").wait_for()
    links = tab.get_by_role("link", name="Check it")
    return attribute_of(links, "href") if links.count() else ""


def open_list(tab: Page, lines: list[str]) -> None:
    """Open a list on the page of a result."""
    text = "\r\n".join(lines)
    give_file(tab, text.encode("utf-8-sig"), "list.csv", "#outcome [type=file]")


def show_proof(tab: Page) -> str:
    """Follow the link to the page Verify, and return its verdict."""
    tab.get_by_role("link", name="Show the proof").click()
    tab.wait_for_url("**/verify#packed=*")
    return verdict(tab)
