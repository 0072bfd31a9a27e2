"""Plans that the page Draw makes: each is made by the service, and has the names that the page shows."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.list_hashes import hash_list
from service.plans.rules import derive_seeds
from tests.http.spec import post
from tests.independent.verifier import run_node
from tests.plans.test_plans import ROUND, clock, make_plan, signed
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
    [seed, *_] = derive_seeds(
        bytes.fromhex(made["digest"]), bytes.fromhex(ROUND["signature"])
    )
    answer = post(client, path, **body, seed=seed)
    is_part = "items" in body and "groups" not in answer
    more = {"names": names} if names else {}
    return {"plan": made["plan"], "beacon": ROUND, "answer": answer, **more} | (
        {"original_items": body["items"]} if is_part else {}
    )


def test_each_plan_of_the_page_is_made_and_its_names_are_read_in_one_way(
    client: FlaskClient,
) -> None:
    forms = read_table("pages/plans.yaml")
    files = [
        make_file(client, **plan) for plan in run_node("tests/pages/plans.mjs", forms)
    ]
    for file, found in zip(
        files, run_node("verify/verify.mjs", files, "lines"), strict=True
    ):
        verdict = post(client, "/v1/verify", **file)
        assert (verdict["valid"], verdict["chosen_by"], verdict["unchecked"]) == (
            True,
            "last_word",
            {},
        ), file
        assert list(found["unchecked"]) == ["beacon"]
        named = verdict["derived"].get("names")
        assert named == found["derived"].get("names")
        if "names" in file:
            groups = file["answer"].get("groups")
            places = (
                [file["answer"]["indices"]]
                if groups is None
                else [group["indices"] for group in groups]
            )
            drawn = [[file["names"][index] for index in place] for place in places]
            assert named == (drawn if groups else drawn[0])
