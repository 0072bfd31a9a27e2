"""The verify page as a single HTML file that works from a disk, without a network and without this service.

Browsers load no modules from a disk, so that they are bundled into one script: each module becomes a function that
returns its exports; each import becomes a destructuring of what an earlier function returned. Only the forms of
`import` and `export` that our own modules use are supported; any other raises ValueError.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from posixpath import dirname, join, normpath
from typing import Any

from flask import render_template
from markupsafe import Markup

from service.pages.languages import Translator, select_texts

AUDITORS = (
    *("verify", "draws", "rounds", "sealed", "terms", "receipts", "origins", "shown", "partial", "merkle", "canonical"),
    *("decks", "shuffles", "stream", "validation", "json", "texts", "proofs", "ecvrf", "sha256", "jwk"),
)
"""The modules of verify/ that check receipts and proofs; for a game they also load the modules that deal it."""

_ENTRY = "service/pages/verify/offline.mjs"
_STYLES = ("service/pages/shared/page.css", "service/pages/verify/proof.css", "service/pages/verify/verify.css")
_NODE_ONLY = frozenset({"verify/vectors.mjs", "verify/deployment.mjs"})

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) ([\w$]+))", re.MULTILINE)
_ADDRESS = re.compile(r"\bimport\.meta\.url\b")
_UNSUPPORTED = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b.*", re.MULTILINE)


def offline_page(sources: Mapping[str, str], page: Any, language: str, version: str) -> str:
    """Return the HTML of the offline verify page, from the sources of assets by name.

    Its Content-Security-Policy allows only the script and the style within it.
    """
    script = bundle(sources, _ENTRY, _NODE_ONLY)
    style = "".join(sources[name] for name in _STYLES)
    if "</script" in script or "</style" in style:
        raise ValueError("A script or style that contains its own end tag cannot be inlined.")
    policy = (
        f"default-src 'none'; script-src '{_hash_source(script)}'; style-src '{_hash_source(style)}'; img-src data:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    # Marked as safe: these are our own files, and the end tags were checked above.
    parts = {"policy": Markup(policy), "script": Markup(script), "style": Markup(style)}  # noqa: S704
    title, _ = page.describe(language)
    texts = select_texts(language, ("shared", *page.sections))
    return render_template(
        "verify/offline.html", offline=True, title=title, t=Translator(language), texts=texts, version=version, **parts
    )


def _hash_source(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def bundle(sources: Mapping[str, str], entry: str, excluded: frozenset[str] = frozenset()) -> str:
    """Return one script that does what the module `entry` does; dynamic imports of `excluded` modules yield `{}`."""
    order: dict[str, None] = {}
    _put_in_order(order, sources, entry, excluded)
    names = {name: f"module{index}" for index, name in enumerate(order)}
    return '"use strict";\n' + "".join(_to_function(sources[name], name, names) for name in order)


def _put_in_order(order: dict[str, None], sources: Mapping[str, str], name: str, excluded: frozenset[str]) -> None:
    """Add the name of a module after those of all that it imports, directly or not, each once."""
    text = sources[name]
    for pattern, group in ((_IMPORT, 2), (_DYNAMIC_IMPORT, 1)):
        for match in pattern.finditer(text):
            module = _resolve(name, match[group])
            if module not in excluded and module not in order:
                _put_in_order(order, sources, module, excluded)
    order[name] = None


def _to_function(text: str, name: str, names: Mapping[str, str]) -> str:
    """Return a module as a JavaScript constant: a function, called at once, that returns the exports."""
    exports = _EXPORT.findall(text)
    text = _IMPORT.sub(
        lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {names[_resolve(name, match[2])]};", text
    )
    text = _DYNAMIC_IMPORT.sub(lambda match: f"Promise.resolve({names.get(_resolve(name, match[1]), '{}')})", text)
    text = _ADDRESS.sub("undefined", text)  # a script has none
    text = _EXPORT.sub("", text)
    if match := _UNSUPPORTED.search(text):
        raise ValueError(f"{name} cannot be bundled: {match[0]}")
    return f"// {name}\nconst {names[name]} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"


def _resolve(name: str, path: str) -> str:
    """Return the name of the module that `path` refers to in the module `name`."""
    return normpath(join(dirname(name), path))
