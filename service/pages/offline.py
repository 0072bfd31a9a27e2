"""The verify page as a single HTML file that works from a disk, without a network and without this service.

Browsers load no modules from a disk, so that they are bundled into one script.
"""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import render_template
from markupsafe import Markup

from .bundles import bundle
from .languages import Translator, select_texts

AUDITORS = (
    "verify",
    "check",
    "sealed/sealed_draws",
    "sealed/seeded_rounds",
    "sealed/compared_entries",
    "sealed/repeated_draws",
    "sealed/rounds",
    "sealed/sealed",
    "sealed/terms",
    "sealed/receipts",
    "core/origins",
    "sealed/shown",
    "sealed/partial",
    "sealed/seen_roots",
    "sealed/seen_faces",
    "sealed/followed_positions",
    "sealed/shown_cards",
    "sealed/signed_states",
    "core/merkle",
    "core/canonical",
    "core/bytes",
    "core/lists",
    "cards/decks",
    "core/shuffles",
    "core/stream",
    "core/validation",
    "core/json",
    "core/escaped_texts",
    "proofs/proofs",
    "core/ecvrf",
    "core/sha256",
    "core/jwk",
)
"""The modules of verify/ that check receipts and proofs; for a game they also load the modules that deal it."""

ENTRY = "service/pages/verify/offline.mjs"
_STYLES = (
    "service/pages/shared/page.css",
    "service/pages/shared/chance.css",
    "service/pages/verify/proof.css",
    "service/pages/verify/verify.css",
)


def offline_page(
    sources: Mapping[str, str], page: Any, language: str, version: str
) -> str:
    """Return the HTML of the offline verify page, from the sources of assets by name.

    Its Content-Security-Policy allows only the script and the style within it.
    """
    script = bundle(sources, ENTRY)
    style = "".join(sources[name] for name in _STYLES)
    if "</script" in script or "</style" in style:
        raise ValueError(
            "A script or style that contains its own end tag cannot be inlined."
        )
    policy = (
        f"default-src 'none'; script-src '{_hash_source(script)}'; style-src '{_hash_source(style)}'; img-src data:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    # Marked as safe: these are our own files, and the end tags were checked above.
    parts = {"policy": Markup(policy), "script": Markup(script), "style": Markup(style)}  # noqa: S704
    title, _ = page.describe(language)
    texts = select_texts(language, ("shared", *page.sections))
    return render_template(
        "verify/offline.html",
        offline=True,
        title=title,
        t=Translator(language),
        texts=texts,
        version=version,
        **parts,
    )


def _hash_source(text: str) -> str:
    """Return the source of a Content-Security-Policy that allows this text alone, by its SHA-256."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
