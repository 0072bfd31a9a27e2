"""A gunicorn, a Chromium, and pages that may neither complain nor ask any other host."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.pages.catalogue import PAGES
from service.pages.guides.catalogue import GUIDES, OVERVIEW
from tests.conftest import ROOT, run_service

playwright = pytest.importorskip("playwright.sync_api", reason="make test SUITE=browser installs it")

_CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")

PATHS = [*(page.path for page in PAGES.values()), OVERVIEW.path, *(guide.path for guide in GUIDES.values())]
"""Where there are pages."""


def launched(kind: Any, *flags: str) -> Any:
    """Debian's Chromium, by Playwright's type of browser, which cannot download its own."""
    return kind.launch(executable_path=_CHROMIUM, args=[*_FLAGS, *flags])


SIZES = {"phone": (360, 740), "desktop": (1600, 1000)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in here needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of a running service, without a slash at its end."""
    with run_service() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser."""
    with playwright.sync_playwright() as driver:
        chromium = launched(driver.chromium)
        yield chromium
        chromium.close()


class Visit:
    """A tab, and what must not happen in it: complaints, failures, requests to another host."""

    def __init__(self, tab: Any, host: str) -> None:
        self.tab = tab
        self.wrong: list[str] = []
        self.expected: set[int] = set()  # statuses that a test provokes
        tab.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        tab.on("console", self._heard)
        tab.on("request", lambda request: self._asked(request.url, host))
        tab.on("response", self._answered)

    def _heard(self, message: Any) -> None:
        # A refusal is noted in the console by the browser itself; `_answered` looks at those.
        if message.type in {"error", "warning"} and "Failed to load resource" not in message.text:
            self.wrong.append(f"console: {message.text}")

    def _asked(self, url: str, host: str) -> None:
        if urlsplit(url).scheme in {"http", "https"} and urlsplit(url).netloc != host:
            self.wrong.append(f"asked another host: {url}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.wrong.append(f"{response.status}: {response.url}")


@contextmanager
def visiting(browser: Any, base: str, **options: Any) -> Iterator[Visit]:
    """A fresh tab of a context with those options; in the end nothing may have gone wrong in it."""
    context = browser.new_context(base_url=base, **{"viewport": {"width": 1280, "height": 900}, **options})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    found = Visit(context.new_page(), urlsplit(base).netloc)
    yield found
    context.close()
    assert found.wrong == []


@pytest.fixture
def visit(browser: Any, base: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A fresh tab; with `@pytest.mark.parametrize("visit", […], indirect=True)`, with those options of a context."""
    with visiting(browser, base, **getattr(request, "param", {})) as found:
        yield found


AXE = ROOT / "build" / "axe" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(tab: Any) -> list[str]:
    """What axe-core has to say against the page as it is now."""
    tab.evaluate(AXE.read_text())  # not as a script of the page, which its policy would not let in
    found = tab.evaluate("rules => axe.run(document, {runOnly: rules})", _RULES)
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def size(name: str, **more: Any) -> dict[str, Any]:
    """The options of a context with a window of that size."""
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height}, **more}
