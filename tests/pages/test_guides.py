"""The guides are the documents, rendered, with links and anchors that lead somewhere."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient

from service.games.catalogue import GAMES
from service.pages.guides import load_guide, read_chapters
from service.pages.guides.catalogue import CHAPTERS, DOCS, GUIDES, OVERVIEW
from service.pages.guides.render import image_paths
from service.pages.guides.render import main as render_all
from tests.http.spec import SPEC
from tests.pages.addresses import PATHS
from tests.tables import for_each
from tools.files import ROOT


def test_the_guide_names_paths_that_there_are() -> None:
    templates = [
        re.sub(r"\\{.*?\\}", "[^/]+", re.escape(path)) for path in SPEC["paths"]
    ]
    text = (ROOT / "docs" / "how" / "which-call.md").read_text()
    paths = re.findall(r"`(?:POST )?(/(?:v1/|livez|readyz)[^` ?…]*)", text)
    assert len(paths) >= 10
    for named in paths:
        assert any(re.fullmatch(template, named) for template in templates), named


def test_guides_that_are_rendered_in_advance_are_those_that_are_rendered_on_demand(
    tmp_path: Path,
) -> None:
    render_all(tmp_path)
    chapters = json.loads((tmp_path / CHAPTERS).read_text())
    assert chapters == json.loads(json.dumps(read_chapters()))
    for guide in GUIDES.values():
        written = tmp_path / Path(guide.template).relative_to("guides/rendered")
        assert written.read_text() == load_guide(guide.template)
        for name in image_paths(guide):
            original = (DOCS / name).read_bytes()
            assert (tmp_path / name).read_bytes() == original


class Links(HTMLParser):
    """The ids and the addresses in a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name in {"href", "src"} and value:
                self.addresses.append(value)


@cache
def page(client: FlaskClient, path: str, query: str = "") -> Links:
    """Return the links of a page, which is requested once however many links lead to it."""
    answer = client.get(path, query_string=query, headers={"Accept": "text/html"})
    assert answer.status_code == 200, path
    return Links(answer.text if answer.mimetype == "text/html" else "")


def check_address(client: FlaskClient, path: str, address: str) -> None:
    """Follow an address in a page: it leads to a page and a place of the service, or to another host."""
    target = urlsplit(urljoin(f"http://here{path}", address))
    request = target.fragment if target.path in {"/", "/result"} else ""
    if target.netloc != "here":
        return
    if request.startswith("v1/"):  # to be shown
        page(client, *f"/{request}".split("?"))
    elif request.startswith("private?"):  # a table with private hands
        assert request.removeprefix("private?game=") in GAMES
    else:
        ids = page(client, target.path, target.query).ids
        assert not target.fragment or target.fragment in ids, address


@for_each("path", [*PATHS, *(f"{path}/" for path in PATHS if path != "/")])
def test_every_link_leads_somewhere(client: FlaskClient, path: str) -> None:
    for address in page(client, path).addresses:
        check_address(client, path, address)


def test_the_page_of_the_viewer_leads_to_its_licence(client: FlaskClient) -> None:
    addresses = page(client, "/docs").addresses
    [licence] = [address for address in addresses if address.endswith("LICENSE.txt")]
    assert "Apache License" in client.get(urljoin("/docs", licence)).text


def list_operations() -> set[str]:
    """Return the names of all operations of the document."""
    return {
        item[method]["operationId"]
        for item in SPEC["paths"].values()
        for method in {"get", "post"} & item.keys()
    }


def test_everything_that_is_found_is_there(client: FlaskClient) -> None:
    operations = list_operations()
    entries = client.get("/docs/search.json").get_json()
    for entry in entries:
        assert "`" not in entry["title"] + entry["text"]
        path, _, fragment = entry["path"].partition("#")
        if path == "docs":
            assert fragment.rpartition("/")[2] in operations, fragment
        elif fragment and path:
            assert fragment in page(client, f"/{path}").ids, entry["path"]
    found = {entry["path"] for entry in entries}
    assert found >= {f"#v1/games/{name}/deal" for name in GAMES}
    assert found >= {guide.path.removeprefix("/") for guide in GUIDES.values()}
    assert sum(path.startswith("docs#") for path in found) == len(SPEC["paths"])


@for_each("name", GUIDES)
def test_a_guide_is_called_what_its_file_is_and_has_no_mark_of_markdown(
    client: FlaskClient, name: str
) -> None:
    html = client.get(GUIDES[name].path).text
    (heading,) = re.findall(r"<h1>(.*?)</h1>", html)
    assert re.sub(r"<.*?>", "", heading) == GUIDES[name].title
    text = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    assert re.findall(r".{,40}(?:`|\*\*|\]\().{,40}", text) == []


@for_each("name", GUIDES)
def test_a_guide_shows_its_contents_if_it_has_chapters(
    client: FlaskClient, name: str
) -> None:
    html = client.get(GUIDES[name].path).text
    chapters = re.findall('<h2 id="[^"]+"><a ', html)
    assert ("On this page" in html) == (chapters != [])


@for_each("path", PATHS)
def test_ids_of_a_page_differ_and_its_policy_allows_all_of_it(
    client: FlaskClient, path: str
) -> None:
    html = client.get(path, headers={"Accept": "text/html"}).text
    ids = Links(html).ids
    assert sorted(set(ids)) == sorted(ids)
    assert not re.search(
        r"<script(?![^>]*\b(?:src=|type=.application/json))|<style|\sstyle=|\son\w+=",
        html,
    )


def test_the_overview_leads_to_what_is_no_guide(client: FlaskClient) -> None:
    addresses = page(client, OVERVIEW.path).addresses
    assert {"../docs", "../#private?game=holdem"} <= set(addresses)
