"""Rules for every page: it is accessible, fits the window, and nothing moves while it loads."""

from typing import Any

import pytest

from service.pages.catalogue import PAGES
from tests.browser.conftest import PATHS, Visit, every_size, fits_window, violations_in_all_schemes

every_page = pytest.mark.parametrize("path", PATHS)

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
@every_page
def test_a_page_fits_keeps_still_and_is_accessible(visit: Visit, path: str) -> None:
    tab = load(visit, path)
    assert fits_window(tab)
    problems = violations_in_all_schemes(tab)
    # Measured last, so that it covers whatever moved late; entries are buffered from the start of the page.
    assert (problems, tab.evaluate(_LAYOUT_SHIFT) < 0.01) == ([], True)


@every_page
def test_the_first_tab_stop_leads_past_the_menu(visit: Visit, path: str) -> None:
    tab = visit.tab
    tab.goto(path, wait_until="domcontentloaded")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()


@every_page
def test_the_menu_leads_to_every_page(visit: Visit, path: str) -> None:
    tab = visit.tab
    tab.goto(path, wait_until="domcontentloaded")
    for page in PAGES.values():
        with tab.expect_navigation(wait_until="domcontentloaded"):
            tab.get_by_role("navigation", name="Pages").get_by_role("link", name=page.entry, exact=True).click()
        assert tab.get_by_role("heading", level=1).inner_text() == page.title
