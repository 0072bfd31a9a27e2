"""/v1/verify: seeded responses are their own receipts, and results of other providers can be checked."""

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.cards.deck import DECKS
from service.core.shuffles.registry import SHUFFLES
from service.games.catalogue import GAMES
from service.settings import Settings
from tests.conftest import ROOT
from tests.http.spec import (
    check_refusal,
    check_response,
    confirm,
    get,
    json_object,
    post,
)
from tests.proofs.test_drand import QUICK_1, QUICK_2, QUICKNET
from tests.tables import FEW, for_each, read_table

VERIFY = "/v1/verify"
BOARDS = "/v1/games/bridge/deal/batch"
BEACON = {
    "scheme": "drand",
    "chain_hash": QUICKNET,
    "round": 1,
    "randomness": QUICK_1.randomness,
}
BEACON |= {"signature": QUICK_1.signature}
CLIENT = create_app(Settings()).test_client()
ITEMS = [
    "red",
    None,
    {"blue": 3},
    [1.5],
    "red",
    *range(35),
]  # so many that no other seed gives the same by chance

REQUESTS = read_table("verification/verified.yaml")
QUERIES: dict[str, str] = REQUESTS["queries"]
BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        kind: (request["path"], request["body"])
        for kind, request in REQUESTS["bodies"].items()
    },
    **{
        kind: (request["path"], request["body"] | {"items": ITEMS})
        for kind, request in REQUESTS["items"].items()
    },
}
SIGNED: dict[str, Any] = {
    "scheme": "random_org",
    "random": {"data": []},
    "signature": "AAAA",
}
COMPLETE = {"items", "dealt items", "deals of items"}
KINDS_OF_ITEMS = [kind for kind, (_, body) in BODIES.items() if "items" in body]


def get_response(kind: str) -> Any:
    response = (
        CLIENT.get(QUERIES[kind])
        if kind in QUERIES
        else CLIENT.post(BODIES[kind][0], json=BODIES[kind][1])
    )
    return response.json


def get_checkable_response(kind: str) -> Any:
    return get_response(kind) | (
        {"original_items": deepcopy(ITEMS)} if kind in KINDS_OF_ITEMS else {}
    )


def get_difference(body: dict[str, Any]) -> dict[str, Any]:
    result = post(CLIENT, VERIFY, **body)
    assert result["valid"] is False
    difference: dict[str, Any] = result["difference"]
    return difference


@for_each("kind", [*QUERIES, *BODIES])
def test_an_unchanged_seeded_response_is_valid(kind: str) -> None:
    result = post(CLIENT, VERIFY, **get_checkable_response(kind))
    assert (result["valid"], result["unchecked"]) == (True, {})


@for_each("kind", ["shuffle", "items"])
def test_a_response_may_be_a_member_with_null_for_each_other(kind: str) -> None:
    response = get_response(kind)
    items = ITEMS if kind == "items" else None
    assert post(CLIENT, VERIFY, result=response, original_items=items)["valid"] is True
    assert (
        post(CLIENT, VERIFY, **response, result=None, original_items=items)["valid"]
        is True
    )
    assert get_difference(
        {"result": response | {"seed": "other"}, "original_items": items}
    )


@for_each("game", GAMES, share=3)
@for_each("batch", [False, True])
def test_a_deal_of_every_game_is_its_own_receipt_and_of_no_other_seed(
    game: str, *, batch: bool
) -> None:
    options = {"players": GAMES[game].players.max} | ({"repeats": 2} if batch else {})
    deal = get(
        CLIENT, f"/v1/games/{game}/deal{'/batch' * batch}", seed="7", index=5, **options
    )
    assert post(CLIENT, VERIFY, **deal)["valid"] is True
    assert post(CLIENT, VERIFY, **deal | {"seed": "8"})["valid"] is False


@for_each(
    "path",
    [
        *(f"decks/{deck}/shuffle?decks=2" for deck in DECKS),
        *(f"integers?max=20&algorithm={algorithm}" for algorithm in SHUFFLES),
        *(
            f"games/bridge/deal?index={index}"
            for index in (999_999, 1_000_000, 2**40, 2**53 - 3)
        ),
        *(
            f"games/bridge/deal/batch?repeats=2&index={index}"
            for index in (999_999, 2**53 - 3)
        ),
    ],
)
def test_a_draw_of_every_deck_shuffle_and_board_is_its_own_receipt(path: str) -> None:
    assert (
        post(CLIENT, VERIFY, **json_object(CLIENT.get(f"/v1/{path}&seed=7")))["valid"]
        is True
    )


@for_each("repeats", [None, 2])
@for_each(
    ("member", "value"),
    [
        *product(["matches"], [["x"], [None, 3], [1.5], [[]], [True, "x"], {}, 7, "x"]),
        *product(["index", "board", "candidates"], ["x", 1.5, [], None, [8, "x"]]),
    ],
)
def test_a_search_of_boards_with_a_member_of_another_type_differs_or_is_refused(
    client: FlaskClient, member: str, value: object, repeats: int | None
) -> None:
    """The board is recovered from the matches, whatever they are."""
    fields = {
        "seed": "7",
        "index": 3,
        "board": 9,
        "where": {"hand": "N", "points": "hcp", "min": 12},
    }
    fields |= {"repeats": repeats} if repeats else {}
    response = post(
        client, f"/v1/games/bridge/deal{'/batch' * bool(repeats)}", **fields
    )
    assert post(client, VERIFY, **response)["valid"] is True
    altered = check_response(client.post(VERIFY, json=response | {member: value}))
    if altered.status_code == 200:
        where = json_object(altered)["difference"]["where"]
        assert member == "board" or where.startswith(
            member
        )  # the deals of another board differ in everything
    else:
        assert altered.status_code == 422
        assert json_object(altered)["errors"].keys() <= {
            member,
            "result",
            "max_candidates",
        }


def search_in_vain(board: int) -> dict[str, Any]:
    """Return a search of a board without a result; the same search of each other board from 1 to 4 has one."""
    where = {"hand": "N", "points": "hcp", "min": 7}
    seed = {1: "6", 2: "0", 3: "24", 4: "4"}[board]
    return post(
        CLIENT, BOARDS, seed=seed, where=where, max_candidates=1, repeats=1, board=board
    )


@for_each("board", range(1, 5))
def test_a_search_that_found_nothing_is_valid_for_the_board_that_it_names(
    board: int,
) -> None:
    response = search_in_vain(board)
    assert response["matches"] == []
    for other in range(2, 5):
        response["request"]["board"] = other
        assert post(CLIENT, VERIFY, **response)["valid"] is (other == board)
    del response["request"]["board"]  # then it is 1
    assert post(CLIENT, VERIFY, **response)["valid"] is (board == 1)


def walk_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every element of a JSON value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in inner:
        yield (*path, key)
        yield from walk_paths(item, (*path, key))


ALTERED = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 10**20),
    st.text("AKS5", max_size=2),
    st.just([]),
    st.just({}),
)


@for_each("kind", [*QUERIES, *BODIES])
@FEW
@given(data=st.data(), other=ALTERED)
def test_a_response_altered_anywhere_is_never_valid(
    kind: str, data: st.DataObject, other: Any
) -> None:
    # Coins and weights are left out: altered, they may make the correct response to another request. All else is in
    # results so long that no other request has them by chance.
    check_altered(get_checkable_response(kind), data, other)


def check_altered(response: Any, data: st.DataObject, other: Any) -> None:
    """Alter a response anywhere, and check that it is not valid."""
    no_answer = {("request", "coins"), ("original_items",)}
    answers = (path for path in walk_paths(response) if path not in no_answer)
    paths = [path for path in answers if path[0] != "weights" or len(path) == 1]
    *path, last = data.draw(st.sampled_from(paths))
    parent = response
    for key in path:
        parent = parent[key]
    if data.draw(st.booleans(), "removed"):
        del parent[last]
    else:
        if type(parent[last]) is type(other) and parent[last] == other:
            return
        if last == "seat" and type(other) is int and parent[last] == str(other):
            return
        parent[last] = other
    body = json.dumps(
        response
    )  # which writes integers beyond 64 bits, as Flask's client does not
    result = check_response(
        CLIENT.post(VERIFY, data=body, content_type="application/json")
    )
    is_repeatable = "seed" in response or "deal_number" in response
    if result.status_code == 200:
        valid = json_object(result)["valid"]
        # Without its request, or with another version's, a response is not drawn again, nor one of too many items.
        is_undrawn = "request" in [*path, last][:1] or last == "size"
        assert valid is (False if is_repeatable else None) or (
            valid is None and is_undrawn
        )
    else:
        assert result.status_code == 422, result.text


def test_without_its_list_the_items_of_a_response_are_unchecked() -> None:
    for kind in KINDS_OF_ITEMS:
        result = post(CLIENT, VERIFY, **get_response(kind))
        assert (result["valid"], result["checks"]) == (None, {"result": True})
        assert result["unchecked"].keys() == (
            {"items"} if kind in COMPLETE else {"items", "items_sha256"}
        )
        assert "original_items" in result["unchecked"]["items"]


def test_swapped_items_of_a_complete_response_are_found_by_its_hash() -> None:
    response = get_response("items")
    items = response["items"]
    first, second = (items.index(item) for item in (5, 6))
    items[first], items[second] = items[second], items[first]
    assert get_difference(response)["where"] == "items_sha256"
    assert (
        get_difference(response | {"original_items": ITEMS})["where"]
        == f"items[{min(first, second)}]"
    )


def test_replaced_items_are_found_with_the_list_and_never_valid_without() -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    raffle = post(CLIENT, "/v1/items/shuffle", items=names, count=1, seed="raffle")
    replaced = raffle | {"items": ["Eve"]}
    assert post(CLIENT, VERIFY, **replaced)["valid"] is None
    difference = {"where": "items[0]", "expected": raffle["items"][0], "seen": "Eve"}
    assert get_difference(replaced | {"original_items": names}) == difference
    right, forged = (
        post(CLIENT, "/v1/items/shuffle", items=items, seed=3)
        for items in (names, [*names[:3], "Eve"])
    )
    assert right["indices"] == forged["indices"]
    assert post(CLIENT, VERIFY, **forged)["valid"] is None
    assert get_difference(forged | {"original_items": names})["seen"] == "Eve"
    difference = {
        name: one["items_sha256"]
        for name, one in (("expected", right), ("seen", forged))
    }
    other_hash = right | {
        "items_sha256": forged["items_sha256"],
        "original_items": names,
    }
    assert get_difference(other_hash) == difference | {"where": "items_sha256"}


def test_an_item_that_differs_between_results_of_a_batch_is_found() -> None:
    body = {"items": ["a", "b", "c"], "seed": 3, "count": 2, "repeats": 9}
    response = post(CLIENT, "/v1/items/shuffle/batch", **body)
    assert post(CLIENT, VERIFY, **response)["unchecked"].keys() == {
        "items"
    }  # between them they have all items
    response["items"][0][1] = "d"
    assert get_difference(response)["where"] == "items[0][1]"


@for_each("kind", KINDS_OF_ITEMS)
def test_indices_are_checked_before_items(kind: str) -> None:
    response = get_response(kind)
    name = "hands" if "hands" in response else "indices"
    row, where = (
        (response[name][0], f"{name}[0]")
        if "repeats" in response
        else (response[name], name)
    )
    if name == "hands":
        row, where = row[0]["indices"], f"{where}[0].indices"
    row[0], row[1] = row[1], row[0]
    for members in ({}, {"original_items": ITEMS}):
        assert get_difference(response | members)["where"] == f"{where}[0]"


@for_each("length", [0, 19, 39, 41])
@for_each("kind", KINDS_OF_ITEMS)
def test_a_list_of_another_length_is_not_that_of_the_response(
    kind: str, length: int
) -> None:
    items = [*ITEMS, "another"][:length]
    assert (
        get_difference(get_response(kind) | {"original_items": items})["where"]
        == "size"
    )


@for_each("kind", ["dealt items", "deals of items"])
@for_each("member", ["hands", "piles"])
@for_each("value", [None, 7, "x", {}, [7], [{}], [{"items": [], "indices": 7}]])
def test_hands_and_piles_of_another_form_are_a_difference(
    kind: str, member: str, value: Any
) -> None:
    for response in (get_response(kind), get_checkable_response(kind)):
        difference = get_difference(
            response | {member: [value] if "repeats" in response else value}
        )
        assert difference["where"].startswith(member)


def test_a_member_of_another_endpoint_may_be_one_of_a_later_version() -> None:
    for kind, hands in (("some items", {}), ("lists of items", 7)):
        result = post(CLIENT, VERIFY, **get_response(kind) | {"hands": hands})
        assert (result["valid"], "hands" in result["unchecked"]) == (None, True), kind
        altered = get_response(kind) | {"hands": hands, "draws": 77}
        assert get_difference(altered)["where"] == "draws"


def test_a_list_beside_a_draw_without_one_is_a_difference() -> None:
    for kind in ("shuffle", "drums"):
        response = get_response(kind) | {"original_items": ITEMS}
        assert get_difference(response)["where"] == "original_items"


def test_a_list_with_large_integers_has_no_hash_and_is_checked() -> None:
    items = [2**60, 2**60 + 1, 1e300]
    response = post(CLIENT, "/v1/items/shuffle", items=items, seed=3)
    assert response["items_sha256"] is None
    assert post(CLIENT, VERIFY, **response, original_items=items)["valid"] is True
    assert get_difference(response | {"original_items": [2**60 + 1, *items[1:]]})[
        "where"
    ].startswith("items[")
    assert (
        get_difference(response | {"items_sha256": "0" * 64})["where"] == "items_sha256"
    )


def test_a_hash_that_was_removed_or_a_list_beside_cards_is_a_difference() -> None:
    response = get_response("some items")
    del response["items_sha256"]
    assert get_difference(response)["where"] == "items_sha256"
    assert (
        get_difference(get_response("shuffle") | {"original_items": ["AS"]})["where"]
        == "original_items"
    )
    assert (
        "64 lower-case hexadecimal digits"
        in get_difference(response | {"items_sha256": "A" * 64})["expected"]
    )


def test_the_first_altered_card_or_member_is_named() -> None:
    deal, short, long = (get_response(kind) for kind in ("deals", "integers", "boards"))
    card, deal["hands"][1][0]["cards"][1] = deal["hands"][1][0]["cards"][1], "AS"
    assert get_difference(deal) == {
        "where": "hands[1][0].cards[1]",
        "expected": card,
        "seen": "AS",
    }
    last = short["integers"].pop()
    assert get_difference(short) == {
        "where": "integers[5]",
        "expected": str(last),
        "seen": None,
    }
    long["pbn"] = [*long["pbn"], "N"]
    assert get_difference(long) == {"where": "pbn[2]", "expected": None, "seen": "N"}


def test_numbers_are_compared_by_value() -> None:
    # JavaScript writes 1.0 as 1.
    response = get_checkable_response("some items")
    numbers = {name: float(response[name]) for name in ("size", "index", "draws")}
    assert post(CLIENT, VERIFY, **(response | numbers))["valid"] is True
    assert get_difference(response | {"draws": True})["where"] == "draws"


def test_a_seat_may_be_an_integer_of_the_same_digits() -> None:
    for response in (get_response("deal"), get_response("deals")):
        is_batch = "repeats" in response
        hands = response["hands"][1] if is_batch else response["hands"]
        hands[0]["seat"] = 1
        assert post(CLIENT, VERIFY, **response)["valid"] is True
        hands[0]["seat"] = 2
        where = "hands[1][0].seat" if is_batch else "hands[0].seat"
        assert get_difference(response) == {
            "where": where,
            "expected": "1",
            "seen": "2",
        }


@for_each("altered", [{}, {"draws": 1}])
def test_members_that_this_version_does_not_know_are_named_and_may_be_parameters(
    altered: dict[str, Any],
) -> None:
    """A later version has added them, during a rolling update for instance; with a new parameter cards may differ."""
    for members, names in (
        ({"zzz": 1, "a\u200b": [2]}, ["zzz", r"a\u200b"]),
        ({"x" * 900_000: 1}, ["x" * 60]),
        (
            {f"{number}": None for number in range(50_000)},
            [f"{number}" for number in range(10)],
        ),
    ):
        result = post(CLIENT, VERIFY, **get_response("deals") | members | altered)
        assert (result["valid"], list(result["unchecked"])) == (
            False if altered else None,
            names,
        )


@for_each("member", ["path", "colour"])
def test_a_request_of_a_later_version_is_unchecked(member: str) -> None:
    response = get_response("deals")
    response["request"][member] = "/v1/decks/standard/riffle"
    result = post(CLIENT, VERIFY, **response)
    assert (result["valid"], list(result["unchecked"])) == (None, ["request"])


@for_each(
    ("changes", "field"),
    [
        ({"path": "/v1/decks/standard/shuffle", "sign": True}, "request.sign"),
        ({"path": "/v1/items/shuffle", "items": [1], "seed": "1"}, "request.items"),
        ({"path": "/v1/integers", "seed": "1"}, "request.max"),
        ({"path": "/v1/integers", "seed": "1", "max": 0}, "request.min"),
        ({"path": "/v1/integers", "max": 9}, "request.seed"),
        ({"path": 7}, "request"),
    ],
)
def test_a_request_that_nobody_could_send_is_refused(
    changes: dict[str, Any], field: str
) -> None:
    refused = CLIENT.post(VERIFY, json=get_response("shuffle") | {"request": changes})
    assert list(check_refusal(refused)) == [field]


def test_a_default_in_a_request_is_a_difference() -> None:
    for name, value in (
        ("decks", 1),
        ("index", 0),
        ("count", 52),
        ("suit_order", "SHDC"),
        ("exclude", []),
    ):
        response = json_object(CLIENT.get("/v1/decks/standard/shuffle?seed=1"))
        response["request"][name] = value
        assert get_difference(response)["where"] == f"request.{name}"


def test_a_response_without_its_request_is_unchecked() -> None:
    response = get_response("shuffle")
    del response["request"]
    result = post(CLIENT, VERIFY, **response)
    assert (result["valid"], result["checks"], list(result["unchecked"])) == (
        None,
        {},
        ["request"],
    )


def test_a_member_of_a_hand_that_this_version_does_not_know_is_no_parameter() -> None:
    response = get_response("deals")
    for hands in response["hands"]:
        hands[1]["colour"] = "red"
    assert list(post(CLIENT, VERIFY, **response)["unchecked"]) == ["hands.colour"]
    assert get_difference(response | {"draws": 1})["where"] == "draws"


@for_each(
    "body",
    [
        {"receipt": {}, "seen": [{}] * 100_000},
        {"receipt": {}, "seen": [1] * 10_000},
        {"receipt": {}, "seen": [{"cards": [1] * 200_000}]},
        {f"member {number}": 1 for number in range(50_000)} | {"scheme": "rfc3797"},
    ],
)
def test_at_most_ten_errors_are_listed(body: dict[str, Any]) -> None:
    response = check_response(CLIENT.post(VERIFY, json=body))
    assert response.status_code == 422
    assert sum(map(len, json_object(response)["errors"].values())) <= 10


def reveal_shoe(client: FlaskClient) -> dict[str, Any]:
    """Return the receipt and all cards of a shoe: five drawn from the top and two from the bottom."""
    shoe = post(client, "/v1/shoes", deck="standard", decks=2, label="table 7")
    top = post(
        client,
        "/v1/shoes/draw",
        shoe=shoe["shoe"],
        count=5,
        client_seed="correct horse",
    )
    bottom = post(
        client, "/v1/shoes/draw", shoe=top["shoe"], count=2, **{"from": "bottom"}
    )
    receipt = post(client, "/v1/shoes/reveal", shoe=bottom["shoe"])["receipt"]
    seen = [top["seen"], bottom["seen"]]
    confirmed = {"commitment": shoe["commitment"], "client_seed": "correct horse"}
    return {"receipt": receipt, "seen": seen, "confirmed": confirmed}


def test_the_receipt_of_another_shoe_is_not_that_of_the_commitment_which_was_shown(
    client: FlaskClient,
) -> None:
    """An operator opens shoes until one has an ace first, shows the first commitment and reveals the last shoe."""
    commitment = post(client, "/v1/shoes", deck="standard")["commitment"]
    swapped = reveal_shoe(client)
    assert post(client, VERIFY, **swapped["receipt"]) == post(
        client, VERIFY, receipt=swapped["receipt"]
    )
    difference = get_difference(confirm(swapped, commitment=commitment))
    assert (difference["where"], difference["expected"]) == ("commitment", commitment)
    assert "another shoe" in difference["detail"]


def test_each_note_of_a_player_that_differs_is_a_difference_with_its_name(
    client: FlaskClient,
) -> None:
    body = reveal_shoe(client)
    digest = body["receipt"]["drawn"]["digest"]
    assert (
        post(client, VERIFY, **confirm(body, digest=digest))["checks"]["digest"] is True
    )
    for name, value in {
        "commitment": "0" * 64,
        "client_seed": "wrong horse",
        "digest": "0" * 64,
    }.items():
        result = post(client, VERIFY, **confirm(body, **{name: value}))
        assert (result["valid"], result["difference"]["where"]) == (False, name)
        assert result["difference"] | {"expected": value} == result["difference"]
        assert [check for check, holds in result["checks"].items() if not holds] == [
            name
        ]


def test_entries_that_are_no_draws_of_the_list_do_not_pass_as_seen(
    client: FlaskClient,
) -> None:
    """Each card in the list is taken by a draw, each draw takes a card, and draws alone name cards in play."""
    opened = post(client, "/v1/shoes", game="rummy", players=2)
    dealt = post(client, "/v1/shoes/deal", shoe=opened["shoe"])
    drawn = post(
        client,
        "/v1/shoes/draw",
        shoe=dealt["shoe"],
        count=3,
        reshuffle=True,
        in_play=[0, 1],
    )
    receipt = post(client, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    confirmed = {"commitment": opened["commitment"]}
    file = {
        "receipt": receipt,
        "seen": [dealt["seen"], drawn["seen"]],
        "confirmed": confirmed,
    }
    assert post(client, VERIFY, **file)["valid"] is True
    held = {"rounds": [1], "positions": [0], "cards": [None], "in_play": [0, 2]}
    response = check_response(
        client.post(VERIFY, json=file | {"seen": [*file["seen"], held]})
    )
    assert "seen[2] has rounds, as only a draw has" in json_object(response)["detail"]
    free = next(
        position for position in range(52) if position not in dealt["seen"]["positions"]
    )
    for entry, where in (
        ({"round": 0, "position": free, "cards": [None]}, "drawn"),
        (
            {"draw": 2, "pile": "stock", "rounds": [], "positions": [], "cards": []},
            "seen[2].rounds[0]",
        ),
    ):
        result = post(client, VERIFY, **file | {"seen": [*file["seen"], entry]})
        assert (result["valid"], result["difference"]["where"]) == (False, where)


def test_the_digest_of_a_player_who_left_before_the_end_is_found_in_a_complete_list(
    client: FlaskClient,
) -> None:
    opened = post(client, "/v1/shoes", deck="standard")
    first = post(client, "/v1/shoes/draw", shoe=opened["shoe"], count=2)
    second = post(client, "/v1/shoes/draw", shoe=first["shoe"], count=2)
    receipt = post(client, "/v1/shoes/reveal", shoe=second["shoe"])["receipt"]
    file = {
        "receipt": receipt,
        "confirmed": {"commitment": opened["commitment"], "digest": first["digest"]},
    }
    whole = post(client, VERIFY, **file, seen=[first["seen"], second["seen"]])
    assert (whole["valid"], whole["checks"]["digest"]) == (True, True)
    part = post(client, VERIFY, **file, seen=[first["seen"]])
    assert (part["valid"], set(part["unchecked"])) == (None, {"draws", "digest"})


def test_a_fork_is_reported_with_its_draw_and_with_those_who_saw_it() -> None:
    shoe = post(CLIENT, "/v1/shoes", deck="standard")
    draws = [
        post(CLIENT, "/v1/shoes/draw", shoe=shoe["shoe"], count=count)
        for count in (13, 14)
    ]
    receipts = [
        post(CLIENT, "/v1/shoes/reveal", shoe=draw["shoe"])["receipt"] for draw in draws
    ]
    for receipt in receipts:  # of one of them position 13 was seen, and is not counted
        difference = get_difference(
            {"receipt": receipt, "seen": [draw["seen"] for draw in draws]}
        )
        assert (difference["where"], difference["expected"], difference["seen"]) == (
            "seen[1].rounds[13]",
            None,
            "0",
        )
        assert difference["draw"] == 1
        assert all(
            words in difference["detail"]
            for words in ("Draw 1 was made twice", "seen[0]", "seen[1]")
        )


def test_a_null_that_a_generated_client_leaves_out_or_adds_changes_nothing(
    client: FlaskClient,
) -> None:
    shoe = post(client, "/v1/shoes", deck="standard")
    draw = post(client, "/v1/shoes/draw", shoe=shoe["shoe"], count=5)
    receipt = post(client, "/v1/shoes/reveal", shoe=draw["shoe"])["receipt"]
    noted = {"confirmed": {"commitment": shoe["commitment"], "digest": None}}
    whole = post(client, VERIFY, receipt=receipt, seen=[draw["seen"]], **noted)
    assert (
        whole["valid"],
        receipt.pop("client_seed"),
        receipt["drawn"].pop("in_play"),
    ) == (True, None, None)
    assert post(client, VERIFY, receipt=receipt, seen=[draw["seen"]], **noted) == whole
    receipt["drawn"]["positions"] = None
    nulls = {"integers": None, "in_play": None}
    assert (
        post(client, VERIFY, receipt=receipt, seen=[draw["seen"] | nulls], **noted)
        == whole
    )


@for_each(
    ("seen", "sentence"),
    [
        ([3], "Item 1: Must be an object with cards"),
        (
            [{"cards": ["AS"]}, {"position": -1, "cards": ["AS"]}],
            "Item 2, position: Must be an integer from 0",
        ),
        ([{"cards": [7]}], "seen[0].cards[0]: A card is a text."),
        (
            [{"cards": ["AS"], "card": "AS"}],
            "Item 1, card: Unknown member. This is an object with cards or integers",
        ),
        ({"cards": ["AS"]}, "Must be an array of 0 to 10,000 items"),
        ([{"position": 104, "cards": ["AS"]}], "seen[0] goes on to position 104"),
    ],
)
def test_malformed_observations_are_refused(
    client: FlaskClient, seen: Any, sentence: str
) -> None:
    assert check_refusal(
        client.post(VERIFY, json=reveal_shoe(client) | {"seen": seen})
    )["seen"].startswith(sentence)


def test_signed_randomness_of_others_is_checked_as_it_was_published(
    client: FlaskClient,
) -> None:
    published = json.loads(
        (ROOT / "tests" / "vectors" / "signed_randomness.json").read_text(
            encoding="utf-8"
        )
    )
    nist = published["nist_beacon"]
    random_org = published["random_org"]
    for pulse in nist["pulses"]:
        pulse_request = {
            "scheme": "nist_beacon",
            "pulse": pulse,
            "certificate": nist["certificate"],
        }
        assert post(client, VERIFY, **pulse_request)["valid"] is True
    response = SIGNED | {
        name: random_org[name] for name in ("signature", "certificate")
    }
    response["random"] = json.loads(random_org["random_json"])
    assert post(client, VERIFY, **response)["unchecked"].keys() == {
        "certificate"
    }  # anybody can make a key
    response["random"]["data"][0] += 1
    assert get_difference(response)["where"] == "signature"


def test_deep_nesting_in_a_document_of_others_is_refused(client: FlaskClient) -> None:
    nested = '{"data":' + "[" * 1_000 + "]" * 1_000 + "}"
    body = f'{{"scheme":"random_org","signature":"AAAA","random":{nested}}}'
    response = client.post(VERIFY, data=body, content_type="application/json")
    assert response.status_code in {200, 400, 422}


def test_the_list_has_the_fields_of_every_scheme(client: FlaskClient) -> None:
    schemes = {
        scheme["scheme"]: scheme["fields"] for scheme in get(client, VERIFY)["schemes"]
    }
    assert schemes["rfc3797"] == ["sources", "key_string", "pool", "count", "seen"]
    assert {"round", "signature"} <= set(schemes["drand"])


def test_a_round_of_drand_is_not_valid_without_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    result = post(CLIENT, VERIFY, **BEACON)
    assert (result["valid"], result["checks"]) == (
        None,
        {"chain_hash": True, "randomness": True},
    )
    assert "the extra `drand`, which `make serve`" in result["unchecked"]["signature"]


@pytest.mark.drand
@pytest.mark.smoke
def test_a_round_of_drand_is_valid_with_the_extra() -> None:
    result = post(CLIENT, VERIFY, **BEACON)
    assert (result["valid"], result["unchecked"]) == (True, {})
    assert result["checks"] == {
        "chain_hash": True,
        "signature": True,
        "randomness": True,
    }
    assert (
        get_difference(BEACON | {"signature": QUICK_2.signature})["where"]
        == "signature"
    )
    assert get_difference(BEACON | {"round": 2})["where"] == "signature"


def test_seeded_responses_are_not_replayed_while_seeds_are_off() -> None:
    client = create_app(Settings(allow_seeds=False)).test_client()
    assert client.post(VERIFY, json=get_response("shuffle")).status_code == 403
    assert (
        json_object(client.post(VERIFY, json=get_response("freecell")))["valid"] is True
    )


def test_integers_of_another_provider_may_have_a_fraction_of_zero(
    client: FlaskClient,
) -> None:
    selection = {
        "scheme": "rfc3797",
        "sources": [["9"]],
        "pool": 25,
        "count": 2,
        "seen": [5, 1],
    }
    decoded = selection | {"pool": 25.0, "count": 2.0, "seen": [5.0, 1.0]}
    assert post(client, VERIFY, **decoded) == post(client, VERIFY, **selection)
