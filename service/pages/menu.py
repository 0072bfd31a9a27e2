"""The pages, in the order of the menu, and what their templates show: the form of the table, the shuffles.

To add a page, add a folder with its template and an entry to `PAGES`. The form has the parameters of the requests that
the table page sends, as the request schemas describe them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from marshmallow import fields

from service.api.resources.algorithms import shuffle_to_json
from service.api.resources.decks import DeckDealQuery, DeckShuffleRequest
from service.api.resources.games import GameDealQuery, summarize_game
from service.api.resources.shoe_requests import OpenShoeRequest
from service.api.schemas.fields import BoundedList, Value
from service.api.schemas.requests import PARAMETERS, NotationMixin, PackMixin, SeedMixin, SignMixin
from service.api.schemas.responses import members_of
from service.core.bias.distributions import MAX_N, enumerate_draws
from service.core.bias.reports import POSITIONS, POSITIONS_MEANING
from service.core.bias.statistics import STATISTICS
from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.games.catalogue import GAMES
from service.core.games.game import Game, set_up
from service.core.games.procedures import Face
from service.core.games.stages import lay_out
from service.core.kinds import JsonSchema
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.rules import naive_swap
from service.pages.offline import AUDITORS

_REQUESTS = {
    "games/seal": OpenShoeRequest(),
    "games/deal": GameDealQuery(),
    "decks/shuffle": DeckShuffleRequest(),
    "decks/deal": DeckDealQuery(),
}
_SECTIONS = {
    "source": {*SeedMixin().fields, "deal_number", "label"},
    "shuffle": {"algorithm", *PARAMETERS},
    "packs": {*PackMixin().fields},
}
_HIDDEN = {
    *NotationMixin().fields,  # the table shows pictures
    *SignMixin().fields,  # and signs nothing
    "format",
    "event",
    "site",
    "date",
    "include_seed",
    *("scheme", "game", "deck", "min", "max", "items", "items_sha256", "cut", "reshuffle"),  # it seals what is selected
    *("reveal", "auditor", "words", "consent", "view_keys"),  # the tabs of its players make them
}
_OF_OTHER_SHOES = {"hands", "packets", "burn", "piles"}  # in a shoe of a game the game has them
_PREFILLED = {"hands", "cards"}  # a deal from a deck requires them


def _has_own_cards(game: Game) -> bool:
    """Return whether each of two players or more gets cards that nobody else sees, and discards none unseen."""
    if game.players.max < 2:
        return False
    table = set_up(game, max(2, game.players.min), PackOptions())
    if game.family == "poker" and len(table.procedure.stages) == 1:
        return False
    laid = lay_out(table, range(len(table.shoe))).cards
    return {cards.name for cards in laid if cards.face is Face.OWN} >= {*table.procedure.seats}


def _list_game(game: Game) -> dict[str, Any]:
    """Return the members of a game that the form uses."""
    hidden = {"source", "deal", "ranking"}
    entry = {name: member for name, member in summarize_game(game).items() if name not in hidden}
    return entry | ({"private": True} if _has_own_cards(game) else {})


@cache
def _list_catalogue() -> dict[str, Any]:
    """Return the lists of the API for the page, so that its first deal waits for none.

    They are made for the first page and not at the start, as all games are laid out for them.
    """
    return {
        "games": [_list_game(game) for game in GAMES.values()],
        "decks": [{"deck": name, **members_of(deck, "title", "options", "aliases")} for name, deck in DECKS.items()],
        "algorithms": [shuffle_to_json(shuffle) for shuffle in SHUFFLES.values()],
    }


_HINTS = {
    "cards": "Cards in each hand.",
    "board": "Its number decides who deals and who is vulnerable. The boards of a seed are numbered from 1.",
    "red_fives": "0 to 4; as many as the game has if it is left empty.",
    "label": "A name for the shoe, which is sealed with it.",
    "seed": "The same seed deals the same cards for ever.",
    "index": "Which deal of the seed: 0 is the first.",
    "count": "Cards from the top; all if it is left empty.",
}
"""Hints in a player's words, where those of the API are a programmer's."""
_MAX_SHOWN = 2**31
"""The maximum of a range that a hint shows; larger ones are no use to a person."""


def table_context() -> dict[str, Any]:
    """Return the variables of the template: the parameters, their names by request, and what can be dealt."""
    shown = {
        path: {
            name: field
            for name, field in schema.fields.items()
            if name not in _HIDDEN and not (path == "games/seal" and name in _OF_OTHER_SHOES)
        }
        for path, schema in _REQUESTS.items()
    }
    described = {name: _describe(name, field) for parameters in shown.values() for name, field in parameters.items()}
    requests = {path: list(parameters) for path, parameters in shown.items()}
    return {"form": {"fields": described, "requests": requests, **_list_catalogue()}}


def parameter_types() -> dict[str, Any]:
    """Return whether the value of each parameter is a number, and whether it is a list, for URLs and shell commands."""
    described = table_context()["form"]["fields"]
    return {name: {kind: field[kind] for kind in ("isNumeric", "isList")} for name, field in described.items()}


def _describe(name: str, field: fields.Field[Any]) -> dict[str, Any]:
    """Return the members of a parameter that the template and the page's modules read."""
    schema = _schema(field.inner if isinstance(field, BoundedList) else field)
    return {
        "name": name,
        "section": next((section for section, names in _SECTIONS.items() if name in names), "options"),
        "hint": _HINTS.get(name) or " ".join(_hints(field)),
        "choices": [] if isinstance(field, BoundedList) else schema.get("enum", []),
        "isNumeric": schema["type"] == "integer",
        "isList": isinstance(field, BoundedList),
        "value": str(field.metadata["example"]) if name in _PREFILLED else "",
    }


def _hints(field: fields.Field[Any]) -> Iterator[str]:
    """Yield the sentences of a hint: the meaning, the range and the default."""
    metadata, schema = field.metadata, _schema(field)
    yield metadata["meaning"]
    if schema.get("maximum", _MAX_SHOWN) < _MAX_SHOWN:
        yield f"{schema['minimum']} to {schema['maximum']}."
    default = metadata.get("default", metadata.get("implied"))
    if default is not None:
        yield f"Default: {default}."
    if isinstance(field, BoundedList):
        yield "Separated by commas."


def _schema(field: fields.Field[Any]) -> JsonSchema:
    """Return the JSON schema of a parameter, that of a list without its items."""
    return field.kind.schema if isinstance(field, Value) else {"type": "array"}


@dataclass(frozen=True)
class Page:
    """One page: the name of its folder, its path, its title, its label in the menu, and a sentence that describes it.

    `context` returns the variables that its template needs besides those of every page.
    """

    name: str
    path: str
    title: str
    entry: str
    summary: str
    context: Callable[[], Mapping[str, Any]] = dict

    @property
    def template(self) -> str:
        """Return the name of its template."""
        return f"{self.name}/{self.name}.html"


def fairness_context() -> Mapping[str, Any]:
    """Return the shuffles and tests of the fairness page; in the template, so that its layout is stable at once."""
    meanings = {POSITIONS: POSITIONS_MEANING, **{name: one.meaning for name, one in STATISTICS.items()}}
    outcomes = enumerate_draws(lambda source: naive_swap(3, source))
    words = ["".join("ABC"[item] for item in order or ()) for order, _ in outcomes]
    return {
        "shuffles": SHUFFLES.values(),
        "max_n": MAX_N,
        "tests": {name: (name.replace("_", " ").capitalize(), meaning) for name, meaning in meanings.items()},
        # A row for each first draw, a column for each second and third draw.
        "naive": [words[:9], words[9:18], words[18:]],
    }


FRONT = Page(
    "table",
    "/",
    "Shuffle and deal",
    "Table",
    "Deal any deck or game, from a seed, at random or sealed, and see the request that does it.",
    table_context,
)

PAGES: Mapping[str, Page] = {
    page.name: page
    for page in (
        FRONT,
        Page(
            "draw",
            "/draw",
            "Draw names, teams and numbers",
            "Draw",
            "Draw winners, groups, seats or numbers, from a link, or in public so that everybody can check it.",
        ),
        Page(
            "verify",
            "/verify",
            "Verify a deal",
            "Verify",
            "Check a receipt or a seeded response in your own browser.",
            lambda: {"auditors": AUDITORS, "parameters": parameter_types()},
        ),
        Page(
            "fairness",
            "/fairness",
            "How fair is a shuffle?",
            "Fairness",
            "See how biased each shuffle is, and why.",
            fairness_context,
        ),
        Page("docs", "/docs", "API documentation", "API", "Every endpoint, to read and to try."),
    )
}
"""Every page by name, in the order of the menu."""
