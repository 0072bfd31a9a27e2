"""The table page: what is chosen and dealt there, and what lies on the table."""

import re
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from playwright.sync_api import Page

from tests.browser.conftest import Visit, fill_in, press, script, wait_until
from tests.server import client

Json = dict[str, Any]

UNESCAPED = "!'()*~"  # by encodeURIComponent
PACKS = ("decks", "jokers", "suit_order", "red_fives", "highest", "exclude")
CALLED = {"bingo_call", "bingo90_call"}
"""The games whose balls are called one by one."""
PICKED_FROM_ANYWHERE = {
    "bingo_card",
    "powerball",
    "mega_millions",
    "euromillions",
} | CALLED
"""The games in which no cards are given."""

SEED = "a seed, with a comma & 100 % more"
CALM = {"reduced_motion": "reduce"}
"""What a browser is told by those who asked for no movement."""
DEALS = [
    "v1/games/holdem/deal?players=10&seed=t",
    *(
        f"v1/games/{name}/deal?seed=t"
        for name in ("seven_card_stud", "bridge", "bingo_card", "riichi")
    ),
    "v1/games/klondike/deal?deal_number=617",
    "v1/decks/standard/shuffle?seed=t",
    "v1/decks/dominoes/deal?hands=3&cards=7&seed=t",
]


def fetch(base: str, path: str, **query: str) -> Json:
    """Return the JSON of the response to a GET, with further parameters."""
    joined = "&" if "?" in path else "?"
    return dict(client.fetch(base, f"/{path}{joined}{urlencode(query)}").json)


def read_fragment(tab: Page) -> str:
    """Return the request in the address of the page, without the count of its characters."""
    return re.sub(r"\bcharacters=\d+&", "", urlsplit(tab.url).fragment)


def wait_for_request(tab: Page, text: str) -> None:
    """Wait until the request that the page shows as curl has this text."""
    request = tab.locator("[data-language=curl] pre", has_text=text)
    request.wait_for(state="attached")


def wait_for_cards(tab: Page) -> None:
    """Wait until the cards of the deal lie on the table."""
    wait_until(tab, "!document.querySelector('#felt').hasAttribute('aria-busy')")


def wait_for_alert(tab: Page, words: str) -> None:
    """Wait until the page says what is wrong with these words."""
    tab.get_by_role("alert").get_by_text(words).wait_for()


def open_deal(visit: Visit, path: str) -> Page:
    """Open a permalink, and wait for its deal."""
    visit.tab.goto(f"/#{path}")
    wait_for_request(visit.tab, f"/{path}'")
    wait_for_cards(visit.tab)
    return visit.tab


def select(visit: Visit, what: str) -> Page:
    """Select a game or a deck in the form, with the seed `t`; open the page first if it is not open."""
    if visit.tab.url == "about:blank":
        visit.tab.goto("/")
    choose(visit.tab, what)
    visit.tab.locator("#proving").evaluate("(details) => { details.open = true; }")
    fill_in(visit.tab, "Seed", "t", exact=True)
    return visit.tab


def choose(tab: Page, what: str) -> None:
    """Choose a game or a deck, which deals it, and wait for its cards."""
    kind, name = what.split("/")
    fill_in(tab, "Game or deck", name)
    tab.locator(f"[data-target='{what}']").click()
    wait_for_request(tab, f"/v1/{kind}/{name}/")
    wait_for_cards(tab)


def deal(visit: Visit, path: str) -> Page:
    """Press `Deal`, and wait for the deal of this request."""
    press(visit.tab, "Deal", exact=True)
    wait_for_request(visit.tab, f"/{path}'")
    return visit.tab


_TABLE = script("table")


def read_table(tab: Page, *, is_sorted: bool = False) -> dict[str, Any]:
    """Return the names and pictures of cards by seat and by pile, the unfolded stock included.

    Hands are in the order of the deal, unless they are to be left as they are on the page.
    """
    show_all(tab)
    sort = tab.get_by_label("Sort the hands")
    if not is_sorted and sort.is_visible():
        sort.uncheck()
    tab.evaluate(_TABLE)
    wait_until(tab, "[...document.images].every((image) => image.complete)")
    table: dict[str, Any] = tab.evaluate(_TABLE)
    return table


def expected_table(base: str, path: str) -> Json:
    """Return the expected value of `read_table`, from the response of the service."""
    body = fetch(base, path, notation="name")
    packs = {
        name: ",".join(body[name]) if isinstance(body[name], list) else body[name]
        for name in PACKS
        if name in body
    }
    records = fetch(base, f"v1/decks/{body['deck']}", **packs)["cards"]
    small = fetch(base, f"pictures/{body['deck']}.json")["pictures"]

    def picture(path: str) -> str:
        svg = small.get(path.rpartition("/")[2])
        return f"image/svg+xml,{quote(svg, safe=UNESCAPED)}" if svg else path

    def cards(holder: Json) -> list[Any]:
        pairs = zip(holder["cards"], holder["indices"], strict=True)
        return [[name, picture(records[index]["image"]), True] for name, index in pairs]

    def with_parts(holder: Json) -> Json:
        parts = {part["name"]: cards(part) for part in holder.get("parts", ())}
        return {"cards": cards(holder), "parts": parts}

    piles = body.get("piles", [body | {"name": "from_the_top"}])
    return {
        "hands": [[hand["seat"], with_parts(hand)] for hand in body.get("hands", ())],
        "piles": {pile["name"]: with_parts(pile) for pile in piles},
    }


def show_all(tab: Page) -> None:
    """Turn all cards up, if some are covered."""
    box = tab.get_by_label("Show all")
    if box.is_visible():
        box.check()


def verify_deal(tab: Page) -> None:
    """Follow the link that checks the deal, and expect that it is reproduced, by its name if it has one."""
    tab.get_by_role("link", name="Verify this deal").click()
    verdict = tab.locator("#verdict:not([data-state=empty], [data-state=busy])")
    verdict.wait_for()
    assert re.search(r"\nThe result is right(\.|: .+)\n", verdict.inner_text())
