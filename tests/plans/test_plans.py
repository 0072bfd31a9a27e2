"""Draws announced as plans: what is planned; each attack of docs/definitions/plans.md, at a clock that stands still.

Without the extra `drand` the check of a signature is replaced; a test with the extra makes it.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from benchmarks.limits.hostile import PLANS
from service.app import create_app
from service.arrangements import bounded_attempts
from service.arrangements.groups import sampler
from service.arrangements.neighbours import orders
from service.blueprints import BLUEPRINTS, EVIDENCE
from service.core.draw_requests import read_members
from service.core.object_types import describe
from service.core.seeded_request import SeededRequest
from service.core.work import TooSlow, Work
from service.http.caller_lists.hashes import hash_list
from service.http.draws import prepared_draw
from service.lists.response_fields import ItemsFields
from service.plans import endpoint as view
from service.plans.announced_draws import UNPLANNED, derive_seeds
from service.proofs.drand import NO_LIBRARY, QUICKNET, compare_beacon
from service.settings import Settings
from tests.http.spec import check_refusal, check_response, confirm, json_object, post
from tests.lists.podium import ShownPodiumResults, make_app
from tests.plans.plan_files import (
    DUE,
    GROUPS,
    PUBLIC,
    ROUND,
    SIGNATURE,
    clock,
    make_file_by_hand,
    make_plan,
    request_plan,
    signed,
    unsigned,
)
from tests.proofs.rounds import QUICK_2, QUICK_1000
from tests.tables import for_each, read_table

FIXTURES = clock, signed, unsigned  # as pytest finds them by their names here
File = dict[str, Any]

NAMES = ["Ann", "Bob", "Cem", "Dee", "Eve", "Fay"]
PEOPLE = list("abcdefghijklmnop")
FAR = [
    [PEOPLE[i], PEOPLE[j]]
    for i in range(16)
    for j in range(i)
    if (i - j) % 16 not in {1, 15}
]
"""All pairs but those of neighbours on a circle, which leave two arrangements."""
TABLES = read_table("plans/plans.yaml")
UNEVEN: File = {
    "items": [{"name": f"p{i}", "rating": i * i} for i in range(6)],
    "groups": 2,
    "sums": [{"attribute": "rating", "min": 26, "max": 29}],
}
"""Groups of which four arrangements in 20 have such sums."""


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check signatures as the service does, with the extra."""
    monkeypatch.setattr(view, "compare_beacon", compare_beacon)


def make_file(
    client: FlaskClient,
    path: str = "/v1/items/groups",
    body: Mapping[str, Any] = GROUPS,
    **more: Any,
) -> File:
    """Return the file of a draw that was planned, and its digest as the reader noted it."""
    made = make_plan(client, path, body, **more)
    seeds = derive_seeds(bytes.fromhex(made["digest"]), SIGNATURE)
    answer = post(client, path, **body, seed=seeds[0])
    file = {"plan": made["plan"], "beacon": ROUND, "answer": answer}
    file["confirmed"] = {"digest": made["digest"]}
    if "names" in more:
        file["names"] = more["names"]
    return file


def verify(client: FlaskClient, file: File) -> File:
    """Return the verdict of the service on a file."""
    return post(client, "/v1/verify", **file)


def find_difference(client: FlaskClient, file: File) -> str | None:
    """Return where a file differs from its draw, which makes it invalid, or None."""
    result = verify(client, file)
    differs = "difference" in result
    assert (result["valid"] is False) == differs, result
    assert (result["chosen_by"] == "unknown") == differs, result
    return result["difference"]["where"] if differs else None


def test_a_plan_binds_occasion_request_list_names_and_round(
    client: FlaskClient,
) -> None:
    made = make_plan(client, names=NAMES)
    plan = made["plan"]
    assert made["round_due"] == DUE
    assert plan == {
        "plan": "plan1",
        "occasion": "Club cup",
        "request": {"path": "/v1/items/groups", "groups": 2, "apart": [["1", "2"]]},
        "items_sha256": hash_list(GROUPS["items"]),
        "names_sha256": hash_list(NAMES),
        "chain_hash": QUICKNET.hash.hex(),
        "round": 1000,
    }
    changes: list[File] = [
        {"occasion": "Club Cup"},
        {"names": NAMES[::-1]},
        {"round": 1001},
        {"body": GROUPS | {"groups": 3}},
        {"body": GROUPS | {"items": [0, 1, 2, 3, 4, 5]}},
    ]
    digests = {made["digest"]}
    for change in changes:
        other: File = {"names": NAMES} | change
        digests.add(make_plan(client, **other)["digest"])
    assert len(digests) == 1 + len(changes)
    assert make_plan(client, names_sha256=plan["names_sha256"]) == made


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


def test_no_plan_has_what_decides_the_seed_is_evidence_or_chooses_by_any_value() -> (
    None
):
    choosing = {
        name
        for blueprint in BLUEPRINTS
        for route in blueprint.draw_routes
        for name, member in read_members(route.arguments.target).items()
        if member.choice and member.choice.values is None
    }
    evidence = {kind.parameter for kind in EVIDENCE}
    assert {*describe(SeededRequest), *evidence, *choosing} == set(UNPLANNED)


@for_each(
    ("now", "number"), [(DUE - 600, 1000), (DUE - 600.5, 1000), (DUE - 599.5, 1001)]
)
def test_a_delay_is_until_the_first_round_that_is_due_then(
    client: FlaskClient, clock: SimpleNamespace, now: float, number: int
) -> None:
    clock.now = now
    assert make_plan(client, delay=600)["plan"]["round"] == number


TEN_YEARS = 10 * 365 * 86_400


@for_each(
    ("now", "when", "status"),
    [
        (DUE - 30, {"round": 1000}, 200),
        (DUE - 29.9, {"round": 1000}, 422),
        (DUE, {"round": 1000}, 422),
        (DUE + 9, {"round": 1000}, 422),
        (DUE - TEN_YEARS, {"round": 1000}, 200),
        (DUE - TEN_YEARS, {"round": 1001}, 422),
        (DUE - TEN_YEARS, {"delay": 30}, 200),
        (DUE - TEN_YEARS, {"delay": TEN_YEARS}, 200),
    ],
)
def test_a_round_that_is_known_or_nearly_is_refused(
    client: FlaskClient,
    clock: SimpleNamespace,
    now: float,
    when: dict[str, int],
    status: int,
) -> None:
    clock.now = now
    response = request_plan(client, "/v1/integers", {"max": 6}, **when)
    assert response.status_code == status


def test_without_seeds_no_plan_is_made_and_none_is_checked(client: FlaskClient) -> None:
    file = make_file(client)
    closed = create_app(Settings(allow_seeds=False)).test_client()
    responses = [
        request_plan(closed, "/v1/integers", {"max": 6}, delay=600),
        closed.post("/v1/verify", json=file),
        closed.post("/v1/verify", json={"result": file}),
    ]
    for response in responses:
        assert json_object(response)["type"] == "/v1/problems/seeds-off"


def test_nobody_could_choose_if_the_digest_was_noted_before_the_round(
    client: FlaskClient,
) -> None:
    file = make_file(client, names=NAMES)
    confirmed = file.pop("confirmed") | PUBLIC
    result = verify(client, file | {"confirmed": confirmed})
    assert result["valid"] is True
    assert result["chosen_by"] == "nobody_alone"
    assert result["unchecked"] == {}
    checks = "digest round beacon request seed result names"
    assert list(result["checks"]) == checks.split()
    groups = file["answer"]["groups"]
    named = [name_indices(group, NAMES) for group in groups]
    digest = confirmed["digest"]
    assert result["derived"] == {"digest": digest, "round_due": DUE, "names": named}
    beside = verify(client, {"result": file, "confirmed": confirmed})
    assert beside["chosen_by"] == "nobody_alone"


def name_indices(place: File, names: list[str]) -> list[str]:
    """Return the names whose numbers a group, a hand or a pile has."""
    return [names[index] for index in place["indices"]]


@for_each("unconfirmed", ["digest", "public_before_round"])
def test_without_the_digest_or_the_date_the_last_word_chose(
    client: FlaskClient, unconfirmed: str
) -> None:
    file = confirm(make_file(client, names=NAMES), **PUBLIC)
    del file["confirmed"][unconfirmed]
    assert verify(client, file)["chosen_by"] == "last_word"
    assert verify(client, file | {"confirmed": {}})["chosen_by"] == "last_word"


def test_a_plan_has_no_text_of_the_reader(client: FlaskClient) -> None:
    file = make_file(client, names=NAMES)
    result = verify(client, file | {"confirmed": {"own_text": "mine"}})
    assert result["valid"] is None
    assert list(result["unchecked"]) == ["own_text"]


@pytest.mark.usefixtures("unsigned")
def test_a_relay_can_invent_a_signature_where_none_is_checked(
    client: FlaskClient,
) -> None:
    result = verify(client, confirm(make_file(client), **PUBLIC))
    assert result["valid"] is None
    assert result["chosen_by"] == "unknown"
    assert result["unchecked"] == {"beacon": NO_LIBRARY}


@pytest.mark.drand
@pytest.mark.usefixtures("checked")
def test_the_signature_is_the_one_of_the_round(client: FlaskClient) -> None:
    file = make_file(client)
    result = verify(client, confirm(file, **PUBLIC))
    assert result["chosen_by"] == "nobody_alone"
    for signature in (QUICK_2.signature, "00" * 48, "8" + QUICK_1000.signature[1:]):
        other = ROUND | {"signature": signature}
        assert find_difference(client, file | {"beacon": other}) == "beacon.signature"


def test_of_many_plans_the_reader_accepts_the_one_that_was_announced(
    client: FlaskClient,
) -> None:
    announced = make_file(client)
    better = make_file(client, body=GROUPS | {"apart": [["1", "3"]]})
    again = make_file(client, occasion="Club cup, second try")
    for other in (better, again):
        assert verify(client, other)["valid"] is True
        exchanged = other | {"confirmed": announced["confirmed"]}
        assert find_difference(client, exchanged) == "plan"


def test_names_are_those_of_the_plan_in_their_order(client: FlaskClient) -> None:
    file = make_file(client, names=NAMES)
    others: list[list[Any]] = [
        NAMES[::-1],
        NAMES[:-1],
        [*NAMES, "Gus"],
        [],
        [*NAMES[:-1], 7],
        [*NAMES[:-1], 1e300],
    ]
    for names in others:
        assert find_difference(client, file | {"names": names}) == "names"
    without = verify(client, file | {"names": None})
    assert without["valid"] is None
    assert list(without["unchecked"]) == ["names"]


def test_a_plan_without_names_has_none(client: FlaskClient) -> None:
    file = make_file(client)
    unhashed = [*NAMES[:-1], 1e300]  # has no hash, as the plan
    for names in (NAMES, unhashed):
        assert find_difference(client, file | {"names": names}) == "names"


FOUR = NAMES[:4]


@for_each(("form", "items"), TABLES["numbered"])
@for_each(
    ("path", "body"),
    [
        ("/v1/items/shuffle", {"count": 2}),
        ("/v1/items/draw", {"count": 3}),
        ("/v1/items/deal", {"hands": 2, "cards": 1}),
    ],
)
def test_items_that_stand_for_names_are_numbers_in_order(
    client: FlaskClient, path: str, body: File, form: str, items: list[Any]
) -> None:
    file = make_file(client, path, body | {"items": items}, names=FOUR)
    result = verify(client, file | {"original_items": items})
    assert result["valid"] is True, form
    assert result["unchecked"] == {}, form
    answer = file["answer"]
    named = result["derived"]["names"]
    if "hands" in answer:
        hands = [name_indices(hand, FOUR) for hand in answer["hands"]]
        piles = [name_indices(pile, FOUR) for pile in answer["piles"]]
        assert [*named["hands"], *named["piles"]] == hands + piles
    else:
        assert named == name_indices(answer, FOUR)


@for_each(("form", "items"), TABLES["numbered"])
def test_names_of_items_that_are_not_known_are_not_checked(
    client: FlaskClient, form: str, items: list[Any]
) -> None:
    body = {"items": items, "count": 3}
    file = make_file(client, "/v1/items/draw", body, names=FOUR)
    unchecked = verify(client, file)["unchecked"]
    assert list(unchecked) == ["items", "items_sha256", "names"], form


@for_each(("path", "body", "reason", "status"), TABLES["names in two ways"])
def test_names_that_could_be_read_in_two_ways_are_refused_or_unchecked(
    client: FlaskClient, path: str, body: File, reason: str, status: int
) -> None:
    refusal = check_refusal(request_plan(client, path, body, names=FOUR))
    assert reason in refusal["names"]
    by_hash = request_plan(client, path, body, names_sha256=hash_list(FOUR))
    assert by_hash.status_code == status
    file = make_file_by_hand(client, path, body, names=FOUR)
    result = verify(client, file | {"names": FOUR})
    assert result["valid"] is None
    assert list(result["unchecked"]) == ["names"]
    assert reason in result["unchecked"]["names"]
    assert "names" not in result["derived"]


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
    file = make_file_by_hand(client, "/v1/items/groups", GROUPS, occasion)
    result = verify(client, file | {"confirmed": PUBLIC})
    assert result["valid"] is True
    assert result["chosen_by"] == "last_word"
    assert ("may look like another one" in result["rests_on"]) == bool(sentence)
    assert sentence in result["rests_on"]


def test_a_verdict_has_the_date_of_the_round_in_words(client: FlaskClient) -> None:
    result = verify(client, make_file(client))
    sentence = "The round was due on 23 August 2023 at 15:59:24 UTC."
    assert sentence in result["rests_on"]


def alter(file: File, path: str, value: Any) -> File:
    """Return a copy of a file with another value of the member at a path."""
    altered = deepcopy(file)
    *parents, last = path.split(".")
    member: Any = altered
    for name in parents:
        member = member[int(name) if name.isdigit() else name]
    member[last] = value
    return altered


@for_each(("path", "value", "where"), TABLES["changes"])
def test_what_was_changed_after_the_announcement_is_found(
    client: FlaskClient, path: str, value: Any, where: str
) -> None:
    file = make_file(client)
    if path != "confirmed.digest":
        del file["confirmed"]
    difference = str(find_difference(client, alter(file, path, value)))
    assert difference.partition("[")[0] == where


@for_each(("path", "value", "field"), TABLES["forms"])
def test_a_file_of_another_form_is_refused(
    client: FlaskClient, path: str, value: Any, field: str
) -> None:
    file = alter(make_file(client), path, value)
    assert list_refused(client, file) == [field]


RIFFLE = {"max": 9, "algorithm": "riffle"}
KEYS_OF_A_BIT = {"max": 9, "algorithm": "sort_keys", "key_bits": 1}
SEQUENTIAL = GROUPS | {"method": "sequential"}


@for_each(
    "signature",
    [QUICK_1000.signature.upper(), f" {QUICK_1000.signature}", "tEZ5uaWZ8uyHaxoc"],
)
def test_a_signature_of_another_form_is_refused(
    client: FlaskClient, signature: str
) -> None:
    file = make_file(client) | {"beacon": ROUND | {"signature": signature}}
    assert list_refused(client, file) == ["beacon.signature"]


def list_refused(client: FlaskClient, file: File) -> list[str]:
    """Return the members that /v1/verify refuses."""
    return list(check_refusal(client.post("/v1/verify", json=file)))


@for_each(
    ("path", "body", "field"),
    [
        ("/v1/integers", RIFFLE, "plan.request.algorithm"),
        ("/v1/integers", KEYS_OF_A_BIT, "plan.request.key_bits"),
        ("/v1/items/groups", SEQUENTIAL, "plan.request.method"),
    ],
)
def test_a_plan_that_was_made_by_hand_is_of_a_public_draw(
    client: FlaskClient, path: str, body: File, field: str
) -> None:
    file = make_file_by_hand(client, path, body)
    assert list_refused(client, file) == [field]


ONE_RESULT: dict[str, tuple[str, File]] = TABLES["one result"]
NOTHING_TO_DRAW = (
    "There is nothing to draw: the request has one result, whatever its round is."
)


@for_each(("path", "body"), ONE_RESULT.values(), ids=ONE_RESULT)
def test_a_request_that_leaves_one_result_is_not_planned_and_chosen_by_whoever_did(
    client: FlaskClient, path: str, body: File
) -> None:
    refusal = request_plan(client, path, body)
    assert check_refusal(refusal) == {"body": NOTHING_TO_DRAW}
    file = make_file_by_hand(client, path, body) | {"confirmed": PUBLIC}
    if "items" in body:
        file["original_items"] = body["items"]
    result = verify(client, file)
    assert result["valid"] is True
    assert result["chosen_by"] == "requester"
    assert "leaves one result" in result["rests_on"]


@for_each(
    ("names", "chosen_by"),
    [(["Ann", "Ann", "Ann"], "requester"), (["Ann", "Ann", "Bob"], "last_word")],
)
def test_names_that_are_all_the_same_leave_one_result(
    client: FlaskClient, names: list[str], chosen_by: str
) -> None:
    items = [1, 2, 3]
    body = {"items": items, "count": 1}
    response = request_plan(client, "/v1/items/draw", body, names=names)
    assert response.status_code == (422 if chosen_by == "requester" else 200)
    file = make_file(client, "/v1/items/draw", body, names_sha256=hash_list(names))
    result = verify(client, file | {"names": names, "original_items": items})
    assert result["valid"] is True
    assert result["chosen_by"] == chosen_by


ROUNDS = {"items": list("abab"), "groups": 2, "rounds": 3}
FAR_NEIGHBOURS = {"items": list("abca"), "neighbours": {"apart": 3}}
ONE_HEAVY = {"items": list("aba"), "weights": [2**53 - 3, 1, 1], "count": 1}


@for_each(
    ("path", "body", "sentence"),
    [
        ("/v1/items/groups", GROUPS, "The request left more than one result."),
        ("/v1/items/groups", ROUNDS, "The request left more than one result."),
        (
            "/v1/items/groups",
            UNEVEN,
            "How many results the request left was not counted.",
        ),
        ("/v1/items/shuffle", FAR_NEIGHBOURS, "was not counted."),
        (
            "/v1/items/draw",
            ONE_HEAVY,
            "Of 2 items with a weight the likeliest has 9,007,199,254,740,990 of 9,007,199,254,740,991.",
        ),
    ],
)
def test_a_verdict_says_what_is_known_of_the_number_of_results(
    client: FlaskClient, path: str, body: File, sentence: str
) -> None:
    file = make_file(client, path, body) | {"original_items": body["items"]}
    result = verify(client, confirm(file, **PUBLIC))
    assert result["valid"] is True
    assert result["chosen_by"] == "nobody_alone"
    assert result["rests_on"].endswith(sentence)


def test_results_are_not_counted_beyond_the_steps_of_a_service(
    client: FlaskClient,
) -> None:
    file = make_file(client)
    file["original_items"] = GROUPS["items"]
    small = create_app(Settings(max_draws=60)).test_client()
    assert "was not counted" in verify(small, file)["rests_on"]


class SlowWork(Work):
    """Work of a request on a machine that takes too long for any step."""

    def spend(self, steps: float) -> None:
        raise TooSlow(f"{steps} steps take too long.")


def test_results_are_not_counted_beyond_the_time_of_a_service(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = make_file(client) | {"original_items": GROUPS["items"]}
    monkeypatch.setattr(prepared_draw, "start_work", SlowWork)
    assert "was not counted" in verify(client, file)["rests_on"]


@for_each(
    ("items", "sentence"),
    [(["a", "a", "a"], "was not counted"), (["a", "a", "b"], "more than one")],
)
def test_equal_items_that_are_not_known_are_not_counted(
    client: FlaskClient, items: list[str], sentence: str
) -> None:
    body = {"items": items, "count": 2}
    file = make_file_by_hand(client, "/v1/items/draw", body)
    result = verify(client, file)
    assert result["valid"] is None
    assert result["chosen_by"] == "last_word"
    assert sentence in result["rests_on"]


def test_a_plan_fixes_the_list(client: FlaskClient) -> None:
    """A list with a number above 2^53 - 1 has no hash, so that another order of it would not show."""
    body = {"items": ["a", "b", 1e300]}
    file = make_file_by_hand(client, "/v1/items/shuffle", body)
    assert file["answer"]["items_sha256"] is None
    assert list_refused(client, file) == ["plan.items_sha256"]


def test_a_plan_fixes_the_list_of_an_endpoint_of_which_no_other_module_knows() -> None:
    results = ShownPodiumResults
    client = make_app(results, lambda _: results, ItemsFields)
    body = {"items": ["a", "b", "c", "d"]}
    file = make_file_by_hand(client, "/v1/items_of_the_test/podium", body)
    del file["plan"]["items_sha256"]
    assert list_refused(client, file) == ["plan.items_sha256"]


@pytest.fixture
def later(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> File:
    """Return the file of a draw that found something with seed(1) alone, as no arrangement is begun after 10 draws."""
    monkeypatch.setattr(sampler, "DRAWS_OF_REJECTION", 10)
    for number in range(99):
        first = make_file_by_hand(client, "/v1/items/groups", UNEVEN, f"{number}")
        second = make_file_by_hand(client, "/v1/items/groups", UNEVEN, f"{number}", k=1)
        if "seed" in second["answer"] and "seed" not in first["answer"]:
            return second
    pytest.fail("seed(1) alone finds nothing")


def test_the_next_seed_comes_only_after_one_that_finds_nothing(
    client: FlaskClient, later: File
) -> None:
    assert verify(client, later)["valid"] is True
    first = make_file_by_hand(client, "/v1/items/groups", GROUPS)
    second = make_file_by_hand(client, "/v1/items/groups", GROUPS, k=1)
    difference = verify(client, second)["difference"]
    assert difference["where"] == "answer.seed"
    assert difference["seen"] == second["answer"]["seed"]
    assert difference["expected"] == first["answer"]["seed"]


def test_a_result_is_never_of_a_seed_that_finds_nothing(
    client: FlaskClient, later: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampler, "DRAWS_OF_REJECTION", 0)
    assert verify(client, later)["difference"]["where"] == "answer.seed"


def test_the_limits_of_an_operator_decide_nothing(
    client: FlaskClient, later: File
) -> None:
    small = create_app(Settings(max_draws=100)).test_client()
    result = verify(small, later)
    assert result["valid"] is None
    assert result["chosen_by"] == "unknown"
    assert "MAX_DRAWS" in result["unchecked"]["request"]


NEIGHBOURS = {"items": PEOPLE, "groups": 8, "apart": FAR}
SPACED = {"items": list("aabbc"), "neighbours": {"apart": 3}}


@for_each(
    ("module", "name", "path", "body"),
    [
        (sampler, "DRAWS_OF_REJECTION", "/v1/items/groups", UNEVEN),
        (bounded_attempts, "MAX_CHOICES", "/v1/items/groups", NEIGHBOURS),
        (orders, "DRAWS_OF_REJECTION", "/v1/items/shuffle", SPACED),
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
    assert difference["where"] == "answer.seed"
    assert difference["expected"] == "a seed that has a result"


def test_the_time_for_the_seeds_before_is_bounded(
    client: FlaskClient, later: File, clock: SimpleNamespace
) -> None:
    clock.thread_time = iter(range(0, 100, 10)).__next__
    result = verify(client, later)
    assert result["valid"] is None
    assert result["chosen_by"] == "unknown"
    assert list(result["unchecked"]) == ["seed"]


def test_a_list_is_known_by_its_hash_or_in_part(client: FlaskClient) -> None:
    items = ["a", {"b": 1}, 2.5, None]
    body = {"items": items, "count": 2, "weights": [1, 2, 3, 4]}
    file = make_file(client, "/v1/items/draw", body)
    result = verify(client, file)
    assert result["valid"] is None
    assert set(result["unchecked"]) == {"items", "items_sha256"}
    assert verify(client, file | {"original_items": items})["valid"] is True


def test_a_plan_of_a_batch_has_the_number_of_its_results(client: FlaskClient) -> None:
    batch = make_file(client, "/v1/items/groups/batch", GROUPS | {"repeats": 3})
    assert batch["plan"]["request"]["repeats"] == 3
    assert verify(client, batch)["valid"] is True


def test_the_trial_is_admitted_as_the_request_itself(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[Work] = []
    begin = Work.begin_result

    def begin_and_note(work: Work) -> None:
        steps.append(work)
        begin(work)

    monkeypatch.setattr(Work, "begin_result", begin_and_note)
    make_plan(client, body=GROUPS | {"groups": 3, "apart": [["1", "2"], ["2", "3"]]})
    [work] = steps
    assert work.spent > 0
    assert work.ceiling == Settings().max_draws
    assert work.max_seconds == 6.0


HOSTILE = {name: case for name, case in PLANS.items() if not name.startswith("rules:")}
ANSWERED = {"1,000 results", "a request in a request", "a file in a file"}
"""The plans and files among them that are not refused."""


@pytest.mark.usefixtures("checked")
@for_each("name", HOSTILE)
def test_a_plan_that_is_long_or_nested_is_made_or_refused(
    client: FlaskClient, name: str
) -> None:
    operation, body = HOSTILE[name]
    path = "/v1/plans" if operation == "make_plan" else "/v1/verify"
    response = check_response(client.post(path, json=body))
    expected = 200 if name in ANSWERED else 422
    assert response.status_code == expected, response.text[:300]


def test_a_file_can_be_written_and_read_again(client: FlaskClient) -> None:
    file = make_file(client, "/v1/games/holdem/deal", {"players": 3})
    written = json.dumps(file, indent=1, sort_keys=True)
    assert find_difference(client, json.loads(written)) is None
