"""Files that never change while the process runs: sent compressed to those who take it, and kept as long as said."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type

from flask import Response, request

from service.api.rendering import FOR_EVER, SVG, Answered, etag_of

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

_TEXTS = {"text/html", "text/css", "text/javascript", "text/markdown", "text/plain"}


@dataclass(frozen=True)
class Asset:
    """The bytes of a file and their media type."""

    body: bytes
    form: str

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
        # Without a time in it, so that every replica sends the same bytes.
        return gzip.compress(self.body, mtime=0)


def sent(asset: Asset, kept: str = FOR_EVER, headers: dict[str, str] | None = None) -> Response:
    """The file as a response, which caches may keep as said; a 304 for those who have it already."""
    body, etag, coding = asset.body, asset.etag, {}
    if asset.compressed and request.accept_encodings["gzip"]:
        body, etag, coding = asset.compressed, f'{etag[:-1]}-gzip"', {"Content-Encoding": "gzip"}
    form = f"{asset.form}; charset=utf-8" if asset.form in _TEXTS else asset.form
    response = Answered(
        body,
        None,
        {
            "Content-Type": form,
            "Cache-Control": kept,
            "ETag": etag,
            "Vary": "Accept-Encoding",
            **coding,
            **_POLICIES.get(asset.form, {}),
            **(headers or {}),
        },
    )
    if "HTTP_IF_NONE_MATCH" in request.environ:
        response.make_conditional(request)
    return response
