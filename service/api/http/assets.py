"""Send files: compressed for clients that accept it, with an ETag and a policy for browsers."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type

from flask import Response, request

from service.api.http.responses import CACHE_IMMUTABLE, CSV, NO_STORE, SVG, FinalResponse, etag_of

_MIN_COMPRESSED = 1_000  # bytes; less fits into one packet
_COMPRESSED_TYPES = {"image/png", "font/woff2"}

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".md": "text/markdown"}
_POLICIES = {
    SVG: {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cross-Origin-Resource-Policy": "cross-origin",  # pages that are isolated may show it too
    }
}
"""An SVG opened on its own is a document: nothing in it may run, and it may load nothing."""

_TEXT_TYPES = {CSV, "text/html", "text/css", "text/javascript", "text/markdown", "text/plain"}


@dataclass(frozen=True)
class Asset:
    """The bytes of a file, its media type, and the filename to save it as, if any."""

    body: bytes
    media_type: str
    filename: str = ""

    @classmethod
    def from_name(cls, name: str, body: bytes) -> "Asset":
        """Return a file whose media type follows from its name."""
        suffix = f".{name.rpartition('.')[2]}"
        return cls(body, _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream")

    @cached_property
    def etag(self) -> str:
        """Return a strong ETag of the uncompressed file."""
        return etag_of(self.body)

    @cached_property
    def compressed(self) -> bytes | None:
        """Return the file in gzip; None if that is not worth it."""
        if len(self.body) < _MIN_COMPRESSED or self.media_type in _COMPRESSED_TYPES:
            return None
        # Without a time, so that every replica sends the same bytes.
        return gzip.compress(self.body, compresslevel=6, mtime=0)


def asset_response(asset: Asset, cache: str = CACHE_IMMUTABLE, headers: dict[str, str] | None = None) -> Response:
    """Return a file as a response. If it may be cached it has an ETag, and is a 304 for a client that has it."""
    own_headers: dict[str, str] = {}
    body = asset.compressed if request.accept_encodings["gzip"] else None
    if body:
        own_headers["Content-Encoding"] = "gzip"
    if cache != NO_STORE:
        own_headers["ETag"] = f'{asset.etag[:-1]}-gzip"' if body else asset.etag
    if asset.filename:
        own_headers["Content-Disposition"] = f'inline; filename="{asset.filename}"'
    is_text = asset.media_type in _TEXT_TYPES
    content_type = f"{asset.media_type}; charset=utf-8" if is_text else asset.media_type
    response = FinalResponse(
        body or asset.body,
        [
            ("Content-Type", content_type),
            ("Cache-Control", cache),
            ("Vary", "Accept-Encoding"),
            *own_headers.items(),
            *_POLICIES.get(asset.media_type, {}).items(),
            *(headers or {}).items(),
        ],
    )
    if cache != NO_STORE and "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response
