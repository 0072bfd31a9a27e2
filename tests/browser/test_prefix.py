"""Every page works where a proxy serves it below a path and strips that prefix, as an ingress does."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.middleware.http_proxy import ProxyMiddleware
from werkzeug.serving import make_server

from service.app import create_app
from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import MENU, PAGES
from service.settings import Settings
from tests.browser.conftest import (
    SIZES,
    Visit,
    open_alone,
    press,
    set_width,
    wait_until_settled,
)
from tests.browser.sealed_page import deal_hand, open_log, reveal, seal
from tests.browser.verify_page import expect_verdict
from tests.conftest import run_service

pytestmark = pytest.mark.browser

PREFIX = "/games/shuffler"


@contextmanager
def serve(application: Any, path: str) -> Iterator[str]:
    """Serve a WSGI application, and return the URL of a path of it."""
    server = make_server("127.0.0.1", 0, application, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}{path}"
    server.shutdown()


def make_proxy(base: str, **headers: str) -> ProxyMiddleware:
    """Return a proxy that serves another server below `PREFIX`, and nothing beside it."""
    options = {"target": base, "remove_prefix": True, "host": None, "headers": headers}
    return ProxyMiddleware(NotFound(), {f"{PREFIX}/": options}, timeout=60)


@pytest.fixture(scope="module")
def prefixed(base: str) -> Iterator[str]:
    with serve(make_proxy(base), PREFIX) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, prefixed: str) -> Iterator[Visit]:
    with open_alone(browser, prefixed) as opened:
        yield opened


@pytest.mark.parametrize(
    "path",
    [
        *(page.path for page in PAGES.values()),
        OVERVIEW.path,
        GUIDES["reference/games"].path,
    ],
)
def test_a_page_below_a_path_loads_all_that_it_needs_and_stays_there(
    tab: Page, prefixed: str, path: str
) -> None:
    set_width(tab, *SIZES["phone"])
    urls: list[str] = []
    tab.on("request", lambda request: urls.append(request.url))
    tab.goto(f"{prefixed}{path}")
    wait_until_settled(tab)
    requested = [url for url in urls if url.startswith("http")]
    links = tab.evaluate(
        "[...document.querySelectorAll('a[href]')].map((link) => link.href)"
    )
    here = [link for link in links if link.startswith("http://127.0.0.1")]
    assert len(here) > 4
    assert len(requested) > 2
    for url in [*here, *requested]:
        assert url.startswith(f"{prefixed}/")


def follow_menu(tab: Page, title: str) -> None:
    """Follow a link of the menu."""
    menu = tab.get_by_role("navigation", name="Pages")
    menu.get_by_role("link", name=title, exact=True).click()


def test_the_menu_leads_round_and_a_request_is_tried_below_a_path(
    tab: Page, prefixed: str
) -> None:
    tab.goto(f"{prefixed}/", wait_until="domcontentloaded")
    for page in MENU:
        with tab.expect_navigation(wait_until="domcontentloaded"):
            follow_menu(tab, TEXTS["en"]["shared"]["menu"][page.name])
        title, *_ = page.describe("en")
        heading = tab.get_by_role("heading", level=1)
        expect(heading).to_have_text(title, use_inner_text=True)
    tab.goto(f"{prefixed}/docs#/decks/shuffle_deck")
    with tab.expect_response(f"{prefixed}/v1/decks/standard/shuffle") as response:
        press(tab, "Execute")
    assert response.value.status == 200


def test_a_sealed_game_is_played_below_a_path(visit: Visit, prefixed: str) -> None:
    tab = seal(visit, "game=holdem&players=2", prefixed)
    deal_hand(tab)
    assert "Valid." in reveal(tab)
    open_log(tab).get_by_role("link", name="Open it on the verify page").click()
    tab.wait_for_url(f"{prefixed}/verify#receipt=*")
    expect_verdict(tab, "Valid: Texas hold'em")


def expect_cards(tab: Page) -> None:
    """Follow the link to a deal, and expect that each of its cards has its picture."""
    tab.get_by_role("link", name="Hold’em poker").click()
    tab.wait_for_selector("#felt .cards img")
    wait_until_settled(tab)
    cards = "[...document.querySelectorAll('#felt img')]"
    assert tab.evaluate(f"{cards}.every((image) => image.naturalWidth > 0)")


def test_the_front_page_needs_no_slash_where_the_proxy_names_the_prefix(
    browser: Browser,
) -> None:
    def serve_without_slash(environ: dict[str, Any], start_response: Any) -> Any:
        """Ask for the prefix itself with a slash, as Traefik does."""
        path = environ["PATH_INFO"]
        asked = f"{path}/" if path == PREFIX else path
        return proxy(environ | {"PATH_INFO": asked}, start_response)

    with (
        run_service(TRUSTED_PROXIES="1") as service,
        serve(serve_without_slash, PREFIX) as address,
    ):
        proxy = make_proxy(service, **{"X-Forwarded-Prefix": PREFIX})
        with open_alone(browser, address) as visit:
            tab = visit.tab
            tab.goto(address)
            expect_cards(tab)
            assert tab.url.split("#")[0].rstrip("/") == address
            follow_menu(tab, "Verify")
            tab.wait_for_url(f"{address}/verify")


def test_pictures_are_found_below_a_path_with_a_name_like_ours(
    browser: Browser,
) -> None:
    path = "/play/v1/cards"
    mounted = DispatcherMiddleware(NotFound(), {path: create_app(Settings())})
    with serve(mounted, path) as address, open_alone(browser, address) as visit:
        visit.tab.goto(address)
        assert visit.tab.url.split("#")[0] == f"{address}/"
        expect_cards(visit.tab)
