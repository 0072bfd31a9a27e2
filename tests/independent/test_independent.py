"""Responses of the service compared with an implementation in another language that shares no code with it.

`make test SUITE=node`. Requests depend on the seed of pytest-randomly alone, which a failure names.
"""

from hashlib import sha256
from itertools import chain
from typing import Any

import pytest

from tests.independent.request_generator import (
    ApiRequest,
    Fields,
    RequestGenerator,
    get_schema,
)
from tests.independent.responses import (
    check_receipts,
    check_results,
    send,
    unchecked_members,
)
from tests.independent.verifier import Service, run_node, run_verifier

pytestmark = pytest.mark.node


def test_an_independent_implementation_has_the_same_results(
    live: str, seed: int
) -> None:
    check_results(live, RequestGenerator(seed))


def test_a_seeded_response_is_its_own_receipt_and_an_alteration_is_located(
    live: str, seed: int
) -> None:
    check_receipts(live, RequestGenerator(seed, ("code", "name")), seed)


@pytest.mark.parametrize("game", ["freecell", "klondike"])
def test_a_numbered_deal_takes_each_default_and_is_the_same(
    live: str, game: str
) -> None:
    path = f"/v1/games/{game}/deal"
    numbered = {"deal_number": 617}
    defaults = get_schema(path).defaults.items()
    requests = [
        ApiRequest(path, numbered | {name: [] if value == () else value})
        for name, value in defaults
        if name not in {"deal_number", "where"} and value is not None
    ]
    assert {"algorithm", "variant"} <= set().union(*[r.fields for r in requests])
    parts = chain.from_iterable(request.split_batch() for request in requests)
    plain = send(live, ApiRequest(path, numbered))
    for request, result in zip(requests, run_verifier("answer", parts), strict=True):
        assert send(live, request) == plain, request
        assert {name: plain.get(name) for name in result} == result, request


ITEMS = "/v1/items/shuffle"
SOME_ITEMS = ["red", {"green": [None]}, 3]
DRUMS = [{"max": 5}, {"max": 9}]


@pytest.mark.parametrize(
    ("path", "fields", "unchecked"),
    [
        (ITEMS, {"items": SOME_ITEMS}, {"items"}),
        (ITEMS, {"items": SOME_ITEMS, "count": 2}, {"items", "items_sha256"}),
        (
            "/v1/decks/standard/deal",
            {"hands": 2, "cards": 5, "notation": "unicode"},
            {"cards"},
        ),
        ("/v1/decks/mahjong/shuffle", {"notation": "unicode"}, {"cards"}),
        (
            "/v1/decks/standard/shuffle",
            {"notation": "name", "name_style": "retro"},
            {"cards"},
        ),
        ("/v1/games/riichi/deal", {"notation": "code"}, set()),
        ("/v1/integers/draw/batch", {"drums": DRUMS, "repeats": 9}, set()),
    ],
)
def test_a_result_names_unchecked_members(
    live: str, path: str, fields: Fields, unchecked: set[str]
) -> None:
    response = send(live, ApiRequest(path, fields | {"seed": "42"}))
    assert unchecked_members(response) == unchecked
    (result,) = run_verifier("lines", [response])
    assert result.pop("unchecked", {}).keys() == unchecked
    assert result == {"valid": None if unchecked else True}


NAMES = ["Ann", {"é": None, "a": [1.5, 1e-7]}, 4.0, "Ann", "\U00010000\t"]
OTHER_NAMES = ["Eve", *NAMES[1:]]
LARGE_NUMBERS = [2**60, 1e300, "a"]

PLAIN: Fields = {"items": NAMES}
NONE: Fields = {"items": []}
LARGE: Fields = {"items": LARGE_NUMBERS}
COUNTED = PLAIN | {"count": 2}
BATCH = PLAIN | {"count": 2, "repeats": 9}
WITH_NAMES: Fields = {"original_items": NAMES}
WITH_OTHER_NAMES: Fields = {"original_items": OTHER_NAMES}
OTHER_HASH: Fields = {"items_sha256": "0" * 64}
NO_HASH: Fields = {"items_sha256": None}
TWO_OTHERS: Fields = {"items": ["Eve", "Eve"]}
SAME_INDICES: Fields = {"indices": [0, 0]}


@pytest.mark.parametrize(
    ("fields", "altered"),
    [
        (PLAIN, {}),
        (COUNTED, {}),
        (BATCH, {}),
        (LARGE, {}),
        (NONE | {"repeats": 2}, {}),
        (PLAIN, WITH_NAMES),
        (COUNTED, WITH_NAMES),
        (BATCH, WITH_NAMES),
        (LARGE, {"original_items": LARGE_NUMBERS}),
        (NONE, {"original_items": []}),
        (PLAIN, WITH_OTHER_NAMES),
        (BATCH, WITH_OTHER_NAMES),
        (PLAIN, {"original_items": NAMES[1:]}),
        (COUNTED, {"original_items": NAMES[:1]}),
        (PLAIN, WITH_NAMES | OTHER_HASH),
        (PLAIN, WITH_NAMES | NO_HASH),
        (PLAIN, OTHER_HASH),
        (COUNTED, OTHER_HASH),
        (COUNTED, NO_HASH),
        (PLAIN, PLAIN),
        (PLAIN, PLAIN | WITH_NAMES),
        (COUNTED, TWO_OTHERS),
        (COUNTED, TWO_OTHERS | WITH_NAMES),
        (COUNTED, SAME_INDICES),
        (COUNTED, SAME_INDICES | WITH_NAMES),
        (BATCH, {"items": [["Eve", "Eve"]] * 9}),
    ],
)
def test_it_checks_items_as_the_service_does(
    live: str, fields: Fields, altered: Fields
) -> None:
    path = f"{ITEMS}/batch" if "repeats" in fields else ITEMS
    response = send(live, ApiRequest(path, fields | {"seed": "a"}))
    file = response | altered
    (result,) = run_verifier("lines", [file])
    _, expected = Service(live).send("/v1/verify", file)
    assert result["valid"] == expected["valid"]
    if expected["valid"] is False:
        assert result["difference"]["where"] == expected["difference"]["where"]
    else:
        assert result.get("unchecked", {}).keys() == expected["unchecked"].keys()


def test_it_hashes_no_list_with_a_number_beyond_the_bound_in_any_spelling() -> None:
    large = (
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993.0",
        "123456789012345678901",
        "1e16",
        "-1e300",
        "1e400",
    )
    lists = [f'["a",{{"b":[{number}]}}]' for number in large]
    lists.append("[9007199254740991.0,-9007199254740991,1E15]")
    [hashes] = run_node("tests/independent/hash_lists.mjs", [], *lists)
    *of_large, of_largest = hashes
    assert of_large == [None] * len(large)
    largest = b"[9007199254740991,-9007199254740991,1000000000000000]"
    assert of_largest == sha256(largest).hexdigest()


SEEDED: Fields = {"seed": "1", "stream": "sd1"}
CARDS = "/v1/decks/standard/shuffle"


def answer(path: str, **parameters: Any) -> Fields:
    """Return the beginning of a response to a request with a seed."""
    return SEEDED | {"request": {"path": path, "seed": "1"} | parameters}


UNCHECKABLE: tuple[tuple[str, Any], ...] = (
    ("seed", {"deck": "standard"}),
    ("seed", {"items": [1]}),
    ("stream", {"seed": "1"}),
    ("stream", SEEDED | {"stream": "sd"}),
    ("request", SEEDED | {"request": None}),
    ("request", SEEDED | {"request": []}),
    ("request", SEEDED | {"request": {}}),
    ("request", SEEDED | {"request": {"path": 1}}),
    ("request.count", answer(CARDS, count=0)),
    ("request.count", answer("/v1/integers", max=3, count=4)),
    ("request.passes", answer(CARDS, passes=7)),
    ("request.jokers", answer("/v1/decks/italian40/shuffle", jokers=1)),
    ("request.sign", answer(CARDS, sign=False)),
    ("request.items", answer(ITEMS, items=[1])),
    ("request.seed", SEEDED | {"request": {"path": CARDS}}),
    ("request.where", answer("/v1/games/bridge/deal", where={})),
    ("original_items", answer(ITEMS) | {"items": [], "original_items": {}}),
    ("the file", []),
    ("the file", None),
    ("the file", answer("/v1/integers", max=2**53 - 1, algorithm="durstenfeld")),
)
"""Files that cannot be checked, each with the place of the reason."""


def test_a_file_that_cannot_be_checked_is_neither_valid_nor_invalid() -> None:
    results = run_verifier("lines", [file for _, file in UNCHECKABLE])
    for (where, file), result in zip(UNCHECKABLE, results, strict=True):
        assert result["refused"]["where"] == where, file
        assert result["valid"] is None, file


UNKNOWN_REQUESTS = (
    SEEDED,
    answer(""),
    answer("/v2/integers"),
    answer("/v1/integers/3"),
    answer("/v1/decks/tarock55/shuffle"),
    answer("/v1/shoes"),
    answer("/v1/integers", max=6, colour=1),
    answer("/v1/integers", max=6, repeats=1),
    answer("/v1/integers", max=6, jokers=1),
)


def test_a_request_that_is_not_there_or_not_known_is_unchecked() -> None:
    results = run_verifier("lines", UNKNOWN_REQUESTS)
    for file, result in zip(UNKNOWN_REQUESTS, results, strict=True):
        assert result["valid"] is None, file
        assert list(result["unchecked"]) == ["request"], file
