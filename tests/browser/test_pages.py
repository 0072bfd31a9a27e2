"""Rules for every page: it is accessible, fits the window, has the menu, and nothing moves while it loads."""

import pytest

from service.pages.guides import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import MENU, PAGES
from tests.browser.conftest import PATHS, SIZES, Visit, fits_window, set_width, violations_in_all_schemes

_GUIDES = [GUIDES[name].path for name in ("proofs", "history")]
"""Short guides that have all that the others have: code, tables and pictures."""
_LONG = [PAGES["docs"].path, *_GUIDES]
_LINKS = "(links) => links.map((link) => [link.textContent.trim(), new URL(link.href).pathname])"
_LAYOUT_SHIFT = """
new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum), 0));
})
"""

_MAX_LOAD, _MAX_LOAD_OF_VERIFY = 180_000, 200_000  # the page Verify loads the table of games
_LOAD = """
[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ initiatorType }) => initiatorType !== "img")
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
"""
"""The bytes of a page and of all that it loads, compressed, whether they come from the cache or not.

Pictures are left out, as those of the front page are of cards that are dealt at random.
"""

_SMALL_TARGETS = """
() => {
  const isInText = (link) => getComputedStyle(link).display === "inline" && link.closest("p, article li, dd, td, th");
  const areaOf = (control) => (control.matches("[type=checkbox], [type=radio]") && control.closest("label")) || control;
  return [...document.querySelectorAll("a[href]:not(.skip), button, input, select, textarea, summary")]
    .map((control) => [control, areaOf(control)])
    .filter(([control]) => !control.closest("#felt") && !(control.matches("a") && isInText(control)))
    .filter(([, area]) => area.checkVisibility({ visibilityProperty: true }))
    .map(([control, area]) => [area.getBoundingClientRect(), area.textContent.trim() || control.id])
    .filter(([{ width, height }]) => width > 0 && Math.min(width, height) < 43.5)
    .map(([{ width, height }, name]) => `${name}: ${Math.round(width)} × ${Math.round(height)}`);
}
"""
"""Controls smaller than 44 px. Left out are links in a text and the cards, which are as large as the felt allows."""


@pytest.mark.smoke
@pytest.mark.parametrize("path", [*(page.path for page in PAGES.values()), OVERVIEW.path, *_GUIDES])
def test_a_page_fits_keeps_still_is_accessible_and_begins_with_the_menu(visit: Visit, path: str) -> None:
    tab = visit.tab
    for name, (width, height) in SIZES.items():
        tab.goto("about:blank")
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="light", reduced_motion="no-preference")
        tab.goto(path)
        tab.wait_for_load_state("networkidle")
        assert fits_window(tab), name
        assert tab.evaluate(_LOAD) <= (_MAX_LOAD_OF_VERIFY if path == "/verify" else _MAX_LOAD)
        # What is long and differs in nothing but its width is examined in a narrow window alone.
        problems = violations_in_all_schemes(tab) if name == "phone" or path not in _LONG else []
        # Measured last, so that it covers whatever moved late; entries are buffered from the start of the page.
        assert (problems, tab.evaluate(_LAYOUT_SHIFT) < 0.01) == ([], True), name
    menu = tab.get_by_role("navigation", name="Pages").get_by_role("link")
    # tests/browser/test_prefix.py follows these links.
    assert menu.evaluate_all(_LINKS) == [[TEXTS["en"]["shared"]["menu"][page.name], page.path] for page in MENU]
    current = [link for _, link in tab.locator("nav [aria-current=page]").evaluate_all(_LINKS)]
    assert current == ([path] if path in {*[page.path for page in MENU], *_GUIDES} else [])
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()


def test_every_guide_fits_and_keeps_still(visit: Visit) -> None:
    tab, wrong = visit.tab, []
    for guide in GUIDES.values():
        set_width(tab, *SIZES["phone"])
        tab.goto(guide.path)
        wrong += [] if tab.evaluate(_LAYOUT_SHIFT) < 0.01 else [f"{guide.name} moves"]
        wrong += [] if fits_window(tab) else [f"{guide.name} is wider than a phone"]
        set_width(tab, *SIZES["desktop"])
        wrong += [] if fits_window(tab) else [f"{guide.name} is wider than a desktop"]
    assert wrong == []


def test_whatever_is_pressed_is_large_enough_for_a_finger(visit: Visit) -> None:
    tab, small = visit.tab, {}
    tab.set_viewport_size({"width": 390, "height": 844})
    for path in PATHS:
        tab.goto(path)
        tab.wait_for_load_state("networkidle")
        tab.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        small[path] = tab.evaluate(_SMALL_TARGETS)
    assert {path: names for path, names in small.items() if names} == {}


def test_a_deal_needs_few_requests_and_moves_nothing_while_it_arrives(visit: Visit) -> None:
    tab, requested = visit.tab, list[str]()
    tab.on("request", lambda request: requested.append(request.url))
    for path in ("/", *(f"/#v1/games/{game}/deal?seed=t" for game in ("mahjong", "tarot", "klondike"))):
        for width, height in SIZES.values():
            tab.goto("about:blank")
            tab.set_viewport_size({"width": width, "height": height})
            requested.clear()
            tab.goto(path)
            tab.locator("#felt img").first.wait_for()
            tab.wait_for_load_state("networkidle")
            assert tab.evaluate(_LAYOUT_SHIFT) < 0.05, path
            assert len([url for url in requested if url.startswith("http")]) <= 20 + 12 * (path != "/"), path
