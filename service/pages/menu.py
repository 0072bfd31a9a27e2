"""The pages, the menu, and the variables of their templates.

To add a page, add a folder with its template and an entry to `PAGES`. The form of the page Table has the parameters of
the requests that the page sends; it is made from their request schemas.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from marshmallow import Schema, fields

from ..algorithms.endpoint import shuffle_to_json
from ..capabilities import CAPABILITIES
from ..cards.card import CardFormat
from ..cards.deck import DECKS
from ..cards.options import PackOptions
from ..core.rng.streams import Randomness
from ..core.shuffles.registry import SHUFFLES
from ..core.suggestions import RULE
from ..core.value_types import JsonSchema, describe
from ..deals.games import summarize_game
from ..games.catalogue import GAMES
from ..games.game import Game, set_up
from ..games.procedures import Face
from ..games.stages import lay_out
from ..http.responses import members_of
from ..http.schemas.fields import BoundedList, Value
from ..http.schemas.request_schemas import PARAMETERS, SignOption
from .languages import TEXTS
from .offline import AUDITORS
from .search_index import docs_context

_REQUESTS: Mapping[str, type[Schema]] = {
    path: schema
    for capability in CAPABILITIES
    for path, schema in capability.forms.items()
}
_SECTIONS = {
    "source": {*describe(Randomness), "deal_number", "label"},
    "shuffle": {"algorithm", *PARAMETERS},
    "packs": set(describe(PackOptions)),
}
_HIDDEN = {
    *describe(CardFormat),  # the table shows pictures
    *describe(SignOption),  # and signs nothing
    "format",
    "event",
    "site",
    "date",
    "include_seed",
    # It seals what is selected:
    "scheme",
    "game",
    "deck",
    "min",
    "max",
    "items",
    "items_sha256",
    "cut",
    "reshuffle",
    # The tabs of its players make these:
    "reveal",
    "auditor",
    "words",
    "consent",
    "view_keys",
}
_OF_OTHER_SHOES = {
    "hands",
    "packets",
    "burn",
    "piles",
}  # in a shoe of a game the game has them
_GAME_MEMBERS = ("game", "family", "title", "deck", "players", "options", "aliases")
_PREFILLED = {"hands", "cards"}  # a deal from a deck requires them
_OF_THE_GAME = {"players", "cards", "red_fives"}  # which has their ranges


def _has_own_cards(game: Game) -> bool:
    """Return whether each of two or more players gets cards that only they see; not in draw poker, with discards."""
    if game.players.max < 2:
        return False
    table = set_up(game, max(2, game.players.min), PackOptions())
    if game.family == "poker" and len(table.procedure.stages) == 1:
        return False
    cards = lay_out(table, range(len(table.shoe))).cards
    return {run.name for run in cards if run.face is Face.OWN} >= {
        *table.procedure.seats
    }


def _list_game(game: Game) -> dict[str, Any]:
    """Return a game for the form: its names and options, and `private` if its hands can be."""
    summary = summarize_game(game)
    entry = {name: summary[name] for name in _GAME_MEMBERS if name in summary}
    facts = {"near": list(game.near), "private": _has_own_cards(game)}
    return entry | {name: value for name, value in facts.items() if value}


@cache
def _list_catalogue() -> dict[str, Any]:
    """Return games, decks and algorithms for the form; called at the first request, because it lays out every game."""
    return {
        "games": [_list_game(game) for game in GAMES.values()],
        "decks": [
            {
                "deck": name,
                **members_of(deck, "title", "options", "aliases"),
                "near": list(deck.near),
            }
            for name, deck in DECKS.items()
        ],
        "algorithms": [shuffle_to_json(shuffle) for shuffle in SHUFFLES.values()],
        "rule": RULE,
    }


_MAX_SHOWN = 2**31
"""A hint shows a range if its maximum is below this: a larger one is no use to a person."""


def table_context() -> dict[str, Any]:
    """Return the variables of the table page: the form, games, decks and algorithms."""
    fields_by_path = {
        path: {
            name: field
            for name, field in schema._declared_fields.items()
            if name not in _HIDDEN
            and not (path == "games/seal" and name in _OF_OTHER_SHOES)
        }
        for path, schema in _REQUESTS.items()
    }
    entries = {
        name: _describe(name, field)
        for parameters in fields_by_path.values()
        for name, field in parameters.items()
    }
    requests = {path: list(parameters) for path, parameters in fields_by_path.items()}
    return {"form": {"fields": entries, "requests": requests, **_list_catalogue()}}


def parameter_types() -> dict[str, Any]:
    """Return `isNumeric` and `isList` of each parameter; the page Verify reads URLs and shell commands by these."""
    entries = table_context()["form"]["fields"]
    return {
        name: {kind: field[kind] for kind in ("isNumeric", "isList")}
        for name, field in entries.items()
    }


def _describe(name: str, field: fields.Field[Any]) -> dict[str, Any]:
    """Return a field of the form, as the template and the page's modules read it, for the parameter `name`."""
    schema = _schema(field.inner if isinstance(field, BoundedList) else field)
    return {
        "name": name,
        "section": next(
            (section for section, names in _SECTIONS.items() if name in names),
            "options",
        ),
        "choices": [] if isinstance(field, BoundedList) else schema.get("enum", []),
        "isNumeric": schema["type"] == "integer",
        "isList": isinstance(field, BoundedList),
        "value": str(field.metadata["example"]) if name in _PREFILLED else "",
        **dict(_facts(name, field)),
    }


def _facts(name: str, field: fields.Field[Any]) -> Iterator[tuple[str, object]]:
    """Yield what a hint says besides the meaning: the range of a number, and the value if the field is left empty."""
    schema = _schema(field)
    if name in _OF_THE_GAME:
        return
    if schema.get("maximum", _MAX_SHOWN) < _MAX_SHOWN:
        yield from (("least", schema["minimum"]), ("most", schema["maximum"]))
    if "default" in field.metadata:
        yield "usual", field.metadata["default"]


def _schema(field: fields.Field[Any]) -> JsonSchema:
    """Return the JSON schema of a parameter; a list is only {"type": "array"}."""
    return field.value_type.schema if isinstance(field, Value) else {"type": "array"}


class Page(NamedTuple):
    """A page: its folder's name, and a function that returns its template's variables.

    A page has texts in the sections `sections` of each language (service/pages/languages), with its title and a
    sentence on it in the section of its name; or it is in English alone, and has `english`: its title and a sentence
    on it. Its template has the variables of `own_context` and those that capabilities give the page, which is there
    only with the capability that it `needs`. A page that people reach only by a link, such as the result of a draw, is
    not in the menu. The `scripts`, the modules that its template names, and the `styles` are bundled, with the modules
    `soon` that dynamic imports need at once. The texts in the sections `later` are fetched when the page needs them.
    """

    name: str
    sections: Sequence[str] = ()
    english: tuple[str, str] = ("", "")
    own_context: Callable[[], Mapping[str, Any]] = dict
    needs: str = ""
    is_in_menu: bool = True
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    soon: Sequence[str] = ()
    later: Sequence[str] = ()

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
    def path(self) -> str:
        return "/" if self.name == "table" else f"/{self.name}"

    def describe(self, language: str) -> tuple[str, str]:
        """Return the title of the page, and a sentence on it."""
        texts = TEXTS[language].get(self.name, {})
        return (texts["title"], texts["summary"]) if self.sections else self.english

    @property
    def template(self) -> str:
        return f"{self.name}/{self.name}.html"


def verify_context() -> Mapping[str, Any]:
    return {"auditors": AUDITORS, "parameters": parameter_types()}


_SHOW_RESULT = (
    *(
        f"service/pages/{name}.mjs"
        for name in ("result/outcome", "result/arrange", "result/titles", "draw/result")
    ),
    *(
        f"verify/{name}.mjs"
        for name in (
            "sealed/draws",
            "sealed/receipts",
            "sealed/rounds",
            "sealed/sealed",
            "games/stages",
            "sealed/terms",
            "proofs/ecvrf",
        )
    ),
)
"""The modules that the page of a result loads as soon as a draw is opened."""
FRONT = Page(
    "table",
    ("table", "words", "cards", "games"),
    later=("verify", "procedure"),
    own_context=table_context,
    scripts=("table/early", "table/table"),
    styles=("table/table", "table/sealed", "verify/proof", "table/print"),
)
_CAPABILITIES = {"", *(capability.name for capability in CAPABILITIES)}
PAGES: Mapping[str, Page] = {
    page.name: page
    for page in (
        FRONT,
        Page("draw", ("draw", "result")),
        Page(
            "verify",
            ("verify", "words", "cards"),
            later=("result", "draw", "games"),
            own_context=verify_context,
            scripts=("verify/verify",),
            styles=("verify/proof", "verify/verify"),
        ),
        Page(
            "fairness",
            english=(
                "How fair is a shuffle?",
                "See how biased each shuffle is, and why.",
            ),
            needs="bias",
        ),
        Page(
            "docs",
            english=("API documentation", "Every endpoint, to read and to try."),
            own_context=docs_context,
        ),
        Page(
            "result",
            ("result", "draw", "verify", "words", "cards", "games"),
            own_context=lambda: {"parameters": parameter_types()},
            is_in_menu=False,
            scripts=("result/result",),
            soon=_SHOW_RESULT,
            styles=("draw/draw", "result/result"),
        ),
    )
    if page.needs in _CAPABILITIES
}
"""Every page by name, in the order of the menu."""
MENU: Sequence[Page] = [page for page in PAGES.values() if page.is_in_menu]
