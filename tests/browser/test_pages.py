"""Rules for every page: it is accessible, fits the window, has the menu, and nothing moves while it loads."""

import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import MENU, PAGES
from tests.browser.conftest import (
    PATHS,
    SIZES,
    fits_window,
    new_context,
    playwright,
    script,
    set_width,
    violations_in_all_schemes,
    wait_until_settled,
)

pytestmark = pytest.mark.browser
expect = playwright.expect

_TOO_LONG = "This link is too long"


def pack(text: bytes) -> str:
    """Return a text as links have it packed."""
    deflated = zlib.compress(text, 9, wbits=-15)
    return urlsafe_b64encode(deflated).decode().rstrip("=")


_GUIDES = [GUIDES[name].path for name in ("fairness", "sources")]
"""Short guides that have all that the others have: code, tables and pictures."""
_LONG = [PAGES["docs"].path, *_GUIDES]
_LINKS = "(links) => links.map((link) => [link.textContent.trim(), new URL(link.href).pathname])"
_LAYOUT_SHIFT = script("layout_shift")

_MAX_LOAD, _MAX_LOAD_OF_VERIFY = (
    180_000,
    200_000,
)  # the page Verify loads the table of games


@pytest.mark.smoke
@pytest.mark.parametrize(
    "path", [*(page.path for page in PAGES.values()), OVERVIEW.path, *_GUIDES]
)
def test_a_page_fits_keeps_still_is_accessible_and_begins_with_the_menu(
    tab: Any, path: str
) -> None:
    for name, (width, height) in SIZES.items():
        tab.goto("about:blank")
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="light", reduced_motion="no-preference")
        tab.goto(path)
        wait_until_settled(tab)
        assert fits_window(tab), name
        assert tab.evaluate(script("loaded_bytes")) <= (
            _MAX_LOAD_OF_VERIFY if path == "/verify" else _MAX_LOAD
        )
        # What is long and differs in nothing but its width is examined in a narrow window alone.
        problems = (
            violations_in_all_schemes(tab)
            if name == "phone" or path not in _LONG
            else []
        )
        # Measured last, so that it covers whatever moved late; entries are buffered from the start of the page.
        assert (problems, tab.evaluate(_LAYOUT_SHIFT) < 0.01) == ([], True), name
    menu = tab.get_by_role("navigation", name="Pages").get_by_role("link")
    # tests/browser/test_prefix.py follows these links.
    assert menu.evaluate_all(_LINKS) == [
        [TEXTS["en"]["shared"]["menu"][page.name], page.path] for page in MENU
    ]
    current = [
        link for _, link in tab.locator("nav [aria-current=page]").evaluate_all(_LINKS)
    ]
    assert current == (
        [path] if path in {*[page.path for page in MENU], *_GUIDES} else []
    )
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()


def test_every_guide_fits_and_keeps_still(tab: Any) -> None:
    wrong = []
    for guide in GUIDES.values():
        set_width(tab, *SIZES["phone"])
        tab.goto(guide.path)
        wrong += [] if tab.evaluate(_LAYOUT_SHIFT) < 0.01 else [f"{guide.name} moves"]
        wrong += [] if fits_window(tab) else [f"{guide.name} is wider than a phone"]
        set_width(tab, *SIZES["desktop"])
        wrong += [] if fits_window(tab) else [f"{guide.name} is wider than a desktop"]
    assert wrong == []


def test_whatever_is_pressed_is_large_enough_for_a_finger(tab: Any) -> None:
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


def test_a_deal_needs_few_requests_and_moves_nothing_while_it_arrives(tab: Any) -> None:
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    for path in (
        "/",
        *(
            f"/#v1/games/{game}/deal?seed=t"
            for game in ("mahjong", "tarot", "klondike")
        ),
    ):
        for width, height in SIZES.values():
            tab.goto("about:blank")
            tab.set_viewport_size({"width": width, "height": height})
            requested.clear()
            tab.goto(path)
            tab.locator("#felt img").first.wait_for()
            wait_until_settled(tab)
            assert tab.evaluate(_LAYOUT_SHIFT) < 0.05, path
            assert len(
                [url for url in requested if url.startswith("http")]
            ) <= 20 + 12 * (path != "/"), path


@pytest.mark.parametrize("path", ["/", "/draw", "/verify", "/fairness", "/docs"])
def test_without_its_modules_a_page_sends_nothing_and_says_so(
    browser: Any, base: str, path: str
) -> None:
    context = new_context(
        browser, base, bypass_csp=True
    )  # which alone would keep a form from being sent
    tab = context.new_page()
    tab.route("**/*.mjs", lambda route: route.abort())
    tab.goto(path)
    tab.evaluate(script("type_everywhere"), "Ann Confidential")
    for field in tab.locator(
        "form input:visible:not([type=radio], [type=checkbox])"
    ).all():
        field.press("Enter")
    for button in tab.locator("[data-waiting]:visible").all():
        button.dispatch_event("click")
        button.click(force=True)
        said = button.locator("+ .stalled")
        expect(said).to_be_hidden()
        said.evaluate(
            "(said) => said.getAnimations()[0].finish()"
        )  # it waits some seconds
        expect(said).to_contain_text("has not started")
        expect(said).to_be_visible()
    assert (fits_window(tab), tab.url) == (True, f"{base}{path}")
    context.close()


def test_a_long_link_is_refused_before_it_is_unpacked_and_a_short_one_that_unpacks_to_much_soon(
    tab: Any,
) -> None:
    tab.add_init_script(script("count_unpacked"))
    long = "A" * 544_000
    links = {
        "/result": [
            f"#packed={long}",
            f"#{long}",
            f"#v1/games/bridge/deal?seed={long}",
        ],
        "/verify": [f"#packed={long}", f"#answer={long}"],
        "/draw": [f"#winners?winners=1&seed=1&lines={long}", f"#slip={long}"],
    }
    for path, fragments in links.items():
        for fragment in fragments:
            tab.goto("about:blank")
            tab.goto(path + fragment)
            expect(tab.locator("main")).to_contain_text(_TOO_LONG)
            assert tab.evaluate("unpackedSizes") == []
    for path in ("/fairness", "/"):
        tab.goto("about:blank")
        tab.goto(f"{path}#v1/games/bridge/deal?seed={long}")
        expect(tab.locator("main")).not_to_contain_text(_TOO_LONG)
    expect(tab.locator("#play-problem")).to_contain_text("No deal is named in it.")
    bomb = pack(b'{"plan": "' + b"a" * 100_000_000 + b'"}')
    assert len(bomb) < 200_000
    for path in ("/result", "/verify"):
        tab.goto("about:blank")
        tab.goto(f"{path}#packed={bomb}")
        expect(tab.locator("main")).to_contain_text(_TOO_LONG)
        assert sum(tab.evaluate("unpackedSizes")) < 2 * 2**20
