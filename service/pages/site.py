"""The pages and their assets, over HTTP."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

import service
from service.api.http.assets import Asset, sent
from service.pages import fairness
from service.pages.guides import GUIDES, OVERVIEW, Guide
from service.pages.saved import AUDITORS, saved_page

pages = Blueprint("pages", __name__, template_folder="templates")

REVALIDATED = "no-cache"
SAVED = "verify-a-deal.html"

_HERE = Path(__file__).parent
_FOLDERS = {
    "": _HERE / "assets",
    "swagger-ui/": _HERE / "swagger-ui",
    "verify/": _HERE.parent.parent / "verify",
}
"""Where assets are found, by how their names begin: verify/ is what auditors run as well, swagger-ui/ is vendored."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",  # an address may have a seed in it
}


@dataclass(frozen=True)
class Page:
    """One page: where it is, what its heading and its entry in the menu say, and one sentence on it.

    `contents` gives what else its template knows, by name.
    """

    name: str
    path: str
    title: str
    entry: str
    summary: str
    contents: Callable[[], Mapping[str, Any]] = dict


FRONT = Page(
    "table",
    "/",
    "Shuffle and deal",
    "Table",
    "Deal any deck or game, from a seed or at random, and see the request that does it.",
)

PAGES: Mapping[str, Page] = {
    page.name: page
    for page in (
        FRONT,
        Page(
            "verify",
            "/verify",
            "Verify a deal",
            "Verify",
            "Check a receipt or a seeded answer in your own browser.",
            lambda: {"auditors": AUDITORS},
        ),
        Page(
            "fairness",
            "/fairness",
            "How fair is a shuffle?",
            "Fairness",
            "See how biased each shuffle is, and why.",
            fairness.contents,
        ),
        Page("docs", "/docs", "API documentation", "API", "Every endpoint, to read and to try."),
    )
}
"""Every page by name, in the order of the menu."""


def _assets() -> Mapping[str, Asset]:
    """Every asset by its name."""
    return {
        f"{prefix}{file.relative_to(folder).as_posix()}": Asset.named(file.name, file.read_bytes())
        for prefix, folder in _FOLDERS.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


ASSETS = _assets()
FINGERPRINT = sha256("".join(f"{name}{asset.etag}" for name, asset in ASSETS.items()).encode()).hexdigest()[:12]
"""Changes with any asset, and is part of their paths: so each of them may be kept for ever."""


def serve(name: str) -> Response:
    """A page of that name."""
    return _served(PAGES[name], f"{name}.html")


def _served(page: Page | Guide, template: str) -> Response:
    return sent(_rendered(page, template, _root(request.path)), REVALIDATED, _HEADERS)


@lru_cache(maxsize=64)
def _rendered(page: Page | Guide, template: str, root: str) -> Asset:
    return Asset.named(template, render_template(template, **_known(page, root)).encode())


def _known(page: Page | Guide, root: str) -> dict[str, Any]:
    return {
        "page": page,
        "pages": PAGES.values(),
        "guides": GUIDES.values(),
        "root": root,
        "assets": f"{root}assets/{FINGERPRINT}",
        "version": service.__version__,
        **(page.contents() if isinstance(page, Page) else {}),
    }


def saved() -> Response:
    """The page on which deals are verified as one file that needs nothing else, to keep."""
    return sent(_saved(), REVALIDATED, {"Content-Disposition": f'attachment; filename="{SAVED}"', **_HEADERS})


@lru_cache(maxsize=1)
def _saved() -> Asset:
    texts = {name: asset.body.decode() for name, asset in ASSETS.items() if name.endswith((".mjs", ".css"))}
    return Asset.named(SAVED, saved_page(texts, PAGES["verify"], service.__version__).encode())


def _root(path: str) -> str:
    """The way from a path of ours to where the service is mounted, wherever that is."""
    return "../" * (path.count("/") - 1) or "./"


def front_page_or(index: Callable[..., Any]) -> Callable[..., Response]:
    """The view of `/`: the front page for those who would rather have HTML than JSON, the index for the others.

    Where the service is mounted below a path, the page is at that path and a slash: its links are relative to that.
    """

    @wraps(index)
    def negotiated(**names: str) -> Response:
        forms = ("application/json", "text/html")
        html = "HTTP_ACCEPT" in request.environ and request.accept_mimetypes.best_match(forms) == forms[1]
        response: Response
        if html and not request.environ["PATH_INFO"]:
            response = make_response(redirect(f"{request.script_root}/", 308))
        else:
            response = serve(FRONT.name) if html else index(**names)
        response.vary.add("Accept")
        return response

    return negotiated


for page in PAGES.values():
    if page is not FRONT:
        pages.add_url_rule(page.path, page.name, serve, defaults={"name": page.name})


@pages.get(OVERVIEW.path)
def guides() -> Response:
    """What guides there are."""
    return _served(OVERVIEW, "guides.html")


@pages.get(f"{OVERVIEW.path}/<name>")
def guide(name: str) -> Response:
    """One guide."""
    if name not in GUIDES:
        abort(404)
    return _served(GUIDES[name], GUIDES[name].template)


pages.add_url_rule("/verify/offline.html", "saved", saved)


@pages.get("/assets/<fingerprint>/<path:name>")
def asset(fingerprint: str, name: str) -> Response:
    """A style sheet or a module; under the fingerprint of another version there is nothing."""
    if fingerprint != FINGERPRINT or name not in ASSETS:
        abort(404)
    return sent(ASSETS[name])
