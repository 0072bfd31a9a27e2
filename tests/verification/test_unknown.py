"""What this version does not know, a later one may: a file with it is unchecked, and neither false nor malformed."""

from collections.abc import Iterator
from typing import Any

from service.app import create_app
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.sealed.vector_files import set_value
from tests.tables import for_each

Json = dict[str, Any]

CLIENT = create_app(Settings()).test_client()
PEOPLE = [{"name": name, "club": name[0]} for name in ("Ann", "Bob", "Cem", "Dee")]
INTEGERS = ("/v1/integers", {"max": 9, "count": 2, "algorithm": "sort_keys"})
DRUMS = ("/v1/integers/draw", {"drums": [{"max": 9}, {"max": 6, "count": 1}]})
CARDS = (
    "/v1/decks/standard/shuffle",
    {"count": 2, "notation": "name", "suit_order": "CDHS"},
)
FARO = ("/v1/decks/standard/shuffle", {"algorithm": "faro", "variant": "in"})
GAME: tuple[str, Json] = ("/v1/games/hearts/deal", {})
SEARCH = ("/v1/games/bridge/deal", {"where": {"hand": "N", "points": "hcp", "min": 12}})
ITEMS = ("/v1/items/shuffle", {"items": PEOPLE})
GROUPS = (
    "/v1/items/groups",
    {
        "items": PEOPLE,
        "groups": 2,
        "method": "sequential",
        "fixed": [{"item": "Ann", "group": 1}],
        "limits": [{"attribute": "club", "max": 1}],
    },
)
PAIRS = (
    "/v1/items/pairs",
    {"items": PEOPLE, "forbidden": [{"giver": "Ann", "receiver": "Bob"}]},
)
ALLOCATION = (
    "/v1/items/allocate",
    {"items": PEOPLE, "arms": [{"name": "A"}, {"name": "B"}], "block_sizes": [2]},
)
STRATA = (
    "/v1/items/draw",
    {"items": PEOPLE, "strata": {"attribute": "club"}, "count": 2},
)
DEAL = (
    "/v1/items/deal",
    {"items": PEOPLE, "hands": 1, "cards": 1, "piles": [{"name": "x", "cards": 1}]},
)
NEIGHBOURS = (
    "/v1/items/shuffle",
    {"items": PEOPLE, "neighbours": {"different": ["club"]}},
)

UNKNOWN: dict[str, tuple[tuple[str, Json], list[str | int], Any, str]] = {
    "a member": (INTEGERS, ["colour"], "red", "colour"),
    "a member that another endpoint has": (INTEGERS, ["hands"], [], "hands"),
    "a member of a hand": (GAME, ["hands", 0, "colour"], "red", "hands.colour"),
    "a member of a group": (GROUPS, ["groups", 0, "colour"], 1, "groups.colour"),
    "a member of a pair": (PAIRS, ["pairs", 1, "colour"], 1, "pairs.colour"),
    "an endpoint": (INTEGERS, ["request", "path"], "/v1/roulette", "request"),
    "an endpoint of items": (ITEMS, ["request", "path"], "/v1/items/queue", "request"),
    "a version of the API": (INTEGERS, ["request", "path"], "/v2/integers", "request"),
    "a parameter": (INTEGERS, ["request", "colour"], "red", "request"),
    "a parameter of items": (GROUPS, ["request", "colour"], "red", "request"),
    "a parameter of a drum": (DRUMS, ["request", "drums", 1, "colour"], 1, "request"),
    "a member of a limit": (GROUPS, ["request", "limits", 0, "colour"], 1, "request"),
    "a member of a place": (GROUPS, ["request", "fixed", 0, "colour"], 1, "request"),
    "a member of a gift": (PAIRS, ["request", "forbidden", 0, "on"], 1, "request"),
    "a member of an arm": (ALLOCATION, ["request", "arms", 0, "seats"], 1, "request"),
    "a member of strata": (STRATA, ["request", "strata", "least"], 1, "request"),
    "a member of a pile": (DEAL, ["request", "piles", 0, "face"], "up", "request"),
    "a member of neighbours": (
        NEIGHBOURS,
        ["request", "neighbours", "distance"],
        2,
        "request",
    ),
    "a deck": (CARDS, ["request", "path"], "/v1/decks/tarock99/shuffle", "request"),
    "a game": (GAME, ["request", "path"], "/v1/games/quodlibet9/deal", "request"),
    "a shuffle": (INTEGERS, ["request", "algorithm"], "shuffle9", "request"),
    "a variant": (FARO, ["request", "variant"], "middle", "request"),
    "a method": (GROUPS, ["request", "method"], "swiss", "request"),
    "a predicate": (SEARCH, ["request", "where", "hearts"], 3, "request"),
    "a predicate in another": (
        SEARCH,
        ["request", "where"],
        {"not": {"hand": "N", "voids": 1}},
        "request",
    ),
    "a stream": (INTEGERS, ["stream"], "sd2", "stream"),
    "a stream of items": (ITEMS, ["stream"], "sd10", "stream"),
}
"""Responses by the request to draw them, with a value at a path, and the name under which it is unchecked."""
LATER: dict[str, tuple[Json, str]] = {
    "a proof": (
        {"stream": "sd1", "seed": "1", "proof": {"scheme": "vrf2"}},
        "proof.scheme",
    ),
    "the terms of a proof": (
        {
            "stream": "sd1",
            "seed": "1",
            "proof": {"scheme": "vrf1", "alpha": {"scheme": "vrf3"}},
        },
        "proof.alpha.scheme",
    ),
    "a plan": ({"plan": {"plan": "plan2"}, "beacon": {}, "answer": {}}, "plan.plan"),
    "the response of a plan": (
        {"plan": {"plan": "plan1"}, "beacon": {}, "answer": {"stream": "sd2"}},
        "answer.stream",
    ),
    "a receipt": ({"receipt": {"receipt": "sealed2", "drawn": []}}, "receipt"),
    "a receipt alone": ({"receipt": "sealed2", "drawn": 7}, "receipt"),
    "the terms of a receipt": (
        {"receipt": {"receipt": "sealed1", "terms": {"stream": "sd2"}}},
        "receipt.terms.stream",
    ),
    "a game of a receipt": (
        {"receipt": {"receipt": "sealed1", "terms": {"game": "quodlibet9"}}},
        "receipt.terms.game",
    ),
    "a shuffle of a receipt": (
        {"receipt": {"receipt": "sealed1", "terms": {"algorithm": "shuffle9"}}},
        "receipt.terms.algorithm",
    ),
    "a member of the terms of a receipt": (
        {"receipt": {"receipt": "sealed1", "terms": {"colour": "red"}}},
        "receipt.terms.colour",
    ),
    "a deck of shown cards": (
        {"root": "x", "shown": [], "terms": {"deck": "tarock99"}},
        "terms.deck",
    ),
    "shown cards": (
        {"root": "x", "shown": [], "terms": {"scheme": "sealed2"}},
        "terms.scheme",
    ),
}
"""Files that begin with something unknown, of which nothing else is read, and the name that is unchecked."""
MALFORMED: dict[str, tuple[tuple[str, Json], list[str | int], Any]] = {
    "no predicate": (SEARCH, ["request", "where"], {"hand": "N", "min": 3}),
    "no value of a predicate": (SEARCH, ["request", "where", "points"], 7),
    "no name": (INTEGERS, ["request", "algorithm"], ""),
    "a number for a name": (INTEGERS, ["request", "algorithm"], 7),
    "no order of suits": (CARDS, ["request", "suit_order"], "SSDC"),
    "no notation": (CARDS, ["request", "notation"], "morse"),
    "no version": (INTEGERS, ["stream"], "sd"),
    "another text": (INTEGERS, ["stream"], "sd2\n"),
    "version 0": (INTEGERS, ["stream"], "sd01"),
}


def list_unknown() -> Iterator[tuple[str, Json, str]]:
    """Yield the name of each case, the file, and the name under which it is unchecked."""
    for name, ((path, body), place, value, where) in UNKNOWN.items():
        response = post(CLIENT, path, seed="9", **body)
        yield name, set_value(response, place, value), where
        if "items" in body:
            whole = response | {"original_items": body["items"]}
            yield f"{name}, with the list", set_value(whole, place, value), where
    for name, (file, where) in LATER.items():
        yield name, file, where


def list_malformed() -> Iterator[tuple[str, Json]]:
    """Yield the name of each case and the file."""
    for name, ((path, body), place, value) in MALFORMED.items():
        yield name, set_value(post(CLIENT, path, seed="9", **body), place, value)


@for_each(("name", "file", "where"), list_unknown())
def test_what_this_version_does_not_know_is_unchecked(
    name: str, file: Json, where: str
) -> None:
    verdict = post(CLIENT, "/v1/verify", **file)
    assert (verdict["valid"], "difference" in verdict) == (None, False), name
    assert where in verdict["unchecked"]


@for_each(("name", "file"), list_malformed())
def test_what_no_version_can_know_is_refused(name: str, file: Json) -> None:
    assert check_refusal(CLIENT.post("/v1/verify", json=file)), name


@for_each("place", [["colour"], ["hands", 0, "colour"]])
def test_an_altered_card_beside_what_is_not_known_is_false(
    place: list[str | int],
) -> None:
    path, body = GAME
    response = set_value(post(CLIENT, path, seed="9", **body), place, "red")
    cards = response["hands"][1]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    assert post(CLIENT, "/v1/verify", **response)["valid"] is False
