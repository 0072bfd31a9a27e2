"""A running service, a Chromium, and tabs that record errors, failed requests and requests to other hosts."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest

from service.games.catalogue import GAMES
from tools.files import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        BrowserType,
        ConsoleMessage,
        Download,
        FloatRect,
        Locator,
        Page,
        Request,
        Response,
    )

playwright = pytest.importorskip(
    "playwright.sync_api", reason="make test SUITE=browser installs it"
)

TIMEOUT = 60_000  # milliseconds: a slow machine is no failure
playwright.expect.set_options(timeout=TIMEOUT)

_FRAMES = 10  # in which a page goes on with an answer, and sends its next request

_FOLDER = Path(__file__).parent
_CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
)

_FIRST_OF_FAMILY = {game.family: name for name, game in reversed(list(GAMES.items()))}
SOME_GAMES = list(GAMES if os.environ.get("ALL_GAMES") else _FIRST_OF_FAMILY.values())
"""A game for each family; every game with ALL_GAMES=1."""

SIZES = {"phone": (360, 740), "desktop": (1600, 1000)}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def script(name: str) -> str:
    """Return JavaScript from the folder scripts."""
    return (_FOLDER / "scripts" / f"{name}.js").read_text()


def launch(chromium: BrowserType, *flags: str) -> Browser:
    """Launch Debian's Chromium, as Playwright may not download its own; without windows it takes a sixth less time."""
    return chromium.launch(executable_path=_CHROMIUM, args=[*_FLAGS, *flags])


@pytest.fixture(scope="package")
def base(live: str) -> str:
    """Return the URL of a running service, without a slash at its end."""
    return live


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as driver:
        chromium = launch(driver.chromium)
        yield chromium
        chromium.close()


class _Requests:
    """The requests of a tab: how many it began, and the addresses of those that have not ended."""

    def __init__(self, tab: Page) -> None:
        self.begun = 0
        self.open: dict[Request, str] = {}
        tab.on("request", self._begin)
        tab.on("requestfinished", self._end)
        tab.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        self.begun += 1
        self.open[request] = request.url

    def _end(self, request: Request) -> None:
        self.open.pop(request, None)


_requests: WeakKeyDictionary[Page, _Requests] = WeakKeyDictionary()
"""The requests of each tab."""


def record_requests(tab: Page) -> None:
    """Record the requests of a tab for `wait_until_settled`."""
    _requests[tab] = _Requests(tab)


class Visit:
    """A tab, and the errors, failed requests and requests to other hosts that occurred in it."""

    def __init__(self, tab: Page, host: str) -> None:
        self.tab = tab
        self.wrong: list[str] = []
        self.expected: set[int] = set()  # statuses that a test provokes
        self.others: set[str] = set()  # other hosts that a test answers for
        record_requests(tab)
        tab.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        tab.on("console", self._record_message)
        tab.on("request", lambda request: self._record_request(request.url, host))
        tab.on("response", self._record_response)

    def _record_message(self, message: ConsoleMessage) -> None:
        # The browser itself logs failed requests; `_record_response` looks at those.
        if (
            message.type in {"error", "warning"}
            and "Failed to load resource" not in message.text
        ):
            self.wrong.append(f"console: {message.text}")

    def _record_request(self, url: str, host: str) -> None:
        address = urlsplit(url)
        is_known = address.netloc in {host, *self.others}
        if address.scheme in {"http", "https"} and not is_known:
            self.wrong.append(f"requested another host: {url}")

    def _record_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.wrong.append(f"{response.status}: {response.url}")


def new_context(browser: Browser, base: str, **options: Any) -> BrowserContext:
    window = {"viewport": {"width": 1280, "height": 900}}
    context = browser.new_context(base_url=base, **window | options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(TIMEOUT)
    return context


@contextmanager
def open_tab(context: BrowserContext, base: str) -> Iterator[Visit]:
    """Open a fresh tab in a context; when it is closed, nothing may have gone wrong in it."""
    visit = Visit(context.new_page(), urlsplit(base).netloc)
    yield visit
    # the other tabs of the context have it too
    visit.tab.evaluate("try { localStorage.clear() } catch {}")
    visit.tab.close()
    assert visit.wrong == []


@contextmanager
def open_alone(browser: Browser, base: str, **options: Any) -> Iterator[Visit]:
    """Open a tab in a context of its own, whose cache and storage are empty."""
    context = new_context(browser, base, **options)
    with open_tab(context, base) as visit:
        yield visit
    context.close()


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Return contexts by their options. Tabs of one context share its HTTP cache, so only the first loads assets."""
    opened: dict[str, Any] = {}
    yield opened
    for context in opened.values():
        context.close()


@pytest.fixture
def visit(
    browser: Browser,
    base: str,
    contexts: dict[str, BrowserContext],
    request: pytest.FixtureRequest,
) -> Iterator[Visit]:
    """Open a fresh tab; `@pytest.mark.parametrize("visit", […], indirect=True)` sets options of its context."""
    options = getattr(request, "param", {})
    key = json.dumps(options, sort_keys=True)
    if key not in contexts:
        contexts[key] = new_context(browser, base, **options)
        # left open: the other tabs are in its process
        contexts[key].new_page().goto("/livez")
    with open_tab(contexts[key], base) as opened:
        yield opened


@pytest.fixture
def tab(visit: Visit) -> Page:
    return visit.tab


@pytest.fixture
def unpainted(visit: Visit) -> Visit:
    """Open a tab that lays out its pages without painting them, which takes a quarter less work."""
    visit.tab.add_init_script(script("invisible"))
    return visit


@pytest.fixture(scope="module")
def shared_tab(
    browser: Browser, base: str, contexts: dict[str, BrowserContext]
) -> Iterator[Visit]:
    """Open a tab in which a page serves one game after the other; it paints nothing."""
    if "table" not in contexts:
        contexts["table"] = new_context(browser, base)
    with open_tab(contexts["table"], base) as visit:
        visit.tab.add_init_script(script("invisible"))
        yield visit


def size(name: str, **options: Any) -> dict[str, Any]:
    """Return the options of a context with a window of a size."""
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height}} | options


@pytest.fixture
def plain(browser: Browser, base: str) -> Iterator[Visit]:
    """Open a tab to which the service has a host name, without https."""
    host = f"plain.example:{urlsplit(base).port}"
    rules = "--host-resolver-rules=MAP plain.example 127.0.0.1"
    chromium = launch(browser.browser_type, rules)
    visit = Visit(
        chromium.new_context(base_url=f"http://{host}", **size("phone")).new_page(),
        host,
    )
    yield visit
    chromium.close()
    assert visit.wrong == []


AXE = ROOT / "build" / "axe" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_COLOUR_RULES = ["color-contrast", "link-in-text-block"]


def violations(tab: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """Return the violations that axe-core finds in the page as it is, of all rules or of `rules`."""
    if not tab.evaluate("typeof axe !== 'undefined'"):
        # not as a script of the page, which its policy would block
        tab.evaluate(AXE.read_text())
    options = {
        "runOnly": rules or {"type": "tag", "values": _RULES},
        "resultTypes": ["violations"],
    }
    result = tab.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:200]}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def violations_in_all_schemes(tab: Page) -> list[str]:
    """Return the violations that axe-core finds in the page in light and in dark colours."""
    of_colours = {"type": "rule", "values": _COLOUR_RULES}
    problems = []
    rules_by_scheme: dict[Scheme, dict[str, Any] | None]
    rules_by_scheme = {"light": None, "dark": of_colours}
    for scheme, rules in rules_by_scheme.items():
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        tab.evaluate(script("paint_frames"), 2)
        problems += [f"{scheme}: {violation}" for violation in violations(tab, rules)]
    return problems


def fits_window(tab: Page) -> bool:
    return bool(
        tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    )


def set_width(tab: Page, width: int, height: int = 900) -> None:
    """Give the window of a tab a size, and wait until the page has taken it."""
    tab.set_viewport_size({"width": width, "height": height})
    tab.evaluate(script("paint_frames"), 2)


def problems_of_state(tab: Page, name: str) -> list[str]:
    """Return the windows that are too narrow for the page as it is, and what axe-core finds in that of one size.

    A test of several states takes the sizes in turn, because axe-core takes most of its time.
    """
    too_narrow = []
    for each in sorted(SIZES, key=name.__eq__):  # the one for axe-core last
        set_width(tab, *SIZES[each])
        too_narrow += [] if fits_window(tab) else [f"wider than a {each}"]
    show_whole_page(tab)
    return too_narrow + violations_in_all_schemes(tab)


def show_whole_page(tab: Page) -> None:
    """Make an upright window as high as its page, so that no row that sticks to its edge covers a button halfway."""
    width, height = tab.evaluate("[innerWidth, innerHeight]")
    if height > width:
        page = tab.evaluate("document.documentElement.scrollHeight")
        set_width(tab, width, max(height, page))


def expect_clean(tab: Page, name: str) -> None:
    """Expect that the page as it is fits all windows, and that axe-core finds nothing in that of one size."""
    assert problems_of_state(tab, name) == []


def expect_number(tab: Page | Locator, selector: str, count: int) -> None:
    """Wait until there are so many elements."""
    playwright.expect(tab.locator(selector)).to_have_count(count)


def expect_text(tab: Page | Locator, selector: str, text: Any, **options: bool) -> None:
    """Wait until an element has this text and no other, or elements have these texts."""
    playwright.expect(tab.locator(selector)).to_have_text(text, **options)


def expect_words(tab: Page | Locator, selector: str, words: str) -> None:
    """Wait until an element has these words."""
    playwright.expect(tab.locator(selector)).to_contain_text(words)


def expect_beginning(element: Locator, beginning: str) -> None:
    """Wait until an element begins with these words as they are on the screen, with any white space between them."""
    words = r"\s+".join(map(re.escape, beginning.split()))
    text = re.compile(rf"^\s*{words}")
    playwright.expect(element).to_have_text(text, use_inner_text=True)


def wait_until(tab: Page, condition: str) -> None:
    """Wait until JavaScript is true; `wait_for_function` would evaluate it in the page, which its policy forbids."""
    for _ in range(TIMEOUT // 50):
        if tab.evaluate(condition):
            return
        tab.wait_for_timeout(50)
    raise AssertionError(f"never: {condition}")


def wait_until_settled(tab: Page) -> None:
    """Wait until all requests of a page have ended, and it has painted some frames without another request.

    Playwright's `networkidle` is half a second of the clock, and on a busy machine it sometimes never comes.
    """
    requests = _requests[tab]
    for _ in range(TIMEOUT // 50):
        begun = requests.begun
        tab.evaluate(script("paint_frames"), _FRAMES)
        if not requests.open and requests.begun == begun:
            return
        tab.wait_for_timeout(50)
    raise AssertionError(f"never answered: {list(requests.open.values())}")


def reopen(tab: Page, address: str) -> None:
    """Load a page anew, also if only the fragment of its address differs."""
    tab.goto("about:blank")
    tab.goto(address)


def reach(tab: Page, selector: str, key: str = "Tab") -> None:
    """Press a key until the focus is on an element."""
    for _ in range(60):
        tab.keyboard.press(key)
        if tab.evaluate(
            "selector => document.activeElement.matches(selector)", selector
        ):
            return
    raise AssertionError(f"{selector} cannot be reached")


def press(part: Page | Locator, name: str, *, exact: bool = False) -> None:
    """Press the button of this name in a tab, or in a part of its page."""
    part.get_by_role("button", name=name, exact=exact).click()


def tick(part: Page | Locator, label: str, **options: bool) -> None:
    """Tick the box or the choice of this label."""
    part.get_by_label(label, **options).check()


def fill_in(part: Page | Locator, label: str, text: str, **options: bool) -> None:
    """Type a text into the field of this label."""
    part.get_by_label(label, **options).fill(text)


def click_text(part: Page | Locator, text: str) -> None:
    """Click what has this text, such as the summary of what is folded."""
    part.get_by_text(text).click()


def wait_for_text(part: Page | Locator, text: str) -> None:
    """Wait until a tab or a part of its page shows this text."""
    part.get_by_text(text).wait_for()


def attribute_of(element: Locator, name: str) -> str:
    """Return an attribute that an element has."""
    value: str | None = element.get_attribute(name)
    assert value is not None
    return value


def text_of(element: Locator) -> str:
    """Return all text of an element, whether or not it is shown."""
    text: str | None = element.text_content()
    assert text is not None
    return text


def box_of(element: Locator) -> FloatRect:
    """Return the place and the size of an element that is shown."""
    box = element.bounding_box()
    assert box is not None
    return box


def texts_of(part: Page | Locator, selector: str) -> list[str]:
    """Return the texts of elements as they are shown in a tab, or in a part of its page."""
    texts: list[str] = part.locator(selector).all_inner_texts()
    return texts


def copy_by(tab: Page, name: str, *, exact: bool = False) -> str:
    """Press the button of this name, and return what it copied."""
    return copied_text(tab, tab.get_by_role("button", name=name, exact=exact))


def count_pages(tab: Page) -> int:
    """Return how many pages of A4 a tab prints."""
    printed = tab.pdf(format="A4")
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def copied_text(tab: Page, button: Locator) -> str:
    """Press a button that copies, and return what it copied."""
    tab.evaluate("navigator.clipboard.writeText('')")
    button.click()
    wait_until(tab, "navigator.clipboard.readText().then((text) => text !== '')")
    return str(tab.evaluate("navigator.clipboard.readText()"))


def download(
    tab: Page, button: str, role: Literal["button", "link"] = "button"
) -> Download:
    """Press a button that saves a file, and return the download."""
    with tab.expect_download() as download:
        tab.get_by_role(role, name=button).click()
    return download.value


def give_file(
    tab: Page, content: bytes, name: str = "draw.json", selector: str = "#file"
) -> None:
    """Choose a file of this content."""
    tab.set_input_files(
        selector, {"name": name, "mimeType": "text/plain", "buffer": content}
    )


def record_texts(tab: Page, selector: str) -> Callable[[], list[str]]:
    """Record every text that an element shows from now on, also for a moment; return a function that reads them."""
    tab.evaluate(script("record_texts"), selector)

    def read() -> list[str]:
        wait_until(tab, "window.recordedTexts.length > 0")
        return list(tab.evaluate("window.recordedTexts"))

    return read
