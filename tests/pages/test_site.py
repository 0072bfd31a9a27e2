"""Pages and their assets over HTTP: who gets them, what may be kept, and what there is not."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.pages.menu import PAGES
from service.pages.views import ASSETS, FINGERPRINT
from service.settings import Settings
from tests.tables import for_each

HTML, JSON = "text/html", "application/json"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

OTHER_FINGERPRINT = "000000000000"

every_page = for_each("path", [page.path for page in PAGES.values()])
every_asset = for_each("name", sorted(ASSETS))


@for_each(
    ("accept", "form"),
    [
        (BROWSER, HTML),
        ("text/html", HTML),
        ("text/html;q=0.5, application/json;q=0.4", HTML),
        ("application/json", JSON),
        ("application/json, text/plain, */*", JSON),
        ("text/html;q=0.5, application/json", JSON),
        ("text/html, application/json", JSON),
        ("text/html;q=0, */*", JSON),
        ("*/*", JSON),
        ("image/png", JSON),
        (None, JSON),
    ],
)
def test_who_would_rather_have_html_gets_the_front_page(client: FlaskClient, accept: str | None, form: str) -> None:
    answer = client.get("/", headers={"Accept": accept} if accept else {})
    assert (answer.status_code, answer.mimetype) == (200, form)
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
def test_a_wrong_link_is_a_page_with_a_way_home_for_people_and_a_problem_for_programs(
    client: FlaskClient, path: str, status: int, title: str
) -> None:
    page, problem = client.get(path, headers={"Accept": BROWSER}), client.get(path)
    assert (page.status_code, page.mimetype) == (problem.status_code, HTML) == (status, HTML)
    assert f"<h1>{title}</h1>" in page.text
    home = "../" * (path.count("/") - 1) or "./"
    assert f'<a class="button" href="{home}">' in page.text
    assert (page.headers["Cache-Control"], page.headers.get("Allow")) == ("no-store", problem.headers.get("Allow"))
    refused = client.get("/v1/games/holdem/deal?players=99", headers={"Accept": BROWSER})
    assert problem.mimetype == refused.mimetype == "application/problem+json"


def test_the_front_page_is_at_a_slash_wherever_the_service_is_mounted(client: FlaskClient) -> None:
    mounted = {"SCRIPT_NAME": "/games/cards", "PATH_INFO": ""}
    page = client.get("/", headers={"Accept": BROWSER}, environ_overrides=mounted)
    assert (page.status_code, page.headers["Location"]) == (308, "/games/cards/")
    assert "Accept" in page.vary
    assert client.get("/", environ_overrides=mounted).mimetype == JSON


@pytest.fixture(scope="module")
def proxied() -> FlaskClient:
    """A client of an application behind a proxy that it trusts."""
    return create_app(Settings(trusted_proxies=1)).test_client()


def root(client: FlaskClient, path: str, prefix: str, script_name: str = "") -> str:
    """Return the URL of the service's root in a page below a prefix."""
    headers = {"Accept": BROWSER, "X-Forwarded-Prefix": prefix}
    mounted = {"SCRIPT_NAME": script_name, "PATH_INFO": path}
    page = client.get("/", headers=headers, environ_overrides=mounted).text
    (found,) = re.findall('data-root="(.*?)"', page)
    assert f'href="{found}verify"' in page
    return str(found)


@every_page
def test_links_of_a_page_are_below_the_prefix_that_a_trusted_proxy_names(proxied: FlaskClient, path: str) -> None:
    assert root(proxied, path, "/games") == root(proxied, path, "/games/") == "/games/"
    assert root(proxied, path, "/games/table-7") == "/games/table-7/"
    assert root(proxied, path, "/games", "/cards") == "/games/cards/"


@every_page
@for_each("prefix", ["", "/", "games", "//evil.example", "/a//b", "/a b", "/a,/b", '/"', "/a?b", "/ä"])
def test_links_of_a_page_are_relative_to_it_without_a_valid_prefix(
    proxied: FlaskClient, path: str, prefix: str
) -> None:
    assert root(proxied, path, prefix.encode().decode("latin-1")) == "./"


@every_page
def test_a_prefix_is_not_believed_of_a_client(client: FlaskClient, path: str) -> None:
    assert root(client, path, "/games") == "./"


def test_the_front_page_is_at_a_slash_below_the_prefix_that_a_trusted_proxy_names(proxied: FlaskClient) -> None:
    mounted = {"SCRIPT_NAME": "/cards", "PATH_INFO": ""}
    headers = {"Accept": BROWSER, "X-Forwarded-Prefix": "/games"}
    page = proxied.get("/", headers=headers, environ_overrides=mounted)
    assert (page.status_code, page.headers["Location"]) == (308, "/games/cards/")


@every_page
def test_a_page_is_asked_for_again_but_not_sent_twice(client: FlaskClient, path: str) -> None:
    gzip_headers = {"Accept": BROWSER, "Accept-Encoding": "gzip"}
    plain, small = client.get(path, headers={"Accept": BROWSER}), client.get(path, headers=gzip_headers)
    assert gzip.decompress(small.data) == plain.data
    assert "Accept-Encoding" in small.vary
    for answer, headers in ((plain, {"Accept": BROWSER}), (small, gzip_headers)):
        assert answer.headers["Cache-Control"] == "no-cache"
        again = client.get(path, headers={**headers, "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@every_page
def test_a_page_runs_and_loads_nothing_but_what_is_served_here(client: FlaskClient, path: str) -> None:
    headers = client.get(path, headers={"Accept": BROWSER}).headers
    policy = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@every_page
def test_a_page_is_only_looked_at(client: FlaskClient, path: str) -> None:
    answer = client.post(path, headers={"Accept": BROWSER})
    assert answer.status_code == 405
    assert {"GET", "HEAD"} <= set(answer.allow)


@every_asset
def test_an_asset_may_be_kept_for_ever(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/assets/{FINGERPRINT}/{name}")
    assert (answer.status_code, answer.data) == (200, ASSETS[name].body)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    if name.endswith((".mjs", ".js")):
        assert answer.mimetype == "text/javascript"


@every_asset
def test_a_page_of_another_version_gets_the_asset_of_this_one_and_no_cache_stores_it(
    client: FlaskClient, name: str
) -> None:
    answer = client.get(f"/assets/{OTHER_FINGERPRINT}/{name}", headers={"If-None-Match": "*"})
    assert (answer.status_code, answer.data) == (200, ASSETS[name].body)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers


@for_each(
    "path",
    [
        "/assets/00000000000/service/pages/shared/page.css",
        "/assets/00000000000g/service/pages/shared/page.css",
        f"/assets/{OTHER_FINGERPRINT}/service/pages/views.py",
        f"/assets/{FINGERPRINT}",
        f"/assets/{FINGERPRINT}/",
        f"/assets/{FINGERPRINT}/service/pages/docs/swagger-ui",
        f"/assets/{FINGERPRINT}/service/pages/../paths.py",
        f"/assets/{FINGERPRINT}/service/pages/%2e%2e/paths.py",
        f"/assets/{FINGERPRINT}/service/pages/views.py",
        f"/assets/{FINGERPRINT}/verify/../service/pages/shared/page.css",
        f"/assets/{FINGERPRINT}//etc/passwd",
    ],
)
def test_there_is_no_other_asset(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")
