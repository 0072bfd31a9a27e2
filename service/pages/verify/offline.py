"""The verify page as a single HTML file that works from a disk, without a network and without this service."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import render_template
from markupsafe import Markup

from service.pages.verify.bundler import bundle

AUDITORS = (
    *("verify", "draws", "replay", "sealed", "receipts", "canonical", "decks", "shuffles", "stream", "validation"),
    *("json", "texts", "proofs", "ecvrf"),
)
"""The modules of verify/ that check a receipt (docs/fairness.md), and a proof (docs/proofs.md).

Those of a game also load the modules that deal it.
"""

_ENTRY = "service/pages/verify/offline.mjs"
_STYLES = ("service/pages/shared/page.css", "service/pages/verify/proof.css", "service/pages/verify/verify.css")
_NODE_ONLY = frozenset({"verify/vectors.mjs", "verify/deployment.mjs"})


def offline_page(sources: Mapping[str, str], page: Any, version: str) -> str:
    """Return the HTML, made of the sources of assets by name; its policy allows its own script and style alone."""
    script = bundle(sources, _ENTRY, _NODE_ONLY)
    style = "".join(sources[name] for name in _STYLES)
    if "</script" in script or "</style" in style:
        raise ValueError("A script or style that contains its own end tag cannot be inlined.")
    policy = (
        f"default-src 'none'; script-src '{_hash_source(script)}'; style-src '{_hash_source(style)}'; img-src data:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    # Marked as safe: these are our own files, and the end tags were checked above.
    inlined = {"policy": Markup(policy), "script": Markup(script), "style": Markup(style)}  # noqa: S704
    return render_template("verify/offline.html", offline=True, page=page, version=version, **inlined)


def _hash_source(text: str) -> str:
    """Return a text's hash as Content Security Policy writes it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
