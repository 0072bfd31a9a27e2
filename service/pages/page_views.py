"""The blueprint that serves the pages, the guides and their assets.

An asset is named by its path in the repository, so that an import between modules is the same on disk and over HTTP.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.blueprints import BlueprintSetupState
from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, StrictUndefined

from .. import __version__
from ..blueprints import BLUEPRINTS
from ..http.extensions import Extension
from ..http.responses import CACHE_IMMUTABLE, NO_STORE, Asset, asset_response
from ..http.services import services
from ..http.short import SHORT_ALONE, keep_short
from ..paths import project_path
from .bundles import bundle_page, shorten_style
from .guides import load_guide
from .guides.catalogue import GUIDES, IMAGES, OVERVIEW, Guide
from .languages import DEFAULT, NAMES, TEXTS, Translator, choose_language, select_texts
from .menu import FRONT, MENU, PAGES, Page
from .offline import offline_page
from .problem_words import list_refusals
from .search_index import search_index

_SUFFIXES = {".css", ".js", ".mjs", ".svg", ".txt"}
_FOLDERS = {
    "service/pages": Path(__file__).parent,
    "verify": project_path("verify"),
    "docs": IMAGES,
}
"""Folders of assets, by their path in the repository: pages, the auditors' modules, images of the guides."""


@cache
def _read_files() -> Mapping[str, Asset]:
    """Return the files of the folders by name."""
    files = {}
    for prefix, folder in _FOLDERS.items():
        for file in sorted(folder.rglob("*")):
            if file.suffix in _SUFFIXES:
                name = f"{prefix}/{file.relative_to(folder).as_posix()}"
                files[name] = Asset.from_name(file.name, file.read_bytes())
    return files


_GAME_TABLE = "verify/games/game_table.mjs"
_UNUSED = frozenset({"aliases", "near", "source"})
"""Members of the table of games that no page reads."""


def _sources(*suffixes: str) -> dict[str, str]:
    """Return the texts of the files with these suffixes by name.

    The table of games is shortened: it has no members that no page reads.
    """
    sources = {
        name: asset.body.decode()
        for name, asset in _read_files().items()
        if name.endswith(suffixes)
    }
    sources[_GAME_TABLE] = _shorten_table(sources[_GAME_TABLE])
    return sources


def _shorten_table(module: str) -> str:
    """Return the module with the table of games, which is JSON from its first brace on, without unused members."""
    start, brace, table = module.partition("{")
    families = orjson.loads(brace + table.rstrip().removesuffix(";"))
    for family in families.values():
        family.pop("aliases", None)
        for game in family["games"].values():
            for member in _UNUSED:
                game.pop(member, None)
    return f"{start}{orjson.dumps(families).decode()};\n"


def _bundles() -> Iterator[tuple[str, str]]:
    """Yield the scripts and the style sheet of each page with scripts, and its later texts, by name.

    Names are as "bundles/table/styles.css" and "bundles/table/en.json".
    """
    sources = _sources(".mjs", ".css")
    for page in PAGES.values():
        if page.later:
            for language in TEXTS:
                texts = orjson.dumps(select_texts(language, page.later))
                yield f"{page.bundle}/{language}.json", texts.decode()
        if page.scripts:
            names = (*page.scripts, "shared/layout")
            entries = [f"service/pages/{name}.mjs" for name in names]
            yield from bundle_page(sources, entries, page.bundle, page.soon).items()
            styles = [sources[f"service/pages/{name}.css"] for name in page.styles]
            yield f"{page.bundle}/styles.css", shorten_style("".join(styles))
        if page.opened_scripts:
            yield from _bundle_opened(page, sources)


def _bundle_opened(page: Page, sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield by name what a page fetches once it is used: its scripts, and in each language a file of texts and data."""
    entries = [f"service/pages/{name}.mjs" for name in page.opened_scripts]
    yield from bundle_page(sources, entries, page.opened).items()
    variables = page.context()
    for language in TEXTS:
        texts = select_texts(language, page.opened_sections)
        parts = orjson.dumps({"texts": texts, "variables": variables})
        yield f"{page.opened}/{language}.parts.json", parts.decode()


@cache
def list_assets() -> Mapping[str, Asset]:
    """Return every asset by name: style sheets, scripts, images and licences, and the bundles of pages."""
    assets = dict(_read_files())
    for name, text in _bundles():
        assets[name] = Asset.from_name(name, text.encode())
    return assets


@cache
def fingerprint() -> str:
    """Return a hash of all assets. It is part of their URLs, so that caches may keep them for ever.

    The workers find it and the assets ready: gunicorn's master calls this before it forks them.
    """
    hashed = "".join(f"{name}{asset.etag}" for name, asset in list_assets().items())
    return sha256(hashed.encode()).hexdigest()[:12]


REVALIDATED = "no-cache"
_FINGERPRINT = re.compile("[0-9a-f]{12}")
_PREFIX = re.compile(r"(?=.{1,128}$)(/[\w.~-]+)+", re.ASCII)
OFFLINE = "verify-a-deal.html"
_RELAYS = Extension[tuple[str, ...]]("beacon_relays")

_OPEN_TAGS = [blueprint.chapter for blueprint in BLUEPRINTS if blueprint.is_open]
_POLICY = "Content-Security-Policy"
_HEADERS = {
    _POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",  # the URL of a page may contain a seed
}


pages = Blueprint("pages", __name__)
pages.jinja_loader = ChoiceLoader(
    [FileSystemLoader(pages.root_path), FunctionLoader(load_guide)]
)


@pages.record_once
def _reject_undefined(state: BlueprintSetupState) -> None:
    """Make undefined names in templates errors. By default Jinja renders them as nothing."""
    state.app.jinja_env.undefined = StrictUndefined


def allow_relays(app: Flask, relays: tuple[str, ...]) -> None:
    """Let the page that draws ask these relays of drand, which are their origins."""
    _RELAYS.give(app, relays)


def _serve(page: Page | Guide) -> Response:
    """Serve a page in the language of the request, or in English if the page has no other.

    The page that draws may ask the relays of drand as well, which its Content-Security-Policy allows.
    """
    language = choose_language(request) if page.sections else DEFAULT
    relays = _RELAYS.get() if page.name == "draw" else ()
    asset = _render_cached(
        page,
        _root_url(),
        language,
        asks_key=bool(services().access.api_keys),
        relays=relays,
    )
    this_host = "connect-src 'self'"
    all_hosts = " ".join((this_host, *relays))
    policy = _HEADERS[_POLICY].replace(this_host, all_hosts)
    headers = _HEADERS | {_POLICY: policy}
    return _respond(asset, language, headers, varies=bool(page.sections))


def _respond(
    asset: Asset,
    language: str,
    headers: Mapping[str, str] = _HEADERS,
    *,
    varies: bool = True,
    cache_control: str = REVALIDATED,
) -> Response:
    """Return the response with a page in a language.

    With `varies`, caches are told that another request may get the page in another language.
    """
    headers = dict(headers) | {"Content-Language": language}
    response = asset_response(asset, cache_control, headers)
    if varies:
        response.vary.update(("Accept-Language", "Cookie"))
    return response


def _render(
    page: Page | Guide,
    root: str,
    language: str = DEFAULT,
    *,
    asks_key: bool = False,
    relays: tuple[str, ...] = (),
    **more: Any,
) -> Asset:
    """Return a page in HTML, rendered from its template.

    `root` is the URL of the service's root, as `_root_url` returns it; with `asks_key` the page asks for an API key.
    `relays` are the origins of further hosts that the page asks. The template has its own variables, those below, and
    those in `more`. Its suffix, such as the one of `draw.html`, decides the media type.
    """
    title, summary = page.describe(language)
    # The folders of files, of the page's bundle if it has one, and of modules that dynamic imports load:
    sources = f"{root}assets/{fingerprint()}"
    bundle = f"{sources}/{page.bundle}" if page.scripts else ""
    modules = f"{bundle or sources}/service/pages"
    later_texts = f"{bundle}/{language}.json" if page.later else ""
    html = render_template(
        page.template,
        page=page,
        title=title,
        summary=summary,
        t=Translator(language),
        texts=select_texts(language, ("shared", *page.sections)),
        languages=NAMES if page.sections else {},
        pages=MENU,
        guides=GUIDES.values(),
        root=root,
        sources=sources,
        assets=f"{sources}/service/pages",
        bundle=bundle,
        later=later_texts,
        modules=modules,
        version=__version__,
        offline=False,
        relays=relays,
        open_tags=" ".join(_OPEN_TAGS) if asks_key else None,
        **page.context(),
        **more,
    )
    return Asset.from_name(page.template, html.encode())


_render_cached = lru_cache(maxsize=12 * len(TEXTS))(_render)


def _root_url() -> str:
    """Return the URL of the service's root, with a slash at its end: relative, unless a proxy names its path prefix.

    For /verify that is "./", for /docs/games "../", and behind a proxy that names the prefix /cards "/cards/".
    A proxy that strips the prefix forwards /games like /games/, and relative links lead from /games to another place.
    """
    prefix = _forwarded_prefix()
    if prefix:
        return f"{prefix}{request.script_root}/"
    levels_up = request.path.count("/") - 1
    return "../" * levels_up or "./"


def _forwarded_prefix() -> str:
    """Return the prefix that a trusted proxy has stripped from the path; "" if no header names a prefix."""
    header = "HTTP_X_FORWARDED_PREFIX"
    if header not in request.environ or not services().access.trusted_proxies:
        return ""
    prefix: str = request.environ[header].rstrip("/")
    return prefix if _PREFIX.fullmatch(prefix) else ""


def _prefers_html() -> bool:
    """Return whether the client prefers HTML to JSON, as a browser does for a page."""
    if "HTTP_ACCEPT" not in request.environ:
        return False
    types = ("application/json", "text/html")
    return request.accept_mimetypes.best_match(types) == "text/html"


def page_or(handle: Callable[[Any], Response]) -> Callable[[Any], Response]:
    """Wrap an error handler: who opens an address in a browser gets an HTML page, other clients get the problem.

    To a browser, GET /nothing is the page "There is no such page" with the status 404, and GET
    /v1/games/holdem/deal?players=99 a page with the status 422, which says what would be accepted. POST /nothing is a
    problem.
    """

    @wraps(handle)
    def negotiate(error: Any) -> Response:
        problem = handle(error)
        if request.method not in {"GET", "HEAD"} or not _prefers_html():
            return problem
        response = _error_page(problem)
        for name, value in problem.headers:
            if name not in _OF_PROBLEMS:
                response.headers[name] = value
        response.vary.add("Accept")
        return response

    return negotiate


_OF_PROBLEMS = frozenset({"Content-Type", "Content-Length", "Cache-Control"})
"""The headers of a problem that its page does not have."""
_WAYS = ("draw", "table", "verify")
"""The pages to which an error page leads."""
_WAYS_EXPLAINED = ("docs", "draw", "table")
"""The pages to which the page of an explained problem leads: its address is one for programs."""
_NO_PAGE = "not-found"
"""The type of problem of a path at which nothing is served."""


def _error_page(problem: Response) -> Response:
    """Return the page that tells a person about a problem, in their language, with ways on.

    A problem without a text of its own is explained: by what its fields would accept, or by its detail.
    """
    language = choose_language(request)
    status = problem.status_code
    body = orjson.loads(problem.get_data())
    kind = body["type"].rpartition("/")[2]
    is_no_page = kind == _NO_PAGE
    part = str(status)
    if part not in TEXTS[language]["problem"] or kind == "unknown-name":
        part = str(status // 100 * 100)  # 400 for 4xx
    is_explained = part == "400"
    ways = _WAYS_EXPLAINED if is_explained else _WAYS
    asset = _render(
        Page("problem", ("problem",), texts=f"problem.{part}"),
        _root_url(),
        language,
        kind=kind,
        detail=body["detail"],
        refusals=list_refusals(body, language),
        json=orjson.dumps(body, option=orjson.OPT_INDENT_2).decode(),
        is_explained=is_explained,
        address=_opened_address()[:_MAX_SHOWN],
        meant=_find_meant() if is_no_page else None,
        may_retry=status == HTTPStatus.SERVICE_UNAVAILABLE,
        ways=[PAGES[name] for name in ways],
    )
    response = _respond(asset, language, cache_control=NO_STORE)
    response.status_code = status
    return response


def _opened_address() -> str:
    """Return the path of the request, with its query if it has one."""
    return request.full_path if request.query_string else request.path


_MAX_SHOWN = 200  # characters of a wrong address
_PLAIN_IN_FRAGMENT = "/!$&'()*+,;=:@?"
"""The signs that a fragment may have as they are; `quote` leaves letters and digits in any case."""


def _find_meant() -> tuple[Page | Guide, str] | None:
    """Return the page that the address of the request seems to mean, and its fragment with #; None if it is like none.

    For "/draw#dice" it is the page Draw with "#dice": somebody's program has written the # of a link as %23. For
    "/drwa" it is the page Draw.
    """
    query = request.query_string.decode("latin-1")
    page_path, sign, fragment = request.path.partition("#")
    pages_by_path = {page.path: page for page in _SHOWN}
    similar = get_close_matches(page_path, pages_by_path, n=1, cutoff=0.75)
    if not similar:
        return None
    rest = quote(f"{sign}{fragment}", f"#{_PLAIN_IN_FRAGMENT}")
    if sign and query:
        rest += f"?{quote(query, f'%{_PLAIN_IN_FRAGMENT}')}"
    return pages_by_path[similar[0]], rest


def front_page_or(index: Callable[..., Any]) -> Callable[..., Response]:
    """Wrap the view of `/`: return the front page to clients that prefer HTML to JSON, the index to all others.

    If the service is mounted below a path and that path is requested without a slash at its end, redirect to the one
    with a slash: the page's links are relative to it.
    """

    @wraps(index)
    def negotiate(**names: str) -> Response:
        response: Response
        if not _prefers_html():
            response = index(**names)
        elif request.environ["PATH_INFO"]:
            response = _serve(FRONT)
        else:
            front_page = f"{_forwarded_prefix()}{request.script_root}/"
            response = make_response(redirect(front_page, 308))
        response.vary.add("Accept")
        return response

    return negotiate


_SHOWN: Sequence[Page | Guide] = (*PAGES.values(), OVERVIEW, *GUIDES.values())
for page in _SHOWN:
    if page is not FRONT:
        pages.add_url_rule(page.path, page.path[1:], _serve, defaults={"page": page})


@pages.get("/verify/offline.html")
def offline() -> Response:
    """Serve the page that verifies deals as a single file to keep."""
    language = choose_language(request)
    disposition = {"Content-Disposition": f'attachment; filename="{OFFLINE}"'}
    return _respond(_offline(language), language, disposition | _HEADERS)


@lru_cache(maxsize=len(TEXTS))
def _offline(language: str) -> Asset:
    """Return the page that verifies deals in a language, with its modules, styles and texts in it."""
    html = offline_page(
        _sources(".mjs", ".css"), PAGES["verify"], language, __version__
    )
    return Asset.from_name(OFFLINE, html.encode())


@pages.get("/docs/search.json")
def search() -> Response:
    """Serve the search index of /docs."""
    return asset_response(search_index(), REVALIDATED)


@pages.get("/assets/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """Serve an asset; under another version's fingerprint too, but then no cache may store it.

    While replicas are replaced, a page may come from one version and its assets from another.
    """
    if name not in list_assets() or not _FINGERPRINT.fullmatch(version):
        abort(404)
    cache_control = CACHE_IMMUTABLE if version == fingerprint() else NO_STORE
    return asset_response(list_assets()[name], cache_control)


keep_short(asset, SHORT_ALONE)
