"""Rules for every page: it is accessible, fits the window, has the menu, and nothing moves while it loads."""

import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import MENU, PAGES
from tests.browser.conftest import (
    SIZES,
    Visit,
    expect_clean,
    expect_words,
    fits_window,
    new_context,
    playwright,
    reopen,
    script,
    set_width,
    violations_in_all_schemes,
    wait_until_settled,
)
from tests.pages.addresses import PATHS
from tests.tables import for_each

pytestmark = pytest.mark.browser
expect = playwright.expect

_TOO_LONG = "This link is too long"


def pack(text: bytes) -> str:
    """Return a text as links have it packed."""
    deflated = zlib.compress(text, 9, wbits=-15)
    return urlsafe_b64encode(deflated).decode().rstrip("=")


_GUIDES = [GUIDES[name].path for name in ("fairness", "definitions/stream")]
"""Short guides that have all that the others have: code, tables and pictures."""
_LONG = [PAGES["docs"].path, *_GUIDES]
_LINKS = "(links) => links.map((link) => [link.textContent.trim(), new URL(link.href).pathname])"
_LAYOUT_SHIFT = script("layout_shift")

_MAX_LOAD = 180_000
_MAX_LOADS = {"/": 90_000, "/verify": 200_000}
"""The front page fetches the form of all games later; the page Verify loads the table of games."""


@pytest.mark.smoke
@pytest.mark.parametrize(
    "path", [*(page.path for page in PAGES.values()), OVERVIEW.path, *_GUIDES]
)
def test_a_page_fits_keeps_still_is_accessible_and_begins_with_the_menu(
    tab: Page, path: str
) -> None:
    for name, (width, height) in SIZES.items():
        tab.goto("about:blank")
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="light", reduced_motion="no-preference")
        tab.goto(path)
        wait_until_settled(tab)
        assert fits_window(tab), name
        limit = _MAX_LOADS.get(path, _MAX_LOAD)
        assert tab.evaluate(script("loaded_bytes")) <= limit
        # What is long and differs in nothing but its width is examined in a narrow window alone.
        if name == "phone" or path not in _LONG:
            assert violations_in_all_schemes(tab) == [], name
        # Measured last, so that it covers whatever moved late; entries are buffered from the start of the page.
        assert tab.evaluate(_LAYOUT_SHIFT) < 0.01, name
    menu = tab.get_by_role("navigation", name="Pages").get_by_role("link")
    # tests/browser/test_prefix.py follows these links.
    titles = TEXTS["en"]["shared"]["menu"]
    pages = [[titles[page.name], page.path] for page in MENU]
    assert menu.evaluate_all(_LINKS) == pages
    marked = tab.locator("nav [aria-current=page]").evaluate_all(_LINKS)
    is_listed = path in {*_GUIDES, *(page.path for page in MENU)}
    assert [link for _, link in marked] == ([path] if is_listed else [])
    expect(tab.locator("header.site [aria-current=true]")).to_have_count(0)
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()


_BOXES = (
    "(all) => all.map((each) => Object.values(each.getBoundingClientRect().toJSON()))"
)


def test_the_header_and_the_menu_are_at_the_same_place_on_every_page(tab: Page) -> None:
    boxes: dict[str, list[Any]] = {}
    for path in [*(page.path for page in PAGES.values()), OVERVIEW.path, *_GUIDES]:
        tab.goto(path)
        boxes[path] = []
        for width, height in ((390, 844), (1366, 768)):
            set_width(tab, width, height)
            header = tab.locator("header.site, .brand, header.site nav a")
            boxes[path].append(header.evaluate_all(_BOXES))
    assert [path for path in boxes if boxes[path] != boxes["/"]] == []


@for_each("path", ["/v1/games/holdem/deal?players=99", "/v1/integers?nothing=1"])
def test_the_page_of_a_refused_request_fits_and_is_accessible(
    visit: Visit, path: str
) -> None:
    visit.expected = {422}
    visit.tab.goto(f"{path}&lang=de")
    expect(visit.tab.locator(".refusals dt").first).to_be_visible()
    expect_clean(visit.tab, "phone")


def test_every_guide_fits_and_keeps_still(tab: Page) -> None:
    wrong = []
    for guide in GUIDES.values():
        set_width(tab, *SIZES["phone"])
        tab.goto(guide.path)
        if tab.evaluate(_LAYOUT_SHIFT) >= 0.01:
            wrong.append(f"{guide.name} moves")
        if not fits_window(tab):
            wrong.append(f"{guide.name} is wider than a phone")
        set_width(tab, *SIZES["desktop"])
        if not fits_window(tab):
            wrong.append(f"{guide.name} is wider than a desktop")
    assert wrong == []


def test_whatever_is_pressed_is_large_enough_for_a_finger(tab: Page) -> None:
    small = {}
    tab.set_viewport_size({"width": 390, "height": 844})
    for path in PATHS:
        tab.goto(path)
        wait_until_settled(tab)
        tab.evaluate(
            "for (const details of document.querySelectorAll('details')) details.open = true"
        )
        small[path] = tab.evaluate(script("small_targets"))
    assert {path: names for path, names in small.items() if names} == {}


@for_each(
    ("path", "most"),
    [
        ("/#v1/games/holdem/deal?seed=t", 20),
        ("/#v1/games/mahjong/deal?seed=t", 32),
        ("/#v1/games/tarot/deal?seed=t", 32),
        ("/#v1/games/klondike/deal?seed=t", 32),
    ],
)
def test_a_deal_needs_few_requests_and_moves_nothing_while_it_arrives(
    tab: Page, path: str, most: int
) -> None:
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    for width, height in SIZES.values():
        tab.goto("about:blank")
        tab.set_viewport_size({"width": width, "height": height})
        requested.clear()
        tab.goto(path)
        tab.locator("#felt img").first.wait_for()
        wait_until_settled(tab)
        assert tab.evaluate(_LAYOUT_SHIFT) < 0.05
        sent = [url for url in requested if url.startswith("http")]
        assert len(sent) <= most


def test_draw_needs_few_requests_before_it_can_be_used(tab: Page) -> None:
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    tab.goto("/draw")
    tab.locator("#draw:enabled").wait_for()
    wait_until_settled(tab)
    assert len(requested) <= 10


@pytest.mark.parametrize("path", ["/", "/draw", "/verify", "/fairness", "/docs"])
def test_without_its_modules_a_page_sends_nothing_and_says_so(
    browser: Browser, base: str, path: str
) -> None:
    # which alone would keep a form from being sent
    context = new_context(browser, base, bypass_csp=True)
    tab = context.new_page()
    tab.route("**/*.mjs", lambda route: route.abort())
    tab.goto(path)
    tab.evaluate(script("type_everywhere"), "Ann Confidential")
    fields = tab.locator("form input:visible:not([type=radio], [type=checkbox])")
    for field in fields.all():
        field.press("Enter")
    for button in tab.locator("[data-waiting]:visible").all():
        button.dispatch_event("click")
        button.click(force=True)
        said = button.locator("+ .stalled")
        expect(said).to_be_hidden()
        # it waits some seconds
        said.evaluate("(said) => said.getAnimations()[0].finish()")
        expect(said).to_contain_text("has not started")
        expect(said).to_be_visible()
    assert fits_window(tab)
    assert tab.url == f"{base}{path}"
    context.close()


_LONG_TEXT = "A" * 544_000


@pytest.fixture
def counting(tab: Page) -> Page:
    """Return a tab that notes the size of each part that is unpacked."""
    tab.add_init_script(script("count_unpacked"))
    return tab


@for_each(
    "address",
    [
        f"/result#packed={_LONG_TEXT}",
        f"/result#{_LONG_TEXT}",
        f"/result#v1/games/bridge/deal?seed={_LONG_TEXT}",
        f"/verify#packed={_LONG_TEXT}",
        f"/verify#answer={_LONG_TEXT}",
        f"/draw#winners?winners=1&seed=1&lines={_LONG_TEXT}",
        f"/draw#slip={_LONG_TEXT}",
    ],
)
def test_a_long_link_is_refused_before_it_is_unpacked(
    counting: Any, address: str
) -> None:
    reopen(counting, address)
    expect_words(counting, "main", _TOO_LONG)
    assert counting.evaluate("unpackedSizes") == []


def test_a_long_link_that_a_page_does_not_read_is_not_called_too_long(
    tab: Page,
) -> None:
    for path in ("/fairness", "/"):
        reopen(tab, f"{path}#v1/games/bridge/deal?seed={_LONG_TEXT}")
        expect(tab.locator("main")).not_to_contain_text(_TOO_LONG)
    problem = tab.locator("#play-problem")
    expect(problem).to_contain_text("It names no deal, or was cut off.")


def test_a_short_link_that_unpacks_to_much_is_refused_soon(counting: Any) -> None:
    bomb = pack(b'{"plan": "' + b"a" * 100_000_000 + b'"}')
    assert len(bomb) < 200_000
    for path in ("/result", "/verify"):
        reopen(counting, f"{path}#packed={bomb}")
        expect_words(counting, "main", _TOO_LONG)
        assert sum(counting.evaluate("unpackedSizes")) < 2 * 2**20
