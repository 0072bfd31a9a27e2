"""Draws announced as plans: what is planned; each attack of docs/definitions/plans.md, at a clock that stands still.

Without the extra `drand` the check of a signature is replaced; a test with the extra makes it.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from benchmarks.limits.hostile import PLANS
from service.app import create_app
from service.arrangements import bounded, groups, orders
from service.core.work import Work
from service.http.list_hashes import hash_list, write_canonical
from service.plans import endpoint as view
from service.plans.rules import derive_seeds, hash_plan
from service.proofs.drand import NO_LIBRARY, QUICKNET
from service.settings import Settings
from tests.http.spec import check_response, json_object, post
from tests.proofs.test_drand import QUICK_2, QUICK_1000
from tests.tables import for_each

File = dict[str, Any]

NAMES = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"]
GROUPS = {"items": [1, 2, 3, 4, 5, 6], "groups": 2, "apart": [["1", "2"]]}
DUE = QUICKNET.round_time(1000)
ROUND: File = {
    "chain_hash": QUICKNET.hash.hex(),
    "round": 1000,
    "signature": QUICK_1000.signature,
}
MANY = list("abcdefghijklmnop")
FAR = [
    [MANY[i], MANY[j]]
    for i in range(16)
    for j in range(i)
    if (i - j) % 16 not in {1, 15}
]
"""All pairs but those of neighbours on a circle, which leave two arrangements."""
PUBLIC = {"public_before_round": True}
UNEVEN: File = {
    "items": [{"name": f"p{i}", "rating": i * i} for i in range(6)],
    "groups": 2,
    "sums": [{"attribute": "rating", "min": 26, "max": 29}],
}
"""Groups of which four arrangements in 20 have such sums."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=DUE - 600.0, thread_time=time.thread_time)
    clock.time = lambda: clock.now
    monkeypatch.setattr(view, "time", clock)
    return clock


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "compare_beacon", lambda *_: None)


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "compare_beacon", lambda *_: NO_LIBRARY)


def make_plan(
    client: FlaskClient,
    path: str = "/v1/items/groups",
    body: Mapping[str, Any] = GROUPS,
    **more: Any,
) -> File:
    request = {
        "occasion": "Club cup",
        "path": path,
        "body": body,
        "round": 1000,
        **more,
    }
    response = check_response(
        client.post(
            "/v1/plans", json={n: v for n, v in request.items() if v is not None}
        )
    )
    assert response.status_code == 200, response.text
    return json_object(response)


def make_file(
    client: FlaskClient,
    path: str = "/v1/items/groups",
    body: Mapping[str, Any] = GROUPS,
    **more: Any,
) -> File:
    """Return the file of a draw that was planned, and its digest as the reader noted it."""
    made = make_plan(client, path, body, **more)
    seed = derive_seeds(
        bytes.fromhex(made["digest"]), bytes.fromhex(QUICK_1000.signature)
    )[0]
    answer = check_response(client.post(path, json={**body, "seed": seed})).json
    names = {"names": more["names"]} if "names" in more else {}
    return {
        "plan": made["plan"],
        "beacon": ROUND,
        "answer": answer,
        **names,
        "confirmed": {"digest": made["digest"]},
    }


def verify(client: FlaskClient, file: File) -> File:
    return post(client, "/v1/verify", **file)


def refuse(client: FlaskClient, file: File) -> list[str]:
    """Return the members that /v1/verify refuses."""
    response = check_response(client.post("/v1/verify", json=file))
    assert response.status_code == 422, response.text
    return list(json_object(response)["errors"])


def find_difference(client: FlaskClient, file: File) -> str | None:
    result = verify(client, file)
    assert (
        (result["valid"] is False)
        == ("difference" in result)
        == (result["chosen_by"] == "unknown")
    ), result
    return result["difference"]["where"] if "difference" in result else None


def test_a_plan_binds_occasion_request_list_names_and_round(
    client: FlaskClient,
) -> None:
    made = make_plan(client, names=NAMES)
    assert made["round_due"] == DUE
    assert {**made["plan"], "items_sha256": 64, "names_sha256": 64} == {
        "plan": "plan1",
        "occasion": "Club cup",
        "request": {"path": "/v1/items/groups", "groups": 2, "apart": [["1", "2"]]},
        "items_sha256": 64,
        "names_sha256": 64,
        "chain_hash": QUICKNET.hash.hex(),
        "round": 1000,
    }
    others: list[File] = [
        {"occasion": "Club Cup"},
        {"names": NAMES[::-1]},
        {"round": 1001},
        {"body": {**GROUPS, "groups": 3}},
    ]
    others += [{"body": {**GROUPS, "items": [0, 1, 2, 3, 4, 5]}}]
    digests = {
        made["digest"],
        *(make_plan(client, **{"names": NAMES, **other})["digest"] for other in others),
    }
    assert len(digests) == 6
    assert make_plan(client, names_sha256=made["plan"]["names_sha256"]) == made


def test_a_plan_has_no_defaults_and_no_aliases(client: FlaskClient) -> None:
    body = {
        "decks": 1,
        "exclude": ["10S"],
        "notation": "code",
        "algorithm": "fisher_yates",
    }
    plan = make_plan(client, "/v1/decks/standard/shuffle", body)["plan"]
    assert plan["request"] == {"path": "/v1/decks/standard/shuffle", "exclude": ["TS"]}
    assert "items_sha256" not in plan


def test_a_delay_is_until_the_first_round_that_is_due_then(
    client: FlaskClient, clock: SimpleNamespace
) -> None:
    for now, delay, number in (
        (DUE - 600, 600, 1000),
        (DUE - 600.5, 600, 1000),
        (DUE - 599.5, 600, 1001),
    ):
        clock.now = now
        assert make_plan(client, round=None, delay=delay)["plan"]["round"] == number


def post_round(client: FlaskClient, **more: Any) -> int:
    request = {"occasion": "x", "path": "/v1/integers", "body": {"max": 6}, **more}
    return client.post("/v1/plans", json=request).status_code


def test_a_round_that_is_known_or_nearly_is_refused(
    client: FlaskClient, clock: SimpleNamespace
) -> None:
    for now, status in ((DUE - 30, 200), (DUE - 29.9, 422), (DUE, 422), (DUE + 9, 422)):
        clock.now = now
        assert post_round(client, round=1000) == status
    clock.now = DUE - 10 * 365 * 86_400
    assert (post_round(client, round=1000), post_round(client, round=1001)) == (
        200,
        422,
    )
    assert (
        post_round(client, delay=30),
        post_round(client, delay=10 * 365 * 86_400),
    ) == (200, 200)


def test_without_seeds_no_plan_is_made_and_none_is_checked(client: FlaskClient) -> None:
    file = make_file(client)
    closed = create_app(Settings(allow_seeds=False)).test_client()
    request = {
        "occasion": "x",
        "path": "/v1/integers",
        "body": {"max": 6},
        "delay": 600,
    }
    for path, body in (
        ("/v1/plans", request),
        ("/v1/verify", file),
        ("/v1/verify", {"result": file}),
    ):
        assert (
            json_object(closed.post(path, json=body))["type"]
            == "/v1/problems/seeds-off"
        )


@pytest.mark.usefixtures("signed")
def test_nobody_could_choose_if_the_digest_was_noted_before_the_round(
    client: FlaskClient,
) -> None:
    file = make_file(client, names=NAMES)
    noted = file.pop("confirmed")
    result = verify(client, file | {"confirmed": noted | PUBLIC})
    assert (result["valid"], result["chosen_by"], result["unchecked"]) == (
        True,
        "nobody_alone",
        {},
    )
    assert list(result["checks"]) == [
        "digest",
        "round",
        "beacon",
        "request",
        "seed",
        "result",
        "names",
    ]
    drawn = [
        [NAMES[index] for index in group["indices"]]
        for group in file["answer"]["groups"]
    ]
    assert result["derived"] == {
        "digest": noted["digest"],
        "round_due": DUE,
        "names": drawn,
    }
    for confirmed in ({}, noted, PUBLIC):
        assert (
            verify(client, file | {"confirmed": confirmed})["chosen_by"] == "last_word"
        )
    assert (
        verify(client, {"result": file, "confirmed": noted | PUBLIC})["chosen_by"]
        == "nobody_alone"
    )
    other = verify(client, file | {"confirmed": {"own_text": "mine"}})
    assert (other["valid"], list(other["unchecked"])) == (None, ["own_text"])


@pytest.mark.usefixtures("unsigned")
def test_a_relay_can_invent_a_signature_where_none_is_checked(
    client: FlaskClient,
) -> None:
    file = make_file(client)
    result = verify(client, file | {"confirmed": file["confirmed"] | PUBLIC})
    assert (result["valid"], result["chosen_by"], result["unchecked"]) == (
        None,
        "unknown",
        {"beacon": NO_LIBRARY},
    )


@pytest.mark.drand
def test_the_signature_is_the_one_of_the_round(client: FlaskClient) -> None:
    file = make_file(client)
    assert (
        verify(client, file | {"confirmed": file["confirmed"] | PUBLIC})["chosen_by"]
        == "nobody_alone"
    )
    for signature in (QUICK_2.signature, "00" * 48, "8" + QUICK_1000.signature[1:]):
        assert (
            find_difference(client, file | {"beacon": ROUND | {"signature": signature}})
            == "beacon.signature"
        )


@pytest.mark.usefixtures("signed")
def test_of_many_plans_the_reader_accepts_the_one_that_was_announced(
    client: FlaskClient,
) -> None:
    announced = make_file(client)
    better = make_file(client, body={**GROUPS, "apart": [["1", "3"]]})
    again = make_file(client, occasion="Club cup, second try")
    for other in (better, again):
        assert verify(client, other)["valid"] is True
        assert (
            find_difference(client, other | {"confirmed": announced["confirmed"]})
            == "plan"
        )


@pytest.mark.usefixtures("signed")
def test_names_are_those_of_the_plan_in_their_order(client: FlaskClient) -> None:
    file = make_file(client, names=NAMES)
    for names in (
        NAMES[::-1],
        NAMES[:-1],
        [*NAMES, "Gus"],
        [],
        [*NAMES[:-1], 7],
        [*NAMES[:-1], 1e300],
    ):
        assert find_difference(client, file | {"names": names}) == "names"
    without = verify(client, file | {"names": None})
    assert (without["valid"], list(without["unchecked"])) == (None, ["names"])
    for names in (NAMES, [*NAMES[:-1], 1e300]):  # the second has no hash, as the plan
        assert find_difference(client, make_file(client) | {"names": names}) == "names"


NUMBERED: Sequence[tuple[str, Sequence[Any]]] = [
    ("from 0", [0, 1, 2, 3]),
    ("from 1", [1, 2, 3, 4]),
    ("as texts", ["1", "2", "3", "4"]),
    ("in names", [{"name": number, "pot": 1} for number in (1, 2, 3, 4)]),
]
READ_TWICE: Sequence[tuple[str, File, str]] = [
    ("/v1/items/shuffle", {"items": [3, 2, 1, 0]}, "in order"),
    ("/v1/items/shuffle", {"items": [2, 3, 4, 5]}, "in order"),
    ("/v1/items/shuffle", {"items": [1, 2, 3, [4]]}, "in order"),
    ("/v1/items/shuffle", {"items": [1, 2, 3]}, "as many as the items, 3, and not 4"),
    ("/v1/integers", {"max": 4}, "has no list"),
    ("/v1/decks/standard/shuffle", {"count": 4}, "has no list"),
]
FOUR = NAMES[:4]


@pytest.mark.usefixtures("signed")
@for_each(("form", "items"), NUMBERED)
def test_items_that_stand_for_names_are_numbers_in_order(
    client: FlaskClient, form: str, items: list[Any]
) -> None:
    for path, body in (
        ("shuffle", {"count": 2}),
        ("draw", {"count": 3}),
        ("deal", {"hands": 2, "cards": 1}),
    ):
        file = make_file(
            client, f"/v1/items/{path}", {"items": items, **body}, names=FOUR
        )
        result = verify(client, file | {"original_items": items})
        assert (result["valid"], result["unchecked"]) == (True, {}), form
        places = [
            *file["answer"].get("hands", [file["answer"]]),
            *file["answer"].get("piles", []),
        ]
        drawn = [[FOUR[index] for index in place["indices"]] for place in places]
        named = result["derived"]["names"]
        assert drawn == (
            [named] if isinstance(named, list) else [*named["hands"], *named["piles"]]
        )
        if path == "draw":
            assert list(verify(client, file)["unchecked"]) == [
                "items",
                "items_sha256",
                "names",
            ]


@pytest.mark.usefixtures("signed")
@for_each(("path", "body", "reason"), READ_TWICE)
def test_names_that_could_be_read_in_two_ways_are_refused_or_unchecked(
    client: FlaskClient, path: str, body: File, reason: str
) -> None:
    request = {"occasion": "x", "path": path, "body": body, "round": 1000}
    [refusal] = json_object(
        check_response(client.post("/v1/plans", json=request | {"names": FOUR}))
    )["errors"]["names"]
    assert reason in refusal
    file = make_file_by_hand(client, path, body, "x", names=FOUR)
    result = verify(client, file | {"names": FOUR})
    assert (result["valid"], list(result["unchecked"])) == (None, ["names"])
    assert reason in result["unchecked"]["names"]
    assert "names" not in result["derived"]
    hashed = {"names_sha256": hash_list(FOUR)}
    assert client.post("/v1/plans", json=request | hashed).status_code == (
        200 if "as many" in reason else 422
    )


@pytest.mark.usefixtures("signed")
@for_each(
    ("occasion", "sentence"),
    [
        ("Club cup", ""),
        ("Club\u200b cup", "U+200B"),
        ("Cafe\u0301", "where NFC has"),
        ("Club\ncup", "U+000A"),
        ("Club  cup", "pages show both as one"),
    ],
)
def test_an_occasion_that_looks_like_another_has_a_remark(
    client: FlaskClient, occasion: str, sentence: str
) -> None:
    result = verify(
        client,
        make_file_by_hand(client, "/v1/items/groups", GROUPS, occasion)
        | {"confirmed": PUBLIC},
    )
    assert (result["valid"], result["chosen_by"]) == (True, "last_word")
    assert ("may look like another one" in result["rests_on"]) == bool(sentence)
    assert sentence in result["rests_on"]


@pytest.mark.usefixtures("signed")
def test_a_verdict_has_the_date_of_the_round_in_words(client: FlaskClient) -> None:
    assert (
        "The round was due on 23 August 2023 at 15:59:24 UTC."
        in verify(client, make_file(client))["rests_on"]
    )


def alter(path: str, value: Any) -> Callable[[File], None]:
    *parents, last = path.split(".")

    def change(file: File) -> None:
        for name in parents:
            file = file[int(name) if name.isdigit() else name]  # type: ignore[index]
        file[last] = value

    return change


@pytest.mark.usefixtures("signed")
@for_each(
    ("path", "value", "where"),
    [
        ("plan.occasion", "Club Cup", "answer.seed"),
        ("plan.round", 1001, "beacon.round"),
        ("beacon.round", 999, "beacon.round"),
        ("plan.request.groups", 3, "answer.request.groups"),
        ("answer.request.groups", 3, "answer.request.groups"),
        ("answer.request.unknown", "ignore", "answer.request.unknown"),
        ("answer.request.index", 1, "answer.request.index"),
        ("plan.items_sha256", "0" * 64, "answer.items_sha256"),
        ("answer.items_sha256", None, "answer.items_sha256"),
        ("plan.names_sha256", "0" * 64, "answer.seed"),
        ("answer.index", 1, "answer.index"),
        ("answer.seed", "42", "answer.seed"),
        ("answer.request.seed", "42", "answer.seed"),
        ("answer.draws", 99, "answer.draws"),
        ("answer.groups.0.group", 2, "answer.groups[0].group"),
        ("original_items", [1, 2, 3, 4, 6, 5], "answer.groups"),
        ("confirmed.digest", "0" * 64, "plan"),
    ],
)
def test_what_was_changed_after_the_announcement_is_found(
    client: FlaskClient, path: str, value: Any, where: str
) -> None:
    file = deepcopy(make_file(client))
    if path != "confirmed.digest":
        del file["confirmed"]
    alter(path, value)(file)
    assert (
        str(find_difference(client, file)).partition("[")[0] == where.partition("[")[0]
    )


@pytest.mark.usefixtures("signed")
@for_each(
    ("path", "value", "field"),
    [
        ("plan.plan", "plan", "plan.plan"),
        (
            "plan.chain_hash",
            "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
            "plan.chain_hash",
        ),
        ("plan.request.seed", "42", "plan.request.seed"),
        ("plan.request.where", {"all": []}, "plan.request.where"),
        ("plan.request.x", 2**53, "plan"),
        ("plan.request.x", [{"y": 1e300}], "plan"),
        ("plan.more", 1, "plan.more"),
        ("plan.occasion", None, "plan.occasion"),
        ("beacon.signature", QUICK_1000.signature.upper(), "beacon.signature"),
        ("beacon.signature", f" {QUICK_1000.signature}", "beacon.signature"),
        ("beacon.signature", "tEZ5uaWZ8uyHaxoc", "beacon.signature"),
        ("answer.request", [], "answer.request"),
        ("answer", [], "answer"),
        ("digest", "0" * 64, "digest"),
    ],
)
def test_a_file_of_another_form_is_refused(
    client: FlaskClient, path: str, value: Any, field: str
) -> None:
    file = deepcopy(make_file(client))
    alter(path, value)(file)
    assert refuse(client, file) == [field]


@pytest.mark.usefixtures("signed")
@for_each(
    ("path", "body", "field"),
    [
        ("/v1/integers", {"max": 9, "algorithm": "riffle"}, "plan.request.algorithm"),
        (
            "/v1/integers",
            {"max": 9, "algorithm": "sort_keys", "key_bits": 1},
            "plan.request.key_bits",
        ),
        ("/v1/items/groups", {**GROUPS, "method": "sequential"}, "plan.request.method"),
    ],
)
def test_a_plan_that_was_made_by_hand_is_of_a_public_draw(
    client: FlaskClient, path: str, body: File, field: str
) -> None:
    file = make_file_by_hand(client, path, body, "by hand")
    assert refuse(client, file) == [field]


TWO_HALVES = {
    "paths": [["left"], ["right"]],
    "placed": [{"items": ["a"], "path": ["left"]}],
}
ONE_RESULT: Mapping[str, tuple[str, File]] = {
    "one item": ("/v1/items/shuffle", {"items": ["a"]}),
    "equal items": ("/v1/items/shuffle", {"items": [{"x": 1.0}, {"x": 1}]}),
    "one weight": ("/v1/items/draw", {"items": ["a", "b"], "weights": [0, 3]}),
    "weights of equal items": (
        "/v1/items/draw",
        {"items": list("aab"), "weights": [1, 3, 0]},
    ),
    "strata of one item": (
        "/v1/items/draw",
        {
            "items": [{"x": 1}, {"x": 2}],
            "strata": {"attribute": "x", "counts": {"1": 1}},
        },
    ),
    "one group": ("/v1/items/groups", {"items": list("abc"), "groups": 1}),
    "one group with rules": (
        "/v1/items/groups",
        {
            "items": [{"x": 1}, {"x": 2}, {"x": 3}],
            "groups": 1,
            "limits": [{"attribute": "x", "max": 2}],
        },
    ),
    "all groups but one filled": (
        "/v1/items/groups",
        {
            "items": list("abcd"),
            "groups": 2,
            "fixed": [{"item": "a", "group": 1}, {"item": "b", "group": 1}],
        },
    ),
    "placed": ("/v1/items/groups", {"items": list("ab"), "groups": 2, **TWO_HALVES}),
    "together with fixed": (
        "/v1/items/groups",
        {
            "items": list("abcd"),
            "groups": 2,
            "together": [["a", "b"], ["c", "d"]],
            "fixed": [{"item": "a", "group": 1}],
        },
    ),
    "rules that leave one": (
        "/v1/items/groups",
        {
            "items": list("abcd"),
            "groups": 2,
            "apart": [["a", "c"], ["a", "d"], ["b", "c"]],
            "fixed": [{"item": "a", "group": 1}],
        },
    ),
    "many results": (
        "/v1/items/groups/batch",
        {"items": list("abc"), "groups": 1, "repeats": 3},
    ),
    "neighbours": ("/v1/items/shuffle", {"items": list("aab"), "neighbours": {}}),
    "one hand": ("/v1/items/deal", {"items": list("abc"), "hands": 1, "cards": 3}),
    "one hand of cards": ("/v1/decks/standard/deal", {"hands": 1, "cards": 52}),
    "one integer": ("/v1/integers", {"min": 6, "max": 6}),
    "blocks of equal items": (
        "/v1/items/allocate",
        {
            "items": list("aabb"),
            "arms": [{"name": "x"}, {"name": "y"}],
            "block_sizes": [2],
        },
    ),
}


@pytest.mark.usefixtures("signed")
@for_each(("path", "body"), ONE_RESULT.values(), ids=ONE_RESULT)
def test_a_request_that_leaves_one_result_is_not_planned_and_chosen_by_whoever_did(
    client: FlaskClient, path: str, body: File
) -> None:
    refusal = client.post(
        "/v1/plans", json={"occasion": "x", "path": path, "body": body, "round": 1000}
    )
    assert json_object(check_response(refusal))["errors"] == {"body": [ONE]}
    items = {"original_items": body["items"]} if "items" in body else {}
    result = verify(
        client,
        make_file_by_hand(client, path, body, "x") | items | {"confirmed": PUBLIC},
    )
    assert (result["valid"], result["chosen_by"]) == (True, "requester")
    assert "leaves one result" in result["rests_on"]


ONE = "There is nothing to draw: the request has one result, whatever its round is."


@pytest.mark.usefixtures("signed")
def test_names_that_are_all_the_same_leave_one_result(client: FlaskClient) -> None:
    body = {"items": [1, 2, 3], "count": 1}
    request = {"occasion": "x", "path": "/v1/items/draw", "body": body, "round": 1000}
    assert (
        client.post(
            "/v1/plans", json=request | {"names": ["Ann", "Ann", "Ann"]}
        ).status_code
        == 422
    )
    for names, chosen_by in (
        (["Ann", "Ann", "Ann"], "requester"),
        (["Ann", "Ann", "Bob"], "last_word"),
    ):
        file = make_file(client, "/v1/items/draw", body, names_sha256=hash_list(names))
        result = verify(
            client, file | {"names": names, "original_items": body["items"]}
        )
        assert (result["valid"], result["chosen_by"]) == (True, chosen_by)


@pytest.mark.usefixtures("signed")
@for_each(
    ("path", "body", "sentence"),
    [
        ("/v1/items/groups", GROUPS, "The request left more than one result."),
        (
            "/v1/items/groups",
            UNEVEN,
            "How many results the request left was not counted.",
        ),
        (
            "/v1/items/shuffle",
            {"items": list("abca"), "neighbours": {"apart": 3}},
            "was not counted.",
        ),
        (
            "/v1/items/draw",
            {"items": list("aba"), "weights": [2**53 - 3, 1, 1], "count": 1},
            "Of 2 items with a weight the likeliest has 9,007,199,254,740,990 of 9,007,199,254,740,991.",
        ),
    ],
)
def test_a_verdict_says_what_is_known_of_the_number_of_results(
    client: FlaskClient, path: str, body: File, sentence: str
) -> None:
    file = make_file(client, path, body) | {"original_items": body["items"]}
    result = verify(client, file | {"confirmed": file["confirmed"] | PUBLIC})
    assert (result["valid"], result["chosen_by"]) == (True, "nobody_alone")
    assert result["rests_on"].endswith(sentence)


@pytest.mark.usefixtures("signed")
def test_results_are_not_counted_beyond_the_steps_of_a_service(
    client: FlaskClient,
) -> None:
    file = make_file(client)
    file["original_items"] = GROUPS["items"]
    small = create_app(Settings(max_draws=60)).test_client()
    assert "was not counted" in verify(small, file)["rests_on"]


@pytest.mark.usefixtures("signed")
def test_equal_items_that_are_not_known_are_not_counted(client: FlaskClient) -> None:
    for items, sentence in (
        (list("aaa"), "was not counted"),
        (list("aab"), "more than one"),
    ):
        result = verify(
            client,
            make_file_by_hand(
                client, "/v1/items/draw", {"items": items, "count": 2}, "occasion"
            ),
        )
        assert (result["valid"], result["chosen_by"]) == (None, "last_word")
        assert sentence in result["rests_on"]


def test_a_plan_fixes_the_list(client: FlaskClient) -> None:
    """A list with a number above 2^53 - 1 has no hash, so that another order of it would not show."""
    file = make_file_by_hand(
        client, "/v1/items/shuffle", {"items": ["a", "b", 1e300]}, "by hand"
    )
    assert (file["answer"]["items_sha256"], refuse(client, file)) == (
        None,
        ["plan.items_sha256"],
    )


def make_file_by_hand(
    client: FlaskClient,
    path: str,
    body: File,
    occasion: str,
    k: int = 0,
    names: list[str] | None = None,
) -> File:
    """Return the file of a draw with a plan that no service made, by seed(k)."""
    rules = {name: value for name, value in body.items() if name != "items"}
    items = {"items_sha256": hash_list(body["items"])} if "items" in body else {}
    plan: File = {
        "plan": "plan1",
        "occasion": occasion,
        "request": {"path": path, **rules},
        **items,
    }
    plan |= {"chain_hash": ROUND["chain_hash"], "round": ROUND["round"]}
    if names is not None:
        plan["names_sha256"] = hash_list(names)
    digest = hash_plan(write_canonical(plan) or b"")
    seed = derive_seeds(digest, bytes.fromhex(QUICK_1000.signature))[k]
    answer = client.post(path, json={**body, "seed": seed}).json
    return {"plan": plan, "beacon": ROUND, "answer": answer}


@pytest.fixture
def later(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> File:
    """The file of a draw that found something with seed(1) alone, as no arrangement is begun after 10 draws."""
    monkeypatch.setattr(groups, "MAX_DRAWS", 10)
    files = (
        [
            make_file_by_hand(client, "/v1/items/groups", UNEVEN, f"{n}", k)
            for k in (0, 1)
        ]
        for n in range(99)
    )
    return next(
        second
        for first, second in files
        if "seed" in second["answer"] and "seed" not in first["answer"]
    )


@pytest.mark.usefixtures("signed")
def test_the_next_seed_comes_only_after_one_that_finds_nothing(
    client: FlaskClient, later: File
) -> None:
    assert verify(client, later)["valid"] is True
    other = make_file_by_hand(client, "/v1/items/groups", GROUPS, "x", 1)
    difference = verify(client, other)["difference"]
    assert (difference["where"], difference["seen"]) == (
        "answer.seed",
        other["answer"]["seed"],
    )
    assert (
        difference["expected"]
        == make_file_by_hand(client, "/v1/items/groups", GROUPS, "x")["answer"]["seed"]
    )


@pytest.mark.usefixtures("signed")
def test_a_result_is_never_of_a_seed_that_finds_nothing(
    client: FlaskClient, later: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "MAX_DRAWS", 0)
    assert verify(client, later)["difference"]["where"] == "answer.seed"


@pytest.mark.usefixtures("signed")
def test_the_limits_of_an_operator_decide_nothing(
    client: FlaskClient, later: File
) -> None:
    small = create_app(Settings(max_draws=100)).test_client()
    result = verify(small, later)
    assert (result["valid"], result["chosen_by"]) == (None, "unknown")
    assert "MAX_DRAWS" in result["unchecked"]["request"]


@pytest.mark.usefixtures("signed")
@for_each(
    ("module", "name", "path", "body"),
    [
        (groups, "MAX_DRAWS", "/v1/items/groups", UNEVEN),
        (
            bounded,
            "MAX_CHOICES",
            "/v1/items/groups",
            {"items": MANY, "groups": 8, "apart": FAR},
        ),
        (
            orders,
            "MAX_DRAWS",
            "/v1/items/shuffle",
            {"items": list("aabbc"), "neighbours": {"apart": 3}},
        ),
    ],
)
def test_a_draw_that_ends_by_its_definition_is_not_found(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    path: str,
    body: File,
) -> None:
    file = make_file_by_hand(client, path, body, "club cup")
    assert verify(client, file)["valid"] is True
    with monkeypatch.context() as patch:
        patch.setattr(module, name, -1)
        difference = verify(client, file)["difference"]
    assert (difference["where"], difference["expected"]) == (
        "answer.seed",
        "a seed that has a result",
    )


@pytest.mark.usefixtures("signed")
def test_the_time_for_the_seeds_before_is_bounded(
    client: FlaskClient, later: File, clock: SimpleNamespace
) -> None:
    clock.thread_time = iter(range(0, 100, 10)).__next__
    result = verify(client, later)
    assert (result["valid"], result["chosen_by"], list(result["unchecked"])) == (
        None,
        "unknown",
        ["seed"],
    )


@pytest.mark.usefixtures("signed")
def test_a_list_is_known_by_its_hash_or_in_part(client: FlaskClient) -> None:
    items = ["a", {"b": 1}, 2.5, None]
    body = {"items": items, "count": 2, "weights": [1, 2, 3, 4]}
    file = make_file(client, "/v1/items/draw", body)
    result = verify(client, file)
    assert (result["valid"], set(result["unchecked"])) == (
        None,
        {"items", "items_sha256"},
    )
    assert verify(client, file | {"original_items": items})["valid"] is True
    batch = make_file(client, "/v1/items/groups/batch", {**GROUPS, "repeats": 3})
    assert (verify(client, batch)["valid"], batch["plan"]["request"]["repeats"]) == (
        True,
        3,
    )


def test_the_trial_is_admitted_as_the_request_itself(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[Work] = []
    begin = Work.begin_result

    def begin_and_note(work: Work) -> None:
        steps.append(work)
        begin(work)

    monkeypatch.setattr(Work, "begin_result", begin_and_note)
    make_plan(client, body={**GROUPS, "groups": 3, "apart": [["1", "2"], ["2", "3"]]})
    [work] = steps
    assert work.spent > 0
    assert (work.ceiling, work.max_seconds) == (Settings().max_draws, 6.0)


HOSTILE = {name: case for name, case in PLANS.items() if not name.startswith("rules:")}


@for_each("name", HOSTILE)
def test_a_plan_that_is_long_or_nested_is_made_or_refused(
    client: FlaskClient, name: str
) -> None:
    operation, body = HOSTILE[name]
    response = check_response(
        client.post(
            "/v1/plans" if operation == "make_plan" else "/v1/verify", json=body
        )
    )
    assert response.status_code in {200, 422}, response.text[:300]


@pytest.mark.usefixtures("signed")
def test_a_file_can_be_written_and_read_again(client: FlaskClient) -> None:
    file = make_file(client, "/v1/games/holdem/deal", {"players": 3})
    assert (
        find_difference(client, json.loads(json.dumps(file, indent=1, sort_keys=True)))
        is None
    )
