"""Plans that the page Draw makes: each is made by the service, and has the names that the page shows."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.caller_lists.hashes import hash_list
from service.plans.announced_draws import derive_seeds
from tests.http.spec import post
from tests.independent.verifier import run_node
from tests.plans.plan_files import ROUND, clock, make_plan, signed
from tests.tables import read_table

pytestmark = [pytest.mark.node, pytest.mark.usefixtures("signed")]

FIXTURES = clock, signed  # as pytest finds them by their names here
Json = dict[str, Any]


def make_file(
    client: FlaskClient, path: str, body: Json, names: list[str] | None = None
) -> Json:
    """Return the file that the page makes, with the list where the response has a part of it."""
    hashes = {"names_sha256": hash_list(names)} if names else {}
    made = make_plan(client, path, body, **hashes)
    digest = bytes.fromhex(made["digest"])
    [seed, *_] = derive_seeds(digest, bytes.fromhex(ROUND["signature"]))
    answer = post(client, path, **body, seed=seed)
    file = {"plan": made["plan"], "beacon": ROUND, "answer": answer}
    if names:
        file["names"] = names
    if "items" in body and "groups" not in answer:
        file["original_items"] = body["items"]
    return file


def name_drawn(file: Json) -> list[Any]:
    """Return the names of what was drawn: a list, or a list for each group."""
    names = file["names"]
    answer = file["answer"]
    if "groups" not in answer:
        return [names[index] for index in answer["indices"]]
    return [[names[index] for index in group["indices"]] for group in answer["groups"]]


def test_each_plan_of_the_page_is_made_and_its_names_are_read_in_one_way(
    client: FlaskClient,
) -> None:
    forms = read_table("pages/plans.yaml")
    plans = run_node("tests/pages/plans.mjs", forms)
    files = [make_file(client, **plan) for plan in plans]
    verdicts = run_node("verify/verify.mjs", files, "lines")
    for file, found in zip(files, verdicts, strict=True):
        verdict = post(client, "/v1/verify", **file)
        assert verdict["valid"] is True, file
        assert verdict["chosen_by"] == "last_word", file
        assert verdict["unchecked"] == {}, file
        assert list(found["unchecked"]) == ["beacon"]
        named = verdict["derived"].get("names")
        assert found["derived"].get("names") == named
        if "names" in file:
            assert named == name_drawn(file)
