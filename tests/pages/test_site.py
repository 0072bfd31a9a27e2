import gzip
import re

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.cards.deck import DECKS
from service.pages.guides.catalogue import GUIDES, OVERVIEW
from service.pages.menu import PAGES
from service.pages.page_views import fingerprint, list_assets
from service.settings import RELAYS, Settings
from tests.conftest import ROOT
from tests.tables import for_each

HTML = "text/html"
JSON = "application/json"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

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
    assert (answer.status_code, answer.mimetype) == (
        200,
        HTML if accept in RATHER_HTML else JSON,
    )
    assert "Accept" in answer.vary


@for_each("path", ["/nowhere", "/docs/guide/nothing", "/v1/nothing", "/v1/hands/rank"])
def test_a_wrong_link_is_a_page_for_people_and_a_problem_for_programs(
    client: FlaskClient, path: str
) -> None:
    is_post = path == "/v1/hands/rank"
    status, title = (
        (405, "There is nothing to see here")
        if is_post
        else (404, "There is no such page")
    )
    page = client.get(path, headers={"Accept": BROWSER})
    problem = client.get(path)
    assert (
        (page.status_code, page.mimetype)
        == (problem.status_code, HTML)
        == (status, HTML)
    )
    assert f"<h1>{title}</h1>" in page.text
    home = "../" * (path.count("/") - 1) or "./"
    assert f'<a class="button" href="{home}">' in page.text
    assert (page.headers["Cache-Control"], page.headers.get("Allow")) == (
        "no-store",
        problem.headers.get("Allow"),
    )
    refused = client.get(
        "/v1/games/holdem/deal?players=99", headers={"Accept": BROWSER}
    )
    assert problem.mimetype == refused.mimetype == "application/problem+json"


@pytest.fixture(scope="module")
def proxied() -> FlaskClient:
    """A client of an application behind a proxy that it trusts."""
    return create_app(Settings(trusted_proxies=1)).test_client()


def test_the_front_page_is_at_a_slash_wherever_it_is_mounted(
    client: FlaskClient, proxied: FlaskClient
) -> None:
    mounted = {"SCRIPT_NAME": "/cards", "PATH_INFO": ""}
    headers = {"Accept": BROWSER, "X-Forwarded-Prefix": "/games"}
    for each, location in ((client, "/cards/"), (proxied, "/games/cards/")):
        page = each.get("/", headers=headers, environ_overrides=mounted)
        assert (page.status_code, page.headers["Location"]) == (308, location)
        assert "Accept" in page.vary
    assert client.get("/", environ_overrides=mounted).mimetype == JSON


def root(client: FlaskClient, path: str, prefix: str, script_name: str = "") -> str:
    """Return the URL of the service's root in a page below a prefix."""
    headers = {"Accept": BROWSER, "X-Forwarded-Prefix": prefix}
    mounted = {"SCRIPT_NAME": script_name, "PATH_INFO": path}
    page = client.get("/", headers=headers, environ_overrides=mounted).text
    (found,) = re.findall('data-root="(.*?)"', page)
    assert f'href="{found}verify"' in page
    return str(found)


@every_page
def test_links_are_below_the_prefix_of_a_trusted_proxy_only(
    client: FlaskClient, proxied: FlaskClient, path: str
) -> None:
    assert root(client, path, "/games") == "./"
    assert root(proxied, path, "/games") == root(proxied, path, "/games/") == "/games/"
    assert root(proxied, path, "/games/table-7") == "/games/table-7/"
    assert root(proxied, path, "/games", "/cards") == "/games/cards/"
    for prefix in (
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
    ):  # none is valid
        assert root(proxied, path, prefix.encode().decode("latin-1")) == root(
            client, path, ""
        )


@every_page
def test_a_page_is_not_sent_twice_and_runs_nothing_but_what_is_served_here(
    client: FlaskClient, path: str
) -> None:
    gzip_headers = {"Accept": BROWSER, "Accept-Encoding": "gzip"}
    plain = client.get(path, headers={"Accept": BROWSER})
    small = client.get(path, headers=gzip_headers)
    assert gzip.decompress(small.data) == plain.data
    assert "Accept-Encoding" in small.vary
    for answer, headers in ((plain, {"Accept": BROWSER}), (small, gzip_headers)):
        assert answer.headers["Cache-Control"] == "no-cache"
        again = client.get(
            path, headers={**headers, "If-None-Match": answer.headers["ETag"]}
        )
        assert (again.status_code, again.data) == (304, b"")
    policy = dict(
        rule.split(" ", 1)
        for rule in plain.headers["Content-Security-Policy"].split("; ")
    )
    assert (
        policy["default-src"]
        == policy["frame-ancestors"]
        == policy["base-uri"]
        == "'none'"
    )
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == (
        " ".join(("'self'", *RELAYS)) if path == "/draw" else "'self'"
    )
    assert plain.headers["X-Content-Type-Options"] == "nosniff"
    assert plain.headers["Referrer-Policy"] == "no-referrer"
    posted = client.post(path, headers={"Accept": BROWSER})
    assert posted.status_code == 405
    assert {"GET", "HEAD"} <= set(posted.allow)


@for_each("name", sorted(list_assets()))
def test_an_asset_may_be_kept_but_not_by_a_page_of_another_version(
    client: FlaskClient, name: str
) -> None:
    answer = client.get(f"/assets/{FINGERPRINT}/{name}")
    old = client.get(
        f"/assets/{OTHER_FINGERPRINT}/{name}", headers={"If-None-Match": "*"}
    )
    for each, caching in (
        (answer, "public, max-age=31536000, immutable"),
        (old, "no-store"),
    ):
        assert (each.status_code, each.data) == (200, list_assets()[name].body)
        assert each.headers["Cache-Control"] == caching
    assert "ETag" not in old.headers
    if name.endswith((".mjs", ".js")):
        assert answer.mimetype == "text/javascript"


@for_each(
    "path",
    [
        *(
            f"{version}/service/pages/shared/page.css"
            for version in ("00000000000", "00000000000g")
        ),
        f"{OTHER_FINGERPRINT}/service/pages/page_views.py",
        *(f"{FINGERPRINT}{rest}" for rest in ("", "/", "//etc/passwd")),
        *(
            f"{FINGERPRINT}/service/pages/{name}"
            for name in ("docs/swagger-ui", "page_views.py")
        ),
        *(
            f"{FINGERPRINT}/service/pages/{parent}/paths.py"
            for parent in ("..", "%2e%2e")
        ),
        f"{FINGERPRINT}/verify/../service/pages/shared/page.css",
    ],
)
def test_there_is_no_other_asset(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/assets/{path}")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_the_table_gets_a_deck_with_its_small_pictures_at_once(
    client: FlaskClient,
) -> None:
    for deck in DECKS:
        answer = client.get(f"/pictures/{deck}.json")
        pictures = answer.get_json()["pictures"]
        assert answer.get_json() == client.get(f"/v1/decks/{deck}").get_json() | {
            "pictures": pictures
        }
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        assert len(gzip.compress(answer.data)) < 50_000
        for file in list(pictures)[:: len(pictures) // 3 + 1]:
            path = f"/v1/decks/{deck}/" + (
                "back.svg" if file == "back.svg" else f"pictures/{file}"
            )
            assert client.get(path).text == pictures[file]
    assert client.get("/pictures/nothing.json").status_code == 404


def test_no_page_shows_what_a_template_did_not_render(client: FlaskClient) -> None:
    paths = [
        *(page.path for page in PAGES.values()),
        OVERVIEW.path,
        *(guide.path for guide in GUIDES.values()),
    ]
    wrong = [
        path
        for path in paths
        if re.search(
            r"&lt;(?:Macro|function|bound method)|Undefined",
            client.get(path, headers={"Accept": HTML}).text,
        )
    ]
    assert wrong == []


def test_fragments_are_read_by_the_function_that_refuses_long_ones() -> None:
    folder = ROOT / "service" / "pages"
    readers = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.mjs")
        if re.search(
            r"location\.hash(?! = )|\{[^}]*\bhash\b[^}]*\} = location", path.read_text()
        )
    }
    # The first requests of the table are sent before any other module is there; a pattern bounds what they have.
    assert readers == {"shared/fragments.mjs", "table/early.mjs"}
