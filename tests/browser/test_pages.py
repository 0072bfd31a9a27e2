"""Rules for every page: it is accessible, fits the window, has the menu, and nothing moves while it loads."""

from typing import Any

import pytest

from service.pages.catalogue import PAGES
from tests.browser.conftest import PATHS, Visit, every_size, fits_window, violations_in_all_schemes

_LAYOUT_SHIFT = """
new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum), 0));
})
"""


def load(visit: Visit, path: str) -> Any:
    visit.tab.goto(path)
    visit.tab.wait_for_load_state("networkidle")
    return visit.tab


@every_size
@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_keeps_still_is_accessible_and_begins_with_the_menu(visit: Visit, path: str) -> None:
    tab = load(visit, path)
    assert fits_window(tab)
    problems = violations_in_all_schemes(tab)
    # Measured last, so that it covers whatever moved late; entries are buffered from the start of the page.
    assert (problems, tab.evaluate(_LAYOUT_SHIFT) < 0.01) == ([], True)
    pages = {page.entry: page.path for page in PAGES.values()}
    menu = tab.get_by_role("navigation", name="Pages").get_by_role("link")
    links = menu.evaluate_all("(links) => links.map((link) => [link.textContent.trim(), new URL(link.href).pathname])")
    assert dict(links).items() >= pages.items()  # tests/browser/test_prefix.py follows them
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()
