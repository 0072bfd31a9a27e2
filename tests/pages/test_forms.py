"""No form sends what is typed before the modules of its page listen to it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import PAGES
from tools.files import ROOT

PATHS = [
    *(page.path for page in PAGES.values()),
    OVERVIEW.path,
    next(iter(GUIDES.values())).path,
    "/verify/offline.html",
    "/nowhere",
]
PAGES_FOLDER = ROOT / "service" / "pages"


class Submit(NamedTuple):
    """A control that submits a form, which has an id or a number."""

    form: str | int | None
    attributes: dict[str, str | None]

    def waits(self) -> bool:
        """Return whether nobody can press the control before a module enables it."""
        is_disabled = {"disabled", "data-waiting"} <= self.attributes.keys()
        return is_disabled and self.attributes.get("autocomplete") == "off"


class Forms(HTMLParser):
    """Collects the forms of a page by their number, and the controls that submit each."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: dict[str, int] = {}
        self.submits: list[Submit] = []
        self.count = 0
        self._open: int | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._open = self.count
            self.count += 1
            self.ids[attributes.get("id") or ""] = self._open
        default = "submit" if tag == "button" else "text"
        kind = attributes.get("type", default)
        if tag in {"button", "input"} and kind in {"submit", "image"}:
            form = attributes.get("form") or self._open
            self.submits.append(Submit(form, attributes))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def problems(self) -> Iterator[str]:
        """Yield the forms without a button, as Enter in a field submits these, and the buttons that can be pressed."""
        owners = {
            self.ids[submit.form] if isinstance(submit.form, str) else submit.form
            for submit in self.submits
        }
        for number in range(self.count):
            if number not in owners:
                yield f"form {number} has no submit button"
        for submit in self.submits:
            if not submit.waits():
                yield f"a button can be pressed: {submit.attributes}"


def list_problems(html: str) -> list[str]:
    """Return what could be sent from a page too early."""
    return list(Forms(html).problems())


@pytest.mark.long
@pytest.mark.parametrize("language", TEXTS)
def test_every_form_waits_for_the_modules_of_its_page(
    client: FlaskClient, language: str
) -> None:
    headers = {"Accept": "text/html", "Accept-Language": language}
    count = 0
    for path in PATHS:
        forms = Forms(client.get(path, headers=headers).text)
        assert list(forms.problems()) == [], path
        count += forms.count
    assert count >= 6


def test_the_reader_of_forms_finds_what_could_be_sent() -> None:
    without_button = list_problems("<form><input></form>")
    assert without_button == ["form 0 has no submit button"]
    outside = list_problems("<form id=a></form><button form=a>")
    assert len(outside) == 1
    of_type = list_problems('<form><input type="submit"></form>')
    assert len(of_type) == 1
    waiting = list_problems(
        '<form><button disabled data-waiting autocomplete="off"></form>'
    )
    assert waiting == []


def test_a_form_is_listened_to_by_the_function_that_enables_its_buttons() -> None:
    listening = re.compile(r"""addEventListener\(["']submit|\bonsubmit\b""")
    modules = {
        path.relative_to(PAGES_FOLDER).as_posix()
        for path in PAGES_FOLDER.rglob("*.mjs")
        if listening.search(path.read_text())
    }
    own = {name for name in modules if "/swagger-ui/" not in name}
    assert own == {"shared/elements.mjs"}
