"""The page on which deals are verified, as one file: it opens from a disk, without a network or this service."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import render_template
from markupsafe import Markup

from service.pages.bundles import bundle

AUDITORS = ("verify", "receipts", "decks", "shuffles", "stream", "members")
"""The modules that check a receipt, and no others (docs/fairness.md)."""

_ENTRY = "verify-offline.mjs"
_STYLES = ("page.css", "verify.css")
_NODE_ONLY = frozenset({"verify/vectors.mjs"})


def saved_page(texts: Mapping[str, str], page: Any, version: str) -> str:
    """The page, made of the texts of assets by name; its policy lets in its own script and style alone."""
    script = bundle(texts, _ENTRY, _NODE_ONLY)
    style = "".join(texts[name] for name in _STYLES)
    if "</script" in script or "</style" in style:
        raise ValueError("A script or a style cannot stand in a page if it seems to end there.")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    # What is marked up here was checked above: it is our own, and does not end where it should not.
    known = {"policy": Markup(policy), "script": Markup(script), "style": Markup(style)}  # noqa: S704
    return render_template("verify-offline.html", offline=True, page=page, version=version, **known)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
