"""Both verifiers tell whether the request of a plan leaves one result, as an enumeration of all results does."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.http.caller_lists.hashes import hash_list, write_canonical
from service.plans.announced_draws import derive_seeds, hash_plan
from tests.http.spec import json_object
from tests.independent.result_cases import Case, CaseGenerator, File
from tests.independent.verifier import run_node
from tests.plans.plan_files import PUBLIC, ROUND, clock, signed

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("signed")]

FIXTURES = clock, signed  # as pytest finds them by their names here

PLANS = 200
SEED = 87
UNCOUNTED = "How many results the request left was not counted"


def test_plans_that_leave_few_results_have_a_true_verdict_in_both(
    client: FlaskClient,
) -> None:
    drawn = list(islice(draw_plans(client), PLANS))
    files = [plan.file for plan in drawn]
    verdicts = run_node("verify/verify.mjs", files, "lines")
    for plan, by_program in zip(drawn, verdicts, strict=True):
        by_service = json_object(client.post("/v1/verify", json=plan.file))
        assert by_service["valid"] is True, plan.case
        assert by_program["valid"] is None, plan.case
        found = read(by_service)
        assert is_true(found, plan.case), (plan.case, found)
        assert read(by_program) == found, plan.case
        is_refused = found == "one" or plan.case.path == "/v1/items/pairs"
        assert (ask_for_plan(client, plan.case) == 422) is is_refused, plan.case


class DrawnPlan(NamedTuple):
    """A request with all of its results, and the file of its draw with a plan."""

    case: Case
    file: File


def draw_plans(client: FlaskClient) -> Iterator[DrawnPlan]:
    """Yield small requests with their files without end, the same ones each time."""
    for case in CaseGenerator(SEED).generate():
        file = make_file(client, case)
        if file is not None:
            yield DrawnPlan(case, file)


def make_file(client: FlaskClient, case: Case) -> File | None:
    """Return the file of a draw with a plan made by hand, None if there is no result in the form that is asked for."""
    tried = json_object(client.post(case.path, json=case.body | {"seed": "x"}))
    if "request" not in tried:
        return None
    request = tried["request"]
    del request["seed"]
    plan: File = {"plan": "plan1", "occasion": "x", "request": request}
    plan |= {name: ROUND[name] for name in ("chain_hash", "round")}
    if "items_sha256" in tried:
        plan["items_sha256"] = tried["items_sha256"]
    if case.names:
        plan["names_sha256"] = hash_list(list(case.names))
    digest = hash_plan(write_canonical(plan) or b"")
    seed, *_ = derive_seeds(digest, bytes.fromhex(ROUND["signature"]))
    answer = json_object(client.post(case.path, json=case.body | {"seed": seed}))
    file: File = {"plan": plan, "beacon": dict(ROUND), "answer": answer}
    file["confirmed"] = {"digest": digest.hex()} | PUBLIC
    if "items" in case.body and not {"groups", "pairs", "allocations"} & answer.keys():
        file["original_items"] = case.body["items"]
    if case.names:
        file["names"] = case.names
    return file


def read(verdict: Mapping[str, Any]) -> str:
    """Return what a verdict says of the results: `one`, `several` or `uncounted`."""
    if verdict["chosen_by"] == "requester":
        return "one"
    is_uncounted = UNCOUNTED in verdict["rests_on"]
    return "uncounted" if is_uncounted else "several"


def is_true(found: str, case: Case) -> bool:
    """Return whether it is true of a case what a verdict says of its results."""
    if found == "uncounted":
        return case.may_be_uncounted
    return found == ("one" if len(case.results) == 1 else "several")


def ask_for_plan(client: FlaskClient, case: Case) -> int:
    """Return the status of the response to a request for the plan of a case."""
    request = {"occasion": "x", "path": case.path, "body": case.body, "round": 1000}
    if case.names:
        request["names"] = case.names
    return client.post("/v1/plans", json=request).status_code
