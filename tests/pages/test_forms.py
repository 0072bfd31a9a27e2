"""No form sends what is typed before the modules of its page listen to it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.languages import TEXTS
from service.pages.menu import PAGES
from tests.conftest import ROOT

PATHS = [
    *(page.path for page in PAGES.values()),
    OVERVIEW.path,
    next(iter(GUIDES.values())).path,
    "/verify/offline.html",
    "/nowhere",
]
PAGES_FOLDER = ROOT / "service" / "pages"


class Forms(HTMLParser):
    """Collects the forms of a page by their number, and the controls that submit each."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: dict[str, int] = {}
        self.submits: list[tuple[str | int | None, dict[str, str | None]]] = []
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
        if tag in {"button", "input"} and attributes.get("type", default) in {
            "submit",
            "image",
        }:
            self.submits.append((attributes.get("form") or self._open, attributes))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def problems(self) -> Iterator[str]:
        """Yield the forms without a button, as Enter in a field submits these, and the buttons that can be pressed."""
        owners = {
            self.ids[owner] if isinstance(owner, str) else owner
            for owner, _ in self.submits
        }
        yield from (
            f"form {number} has no submit button"
            for number in range(self.count)
            if number not in owners
        )
        for _, attributes in self.submits:
            if (
                not {"disabled", "data-waiting"} <= attributes.keys()
                or attributes.get("autocomplete") != "off"
            ):
                yield f"a button can be pressed: {attributes}"


@pytest.mark.parametrize("language", TEXTS)
def test_every_form_waits_for_the_modules_of_its_page(
    client: FlaskClient, language: str
) -> None:
    headers = {"Accept": "text/html", "Accept-Language": language}
    forms = {path: Forms(client.get(path, headers=headers).text) for path in PATHS}
    assert {path: list(each.problems()) for path, each in forms.items()} == {
        path: [] for path in PATHS
    }
    assert sum(each.count for each in forms.values()) >= 6


def test_the_reader_of_forms_finds_what_could_be_sent() -> None:
    assert list(Forms("<form><input></form>").problems()) == [
        "form 0 has no submit button"
    ]
    assert len(list(Forms("<form id=a></form><button form=a>").problems())) == 1
    assert len(list(Forms('<form><input type="submit"></form>').problems())) == 1
    assert [
        *Forms(
            '<form><button disabled data-waiting autocomplete="off"></form>'
        ).problems()
    ] == []


def test_a_form_is_listened_to_by_the_function_that_enables_its_buttons() -> None:
    modules = {
        path.relative_to(PAGES_FOLDER).as_posix(): path.read_text()
        for path in PAGES_FOLDER.rglob("*.mjs")
    }
    listening = re.compile(r"""addEventListener\(["']submit|\bonsubmit\b""")
    own = {
        name
        for name, text in modules.items()
        if "/swagger-ui/" not in name and listening.search(text)
    }
    assert own == {"shared/page.mjs"}
