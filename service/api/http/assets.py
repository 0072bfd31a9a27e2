"""Files: what is answered as it is and not as JSON, compressed to those who take it, and kept as long as said."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type

from flask import Response, request

from service.api.http.responses import CACHE_IMMUTABLE, CSV, NO_STORE, SVG, FinalResponse, etag_of

_SMALLEST = 1_000  # bytes: less fits into a packet as it is
_PLAIN = {"image/png", "font/woff2"}  # compressed in themselves

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".md": "text/markdown"}
_POLICIES = {
    SVG: {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cross-Origin-Resource-Policy": "cross-origin",  # pages that are isolated may show it too
    }
}
"""An SVG that is opened by itself is a document, in which nothing may run and which may load nothing."""

_TEXTS = {CSV, "text/html", "text/css", "text/javascript", "text/markdown", "text/plain"}


@dataclass(frozen=True)
class Asset:
    """The bytes of a file, their media type, and the name that it goes by if it is saved, if it has its own."""

    body: bytes
    form: str
    name: str = ""

    @classmethod
    def named(cls, name: str, body: bytes) -> "Asset":
        """A file whose media type is that of its name."""
        suffix = f".{name.rpartition('.')[2]}"
        return cls(body, _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream")

    @cached_property
    def etag(self) -> str:
        """A strong ETag of the file as it is."""
        return etag_of(self.body)

    @cached_property
    def compressed(self) -> bytes | None:
        """The same in gzip, if that is shorter."""
        if len(self.body) < _SMALLEST or self.form in _PLAIN:
            return None
        # Without a time in it, so that every replica sends the same bytes; at the level that is worth its time.
        return gzip.compress(self.body, compresslevel=6, mtime=0)


def sent(asset: Asset, kept: str = CACHE_IMMUTABLE, headers: dict[str, str] | None = None) -> Response:
    """The file as a response, which caches may keep as said.

    What may be kept has an ETag, and is a 304 for those who have it already.
    """
    more: dict[str, str] = {}
    body = asset.compressed if request.accept_encodings["gzip"] else None
    if body:
        more["Content-Encoding"] = "gzip"
    if kept != NO_STORE:
        more["ETag"] = f'{asset.etag[:-1]}-gzip"' if body else asset.etag
    if asset.name:
        more["Content-Disposition"] = f'inline; filename="{asset.name}"'
    form = f"{asset.form}; charset=utf-8" if asset.form in _TEXTS else asset.form
    response = FinalResponse(
        body or asset.body,
        None,
        {
            "Content-Type": form,
            "Cache-Control": kept,
            "Vary": "Accept-Encoding",
            **more,
            **_POLICIES.get(asset.form, {}),
            **(headers or {}),
        },
    )
    if kept != NO_STORE and "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response
