"""Plans: announce a draw before the public number that decides it, and check the draw afterwards."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import orjson

from ...core import plans
from ...core.confirmed import Confirmed
from ...core.errors import Refused, SeedsOff, UnknownName
from ...core.plans import SCHEME
from ...core.rng.streams import MAX_INDEX, Randomness
from ...core.value_types import Choice, Document, Integer, ListOf, SentDocument, Sha256, Text
from ...core.verification import Check, Difference, Outcome, VerificationResult, build_result, compare_values
from ...core.work import MAX_SECONDS
from ...third_party.drand import QUICKNET, compare_beacon, derive_round_due
from ..http.blueprint import Blueprint, Body, Example
from ..http.draw_view import Draw, plan_draw
from ..http.problems import InvalidValues
from ..http.request_parsing import validate
from ..http.response_replay import Reasons, Response
from ..http.responses import NO_STORE
from ..http.services import services
from ..schemas.fields import JsonValues, parameter
from ..schemas.provenance import BeaconRequest, VisibleText
from ..schemas.request_schemas import ObjectSchema, errors, nested, request_schema
from ..schemas.response_schemas import ResponseSchema, required
from .answer_replay import NothingFound, NotReplayed, select_endpoint
from .list_hashes import hash_list, write_canonical
from .submitted_responses import (
    NOT_DRAWN,
    SubmittedResult,
    check_fixed_list,
    compare_response,
    read_response,
)

blueprint = Blueprint("plans", "/v1/plans", "Announce draws that a public number decides")


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """A draw to announce."""

    occasion: Annotated[str, VisibleText("What is drawn, where and when.")]
    path: Annotated[str, Text("The path of a draw.")]
    body: Annotated[Mapping[str, Any] | None, SentDocument("Its parameters, without a seed.")] = None
    round: Annotated[int | None, Integer("The round of drand's quicknet.", 1, MAX_INDEX)] = None
    delay: Annotated[int | None, Integer("Or in how many seconds.", plans.MIN_DELAY, plans.MAX_DELAY)] = None
    names: Annotated[tuple[str, ...], ListOf("What the items stand for.", Text(), 1_000_000)] = ()
    names_sha256: Annotated[str | None, Sha256("Or the SHA-256 of their canonical JSON.")] = None


class PlanRecord(ResponseSchema):
    """A plan to announce."""

    plan = required(dict, "The plan")
    digest = required(str, "To announce before the round is due, as the only one of its occasion")
    round_due = required(int, "When it is due, in seconds since 1970")


_CHAIN = QUICKNET.hash.hex()
_REQUEST = {"path": "/v1/integers", "count": 3, "max": 500}
_PLAN = {"plan": SCHEME, "occasion": "Club raffle", "request": _REQUEST, "chain_hash": _CHAIN, "round": 50000000}


@blueprint.api_endpoint(
    "",
    methods=("POST",),
    arguments=request_schema("PlanRequest", PlanRequest),
    response=PlanRecord,
    cache=NO_STORE,
    example=Example(
        {"occasion": "Club raffle", "path": "/v1/integers", "body": {"max": 500, "count": 3}, "delay": 600},
        fresh={
            "plan": _PLAN,
            "digest": plans.hash_plan(write_canonical(_PLAN) or b"").hex(),
            "round_due": QUICKNET.round_time(50000000),
        },
    ),
)
def make_plan(request: PlanRequest) -> Body:
    """Make a plan of a draw that a later round of drand decides.

    Announce its `digest` before the round is due, where everybody looks, as the only one of its occasion. The seed
    follows from digest and round. Send the request with the seed, and post the `plan`, the round as `beacon` and
    the response as `answer` to /v1/verify.

    The service makes the request once for a try, and keeps nothing. Refused are requests that choose or have one
    result, `/v1/items/pairs`, a round that is due in less than 30 seconds or in more than ten years, and all plans
    where ALLOW_SEEDS is off.
    """
    if not services().allow_seeds:
        raise SeedsOff("plan")
    number, draw = _choose_round(request, time.time()), _open_draw(request.path, request.body or {})
    common, names_sha256 = draw.response.common, request.names_sha256
    if request.names and not names_sha256 and len(request.names) == common.get("size"):
        names_sha256 = hash_list([*request.names])
    elif request.names or (names_sha256 and "size" not in common):
        raise Refused("names", "Give a name for each of the items of the request, or else names_sha256.")
    asked = orjson.loads(orjson.dumps(draw.describe_request(Randomness(), None)["request"]))
    hashes = {"items_sha256": common.get("items_sha256"), "names_sha256": names_sha256}
    plan = {
        **{"plan": SCHEME, "occasion": request.occasion, "request": asked},
        **{name: digest for name, digest in hashes.items() if digest is not None},
        **{"chain_hash": _CHAIN, "round": number},
    }
    digest = _hash("body", plan)
    with _name("body"):
        response = draw.respond(Randomness(seed=digest.hex()))
    plans.check_public("body", asked, response)
    return {"plan": plan, "digest": digest.hex(), "round_due": QUICKNET.round_time(number)}


def _choose_round(request: PlanRequest, now: float) -> int:
    """Return the number of the round. Raises `Refused` if it is due too soon or too late by a clock."""
    if (request.round is None) == (request.delay is None):
        raise Refused("round", "Give a round, or the seconds until it is due as delay, and not both.")
    first, last = (QUICKNET.find_round(now + seconds) for seconds in (plans.MIN_DELAY, plans.MAX_DELAY))
    number = request.round or QUICKNET.find_round(now + (request.delay or 0))
    if not first <= number <= last:
        raise Refused("round", f"Must be due in 30 seconds to ten years: by the clock here {first:,} to {last:,}.")
    return number


def _open_draw(path: str, body: Mapping[str, Any]) -> Draw:
    """Return the draw of a request under some seed. Raises `Refused` and `InvalidValues`."""
    try:
        endpoint, is_batch, names = select_endpoint(path)
    except NotReplayed:
        raise Refused("path", "Must be the path of a draw, such as /v1/items/groups or /v1/integers/batch.") from None
    if endpoint.rule == "/v1/items/pairs":
        raise Refused("path", "Pairs are not planned: whoever has the list could compute who gives to whom.")
    plans.check_members("body", body)
    schema = endpoint.batch_schema if is_batch else endpoint.single_schema
    with _name("body"):
        arguments = validate(schema, schema.read_integers({**body, "seed": SCHEME}))
        draw = plan_draw(endpoint.rule, endpoint.view, schema, arguments, names)
        if draw.response.results.download:
            raise Refused("format", "A plan is of a response in JSON; leave format out.")
        if draw.response.common.get("items_sha256", "") is None:
            raise Refused("items", "A list with a number above 2^53 - 1 has no hash; send it as a string.")
    return draw


@contextmanager
def _name(where: str) -> Iterator[None]:
    """Name in an error of the context the member `where`, which has the members that the error names."""
    try:
        yield
    except InvalidValues as error:
        raise InvalidValues({f"{where}.{name}": messages for name, messages in error.errors.items()}) from None
    except UnknownName as error:
        raise Refused("path", str(error)) from None
    except Refused as error:
        error.field = f"{where}.{error.field}"
        raise


def _hash(where: str, plan: Mapping[str, Any]) -> bytes:
    """Return the digest of a plan. Raises `Refused`, naming `where`, if the plan has no canonical JSON."""
    with suppress(orjson.JSONEncodeError):
        if (canonical := write_canonical(plan)) is not None:
            return plans.hash_plan(canonical)
    raise Refused(where, "A number above 2^53 - 1 has no canonical JSON (RFC 8785).")


class PlanSchema(ObjectSchema):
    """A plan as a caller submits it."""

    error_messages = errors("an object with plan, occasion, request, chain_hash, round and perhaps hashes")

    plan = parameter(Choice("", (SCHEME,)))
    occasion = parameter(Text(""))
    request = parameter(Document())
    items_sha256 = parameter(Sha256(""), None, allow_none=True)
    names_sha256 = parameter(Sha256(""), None, allow_none=True)
    chain_hash = parameter(Choice("", (_CHAIN,)))
    round = parameter(Integer("", 1, MAX_INDEX))


class PlannedResponse(SubmittedResult):
    """A planned response with its plan and its round."""

    identified_by, identified_type = "plan", dict
    description = "a plan with its beacon and the response as answer, identified by its plan"

    plan = nested(PlanSchema, "As it was announced.", required=True)
    beacon = nested(BeaconRequest, "The round of drand.", required=True)
    answer = parameter(Document("The response, complete and in JSON."))
    names = parameter(JsonValues("The names that the items stand for."), default=None, allow_none=True)
    original_items = parameter(JsonValues("The list of the request."), default=None, allow_none=True)

    def open_check(self, values: dict[str, Any], _: Response, confirmed: Confirmed) -> Check:
        return partial(_check_plan, values, confirmed)


def _check_plan(file: dict[str, Any], confirmed: Confirmed) -> VerificationResult:
    if not services().allow_seeds:
        raise SeedsOff("plan")
    file["plan"] = {name: value for name, value in file["plan"].items() if value is not None}
    plans.check_members("plan.request", request := file["plan"]["request"])
    check_fixed_list("plan", request, file["plan"])
    digest, outcomes = _hash("plan", file["plan"]), dict[str, Outcome]()
    for name, outcome in _compare(digest, confirmed, **file):
        outcomes[name] = outcome
        if isinstance(outcome, Difference):
            break
    origin = plans.PUBLIC if confirmed.digest is not None and confirmed.public_before_round else plans.PLANNED
    if any(isinstance(outcomes.get(name), str) for name in ("request", "seed")):
        origin = NOT_DRAWN
    if isinstance(outcomes.get("beacon"), str):
        origin = plans.UNSIGNED
    return build_result({"digest": digest.hex(), **derive_round_due(file["beacon"])}, outcomes, origin=origin)


def _compare(
    digest: bytes, confirmed: Confirmed, plan: Response, beacon: Response, answer: Response, **more: Any
) -> Iterator[tuple[str, Outcome]]:
    """Yield the name and the outcome of each check of docs/definitions/plans.md, of use until the first difference."""
    if confirmed.digest is not None:
        yield "digest", compare_values("plan", confirmed.digest, digest.hex())
    for name in ("chain_hash", "round"):
        yield "round", compare_values(f"beacon.{name}", plan[name], beacon[name])
    yield "beacon", compare_beacon("beacon", beacon)
    if not isinstance(asked := answer.get("request"), dict):
        raise Refused("answer.request", "Must be an object with path, as in the original response.")
    asked = {name: value for name, value in asked.items() if name != "seed"}
    yield "request", compare_values("answer.request", plan["request"], asked)
    yield "request", compare_values("answer.items_sha256", plan.get("items_sha256"), answer.get("items_sha256"))
    yield "seed", compare_values("answer.index", 0, answer.get("index"))
    seeds = plans.derive_seeds(digest, bytes.fromhex(beacon["signature"]))
    if (seed := answer.get("seed")) not in seeds:
        yield "seed", compare_values("answer.seed", seeds[0], seed)
    names, items = more.pop("names", None), {name: value for name, value in more.items() if value is not None}
    yield from _compare_response({**answer, **items}, seeds[: seeds.index(seed) + 1])
    if names is not None:
        digest_of_names = hash_list(names) or "a number above 2^53 - 1"
        yield "names", compare_values("names", plan.get("names_sha256"), digest_of_names)
    elif "names_sha256" in plan:
        yield "names", "The file does not have them; add them as names."


def _compare_response(answer: Response, seeds: Sequence[str]) -> Iterator[tuple[str, Outcome]]:
    """Yield the outcomes of the check of a response, and whether a seed before its own, the last, has a result."""
    end = time.thread_time() + MAX_SECONDS / 2
    with _name("answer"):
        found = _try_response(read_response(answer))
    if found is None:
        yield "seed", Difference(where="answer.seed", expected="a seed that has a result", seen=seeds[-1])
        return
    outcomes, unchecked = found
    for name, outcome in outcomes.items():
        yield name, replace(outcome, where=f"answer.{outcome.where}") if isinstance(outcome, Difference) else outcome
    yield from (item for item in unchecked.items() if item[0] != "items" or "items_sha256" in unchecked)
    if "request" not in unchecked:
        plans.check_public("plan.request", answer["request"], answer)
    for seed in seeds[:-1]:
        if time.thread_time() > end:
            yield "seed", "This machine takes too long to try the seeds before."
            return
        tried = _try_response({**answer, "seed": seed, "request": {**answer["request"], "seed": seed}})
        if tried is not None:
            different = Difference(where="answer.seed", expected=seed, seen=seeds[-1])
            yield "seed", tried[1].get("request", different)


def _try_response(answer: Response) -> tuple[Mapping[str, Outcome], Reasons] | None:
    """Return what `replay_response` returns; None if nothing is found with the seed, whatever the limits here are."""
    try:
        return compare_response(answer)
    except NothingFound:
        return None
    except NotReplayed as error:
        return {}, {"request": str(error)}
