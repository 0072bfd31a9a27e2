"""What holds for every page: it is clean, can be used by all, fits, stays still, and works below any path."""

from typing import Any

import pytest

from service.pages.catalogue import PAGES
from tests.browser.conftest import PATHS, SIZES, Visit, size, violations

LOOKS = [size(name, color_scheme=scheme) for name in SIZES for scheme in ("light", "dark")]
_IDS = [f"{name}-{scheme}" for name in SIZES for scheme in ("light", "dark")]

every_page = pytest.mark.parametrize("path", PATHS)
every_look = pytest.mark.parametrize("visit", LOOKS, ids=_IDS, indirect=True)


def opened(visit: Visit, path: str) -> Any:
    visit.tab.goto(path)
    visit.tab.wait_for_load_state("networkidle")
    return visit.tab


@every_look
@every_page
def test_a_page_is_clean_for_axe(visit: Visit, path: str) -> None:
    assert violations(opened(visit, path)) == []


@every_look
@every_page
def test_nothing_is_wider_than_the_window(visit: Visit, path: str) -> None:
    tab = opened(visit, path)
    assert tab.evaluate("document.documentElement.scrollWidth") <= tab.evaluate("window.innerWidth")


_SHIFTS = """
new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})
"""


@pytest.mark.parametrize("visit", [size(name) for name in SIZES], ids=list(SIZES), indirect=True)
@every_page
def test_nothing_moves_while_a_page_loads(visit: Visit, path: str) -> None:
    assert opened(visit, path).evaluate(_SHIFTS) < 0.01


@every_page
def test_the_first_tab_stop_leads_past_the_menu(visit: Visit, path: str) -> None:
    tab = opened(visit, path)
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    tab.locator("#main:focus").wait_for()


@every_page
def test_the_menu_leads_to_every_page(visit: Visit, path: str) -> None:
    opened(visit, path)
    for page in PAGES.values():
        visit.tab.get_by_role("navigation", name="Pages").get_by_role("link", name=page.entry, exact=True).click()
        assert visit.tab.get_by_role("heading", level=1).inner_text() == page.title
