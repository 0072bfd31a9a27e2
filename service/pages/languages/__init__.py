"""The texts of the pages in each language, and the choice of a language for a request.

A language is a file beside this module: `en.json`, `de.json`, … A file has an object for each page, and in it the
texts by name, also nested. A text has placeholders such as `{count}`. A text that depends on a number is an object with
the forms of the language (CLDR's `one`, `few`, `many`, `other`), chosen by the value `count`. Modules of the pages
read the same texts by `service/pages/shared/texts.mjs`.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson
from flask import Request
from markupsafe import Markup, escape

DEFAULT = "en"
COOKIE = "language"
"""The name of the cookie in which a browser keeps the language that its user chose."""

Texts = Mapping[str, Any]

TEXTS: Mapping[str, Texts] = {
    file.stem: orjson.loads(file.read_bytes())
    for file in sorted(Path(__file__).parent.glob("*.json"))
}
"""The texts by language."""
NAMES = {language: texts["shared"]["language"] for language, texts in TEXTS.items()}
"""The name of each language in that language."""


def choose_language(request: Request) -> str:
    """Return the language of a page: the query's `lang`, the cookie's, or the best of `Accept-Language`."""
    for chosen in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if chosen is not None and chosen in TEXTS:
            return chosen
    return request.accept_languages.best_match([DEFAULT, *TEXTS], DEFAULT)


def select_texts(language: str, sections: Iterable[str]) -> Texts:
    """Return the texts of some sections, for the modules of a page."""
    return {section: TEXTS[language][section] for section in sections}


class Translator:
    """A function that templates call: `t("draw.title")` returns a text in the language of the page.

    Values replace placeholders: `t("draw.more", link=link)`. They are escaped unless they are `Markup`.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, /, **values: object) -> Markup:
        """Return a text by its path. Raise KeyError if there is none."""
        text = TEXTS[self.language]
        for name in key.split("."):
            text = text[name]
        return escape(text).format(**values) if values else escape(text)
