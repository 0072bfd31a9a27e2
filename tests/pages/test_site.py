"""People get pages and programs get JSON, below any prefix, and a page runs nothing but what is served here."""

import gzip
import re
from posixpath import basename, dirname, join, normpath

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.cards.deck import DECKS
from service.http.problems import Busy
from service.pages import page_views
from service.pages.menu import PAGES
from service.pages.page_views import fingerprint, list_assets
from service.settings import RELAYS, Settings
from tests.pages.addresses import PATHS
from tests.tables import for_each
from tools.files import ROOT

HTML = "text/html"
JSON = "application/json"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

FOR_PEOPLE = {"Accept": BROWSER}
PROBLEM = "application/problem+json"

FINGERPRINT = fingerprint()
OTHER_FINGERPRINT = "000000000000"

every_page = for_each("path", [page.path for page in PAGES.values()])


RATHER_HTML = [BROWSER, "text/html", "text/html;q=0.5, application/json;q=0.4"]
RATHER_JSON = [
    "application/json",
    "application/json, text/plain, */*",
    "*/*",
    "image/png",
    None,
    "text/html;q=0.5, application/json",
    "text/html, application/json",
    "text/html;q=0, */*",
]


@for_each("accept", [*RATHER_HTML, *RATHER_JSON])
def test_who_would_rather_have_html_gets_the_front_page(
    client: FlaskClient, accept: str | None
) -> None:
    answer = client.get("/", headers={"Accept": accept} if accept else {})
    assert answer.status_code == 200
    assert answer.mimetype == (HTML if accept in RATHER_HTML else JSON)
    assert "Accept" in answer.vary


@for_each(
    ("path", "status", "title"),
    [
        ("/nowhere", 404, "There is no such page"),
        ("/docs/guide/nothing", 404, "There is no such page"),
        ("/v1/nothing", 404, "There is no such page"),
        ("/v1/hands/rank", 405, "There is nothing to see here"),
    ],
)
def test_a_wrong_link_is_a_page_for_people_and_a_problem_for_programs(
    client: FlaskClient, path: str, status: int, title: str
) -> None:
    page = client.get(path, headers=FOR_PEOPLE)
    assert page.status_code == status
    assert page.mimetype == HTML
    assert f"<h1>{title}</h1>" in page.text
    home = "../" * (path.count("/") - 1) or "./"
    for way in ("", "draw", "verify"):
        assert f'<li><a href="{home}{way}"><b>' in page.text
    assert page.headers["Cache-Control"] == "no-store"
    problem = client.get(path)
    assert problem.status_code == status
    assert problem.mimetype == PROBLEM
    assert problem.headers.get("Allow") == page.headers.get("Allow")


@for_each(
    ("path", "meant"),
    [
        ("/drwa", "draw"),
        ("/verify).", "verify"),
        ("/docs/gide/reference", "docs/guide/reference"),
        ("/draw%23dice?dice=2&seed=a%20b", "draw#dice?dice=2&amp;seed=a%20b"),
        ("/%23v1/games/holdem/deal?seed=1", "#v1/games/holdem/deal?seed=1"),
        ("/nowhere", None),
    ],
)
def test_a_wrong_link_leads_to_the_page_that_it_means(
    client: FlaskClient, path: str, meant: str | None
) -> None:
    page = client.get(path, headers=FOR_PEOPLE | {"Accept-Language": "de"})
    assert page.headers["Content-Language"] == "de"
    home = "../" * (path.partition("?")[0].count("/") - 1) or "./"
    links = re.findall('Meinten Sie: <a class="button primary" href="(.*?)"', page.text)
    assert links == ([] if meant is None else [f"{home}{meant}"])


def test_a_page_that_cannot_be_served_now_says_so_in_the_language_of_people(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Busy("The service was busy for too long.", 7)

    monkeypatch.setattr(page_views, "_serve", refuse)  # of "/"
    headers = FOR_PEOPLE | {"Accept-Language": "fr"}
    page = client.get("/", headers=headers)
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "7"
    assert "<h1>Le service est occupé</h1>" in page.text
    assert '<a class="button primary" href="">Réessayer</a>' in page.text
    assert not re.search("Vouliez-vous dire.{0,3}<a", page.text)


@for_each(
    ("path", "status", "parts"),
    [
        (
            "/v1/games/holdem/deal?players=99",
            422,
            ["<b>Das ist so nicht möglich.</b>", "Das ist für 2 bis 11 Spieler."],
        ),
        (
            "/v1/games/holdem/deal?name_style=xx",
            422,
            ["Diese Auswahl gibt es hier nicht.", "Must be one of: modern, retro."],
        ),
        (
            "/v1/games/nothing",
            404,
            ["<b>Das gibt es hier nicht.</b>", "There is no game &#39;nothing&#39;."],
        ),
    ],
)
def test_a_request_that_is_refused_is_explained_in_the_language_of_people(
    client: FlaskClient, path: str, status: int, parts: list[str]
) -> None:
    page = client.get(path, headers=FOR_PEOPLE | {"Accept-Language": "de"})
    assert page.status_code == status
    assert page.mimetype == HTML
    assert page.headers["Cache-Control"] == "no-store"
    assert {"Accept", "Accept-Language"} <= set(page.vary)
    assert f"Sie haben geöffnet: <code>{path}</code>" in page.text
    for part in parts:
        assert part in page.text


@for_each("accept", RATHER_JSON)
def test_a_request_of_a_program_that_is_refused_is_a_problem(
    client: FlaskClient, accept: str | None
) -> None:
    headers = {"Accept": accept} if accept else {}
    problem = client.get("/v1/games/holdem/deal?players=99", headers=headers)
    assert problem.mimetype == PROBLEM
    assert not problem.vary


def test_what_a_form_posts_is_refused_by_a_problem(client: FlaskClient) -> None:
    problem = client.post("/v1/integers", json={"max": "x"}, headers=FOR_PEOPLE)
    assert problem.status_code == 422
    assert problem.mimetype == PROBLEM


@pytest.fixture(scope="module")
def proxied() -> FlaskClient:
    """A client of an application behind a proxy that it trusts."""
    return create_app(Settings(trusted_proxies=1)).test_client()


def test_the_front_page_is_at_a_slash_wherever_it_is_mounted(
    client: FlaskClient, proxied: FlaskClient
) -> None:
    mounted = {"SCRIPT_NAME": "/cards", "PATH_INFO": ""}
    headers = FOR_PEOPLE | {"X-Forwarded-Prefix": "/games"}
    for each, location in ((client, "/cards/"), (proxied, "/games/cards/")):
        page = each.get("/", headers=headers, environ_overrides=mounted)
        assert page.status_code == 308
        assert page.headers["Location"] == location
        assert "Accept" in page.vary
    of_a_program = client.get("/", environ_overrides=mounted)
    assert of_a_program.mimetype == JSON


def root(client: FlaskClient, path: str, prefix: str, script_name: str = "") -> str:
    """Return the URL of the service's root in a page below a prefix."""
    headers = FOR_PEOPLE | {"X-Forwarded-Prefix": prefix}
    mounted = {"SCRIPT_NAME": script_name, "PATH_INFO": path}
    page = client.get("/", headers=headers, environ_overrides=mounted).text
    (found,) = re.findall('data-root="(.*?)"', page)
    assert f'href="{found}verify"' in page
    return str(found)


NO_PREFIXES = [
    "",
    "/",
    "games",
    "//evil.example",
    "/a//b",
    "/a b",
    "/a,/b",
    '/"',
    "/a?b",
    "/ä",
]


@every_page
def test_links_are_below_the_prefix_of_a_trusted_proxy_only(
    client: FlaskClient, proxied: FlaskClient, path: str
) -> None:
    assert root(client, path, "/games") == "./"
    assert root(proxied, path, "/games") == "/games/"
    assert root(proxied, path, "/games/") == "/games/"
    assert root(proxied, path, "/games/table-7") == "/games/table-7/"
    assert root(proxied, path, "/games", "/cards") == "/games/cards/"
    without = root(client, path, "")
    for prefix in NO_PREFIXES:
        sent = prefix.encode().decode("latin-1")
        assert root(proxied, path, sent) == without


@every_page
def test_a_page_is_not_sent_twice(client: FlaskClient, path: str) -> None:
    for_zip = FOR_PEOPLE | {"Accept-Encoding": "gzip"}
    plain = client.get(path, headers=FOR_PEOPLE)
    small = client.get(path, headers=for_zip)
    assert gzip.decompress(small.data) == plain.data
    assert "Accept-Encoding" in small.vary
    for answer, headers in ((plain, FOR_PEOPLE), (small, for_zip)):
        assert answer.headers["Cache-Control"] == "no-cache"
        known = {"If-None-Match": answer.headers["ETag"]}
        again = client.get(path, headers=headers | known)
        assert again.status_code == 304
        assert again.data == b""
    posted = client.post(path, headers=FOR_PEOPLE)
    assert posted.status_code == 405
    assert {"GET", "HEAD"} <= set(posted.allow)


@every_page
def test_a_page_runs_nothing_but_what_is_served_here(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path, headers=FOR_PEOPLE)
    rules = page.headers["Content-Security-Policy"].split("; ")
    policy = dict(rule.split(" ", 1) for rule in rules)
    for directive in ("default-src", "frame-ancestors", "base-uri"):
        assert policy[directive] == "'none'"
    for directive in ("script-src", "style-src"):
        assert policy[directive] == "'self'"
    hosts = ["'self'", *RELAYS] if path == "/draw" else ["'self'"]
    assert policy["connect-src"] == " ".join(hosts)
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"


@for_each("name", sorted(list_assets()))
def test_an_asset_may_be_kept_but_not_by_a_page_of_another_version(
    client: FlaskClient, name: str
) -> None:
    body = list_assets()[name].body
    answer = client.get(f"/assets/{FINGERPRINT}/{name}")
    assert answer.status_code == 200
    assert answer.data == body
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    if name.endswith((".mjs", ".js")):
        assert answer.mimetype == "text/javascript"
    old = client.get(
        f"/assets/{OTHER_FINGERPRINT}/{name}", headers={"If-None-Match": "*"}
    )
    assert old.status_code == 200
    assert old.data == body
    assert old.headers["Cache-Control"] == "no-store"
    assert "ETag" not in old.headers


@for_each(
    "path",
    [
        "00000000000/service/pages/shared/page.css",
        "00000000000g/service/pages/shared/page.css",
        f"{OTHER_FINGERPRINT}/service/pages/page_views.py",
        FINGERPRINT,
        f"{FINGERPRINT}/",
        f"{FINGERPRINT}//etc/passwd",
        f"{FINGERPRINT}/service/pages/docs/swagger-ui",
        f"{FINGERPRINT}/service/pages/page_views.py",
        f"{FINGERPRINT}/service/pages/../paths.py",
        f"{FINGERPRINT}/service/pages/%2e%2e/paths.py",
        f"{FINGERPRINT}/verify/../service/pages/shared/page.css",
    ],
)
def test_there_is_no_other_asset(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/assets/{path}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_table_gets_a_deck_with_its_small_pictures_at_once(
    client: FlaskClient,
) -> None:
    for deck in DECKS:
        answer = client.get(f"/pictures/{deck}.json")
        body = answer.get_json()
        pictures = body.pop("pictures")
        assert body == client.get(f"/v1/decks/{deck}").get_json()
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        assert len(gzip.compress(answer.data)) < 50_000
        for file in list(pictures)[:: len(pictures) // 3 + 1]:
            path = file if file == "back.svg" else f"pictures/{file}"
            assert client.get(f"/v1/decks/{deck}/{path}").text == pictures[file]
    assert client.get("/pictures/nothing.json").status_code == 404


NOT_RENDERED = re.compile(r"&lt;(?:Macro|function|bound method)|Undefined")


def test_no_page_shows_what_a_template_did_not_render(client: FlaskClient) -> None:
    wrong = []
    for path in PATHS:
        html = client.get(path, headers={"Accept": HTML}).text
        if NOT_RENDERED.search(html):
            wrong.append(path)
    assert wrong == []


def test_a_page_has_a_title_and_a_sentence_for_who_shares_its_link(
    client: FlaskClient,
) -> None:
    wrong = []
    for path in PATHS:
        html = client.get(path, headers={"Accept": HTML}).text
        told = dict(re.findall(r'<meta property="og:(\w+)" content="(.+?)">', html))
        if told.keys() != {"type", "site_name", "title", "description"}:
            wrong.append(path)
    assert wrong == []


READS_FRAGMENT = re.compile(r"location\.hash(?! = )|\{[^}]*\bhash\b[^}]*\} = location")


def test_fragments_are_read_by_the_function_that_refuses_long_ones() -> None:
    folder = ROOT / "service" / "pages"
    readers = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.mjs")
        if READS_FRAGMENT.search(path.read_text())
    }
    assert readers == {"shared/fragments.mjs"}


SCRIPT = re.compile(r'<script type="module"(?: async)? src="\./([^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="\./([^"]+)"')
STATIC_IMPORT = re.compile(r'\bfrom "(\.[^"]+)";$', re.MULTILINE)
LATER = {"/result": ["codes.mjs", "uqr.mjs"]}
"""The names of the modules that a page preloads although its scripts import them dynamically, for what is printed."""


@for_each("path", [page.path for page in PAGES.values() if page.scripts])
def test_a_page_preloads_every_module_that_its_scripts_import(
    client: FlaskClient, path: str
) -> None:
    html = client.get(path, headers={"Accept": HTML}).text
    scripts = SCRIPT.findall(html)
    unread = list(scripts)
    imported: set[str] = set()
    while unread:
        name = unread.pop()
        text = client.get(f"/{name}").text
        for relative in STATIC_IMPORT.findall(text):
            module = normpath(join(dirname(name), relative))
            if module not in imported:
                imported.add(module)
                unread.append(module)
    preloaded = set(PRELOADED.findall(html))
    assert preloaded >= imported - set(scripts)
    others = preloaded - (imported - set(scripts))
    assert sorted(basename(name) for name in others) == LATER.get(path, [])
