"""/v1/verify: seeded responses are their own receipts, and results of other providers can be checked."""

import json
import sys
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.cards.deck import DECKS
from service.core.shuffles.registry import SHUFFLES
from service.games.catalogue import GAMES
from service.settings import Settings
from tests.examples import FEW
from tests.http.spec import (
    SPEC,
    check_refusal,
    check_response,
    confirm,
    get,
    json_object,
    post,
)
from tests.proofs.rounds import QUICK_1, QUICK_2, QUICKNET
from tests.tables import for_each
from tests.verification.seeded_files import (
    ALTERED,
    BOARD,
    BOARDS,
    CLIENT,
    ITEMS,
    KINDS,
    KINDS_OF_ITEMS,
    VERIFY,
    check_altered,
    find_value,
    get_checkable_response,
    get_response,
)
from tests.verification.shoes import draw, open_shoe, reveal
from tools.files import ROOT

Json = dict[str, Any]

SHUFFLE = "/v1/items/shuffle"
BEACON = {
    "scheme": "drand",
    "chain_hash": QUICKNET,
    "round": 1,
    "randomness": QUICK_1.randomness,
    "signature": QUICK_1.signature,
}
COMPLETE = {"items", "dealt items", "deals of items"}
"""Kinds of responses that have all items of their list."""


def verify(file: Json, **members: Any) -> Json:
    """Return the verdict on a file, with further members."""
    return post(CLIENT, VERIFY, **file | members)


def get_difference(file: Json, **members: Any) -> Json:
    """Return the difference for which a file, with further members, is not valid."""
    verdict = verify(file, **members)
    assert verdict["valid"] is False
    difference: Json = verdict["difference"]
    return difference


@for_each("kind", KINDS)
def test_an_unchanged_seeded_response_is_valid(kind: str) -> None:
    verdict = verify(get_checkable_response(kind))
    assert verdict["valid"] is True
    assert verdict["unchecked"] == {}


@for_each(("kind", "items"), [("shuffle", None), ("items", ITEMS)])
def test_a_response_may_be_a_member_with_null_for_each_other(
    kind: str, items: list[Any] | None
) -> None:
    response = get_response(kind)
    whole = {"result": response, "original_items": items}
    assert verify(whole)["valid"] is True
    assert verify(response, result=None, original_items=items)["valid"] is True
    assert get_difference(whole, result=response | {"seed": "other"})


@for_each("game", GAMES)
@for_each("batch", [False, True])
def test_a_deal_of_every_game_is_its_own_receipt_and_of_no_other_seed(
    game: str, *, batch: bool
) -> None:
    path = f"/v1/games/{game}/deal"
    query: Json = {"seed": "7", "index": 5, "players": GAMES[game].players.max}
    if batch:
        path += "/batch"
        query["repeats"] = 2
    deal = get(CLIENT, path, **query)
    assert verify(deal)["valid"] is True
    assert verify(deal, seed="8")["valid"] is False


@for_each("deck", DECKS)
def test_a_draw_of_every_deck_is_its_own_receipt(deck: str) -> None:
    response = CLIENT.get(f"/v1/decks/{deck}/shuffle?decks=2&seed=7")
    assert verify(json_object(response))["valid"] is True


@for_each("algorithm", SHUFFLES)
def test_a_draw_of_every_shuffle_is_its_own_receipt(algorithm: str) -> None:
    response = CLIENT.get(f"/v1/integers?max=20&algorithm={algorithm}&seed=7")
    assert verify(json_object(response))["valid"] is True


@for_each(
    "query",
    [
        "?index=999999",
        "?index=1000000",
        f"?index={2**40}",
        f"?index={2**53 - 3}",
        "/batch?repeats=2&index=999999",
        f"/batch?repeats=2&index={2**53 - 3}",
    ],
)
def test_a_draw_of_every_board_is_its_own_receipt(query: str) -> None:
    response = CLIENT.get(f"/v1/games/bridge/deal{query}&seed=7")
    assert verify(json_object(response))["valid"] is True


OTHER_MATCHES: tuple[Any, ...] = (
    ["x"],
    [None, 3],
    [1.5],
    [[]],
    [True, "x"],
    {},
    7,
    "x",
)
OTHER_INTEGERS: tuple[Any, ...] = ("x", 1.5, [], None, [8, "x"])
OTHER_VALUES = list(product(["matches"], OTHER_MATCHES))
OTHER_VALUES += product(["index", "board", "candidates"], OTHER_INTEGERS)


@for_each("repeats", [None, 2])
@for_each(("member", "value"), OTHER_VALUES)
def test_a_search_of_boards_with_a_member_of_another_type_differs(
    member: str, value: object, repeats: int | None
) -> None:
    """The board is recovered from the matches, whatever they are."""
    where = {"hand": "N", "points": "hcp", "min": 12}
    search: Json = {"seed": "7", "index": 3, "board": 9, "where": where}
    path = BOARD
    if repeats:
        path = BOARDS
        search["repeats"] = repeats
    response = post(CLIENT, path, **search)
    assert verify(response)["valid"] is True
    difference = get_difference(response | {member: value})
    # The deals of another board differ in everything.
    assert member == "board" or difference["where"].startswith(member)


SEEDS_IN_VAIN = {1: "6", 2: "0", 3: "24", 4: "4"}
"""By board, a seed whose first candidate fits no such search of this board, but that of each other one."""


@for_each(("board", "seed"), SEEDS_IN_VAIN.items())
def test_a_search_that_found_nothing_is_valid_for_the_board_that_it_names(
    board: int, seed: str
) -> None:
    search = {"where": {"hand": "N", "points": "hcp", "min": 7}, "max_candidates": 1}
    response = post(CLIENT, BOARDS, **search, seed=seed, board=board, repeats=1)
    assert response["matches"] == []
    for other in range(2, 5):
        response["request"]["board"] = other
        assert verify(response)["valid"] is (other == board)
    del response["request"]["board"]  # then it is 1
    assert verify(response)["valid"] is (board == 1)


@for_each("kind", KINDS)
@FEW
@given(data=st.data(), other=ALTERED)
def test_a_response_altered_anywhere_is_never_valid(
    kind: str, data: st.DataObject, other: Any
) -> None:
    # Coins and weights are left out: altered, they may make the correct response to another request. All else is in
    # results so long that no other request has them by chance.
    check_altered(get_checkable_response(kind), data, other)


@for_each("kind", KINDS_OF_ITEMS)
def test_without_its_list_the_items_of_a_response_are_unchecked(kind: str) -> None:
    verdict = verify(get_response(kind))
    assert verdict["valid"] is None
    assert verdict["checks"] == {"result": True}
    hash_of_list = set() if kind in COMPLETE else {"items_sha256"}
    assert verdict["unchecked"].keys() == {"items"} | hash_of_list
    assert "original_items" in verdict["unchecked"]["items"]


def test_swapped_items_of_a_complete_response_are_found_by_its_hash() -> None:
    response = get_response("items")
    items = response["items"]
    first, second = sorted([items.index(5), items.index(6)])
    items[first], items[second] = items[second], items[first]
    assert get_difference(response)["where"] == "items_sha256"
    difference = get_difference(response, original_items=ITEMS)
    assert difference["where"] == f"items[{first}]"


def test_replaced_items_are_found_with_the_list_and_never_valid_without() -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    raffle = post(CLIENT, SHUFFLE, items=names, count=1, seed="raffle")
    winner = raffle["items"][0]
    replaced = raffle | {"items": ["Eve"]}
    assert verify(replaced)["valid"] is None
    difference = get_difference(replaced, original_items=names)
    assert difference == {"where": "items[0]", "expected": winner, "seen": "Eve"}


def test_the_shuffle_of_another_list_is_found_with_the_list() -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    other_names = ["Ann", "Bob", "Cem", "Eve"]
    right = post(CLIENT, SHUFFLE, items=names, seed=3)
    forged = post(CLIENT, SHUFFLE, items=other_names, seed=3)
    assert right["indices"] == forged["indices"]
    assert verify(forged)["valid"] is None
    assert get_difference(forged, original_items=names)["seen"] == "Eve"
    right_hash = right["items_sha256"]
    forged_hash = forged["items_sha256"]
    assert get_difference(right, original_items=names, items_sha256=forged_hash) == {
        "where": "items_sha256",
        "expected": right_hash,
        "seen": forged_hash,
    }


def test_an_item_that_differs_between_results_of_a_batch_is_found() -> None:
    body = {"items": ["a", "b", "c"], "seed": 3, "count": 2, "repeats": 9}
    response = post(CLIENT, f"{SHUFFLE}/batch", **body)
    unchecked = verify(response)["unchecked"]
    assert unchecked.keys() == {"items"}  # between them they have all items
    response["items"][0][1] = "d"
    assert get_difference(response)["where"] == "items[0][1]"


@for_each(
    ("kind", "path", "where"),
    [
        ("items", ["indices"], "indices[0]"),
        ("some items", ["indices"], "indices[0]"),
        ("lists of items", ["indices", 0], "indices[0][0]"),
        ("dealt items", ["hands", 0, "indices"], "hands[0].indices[0]"),
        ("deals of items", ["hands", 0, 0, "indices"], "hands[0][0].indices[0]"),
        ("drawn items", ["indices"], "indices[0]"),
        ("items by weight", ["indices"], "indices[0]"),
        ("draws of items", ["indices", 0], "indices[0][0]"),
    ],
)
def test_indices_are_checked_before_items(
    kind: str, path: list[str | int], where: str
) -> None:
    response = get_response(kind)
    indices = find_value(response, path)
    indices.insert(0, indices.pop(1))
    assert get_difference(response)["where"] == where
    assert get_difference(response, original_items=ITEMS)["where"] == where


@for_each("length", [0, 19, 39, 41])
@for_each("kind", KINDS_OF_ITEMS)
def test_a_list_of_another_length_is_not_that_of_the_response(
    kind: str, length: int
) -> None:
    items = [*ITEMS, "another"][:length]
    difference = get_difference(get_response(kind), original_items=items)
    assert difference["where"] == "size"


@for_each("kind", ["dealt items", "deals of items"])
@for_each("member", ["hands", "piles"])
@for_each("value", [None, 7, "x", {}, [7], [{}], [{"items": [], "indices": 7}]])
def test_hands_and_piles_of_another_form_are_a_difference(
    kind: str, member: str, value: Any
) -> None:
    altered = {member: [value] if kind == "deals of items" else value}
    for response in (get_response(kind), get_checkable_response(kind)):
        assert get_difference(response | altered)["where"].startswith(member)


@for_each(("kind", "hands"), [("some items", {}), ("lists of items", 7)])
def test_a_member_of_another_endpoint_may_be_one_of_a_later_version(
    kind: str, hands: Any
) -> None:
    response = get_response(kind) | {"hands": hands}
    verdict = verify(response)
    assert verdict["valid"] is None
    assert "hands" in verdict["unchecked"]
    assert get_difference(response, draws=77)["where"] == "draws"


@for_each("kind", ["shuffle", "drums"])
@for_each("items", [ITEMS, ["AS"]])
def test_a_list_beside_a_draw_without_one_is_a_difference(
    kind: str, items: list[Any]
) -> None:
    difference = get_difference(get_response(kind), original_items=items)
    assert difference["where"] == "original_items"


def test_a_list_with_large_integers_has_no_hash_and_is_checked() -> None:
    items = [2**60, 2**60 + 1, 1e300]
    response = post(CLIENT, SHUFFLE, items=items, seed=3)
    assert response["items_sha256"] is None
    assert verify(response, original_items=items)["valid"] is True
    other_items = [2**60 + 1, 2**60 + 1, 1e300]
    difference = get_difference(response, original_items=other_items)
    assert difference["where"].startswith("items[")
    difference = get_difference(response, items_sha256="0" * 64)
    assert difference["where"] == "items_sha256"


def test_a_hash_that_was_removed_or_is_none_is_a_difference() -> None:
    response = get_response("some items")
    upper_case = get_difference(response, items_sha256="A" * 64)
    assert "64 lower-case hexadecimal digits" in upper_case["expected"]
    del response["items_sha256"]
    assert get_difference(response)["where"] == "items_sha256"


def test_the_first_altered_card_is_named() -> None:
    deals = get_response("deals")
    cards = find_value(deals, ["hands", 1, 0, "cards"])
    card = cards[1]
    cards[1] = "AS"
    where = "hands[1][0].cards[1]"
    assert get_difference(deals) == {"where": where, "expected": card, "seen": "AS"}


def test_the_first_member_that_a_list_lacks_is_named() -> None:
    response = get_response("integers")
    last = str(response["integers"].pop())
    where = "integers[5]"
    assert get_difference(response) == {"where": where, "expected": last, "seen": None}


def test_the_first_member_that_a_list_has_more_is_named() -> None:
    boards = get_response("boards")
    boards["pbn"].append("N")
    assert get_difference(boards) == {"where": "pbn[2]", "expected": None, "seen": "N"}


def test_numbers_are_compared_by_value() -> None:
    # JavaScript writes 1.0 as 1.
    response = get_checkable_response("some items")
    numbers = {name: float(response[name]) for name in ("size", "index", "draws")}
    assert verify(response | numbers)["valid"] is True
    assert get_difference(response, draws=True)["where"] == "draws"


@for_each(
    ("kind", "path", "where"),
    [
        ("deal", ["hands", 0], "hands[0].seat"),
        ("deals", ["hands", 1, 0], "hands[1][0].seat"),
    ],
)
def test_a_seat_may_be_an_integer_of_the_same_digits(
    kind: str, path: list[str | int], where: str
) -> None:
    response = get_response(kind)
    hand = find_value(response, path)
    hand["seat"] = 1
    assert verify(response)["valid"] is True
    hand["seat"] = 2
    assert get_difference(response) == {"where": where, "expected": "1", "seen": "2"}


NUMBERED_MEMBERS: Json = dict.fromkeys(map(str, range(50_000)))


@for_each(("altered", "valid"), [({}, None), ({"draws": 1}, False)])
@for_each(
    ("members", "names"),
    [
        ({"zzz": 1, "a\u200b": [2]}, ["zzz", r"a\u200b"]),
        ({"x" * 900_000: 1}, ["x" * 60]),
        (NUMBERED_MEMBERS, list("0123456789")),
    ],
    ids=["two", "a long one", "many"],
)
def test_members_that_this_version_does_not_know_are_named_and_may_be_parameters(
    altered: Json, valid: bool | None, members: Json, names: list[str]
) -> None:
    """A later version has added them, during a rolling update for instance; with a new parameter cards may differ."""
    verdict = verify(get_response("deals") | members | altered)
    assert verdict["valid"] is valid
    assert list(verdict["unchecked"]) == names


@for_each("member", ["path", "colour"])
def test_a_request_of_a_later_version_is_unchecked(member: str) -> None:
    response = get_response("deals")
    response["request"][member] = "/v1/decks/standard/riffle"
    verdict = verify(response)
    assert verdict["valid"] is None
    assert list(verdict["unchecked"]) == ["request"]


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
def test_a_request_that_nobody_could_send_is_refused(changes: Json, field: str) -> None:
    refused = CLIENT.post(VERIFY, json=get_response("shuffle") | {"request": changes})
    assert list(check_refusal(refused)) == [field]


@for_each(
    ("name", "value"),
    [
        ("decks", 1),
        ("index", 0),
        ("count", 52),
        ("suit_order", "SHDC"),
        ("exclude", []),
    ],
)
def test_a_default_in_a_request_is_a_difference(name: str, value: Any) -> None:
    response = get_response("shuffle")
    response["request"][name] = value
    assert get_difference(response)["where"] == f"request.{name}"


DESCRIBED = SPEC["components"]["schemas"]["VerifyRequest"]["properties"]
TYPED = [name for name, member in DESCRIBED.items() if {"type", "$ref"} & member.keys()]
"""Members of the body that the document describes with a type."""


@for_each("member", TYPED)
def test_a_member_that_the_document_describes_is_refused_in_another_form(
    member: str,
) -> None:
    responses: list[Json] = [
        get_response("shuffle"),
        get_response("freecell"),
        {"stream": "sd1", "seed": "without its request"},
        {"deal_number": 84},
        {"receipt": "signed"},
    ]
    for response in responses:
        refused = CLIENT.post(VERIFY, json=response | {member: 5})
        assert check_refusal(refused), response


def test_a_response_without_its_request_is_unchecked() -> None:
    response = get_response("shuffle")
    del response["request"]
    verdict = verify(response)
    assert verdict["valid"] is None
    assert verdict["checks"] == {}
    assert list(verdict["unchecked"]) == ["request"]


def test_a_member_of_a_hand_that_this_version_does_not_know_is_no_parameter() -> None:
    response = get_response("deals")
    for hands in response["hands"]:
        hands[1]["colour"] = "red"
    assert list(verify(response)["unchecked"]) == ["hands.colour"]
    assert get_difference(response, draws=1)["where"] == "draws"


@for_each(
    "body",
    [
        {"receipt": {}, "seen": [{}] * 100_000},
        {"receipt": {}, "seen": [1] * 10_000},
        {"receipt": {}, "seen": [{"cards": [1] * 200_000}]},
        {f"member {number}": 1 for number in range(50_000)} | {"scheme": "rfc3797"},
    ],
)
def test_at_most_ten_errors_are_listed(body: Json) -> None:
    response = check_response(CLIENT.post(VERIFY, json=body))
    assert response.status_code == 422
    errors = json_object(response)["errors"].values()
    assert sum(len(sentences) for sentences in errors) <= 10


def reveal_shoe() -> Json:
    """Return the receipt and all cards of a shoe: five drawn from the top and two from the bottom."""
    shoe = open_shoe(CLIENT, deck="standard", decks=2, label="table 7")
    client_seed = "correct horse"
    top = draw(CLIENT, shoe, 5, client_seed=client_seed)
    bottom = draw(CLIENT, top, 2, **{"from": "bottom"})
    seen = [top["seen"], bottom["seen"]]
    confirmed = {"commitment": shoe["commitment"], "client_seed": client_seed}
    return {"receipt": reveal(CLIENT, bottom), "seen": seen, "confirmed": confirmed}


def test_a_receipt_may_be_a_member_or_the_file_itself() -> None:
    receipt = reveal_shoe()["receipt"]
    assert verify(receipt) == verify({"receipt": receipt})


def test_the_receipt_of_another_shoe_differs_at_the_shown_commitment() -> None:
    """An operator opens shoes until one has an ace first, shows the first commitment and reveals the last shoe."""
    commitment = open_shoe(CLIENT)["commitment"]
    difference = get_difference(confirm(reveal_shoe(), commitment=commitment))
    assert difference["where"] == "commitment"
    assert difference["expected"] == commitment
    assert "another shoe" in difference["detail"]


def test_the_digest_of_a_player_is_checked() -> None:
    file = reveal_shoe()
    digest = file["receipt"]["drawn"]["digest"]
    assert verify(confirm(file, digest=digest))["checks"]["digest"] is True


@for_each(
    ("name", "value"),
    [("commitment", "0" * 64), ("client_seed", "wrong horse"), ("digest", "0" * 64)],
)
def test_each_note_of_a_player_that_differs_is_a_difference_with_its_name(
    name: str, value: str
) -> None:
    verdict = verify(confirm(reveal_shoe(), **{name: value}))
    assert verdict["valid"] is False
    assert verdict["difference"]["where"] == name
    assert verdict["difference"]["expected"] == value
    failed = [check for check, holds in verdict["checks"].items() if not holds]
    assert failed == [name]


def test_entries_that_are_no_draws_of_the_list_do_not_pass_as_seen() -> None:
    """Each card in the list is taken by a draw, each draw takes a card, and draws alone name cards in play."""
    opened = open_shoe(CLIENT, game="rummy", players=2)
    dealt = post(CLIENT, "/v1/shoes/deal", shoe=opened["shoe"])
    drawn = draw(CLIENT, dealt, 3, reshuffle=True, in_play=[0, 1])
    file = confirm({"receipt": reveal(CLIENT, drawn)}, commitment=opened["commitment"])
    seen = [dealt["seen"], drawn["seen"]]
    assert verify(file, seen=seen)["valid"] is True

    held = {"rounds": [1], "positions": [0], "cards": [None], "in_play": [0, 2]}
    refused = check_response(CLIENT.post(VERIFY, json=file | {"seen": [*seen, held]}))
    detail = json_object(refused)["detail"]
    assert "seen[2] has rounds, as only a draw has" in detail

    undealt = set(range(52)) - set(dealt["seen"]["positions"])
    card = {"round": 0, "position": min(undealt), "cards": [None]}
    assert get_difference(file, seen=[*seen, card])["where"] == "drawn"

    no_card = {"draw": 2, "pile": "stock", "rounds": [], "positions": [], "cards": []}
    difference = get_difference(file, seen=[*seen, no_card])
    assert difference["where"] == "seen[2].rounds[0]"


def test_a_complete_list_has_the_digest_of_a_player_who_left_early() -> None:
    opened = open_shoe(CLIENT)
    first = draw(CLIENT, opened, 2)
    second = draw(CLIENT, first, 2)
    file = confirm(
        {"receipt": reveal(CLIENT, second)},
        commitment=opened["commitment"],
        digest=first["digest"],
    )
    whole = verify(file, seen=[first["seen"], second["seen"]])
    assert whole["valid"] is True
    assert whole["checks"]["digest"] is True
    part = verify(file, seen=[first["seen"]])
    assert part["valid"] is None
    assert part["unchecked"].keys() == {"draws", "digest"}


@for_each("revealed", ["shorter draw", "longer draw"])
def test_a_fork_is_reported_with_its_draw_and_with_those_who_saw_it(
    revealed: str,
) -> None:
    """Position 13 is seen in the longer draw alone, and is not counted."""
    shoe = open_shoe(CLIENT)
    draws = {
        "shorter draw": draw(CLIENT, shoe, 13),
        "longer draw": draw(CLIENT, shoe, 14),
    }
    receipt = reveal(CLIENT, draws[revealed])
    seen = [response["seen"] for response in draws.values()]
    difference = get_difference({"receipt": receipt, "seen": seen})
    assert difference["where"] == "seen[1].rounds[13]"
    assert difference["expected"] is None
    assert difference["seen"] == "0"
    assert difference["draw"] == 1
    for words in ("Draw 1 was made twice", "seen[0]", "seen[1]"):
        assert words in difference["detail"]


def test_a_null_that_a_generated_client_leaves_out_or_adds_changes_nothing() -> None:
    shoe = open_shoe(CLIENT)
    drawn = draw(CLIENT, shoe, 5)
    receipt = reveal(CLIENT, drawn)
    confirmed = {"commitment": shoe["commitment"], "digest": None}
    file = {"receipt": receipt, "seen": [drawn["seen"]], "confirmed": confirmed}
    verdict = verify(file)
    assert verdict["valid"] is True

    assert receipt.pop("client_seed") is None
    assert receipt["drawn"].pop("in_play") is None
    assert verify(file) == verdict

    receipt["drawn"]["positions"] = None
    with_nulls = drawn["seen"] | {"integers": None, "in_play": None}
    assert verify(file, seen=[with_nulls]) == verdict


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
def test_malformed_observations_are_refused(seen: Any, sentence: str) -> None:
    refused = CLIENT.post(VERIFY, json=reveal_shoe() | {"seen": seen})
    assert check_refusal(refused)["seen"].startswith(sentence)


PUBLISHED = ROOT / "tests" / "vectors" / "signed_randomness.json"


def test_pulses_of_nist_are_checked_as_they_were_published() -> None:
    beacon = json.loads(PUBLISHED.read_text("utf-8"))["nist_beacon"]
    file = {"scheme": "nist_beacon", "certificate": beacon["certificate"]}
    for pulse in beacon["pulses"]:
        assert verify(file, pulse=pulse)["valid"] is True


def test_a_response_of_random_org_is_checked_as_it_was_published() -> None:
    published = json.loads(PUBLISHED.read_text("utf-8"))["random_org"]
    random = json.loads(published["random_json"])
    file = {"scheme": "random_org", "random": random}
    file |= {name: published[name] for name in ("signature", "certificate")}
    unchecked = verify(file)["unchecked"]
    assert unchecked.keys() == {"certificate"}  # anybody can make a key
    random["data"][0] += 1
    assert get_difference(file)["where"] == "signature"


@for_each("levels", [201, 1_000])
def test_deep_nesting_in_a_document_of_others_is_refused(levels: int) -> None:
    nested = '{"data":' + "[" * levels + "]" * levels + "}"
    body = f'{{"scheme":"random_org","signature":"AAAA","random":{nested}}}'
    refused = CLIENT.post(VERIFY, data=body, content_type="application/json")
    assert check_response(refused).status_code == 400
    assert "nested too deeply" in json_object(refused)["detail"]


def test_the_list_has_the_fields_of_every_scheme() -> None:
    listed = get(CLIENT, VERIFY)["schemes"]
    fields = {scheme["scheme"]: scheme["fields"] for scheme in listed}
    assert fields["rfc3797"] == ["sources", "key_string", "pool", "count", "seen"]
    assert {"round", "signature"} <= set(fields["drand"])


def test_a_round_of_drand_is_not_valid_without_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    verdict = verify(BEACON)
    assert verdict["valid"] is None
    assert verdict["checks"] == {"chain_hash": True, "randomness": True}
    assert "the extra `drand`, which `make serve`" in verdict["unchecked"]["signature"]


@pytest.mark.drand
@pytest.mark.smoke
def test_a_round_of_drand_is_valid_with_the_extra() -> None:
    verdict = verify(BEACON)
    assert verdict["valid"] is True
    assert verdict["unchecked"] == {}
    checks = ("chain_hash", "signature", "randomness")
    assert verdict["checks"] == dict.fromkeys(checks, True)
    difference = get_difference(BEACON, signature=QUICK_2.signature)
    assert difference["where"] == "signature"
    assert get_difference(BEACON, round=2)["where"] == "signature"


def test_seeded_responses_are_not_replayed_while_seeds_are_off() -> None:
    client = create_app(Settings(allow_seeds=False)).test_client()
    refused = client.post(VERIFY, json=get_response("shuffle"))
    assert refused.status_code == 403
    assert post(client, VERIFY, **get_response("freecell"))["valid"] is True


def test_integers_of_another_provider_may_have_a_fraction_of_zero() -> None:
    integers = {"pool": 25, "count": 2, "seen": [5, 1]}
    decoded = {"pool": 25.0, "count": 2.0, "seen": [5.0, 1.0]}
    selection = {"scheme": "rfc3797", "sources": [["9"]]}
    assert verify(selection, **decoded) == verify(selection, **integers)
