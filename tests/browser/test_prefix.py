"""Every page works where the service is mounted below a path."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from service.app import create_app
from service.pages.guides import GUIDES, OVERVIEW
from service.pages.menu import PAGES
from service.settings import Settings
from tests.browser.conftest import SIZES, Visit, new_context, open_tab, set_width
from tests.browser.prefix import serve_below_prefix
from tests.conftest import run_service


@pytest.fixture(scope="module")
def prefixed(base: str) -> Iterator[str]:
    with serve_below_prefix(base) as address:
        yield address


@pytest.fixture(scope="module")
def context(browser: Any, prefixed: str) -> Iterator[Any]:
    context = new_context(browser, prefixed)
    yield context
    context.close()


@pytest.fixture
def visit(context: Any, prefixed: str) -> Iterator[Visit]:
    with open_tab(context, prefixed) as opened:
        yield opened


@pytest.mark.parametrize("path", [*(page.path for page in PAGES.values()), OVERVIEW.path, GUIDES["games"].path])
def test_a_page_below_a_path_loads_all_that_it_needs_and_stays_there(visit: Visit, prefixed: str, path: str) -> None:
    tab = visit.tab
    set_width(tab, *SIZES["phone"])
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    tab.goto(f"{prefixed}{path}")
    tab.wait_for_load_state("networkidle")
    links = tab.evaluate("[...document.querySelectorAll('a[href]')].map((link) => link.href)")
    here = [link for link in links if link.startswith("http://127.0.0.1")]
    requested = [url for url in requested if url.startswith("http")]
    assert len(here) > 4
    assert len(requested) > 2
    assert [url for url in (*here, *requested) if not url.startswith(f"{prefixed}/")] == []


def test_the_menu_leads_round_below_a_path(visit: Visit, prefixed: str) -> None:
    tab = visit.tab
    tab.goto(f"{prefixed}/", wait_until="domcontentloaded")
    for page in PAGES.values():
        with tab.expect_navigation(wait_until="domcontentloaded"):
            tab.get_by_role("navigation", name="Pages").get_by_role("link", name=page.entry, exact=True).click()
        expect(tab.get_by_role("heading", level=1)).to_have_text(page.title, use_inner_text=True)


def test_a_request_is_tried_below_a_path(visit: Visit, prefixed: str) -> None:
    tab = visit.tab
    set_width(tab, *SIZES["phone"])  # where the groups of the other operations are closed
    tab.goto(f"{prefixed}/docs#/decks/shuffle_deck")
    tab.get_by_role("button", name="Try it out").click()
    with tab.expect_response(f"{prefixed}/v1/decks/standard/shuffle") as response:
        tab.get_by_role("button", name="Execute").click()
    assert response.value.status == 200


def test_the_front_page_needs_no_slash_where_the_proxy_names_the_prefix(browser: Any) -> None:
    with run_service(TRUSTED_PROXIES="1") as service, serve_below_prefix(service, names_it=True) as address:
        context = new_context(browser, address)
        with open_tab(context, address) as visit:
            tab = visit.tab
            tab.goto(address)
            tab.wait_for_selector("#felt .cards img")
            tab.wait_for_load_state("networkidle")
            assert tab.url.split("#")[0].rstrip("/") == address
            assert tab.evaluate("[...document.querySelectorAll('#felt img')].every((image) => image.naturalWidth > 0)")
            tab.get_by_role("navigation", name="Pages").get_by_role("link", name="Verify", exact=True).click()
            tab.wait_for_url(f"{address}/verify")
        context.close()


def test_pictures_are_found_below_a_path_with_a_name_like_ours(browser: Any) -> None:
    path = "/play/v1/cards"
    server = make_server(
        "127.0.0.1", 0, DispatcherMiddleware(NotFound(), {path: create_app(Settings())}), threaded=True
    )
    Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.port}"
    context = new_context(browser, base)
    with open_tab(context, base) as visit:
        visit.tab.goto(path)
        assert visit.tab.url.split("#")[0].endswith(f"{path}/")
        visit.tab.wait_for_selector("#felt .cards img")
        visit.tab.wait_for_load_state("networkidle")
        assert visit.tab.evaluate(
            "[...document.querySelectorAll('#felt img')].every((image) => image.naturalWidth > 0)"
        )
    context.close()
    server.shutdown()
