"""The pages, the menu, and the variables of their templates.

To add a page, add a folder with its template and an entry to `PAGES`; docs/recipes/pages.md has the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..capabilities import CAPABILITIES
from .languages import TEXTS
from .offline import AUDITORS
from .search_index import docs_context
from .table_form import parameter_types, table_context


class Page(NamedTuple):
    """A page, with what its template names."""

    name: str
    """The name of its folder."""
    sections: Sequence[str] = ()
    """The sections of the texts of each language (service/pages/languages) that it needs. The section with the name of
    the page has its title and its summary. Empty for a page in English alone."""
    english: tuple[str, str] = ("", "")
    """The title and the summary of a page in English alone."""
    texts: str = ""
    """The path of its title and its summary in the texts, such as "problem.404"; the name of the page without it."""
    own_context: Callable[[], Mapping[str, Any]] = dict
    """Returns the variables of its template, beside those that capabilities give the page."""
    needs: str = ""
    """The capability without which the page is not there."""
    is_in_menu: bool = True
    """False for a page that people reach only by a link, such as the result of a draw."""
    scripts: Sequence[str] = ()
    """The modules that its template names, which are bundled."""
    styles: Sequence[str] = ()
    """The style sheets, which are bundled."""
    soon: Sequence[str] = ()
    """The modules that dynamic imports need at once, which are bundled too."""
    later: Sequence[str] = ()
    """The sections of texts that the page fetches when it needs them."""
    opened_scripts: Sequence[str] = ()
    """Modules that the page fetches once somebody uses it. They have a bundle of their own."""
    opened_sections: Sequence[str] = ()
    """The sections of texts that these modules need. They come in a file with the page's own variables."""

    def context(self) -> dict[str, Any]:
        """Return the variables of the template: the page's own, and variables from capabilities."""
        variables = dict(self.own_context())
        for capability in CAPABILITIES:
            if self.name in capability.page_variables:
                variables.update(capability.page_variables[self.name]())
        return variables

    @property
    def bundle(self) -> str:
        """Return the folder of its bundled modules and style sheets among the assets."""
        return f"bundles/{self.name}"

    @property
    def opened(self) -> str:
        """Return the folder of the modules and the file that it fetches once it is used."""
        return f"bundles/{self.name}-opened"

    @property
    def path(self) -> str:
        return "/" if self.name == "table" else f"/{self.name}"

    def describe(self, language: str) -> tuple[str, str]:
        """Return the title and the summary of the page in a language."""
        if not self.sections:
            return self.english
        texts = TEXTS[language]
        for name in (self.texts or self.name).split("."):
            texts = texts[name]
        return texts["title"], texts["summary"]

    @property
    def template(self) -> str:
        return f"{self.name}/{self.name}.html"


def verify_context() -> Mapping[str, Any]:
    return {"auditors": AUDITORS, "parameters": parameter_types()}


_SHOW_RESULT = (
    *(
        f"service/pages/{name}.mjs"
        for name in (
            "result/outcome",
            "shared/sealed_labels",
            "result/titles",
            "shared/drawn_result",
        )
    ),
    *(
        f"verify/{name}.mjs"
        for name in (
            "sealed/sealed_draws",
            "sealed/receipts",
            "sealed/rounds",
            "sealed/sealed",
            "games/stages",
            "sealed/terms",
            "core/ecvrf",
        )
    ),
)
"""The modules that the page of a result loads as soon as a draw is opened."""
FRONT = Page(
    "table",
    ("front",),
    later=("verify", "procedure", "problems"),
    own_context=table_context,
    scripts=("table/front",),
    opened_scripts=("table/table",),
    opened_sections=("table", "words", "cards", "games"),
    styles=("table/table", "table/sealed", "verify/proof", "table/print"),
)
_CAPABILITIES = {"", *(capability.name for capability in CAPABILITIES)}
PAGES: Mapping[str, Page] = {
    page.name: page
    for page in (
        FRONT,
        Page(
            "draw",
            ("draw", "result", "problems"),
            scripts=("draw/draw",),
            styles=("shared/chance", "draw/draw"),
        ),
        Page(
            "verify",
            ("verify", "words", "cards"),
            later=("result", "draw", "games", "problems"),
            own_context=verify_context,
            scripts=("verify/verify",),
            styles=("shared/chance", "verify/proof", "verify/verify"),
        ),
        Page(
            "fairness",
            english=(
                "How fair is a shuffle?",
                "See how biased each shuffle is, and why.",
            ),
            needs="bias",
            scripts=("fairness/fairness",),
            styles=("fairness/fairness",),
        ),
        Page(
            "docs",
            english=("API documentation", "Every endpoint, to read and to try."),
            own_context=docs_context,
        ),
        Page(
            "result",
            ("result", "draw", "verify", "words", "cards", "games", "problems"),
            own_context=lambda: {"parameters": parameter_types()},
            is_in_menu=False,
            scripts=("result/unopened", "result/result"),
            soon=_SHOW_RESULT,
            styles=("shared/chance", "draw/draw", "result/result"),
        ),
    )
    if page.needs in _CAPABILITIES
}
"""Every page by name, in the order of the menu."""
MENU: Sequence[Page] = [page for page in PAGES.values() if page.is_in_menu]
