"""Build responses: media type, ETag, how long a cache may keep them, and the compression of files and of JSON."""

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import orjson
from flask import Request, Response, request
from flask.json.provider import JSONProvider
from werkzeug.datastructures import Headers

from ..paths import project_path

CACHE_IMMUTABLE = "public, max-age=31536000, immutable"
CACHE_HOUR = "public, max-age=3600"
NO_STORE = "no-store"

JSON = "application/json"
NDJSON = "application/x-ndjson"
NPY = "application/x-npy"
TEXT = "text/plain"
CSV = "text/csv"
SVG = "image/svg+xml"
YAML = "application/yaml"
HTML = "text/html"

OPENAPI = project_path("openapi.yaml")
OPENAPI_ADDITIONS = Path(__file__).with_name("openapi_additions.yaml")

_ACCEPTS_JSON = {None, "*/*", JSON}
_CONTENT_TYPES = {
    media_type: f"{media_type}; charset=utf-8" for media_type in (TEXT, CSV)
}
# the newline is for terminals
_OPTIONS = orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY

_MIN_COMPRESSED = 1_000  # bytes; less fits into one packet
_COMPRESSED_TYPES = {"image/png", "font/woff2"}
_JSON_LEVEL = 1
"""Level 6 saves a sixth of the bytes at most, and takes up to seven times as long."""

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".md": "text/markdown"}
_POLICIES = {
    SVG: {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cross-Origin-Resource-Policy": "cross-origin",  # pages that are isolated may show it too
    }
}
"""An SVG that is opened on its own is a document: nothing in it may run, and it may load nothing."""

_TEXT_TYPES = {
    CSV,
    "text/html",
    "text/css",
    "text/javascript",
    "text/markdown",
    "text/plain",
}


class OrjsonProvider(JSONProvider):
    """A JSON provider that makes Flask use orjson."""

    def dumps(self, obj: Any, **_: Any) -> str:
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return orjson.loads(s)


class OwnHeaders(Headers):
    """Headers that werkzeug does not check, because the service wrote their names and values."""

    def __init__(self, pairs: Sequence[tuple[str, str]] = ()) -> None:
        self._list = list(pairs)

    def extend(self, arg: Any = (), /, **kwargs: str) -> None:
        self._list += arg.items() if isinstance(arg, Mapping) else arg
        super().extend(**kwargs)


class FinalResponse(Response):
    """A response with final headers: they are sent without being copied, checked or completed."""

    def __init__(
        self, body: bytes, headers: Sequence[tuple[str, str]], status: int | None = None
    ) -> None:
        pairs = OwnHeaders([*headers, ("Content-Length", str(len(body)))])
        super().__init__([body], status, pairs, direct_passthrough=True)

    def get_wsgi_headers(self, environ: Any) -> Headers:
        return (
            self.headers
            if self.status_code == HTTPStatus.OK
            else super().get_wsgi_headers(environ)
        )


class JsonResponse(FinalResponse):
    """A response with JSON. The last hook compresses it; until then its body can be read."""

    response: list[bytes]

    def compress_for(self, client_request: Request) -> None:
        """Compress a long body if the client prefers gzip. A long body has `Vary`, compressed or not."""
        [body] = self.response
        if len(body) < _MIN_COMPRESSED:
            return
        headers = self.headers
        vary = headers.get("Vary")
        headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        if not _prefers_gzip(client_request):
            return
        compressed = gzip.compress(body, _JSON_LEVEL, mtime=0)
        self.response = [compressed]
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(compressed))
        if "ETag" in headers:
            headers["ETag"] = _etag_of_gzip(headers["ETag"])


def _prefers_gzip(client_request: Request) -> bool:
    codings = client_request.accept_encodings
    return codings.best_match(("gzip", "identity"), "identity") == "gzip"


def negotiate(media_types: tuple[str, ...], client_request: Request) -> str:
    """Return the media type that the client prefers, or the first one, JSON, if the client accepts none of them."""
    accept: str | None = client_request.environ.get("HTTP_ACCEPT")
    if accept in _ACCEPTS_JSON:
        return media_types[0]
    if accept in media_types:
        return accept
    return client_request.accept_mimetypes.best_match(media_types, media_types[0])


def members_of(value: object, *names: str) -> dict[str, Any]:
    """Return the named attributes of a value as a dictionary."""
    return {name: getattr(value, name) for name in names}


def etag_of(text: bytes) -> str:
    """Return a strong ETag for a body that depends on this text alone."""
    return f'"{sha256(text).hexdigest()[:32]}"'


def _etag_of_gzip(etag: str) -> str:
    """Return the ETag of a body in gzip from the ETag of the body: "42-gzip" from "42"."""
    return f'{etag[:-1]}-gzip"'


def find_known_etag(etag: str, client_request: Request) -> str | None:
    """Return the ETag by which the client already has a body, plain or in gzip, or None if it does not have it.

    A client that does not accept gzip does not have what it may have kept in gzip.
    """
    if "HTTP_IF_NONE_MATCH" not in client_request.environ:
        return None
    usable_etags = [etag]
    if _prefers_gzip(client_request):
        usable_etags.append(_etag_of_gzip(etag))
    known = client_request.if_none_match
    return next(
        (usable for usable in usable_etags if known.contains_weak(usable.strip('"'))),
        None,
    )


def json_response(
    body: Any, cache: str = NO_STORE, media_type: str = JSON, status: int = 200
) -> Response:
    """Return a response with a body in JSON. A body that is not bytes is written as JSON.

    A response that may be cached has an ETag. A client that already has it gets a 304.
    """
    headers = [("Content-Type", media_type), ("Cache-Control", cache)]
    if not isinstance(body, bytes):
        body = orjson.dumps(body, option=_OPTIONS)
    if cache != NO_STORE:
        etag = etag_of(body)
        known_etag = find_known_etag(etag, request)
        if known_etag:
            return not_modified(known_etag, cache)
        headers.append(("ETag", etag))
    own_status = None if status == HTTPStatus.OK else status
    return JsonResponse(body, headers, own_status)


def not_modified(etag: str, cache: str, vary: Sequence[str] = ()) -> Response:
    """Return a 304 for a client that has the response with this ETag. `vary` names headers beside Accept-Encoding."""
    headers = {
        "ETag": etag,
        "Cache-Control": cache,
        "Vary": ", ".join([*vary, "Accept-Encoding"]),
    }
    return Response(status=304, headers=headers)


def draw_response(
    body: Any, media_type: str, etag: str | None, filename: str | None = None
) -> Response:
    """Return a response with results: immutable if it has an ETag, a download if it has a filename.

    `body` is the JSON as a dictionary, bytes, or an iterator of bytes for a stream.
    """
    headers = [
        ("Content-Type", _CONTENT_TYPES.get(media_type, media_type)),
        ("Vary", "Accept"),
        ("Cache-Control", CACHE_IMMUTABLE if etag else NO_STORE),
    ]
    if etag:
        headers.append(("ETag", etag))
    if filename:
        headers.append(("Content-Disposition", f'attachment; filename="{filename}"'))
    if isinstance(body, dict):
        return JsonResponse(orjson.dumps(body, option=_OPTIONS), headers)
    if isinstance(body, bytes):
        return FinalResponse(body, headers)
    # Passed through: werkzeug would hold each part while the next is made.
    return Response(body, None, headers, direct_passthrough=True)


@dataclass(frozen=True)
class Asset:
    """The bytes of a file, its media type, and the filename to save it as; "" for no filename."""

    body: bytes
    media_type: str
    filename: str = ""

    @classmethod
    def from_name(cls, name: str, body: bytes) -> "Asset":
        """Return the file with this name and body. The suffix of the name decides the media type."""
        suffix = f".{name.rpartition('.')[2]}"
        guessed_type, _ = guess_type(name)
        media_type = _TYPES.get(suffix) or guessed_type or "application/octet-stream"
        return cls(body, media_type)

    @cached_property
    def etag(self) -> str:
        return etag_of(self.body)

    @cached_property
    def compressed(self) -> bytes | None:
        """Return the file in gzip; None if compression does not pay."""
        if len(self.body) < _MIN_COMPRESSED or self.media_type in _COMPRESSED_TYPES:
            return None
        return compress(self.body)

    @classmethod
    def from_gzip(cls, compressed: bytes, media_type: str) -> "Asset":
        """Return the file from the output of `compress`, and keep the output, so that it is not compressed again."""
        asset = cls(gzip.decompress(compressed), media_type)
        vars(asset)["compressed"] = compressed
        return asset


def compress(body: bytes) -> bytes:
    """Return a file in gzip."""
    # mtime=0: every replica sends the same bytes.
    return gzip.compress(body, compresslevel=9, mtime=0)


def asset_response(
    asset: Asset, cache: str = CACHE_IMMUTABLE, headers: dict[str, str] | None = None
) -> Response:
    """Return a file as a response, in gzip if the client takes it.

    A file that may be cached has an ETag; a client that already has it gets a 304.
    """
    compressed = asset.compressed if _prefers_gzip(request) else None
    content_type = asset.media_type
    if asset.media_type in _TEXT_TYPES:
        content_type = f"{asset.media_type}; charset=utf-8"
    all_headers = [
        ("Content-Type", content_type),
        ("Cache-Control", cache),
        ("Vary", "Accept-Encoding"),
    ]
    if compressed:
        all_headers.append(("Content-Encoding", "gzip"))
    if cache != NO_STORE:
        etag = _etag_of_gzip(asset.etag) if compressed else asset.etag
        all_headers.append(("ETag", etag))
    if asset.filename:
        disposition = f'inline; filename="{asset.filename}"'
        all_headers.append(("Content-Disposition", disposition))
    all_headers.extend(_POLICIES.get(asset.media_type, {}).items())
    all_headers.extend((headers or {}).items())
    response = FinalResponse(compressed or asset.body, all_headers)
    if cache != NO_STORE and "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response
