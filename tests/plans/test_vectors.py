"""Golden vectors of plans, made by an implementation in another language."""

from typing import Any

from service.http.caller_lists.hashes import write_canonical
from service.plans.announced_draws import derive_seeds, hash_plan
from tests.vectors.files import cases


@cases("plans")
def test_each_plan_has_the_published_digest_and_seeds(case: dict[str, Any]) -> None:
    asked = case["asked"]
    answer = case["answer"]
    canonical = write_canonical(asked["plan"]) or b""
    digest = hash_plan(canonical)
    seeds = derive_seeds(digest, bytes.fromhex(asked["signature"]))
    assert {
        "canonical": canonical.decode(),
        "digest": digest.hex(),
        "seeds": seeds,
    } == answer
