"""Hooks of schemathesis for the suite `fuzz`: they change its cases, ignore two failures, and check what verifies.

One of the failures is a request that the document allows and the service refuses because its values do not go together,
pass a limit or come too late: OpenAPI cannot express that, and these problems have their own types. A value that is
refused for itself is a failure. The other is a seed that is an integer, which the service reads and the document leaves
out.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

import schemathesis
from schemathesis import HookContext
from schemathesis.checks import CheckContext
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.generation.meta import TestPhase
from schemathesis.openapi.checks import RejectedPositiveData

from service.bias.modulo import BITS
from service.cards.deck import DECKS
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.samplers import DEFAULT_SHUFFLE
from service.games.catalogue import GAMES
from service.http.schemas.request_schemas import PARAMETERS
from service.pictures.galleries import GALLERIES
from service.sealed.endpoint.shoes import EXAMPLES
from service.verification import endpoint as verify
from tests.http.endpoints.fuzz_reasons import OF_A_VALUE, list_unexplained, type_of
from tools.openapi.examples import DEMONSTRATION


@schemathesis.hook
def filter_failure(
    context: HookContext, failure: Failure, case: Case[Any], response: Response
) -> bool:
    """Return whether schemathesis, which imports this module for its hooks, counts a failure."""
    if isinstance(failure, AcceptedNegativeData) and is_read_leniently(case):
        return False
    if not (
        isinstance(failure, RejectedPositiveData)
        and response.status_code in {409, 413, 422}
    ):
        return True
    deck = case.body.get("deck") if isinstance(case.body, dict) else None
    fields = response.json().get("errors", {}).keys()
    is_later = (
        fields == {"deck"} and isinstance(deck, str) and deck not in DECKS
    )  # the document does not list it
    if is_later or (fields and all(name.startswith("body.") for name in fields)):
        return False  # the body of a plan is a request of its path
    problem = response.json()
    if type_of(problem) == OF_A_VALUE:
        return bool(list_unexplained(problem))
    return type_of(problem) not in _NOT_EXPRESSIBLE


def is_read_leniently(case: Case[Any]) -> bool:
    """Return whether the service reads a request that the document leaves out, as some programs write it."""
    body = case.body if isinstance(case.body, dict) else {}
    return (
        type(body.get("seed")) is int
        or ""
        in (
            case.query or {}
        ).values()  # a query writes a list of an empty text like an empty list
        or {}
        in body.values()  # an empty object is one that generated clients send if it was left out
        or body.get("confirmed", ...)
        is None  # null, too, which the document leaves out of components
    )


_NOT_EXPRESSIBLE = {"refused", "conflict", "too-large"}
"""Types of problems that OpenAPI cannot express: combinations of values, the state of a shoe, the size of a body."""


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], **_: Any) -> None:
    """Remove parameters that do not go together, for which nearly every case would be refused.

    The tests of tests/http check that they are refused.
    """
    if is_positive(case):
        choose_picture(case.path_parameters or {})
        if is_stateful(case):
            if case.operation.path == "/v1/verify":
                return  # a response, unchanged
            if "Verify" in get_links(case):
                add_seed(case)
        if case.operation.path == "/v1/verify" and isinstance(case.body, dict):
            choose_result(case.body)
        if case.operation.path == "/v1/hands/rank" and isinstance(case.body, dict):
            choose_hands(case.body)
        if case.operation.path.startswith("/v1/items/") and isinstance(case.body, dict):
            choose_rules(case.body, case.operation.path.split("/")[3])
        for parameters in (case.query, case.body):
            if isinstance(parameters, dict) and isinstance(
                bits := parameters.get("rand_bits"), int
            ):
                parameters["rand_bits"] = list(BITS)[
                    bits % len(BITS)
                ]  # the document has no list of integers
            if isinstance(parameters, dict) and case.operation.path in _WITH_NAMES:
                choose_names(parameters)
            if isinstance(parameters, dict) and case.operation.path.startswith(
                "/v1/orders/"
            ):
                choose_order(parameters)
            elif isinstance(parameters, dict):
                names = choose_shoe(parameters, case.operation.path)
                adapt(parameters, {**(case.path_parameters or {}), **names})


_WITH_NAMES = {"/v1/games", "/v1/games/names", "/v1/orders/unrank", "/v1/shoes"}


def choose_names(parameters: dict[str, Any]) -> None:
    """Replace names of decks and games, which the document lists at the parameters of paths alone."""
    for name, catalogue in (("deck", DECKS), ("game", GAMES)):
        if isinstance(text := parameters.get(name), str) and text not in catalogue:
            parameters[name] = list(catalogue)[len(text) % len(catalogue)]


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
    return (
        number % 2**53 if isinstance(number, int) and abs(number) >= 2**63 else number
    )


def is_positive(case: Case[Any]) -> bool:
    """Return whether the document allows every part of a case."""
    modes = (
        [
            case.meta.generation.mode,
            *(part.mode for part in case.meta.components.values()),
        ]
        if case.meta
        else []
    )
    return bool(modes) and all(mode.is_positive for mode in modes)


def is_stateful(case: Case[Any]) -> bool:
    """Return whether a case belongs to a chain of requests that follow links."""
    return case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL


def get_links(case: Case[Any]) -> dict[str, Any]:
    links: dict[str, Any] = (
        case.operation.definition.raw["responses"].get("200", {}).get("links", {})
    )
    return links


def add_seed(case: Case[Any]) -> None:
    """Give a seed to a request without one, so that its response can be verified."""
    if case.operation.method.upper() == "GET":
        case.query = {"seed": "linked", **(case.query or {})}
    elif isinstance(case.body, dict) and case.operation.path != "/v1/shoes/reveal":
        case.body.setdefault("seed", "linked")


@schemathesis.hook
def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
    """Keep a response that a link sends to /v1/verify, which gets bodies of its own as well."""
    if (
        is_stateful(case)
        and "Verify" in get_links(case)
        and response.status_code == 200
        and is_json(response)
    ):
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
    if (
        case.operation.path == "/v1/verify"
        and write_canonical(case.body) in _LINKED
        and response.status_code == 200
    ):
        body: Any = case.body
        result = response.json()
        lacks_list = (
            "strata" in body and "request" in result["unchecked"]
        )  # which all its items decide
        if body.keys() == {"receipt"} and isinstance(body["receipt"], dict):
            # without the cards observed, a receipt is checked only in part
            assert result["valid"] is None, response.text
            assert result["checks"] == {
                "server_seed": True,
                "terms": True,
                "drawn": True,
            }, response.text
        elif "proof" in body:
            names = (
                ("proof", "seed")
                if lacks_list
                else ("proof", "seed", "request", "result")
            )
            assert result["checks"] == dict.fromkeys(names, True), response.text
            assert lacks_list or set(result["unchecked"]) <= {
                "items",
                "items_sha256",
            }, response.text
        elif body.keys() >= {"stream", "seed", "items_sha256"}:
            # nor are items of a caller without their list
            assert result["valid"] is None, response.text
            assert result["checks"] == ({} if lacks_list else {"result": True}), (
                response.text
            )
        elif isinstance(body.get("receipt"), dict) or body.keys() >= {
            "stream",
            "seed",
            "draws",
        }:
            assert result["valid"] is True, response.text


def choose_picture(names: dict[str, Any]) -> None:
    """Replace the code or number of a picture, which the document hardly restricts, by one that exists."""
    gallery = GALLERIES.get(names.get("deck", ""))
    if gallery and "code" in names:
        codes = list(gallery.numbers)
        names["code"] = codes[len(str(names["code"])) % len(codes)]
    if (
        gallery and str(names.get("number", "")).isdecimal()
    ):  # an example is written as text
        names["number"] = int(names["number"]) % (len(gallery.cards) + 1)


def choose_order(body: dict[str, Any]) -> None:
    """Keep what goes together of an order, or of a deal, and make an order of any indices and a rank of any digits."""
    indices = body.get("indices", [])
    order = sorted(range(len(indices)), key=indices.__getitem__)
    fixed = {"indices": order, "pbn": _FIRST_DEAL, "number": "0" * 24, "rank": "0"}
    kept = [
        {"game", "pbn"},
        {"game", "number"},
        {"size", "rank"},
        {"deck", "rank"},
        {"indices"},
    ]
    names = next((names for names in kept if names <= body.keys()), body.keys())
    remove(body, body.keys() - names)
    body |= {name: value for name, value in fixed.items() if name in names}


_FIRST_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def choose_result(body: dict[str, Any]) -> None:
    """Keep one result to verify: a file alone, or a receipt with what is noted beside it, or a seeded response.

    A random object is no response, and would be refused every time.
    """
    if body.get("file") is not None:
        remove(body, body.keys() - {"file"})
    elif body.get("receipt") is not None:
        remove(body, {"result", "deal_number"})
    elif body.get("result") is not None or body.keys() == {"deal_number"}:
        body["result"] = dict(_SEEDED)
        remove(body, {"deal_number"})


_SEEDED = next(
    dict(operation.example.arguments)
    for operation in verify.blueprint.operations
    if operation.example and operation.method == "POST"
)


def choose_rules(body: dict[str, Any], kind: str) -> None:
    """Give items to draws with rules, and the rules that fit them, as hardly any text is the name of an item."""
    if kind in _RULES and (kind != "draw" or "strata" in body):
        remove(body, {"group_size", "weights", "replacement", "count"})
        body |= {"items": _PEOPLE} | ({"groups": 2} if kind == "groups" else {})
        body |= {name: rule for name, rule in _RULES[kind].items() if name in body}


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
    name = "hands_by_seat" if "hands_by_seat" in body else "hands"
    remove(body, {"hands", "crib", "starter", "coins", "wild", "low_wheel"} - {name})
    hands = {"1": ["AS", "KD"], "dealer": ["9H", "9C"]}
    board = ["AC", "KH", "9S", "2D", "2C"][: len(body.get("board", ())) + 3]
    body |= {
        "game": "holdem",
        "board": board,
        name: hands if name == "hands_by_seat" else list(hands.values()),
    }


def choose_shoe(body: dict[str, Any], path: str) -> dict[str, Any]:
    """Keep one kind of contents of a shoe, or what fits a new shoe of a deal or a draw; return the deck or the game."""
    if path == "/v1/shoes":
        kind = next(
            (name for name in ("game", "max", "items", "deck") if body.get(name)),
            "deck",
        )
        if body:  # a query has none of these
            body.setdefault(kind, "standard")
        remove(body, _CONTENTS.keys() - {kind})
        remove(
            body,
            {
                name
                for other, names in _CONTENTS.items()
                if other != kind
                for name in names
            }
            - _CONTENTS[kind],
        )
        choose_keys(body, kind)
        if kind == "game" and body.get("game") != "bridge":
            remove(body, {"board"})
        if kind == "game" and body.get("game") != "oh_hell":
            remove(body, {"cards"})
        if kind == "game" and body.get("reshuffle") == "at_cut":
            body["game"] = "blackjack"
        return {kind: body[kind]} if kind in body and kind in {"deck", "game"} else {}
    if path.startswith("/v1/shoes/"):
        remove(
            body,
            {
                "reshuffle",
                "stage",
                "pile",
                "part",
                "each_seat" if "seats" in body or "count" in body else "",
            },
        )
        fitting: dict[str, Any] = {"seats": ["1"], "through": "flop", "in_play": []}
        body |= {
            name: value for name, value in fitting.items() if body.get(name) is not None
        }
        remove(body, {"consents", "leaves", "words"})
    if path == "/v1/shoes/deal" and "shoe" in body and not is_token(body["shoe"]):
        body["shoe"] = EXAMPLES["GAME"]
    return {}


_CONTENTS = {
    "deck": {"decks", *(option for deck in DECKS.values() for option in deck.options)},
    "game": {
        "decks",
        "players",
        "cards",
        "board",
        *(option for deck in DECKS.values() for option in deck.options),
    },
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
    if deck := DECKS.get(names.get("deck", "")):
        remove(parameters, _OF_DECKS.difference(deck.options))
        if "hands" in parameters:
            remove(parameters, {"packets"})
            parameters |= {"hands": 3, "cards": 5}
    if game := GAMES.get(names.get("game", "")):
        remove(parameters, _OF_GAMES.difference(game.options))
        if "players" in parameters:
            parameters["players"] = game.players.default
    for name, excluded in _EXCLUDES.items():
        if name in parameters:
            remove(parameters, excluded)
    for name, value, dependants in _REQUIRED_BY:
        if name not in parameters or (value is not None and parameters[name] != value):
            remove(parameters, dependants)
    if "n" in parameters and "trials" not in parameters:
        remove(parameters, {"seed", "index"})
    fixed = {name: value for name, value in _FIXED.items() if name in parameters}
    parameters |= {
        name: value for name, value in fixed.items() if not is_token(parameters[name])
    }
    for name, maximum in _MAXIMA.items():
        if type(parameters.get(name)) is int:
            parameters[name] = min(parameters[name], maximum)
    shuffle = SHUFFLES.get(
        names.get("name", parameters.get("algorithm", DEFAULT_SHUFFLE))
    )
    remove(parameters, set(PARAMETERS).difference(shuffle.defaults if shuffle else ()))


def adapt_sizes(parameters: dict[str, Any]) -> None:
    """Deal no more cards than there are items, and draw one integer from each drum."""
    if "items" in parameters and "hands" in parameters:
        remove(parameters, {"packets", "burn", "piles"})
        parameters |= {"items": parameters["items"] or ["only"], "hands": 1, "cards": 1}
    for drum in parameters.get("drums", ()):
        drum |= {name: 1 for name in ("min", "count") if name in drum}
        drum["max"] = max(drum["max"], 1)


def choose_seed(parameters: dict[str, Any]) -> None:
    """Keep the proof or what it excludes, with its key and visible texts, and give the draw of video poker a deal."""
    if "prove" in parameters:
        terms = parameters["prove"]
        terms |= {"key": DEMONSTRATION.kid, "game": make_visible(terms["game"])}
        terms["players"] = [make_visible(text) for text in terms["players"]]
        remove(parameters["prove"], {"beacon"})
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


def is_token(value: object) -> bool:
    return isinstance(value, str) and len(value) in {
        len(EXAMPLES["OPENED"]),
        len(EXAMPLES["GAME"]),
    }


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
_REQUIRED_BY = (
    ("seed", None, ("index",)),
    ("notation", "name", ("name_style",)),
    ("reshuffle", "at_cut", ("cut",)),
)
"""Parameters, with their value or None for any, and those that require them."""
_OF_DECKS = {option for deck in DECKS.values() for option in deck.options}
_OF_GAMES = {
    "decks",
    *_OF_DECKS,
    *(option for game in GAMES.values() for option in game.options),
}
