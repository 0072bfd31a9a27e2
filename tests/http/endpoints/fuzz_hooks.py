"""Hooks of schemathesis for the suite `fuzz`: they change its cases, ignore two failures, and check what verifies.

One of the failures is a request that the document allows and the service refuses because its values do not go together,
pass a limit or come too late: OpenAPI cannot express that, and these problems have their own types. A value that is
refused for itself is a failure. The other is what `is_read_leniently` finds.
"""

import json
from collections.abc import Callable, Collection, Iterable
from typing import Any

import schemathesis
from schemathesis import HookContext
from schemathesis.checks import CheckContext
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS
from service.core.shuffles.registry import DEFAULT_SHUFFLE, SHUFFLES
from service.games.catalogue import GAMES
from service.http.schemas.request_schemas import PARAMETERS
from service.pictures.galleries import GALLERIES
from service.sealed.endpoint.shoes import EXAMPLES
from tests.http.endpoints.fuzz_reasons import OF_A_VALUE, list_unexplained, type_of
from tools.openapi.examples import DEMONSTRATION


@schemathesis.hook
def filter_failure(
    context: HookContext, failure: Failure, case: Case[Any], response: Response
) -> bool:
    """Return whether schemathesis, which imports this module for its hooks, counts a failure."""
    if isinstance(failure, AcceptedNegativeData):
        return not is_read_leniently(case)
    is_refusal = response.status_code in {409, 413, 422}
    if not isinstance(failure, RejectedPositiveData) or not is_refusal:
        return True
    problem = response.json()
    fields = problem.get("errors", {}).keys()
    if fields == {"deck"} and has_later_deck(get_object(case)):
        return False
    # The body of a plan is a request of its path.
    if fields and all(name.startswith("body.") for name in fields):
        return False
    if type_of(problem) == OF_A_VALUE:
        return bool(list_unexplained(problem))
    return type_of(problem) not in _NOT_EXPRESSIBLE


def get_object(case: Case[Any]) -> dict[str, Any]:
    """Return the body of a case if it is an object, else {}."""
    return case.body if isinstance(case.body, dict) else {}


def has_later_deck(body: dict[str, Any]) -> bool:
    """Return whether a body names a deck that the document does not list."""
    deck = body.get("deck")
    return isinstance(deck, str) and deck not in DECKS


def is_read_leniently(case: Case[Any]) -> bool:
    """Return whether the service reads a request that the document leaves out, as some programs write it.

    A query writes a list of an empty text like an empty list. Generated clients send an empty object that was left out,
    and null, which the document leaves out of components.
    """
    body = get_object(case)
    has_empty_text = "" in (case.query or {}).values()
    has_empty_object = {} in body.values()
    confirms_null = "confirmed" in body and body["confirmed"] is None
    return has_empty_text or has_empty_object or confirms_null


_NOT_EXPRESSIBLE = {"refused", "conflict", "too-large"}
"""Types of problems that OpenAPI cannot express: combinations of values, the state of a shoe, the size of a body."""


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], **_: Any) -> None:
    """Remove parameters that do not go together, for which nearly every case would be refused.

    The tests of tests/http check that they are refused.
    """
    if not is_positive(case):
        return
    path = case.operation.path
    path_parameters = case.path_parameters or {}
    choose_picture(path_parameters)
    if is_stateful(case):
        if path == VERIFY:
            return  # a response, unchanged
        if "Verify" in get_links(case):
            add_seed(case)
    if isinstance(case.body, dict):
        choose_body(case.body, path)
    for parameters in (case.query, case.body):
        if isinstance(parameters, dict):
            choose_parameters(parameters, path, path_parameters)


VERIFY = "/v1/verify"


def choose_body(body: dict[str, Any], path: str) -> None:
    """Make a body fit a path that takes only what goes together."""
    if path == VERIFY:
        choose_result(body)
    elif path == "/v1/hands/rank":
        choose_hands(body)
    elif path.startswith("/v1/items/"):
        _, _, _, kind, *_ = path.split("/")
        choose_rules(body, kind)


def choose_parameters(
    parameters: dict[str, Any], path: str, path_parameters: dict[str, Any]
) -> None:
    """Make parameters, of a query or a body, fit a path and its parameters."""
    if path in _WITH_NAMES:
        choose_names(parameters)
    if path.startswith("/v1/orders/"):
        choose_order(parameters)
    else:
        names = choose_shoe(parameters, path)
        adapt(parameters, path_parameters | names)


def pick(values: Iterable[Any], number: int) -> Any:
    """Return the value with a number, counted round and round."""
    listed = list(values)
    return listed[number % len(listed)]


_WITH_NAMES = {"/v1/games", "/v1/games/names", "/v1/orders/unrank", "/v1/shoes"}


def choose_names(parameters: dict[str, Any]) -> None:
    """Replace names of decks and games, which the document lists at the parameters of paths alone."""
    catalogues: dict[str, Iterable[str]] = {"deck": DECKS, "game": GAMES}
    for name, catalogue in catalogues.items():
        text = parameters.get(name)
        if isinstance(text, str) and text not in catalogue:
            parameters[name] = pick(catalogue, len(text))


def map_numbers(change: Callable[[Any], Any], value: Any) -> Any:
    """Return JSON with all numbers changed."""
    match value:
        case int() | float() if not isinstance(value, bool):
            return change(value)
        case list():
            return [map_numbers(change, item) for item in value]
        case dict():
            return {name: map_numbers(change, item) for name, item in value.items()}
        case _:
            return value


def bound(number: float) -> float:
    """Return an integer that fits in 64 bits, which a schema of any JSON cannot say."""
    is_long = isinstance(number, int) and abs(number) >= 2**63
    return number % 2**53 if is_long else number


def is_positive(case: Case[Any]) -> bool:
    """Return whether the document allows every part of a case."""
    if case.meta is None:
        return False
    parts = case.meta.components.values()
    is_whole = case.meta.generation.mode.is_positive
    return is_whole and all(part.mode.is_positive for part in parts)


def is_stateful(case: Case[Any]) -> bool:
    """Return whether a case belongs to a chain of requests that follow links."""
    return case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL


def get_links(case: Case[Any]) -> dict[str, Any]:
    responses = case.operation.definition.raw["responses"]
    links: dict[str, Any] = responses.get("200", {}).get("links", {})
    return links


def add_seed(case: Case[Any]) -> None:
    """Give a seed to a request without one, so that its response can be verified."""
    if case.operation.method.upper() == "GET":
        case.query = {"seed": "linked"} | (case.query or {})
    elif isinstance(case.body, dict) and case.operation.path != "/v1/shoes/reveal":
        case.body.setdefault("seed", "linked")


@schemathesis.hook
def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
    """Keep a response that a link sends to /v1/verify, which gets bodies of its own as well."""
    is_linked = is_stateful(case) and "Verify" in get_links(case)
    if is_linked and response.status_code == 200 and is_json(response):
        _LINKED.add(write_canonical(response.json()))


_LINKED: set[str] = set()


def is_json(response: Response) -> bool:
    return response.headers["content-type"] == ["application/json"]


def write_canonical(value: Any) -> str:
    """Return a value as text that does not depend on the order of the members of JSON, nor on whether 7 is 7.0."""
    return json.dumps(map_numbers(read_integer, value), sort_keys=True, default=repr)


def read_integer(number: float) -> float:
    return int(number) if isinstance(number, float) and number.is_integer() else number


@schemathesis.check
def verified_responses_are_valid(
    context: CheckContext, response: Response, case: Case[Any]
) -> None:
    """Check that /v1/verify finds no fault with a seeded response or a receipt that a link sends to it unchanged."""
    if case.operation.path != VERIFY or response.status_code != 200:
        return
    if write_canonical(case.body) in _LINKED:
        check_verdict(case.body, response.json())


def check_verdict(body: Any, verdict: dict[str, Any]) -> None:
    """Raise `AssertionError` if a verdict finds fault with a body, or leaves out more than what cannot be checked."""
    # All items decide the strata.
    lacks_list = "strata" in body and "request" in verdict["unchecked"]
    has_receipt = isinstance(body.get("receipt"), dict)
    if has_receipt and body.keys() == {"receipt"}:
        # Without the cards observed, a receipt is checked only in part.
        checks = {"server_seed": True, "terms": True, "drawn": True}
        assert verdict["valid"] is None, verdict
        assert verdict["checks"] == checks, verdict
    elif "proof" in body and lacks_list:
        assert verdict["checks"] == {"proof": True, "seed": True}, verdict
    elif "proof" in body:
        names = ("proof", "seed", "request", "result")
        assert verdict["checks"] == dict.fromkeys(names, True), verdict
        assert verdict["unchecked"].keys() <= {"items", "items_sha256"}, verdict
    elif body.keys() >= {"stream", "seed", "items_sha256"}:
        # Items of a caller are not checked without their list.
        checks = {} if lacks_list else {"result": True}
        assert verdict["valid"] is None, verdict
        assert verdict["checks"] == checks, verdict
    elif has_receipt or body.keys() >= {"stream", "seed", "draws"}:
        assert verdict["valid"] is True, verdict


def choose_picture(names: dict[str, Any]) -> None:
    """Replace the code or number of a picture, which the document hardly restricts, by one that exists."""
    gallery = GALLERIES.get(names.get("deck", ""))
    if gallery is None:
        return
    if "code" in names:
        names["code"] = pick(gallery.numbers, len(str(names["code"])))
    number = str(names.get("number", ""))  # an example is written as text
    if number.isdecimal():
        names["number"] = int(number) % (len(gallery.cards) + 1)


def choose_order(body: dict[str, Any]) -> None:
    """Keep what goes together of an order, or of a deal, and make an order of any indices and a rank of any digits."""
    indices = body.get("indices", [])
    order = sorted(range(len(indices)), key=indices.__getitem__)
    fixed = {"indices": order, "pbn": _FIRST_DEAL, "number": "0" * 24, "rank": "0"}
    complete = (names for names in _ORDERS if names <= body.keys())
    names = next(complete, body.keys())
    keep(body, names)
    replace(body, fixed)


_ORDERS = [
    {"game", "pbn"},
    {"game", "number"},
    {"size", "rank"},
    {"deck", "rank"},
    {"indices"},
]
"""The parameters that say an order, or a deal."""


_FIRST_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def choose_result(body: dict[str, Any]) -> None:
    """Keep one result to verify: a file alone, or a receipt with what is noted beside it, or a seeded response.

    A random object is no response, and would be refused every time.
    """
    if body.get("file") is not None:
        keep(body, {"file"})
    elif body.get("receipt") is not None:
        remove(body, {"result", "deal_number"})
    elif body.get("result") is not None or body.keys() == {"deal_number"}:
        body["result"] = dict(_SEEDED)
        remove(body, {"deal_number"})


_SEEDED = next(
    dict(operation.example.arguments)
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
    if operation.example and operation.name == "verify_result"
)


def choose_rules(body: dict[str, Any], kind: str) -> None:
    """Give items to draws with rules, and the rules that fit them, as hardly any text is the name of an item."""
    if kind in _RULES and (kind != "draw" or "strata" in body):
        remove(body, {"group_size", "weights", "replacement", "count"})
        body["items"] = _PEOPLE
        if kind == "groups":
            body["groups"] = 2
        replace(body, _RULES[kind])


_PEOPLE = [
    {"name": name, "team": team, "rating": 1}
    for name, team in zip("abcdefgh", "xyzxyzxy", strict=True)
]
_RULES: dict[str, dict[str, Any]] = {
    "groups": {
        "different": [],
        "limits": [{"attribute": "team", "value": "x", "min": 1}],
        "apart": [["a", "b"]],
        "fixed": [{"item": "a", "group": 2}],
        "together": [["a", "d"]],
        "met": [["b", "c"]],
        "sums": [{"attribute": "rating", "max": 9}],
        "paths": [["left"], ["right"]],
        "placed": [{"items": ["b"], "path": ["left"]}],
    },
    "pairs": {
        "different": ["team"],
        "apart": [["a", "b"]],
        "forbidden": [{"giver": "a", "receiver": "c"}],
    },
    "allocate": {
        "arms": [{"name": "A", "ratio": 2}, {"name": "B"}],
        "block_sizes": [3, 6],
        "strata": ["team"],
    },
    "draw": {"strata": {"attribute": "team", "counts": {"x": 2}}},
}


def choose_hands(body: dict[str, Any]) -> None:
    """Give the hands of a showdown of hold'em, once."""
    remove(body, {"crib", "starter", "coins", "wild", "low_wheel"})
    hands = {"1": ["AS", "KD"], "dealer": ["9H", "9C"]}
    if "hands_by_seat" in body:
        remove(body, {"hands"})
        body["hands_by_seat"] = hands
    else:
        body["hands"] = list(hands.values())
    shown = len(body.get("board", ())) + 3
    body["board"] = ["AC", "KH", "9S", "2D", "2C"][:shown]
    body["game"] = "holdem"


def choose_shoe(body: dict[str, Any], path: str) -> dict[str, Any]:
    """Keep one kind of contents of a shoe, or what fits a new shoe of a deal or a draw; return the deck or the game."""
    if path == "/v1/shoes":
        return choose_contents(body)
    if path.startswith("/v1/shoes/"):
        choose_part(body)
    if path == "/v1/shoes/deal" and "shoe" in body and not is_token(body["shoe"]):
        body["shoe"] = EXAMPLES["GAME"]
    return {}


def choose_contents(body: dict[str, Any]) -> dict[str, Any]:
    """Keep one kind of contents of a shoe; return the deck or the game."""
    kinds = (name for name in ("game", "max", "items", "deck") if body.get(name))
    kind = next(kinds, "deck")
    if body:  # a query has none of these
        body.setdefault(kind, "standard")
    remove(body, _CONTENTS.keys() - {kind})
    of_others = set().union(*_CONTENTS.values()) - _CONTENTS[kind]
    remove(body, of_others)
    choose_keys(body, kind)
    if kind == "game":
        choose_game_of_shoe(body)
    if kind in body and kind in {"deck", "game"}:
        return {kind: body[kind]}
    return {}


def choose_game_of_shoe(body: dict[str, Any]) -> None:
    """Keep what the game of a shoe takes, and a game with a cut if it is reshuffled there."""
    if body.get("game") != "bridge":
        remove(body, {"board"})
    if body.get("game") != "oh_hell":
        remove(body, {"cards"})
    if body.get("reshuffle") == "at_cut":
        body["game"] = "blackjack"


def choose_part(body: dict[str, Any]) -> None:
    """Keep what fits any new shoe of a deal or a draw."""
    remove(body, {"reshuffle", "stage", "pile", "part"})
    if "seats" in body or "count" in body:
        remove(body, {"each_seat"})
    fitting: dict[str, Any] = {"seats": ["1"], "through": "flop", "in_play": []}
    for name, value in fitting.items():
        if body.get(name) is not None:
            body[name] = value
    remove(body, {"consents", "leaves", "words"})


_OF_DECKS = {option for deck in DECKS.values() for option in deck.options}
_OF_GAMES = {option for game in GAMES.values() for option in game.options}
_OF_GAMES |= {"decks"} | _OF_DECKS
_CONTENTS: dict[str, set[str]] = {
    "deck": {"decks"} | _OF_DECKS,
    "game": {"decks", "players", "cards", "board"} | _OF_DECKS,
    "max": {"min", "items_sha256"},
    "items": set(),
    "hands": {"cards", "packets", "burn", "piles"},
}
"""The parameters of shoes with these contents."""


def choose_keys(body: dict[str, Any], kind: str) -> None:
    """Replace the keys of a private shoe, as hardly any text is one; the seats of a game are not known here."""
    if body.get("auditor") is not None or body.get("reveal") == "auditor":
        body |= {"reveal": "auditor", "auditor": _P256}
    if kind == "game":
        remove(body, {"consent", "view_keys"})
    if body.get("view_keys") or body.get("consent"):
        body["consent"] = {"keys": {"N": _ED25519}, "quorum": 1}
    if body.get("view_keys"):
        remove(body, {"auditor"})
        body |= {"reveal": "shown", "view_keys": {"N": _P256}}


_ED25519 = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
_P256 = {
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
}
_P256["y"] = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"
"""The keys of RFC 8037, A.2, and of RFC 7517, A.1."""


def adapt(parameters: dict[str, Any], names: dict[str, Any]) -> None:
    """Remove or replace parameters that do not fit the named deck or game, the notation or the algorithm."""
    # Hardly any text is a card, and this service has no keys to sign with.
    remove(parameters, {"exclude", "only", "sign"})
    choose_seed(parameters)
    adapt_plan(parameters)
    if "items" in parameters:
        parameters["items"] = map_numbers(bound, parameters["items"])
    adapt_sizes(parameters)
    adapt_names(parameters, names)
    remove_excluded(parameters)
    for name, value in _FIXED.items():
        if name in parameters and not is_token(parameters[name]):
            parameters[name] = value
    for name, maximum in _MAXIMA.items():
        if type(parameters.get(name)) is int:
            parameters[name] = min(parameters[name], maximum)
    algorithm = parameters.get("algorithm", DEFAULT_SHUFFLE)
    shuffle = SHUFFLES.get(names.get("name", algorithm))
    taken = shuffle.defaults if shuffle else {}
    remove(parameters, PARAMETERS.keys() - taken.keys())


def adapt_names(parameters: dict[str, Any], names: dict[str, Any]) -> None:
    """Remove parameters that the named deck or game does not take, and deal as many cards as it has."""
    deck = DECKS.get(names.get("deck", ""))
    if deck:
        remove(parameters, _OF_DECKS.difference(deck.options))
        if "hands" in parameters:
            remove(parameters, {"packets"})
            parameters |= {"hands": 3, "cards": 5}
    game = GAMES.get(names.get("game", ""))
    if game:
        remove(parameters, _OF_GAMES.difference(game.options))
        if "players" in parameters:
            parameters["players"] = game.players.default


def remove_excluded(parameters: dict[str, Any]) -> None:
    """Remove parameters that another excludes, or that require one which is missing or has another value."""
    for name, excluded in _EXCLUDES.items():
        if name in parameters:
            remove(parameters, excluded)
    if "seed" not in parameters:
        remove(parameters, {"index"})
    if parameters.get("notation") != "name":
        remove(parameters, {"name_style"})
    if parameters.get("reshuffle") != "at_cut":
        remove(parameters, {"cut"})
    if "n" in parameters and "trials" not in parameters:
        remove(parameters, {"seed", "index"})


def adapt_sizes(parameters: dict[str, Any]) -> None:
    """Deal no more cards than there are items, and draw one integer from each drum."""
    if "items" in parameters and "hands" in parameters:
        remove(parameters, {"packets", "burn", "piles"})
        parameters |= {"hands": 1, "cards": 1}
        if not parameters["items"]:
            parameters["items"] = ["only"]
    for drum in parameters.get("drums", ()):
        replace(drum, {"min": 1, "count": 1})
        drum["max"] = max(drum["max"], 1)


def choose_seed(parameters: dict[str, Any]) -> None:
    """Keep the proof or what it excludes, with its key and visible texts, and give the draw of video poker a deal."""
    if "prove" in parameters:
        terms = parameters["prove"]
        terms["key"] = DEMONSTRATION.kid
        terms["game"] = make_visible(terms["game"])
        terms["players"] = list(map(make_visible, terms["players"]))
        remove(terms, {"beacon"})
        remove(parameters, {"seed", "index", "deal_number", "format", "piles"})
    elif "held" in parameters:
        parameters.setdefault("seed", "dealt")


def adapt_plan(parameters: dict[str, Any]) -> None:
    """Plan the request of the example, after the delay, for an occasion that is a visible text.

    The document cannot say which body belongs to a path, nor which rounds are still to come.
    """
    if "occasion" in parameters:
        remove(parameters, {"round", "names", "names_sha256"})
        parameters["occasion"] = make_visible(parameters["occasion"])
        parameters |= {"path": "/v1/integers", "body": {"max": 500, "count": 3}}
        parameters.setdefault("delay", 600)


def make_visible(text: str) -> str:
    """Return a text that no other looks like: ASCII without blanks."""
    return "".join(ascii(text)[:256].split())


def remove(parameters: dict[str, Any], names: Iterable[str]) -> None:
    for name in names:
        parameters.pop(name, None)


def keep(parameters: dict[str, Any], names: Collection[str]) -> None:
    remove(parameters, parameters.keys() - names)


def replace(parameters: dict[str, Any], values: dict[str, Any]) -> None:
    """Give those parameters that are present these values."""
    for name in parameters.keys() & values.keys():
        parameters[name] = values[name]


def is_token(value: object) -> bool:
    lengths = {len(EXAMPLES["OPENED"]), len(EXAMPLES["GAME"])}
    return isinstance(value, str) and len(value) in lengths


_FIXED = {
    "shoe": EXAMPLES["OPENED"],
    "date": "2026.11.22",
    "max": 60,
    "n": 4,
    "trials": 300,
}
"""Values of parameters for which a random value hardly ever fits."""
_MAXIMA = {"count": 20, "burn": 20, "cut": 20, "repeats": 50, "passes": 7}
_EXCLUDES = {
    "deal_number": ("seed", "index", "algorithm", "suit_order", *PARAMETERS),
    "format": ("notation", "name_style"),
    "lottery": ("drums",),
    "replacement": ("algorithm", *PARAMETERS),
    "max": ("min",),
    "n": ("rand_bits", "below", "order"),
}
"""Parameters, and those that they exclude."""
