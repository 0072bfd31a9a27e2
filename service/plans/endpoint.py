"""Plans: announce a draw before the public number that decides it, and check the draw afterwards."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import orjson

from ..capability import Capability
from ..core.errors import Refused, UnknownName
from ..core.rng.streams import MAX_INDEX, STREAM, Randomness
from ..core.value_types import (
    Choice,
    Document,
    Integer,
    ListOf,
    SentDocument,
    Sha256,
    Text,
)
from ..core.work import MAX_SECONDS
from ..http.blueprint import Blueprint, Body, Example
from ..http.caller_lists.hashes import hash_list, label_item, write_canonical
from ..http.draws.prepared_draw import PreparedDraw
from ..http.problems import InvalidValues, SeedsOff
from ..http.request_validation import validate
from ..http.responses import NO_STORE
from ..http.schemas.fields import JsonValues, parameter
from ..http.schemas.request_schemas import (
    ObjectSchema,
    RequestSchema,
    errors,
    nested,
    split_batch,
)
from ..http.schemas.response_schemas import ResponseSchema, required
from ..http.services import services
from ..http.versions import find_other_version
from ..proofs.drand import QUICKNET, compare_beacon, derive_round_due
from ..proofs.endpoint.prove import BeaconRequest
from ..proofs.terms import VisibleText
from ..replay.draw_endpoints import Response
from ..replay.response_checks import NothingFound, NotReplayed, Replay, select_endpoint
from ..replay.submitted import (
    NOT_DRAWN,
    Comparison,
    SubmittedResult,
    compare_response,
    refuse_unfixed_list,
)
from ..verdicts.confirmed import Confirmed
from ..verdicts.results_left import UNCOUNTED, Labels, ResultsLeft
from ..verdicts.verdict import (
    Check,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_values,
)
from . import announced_draws as plans
from .announced_draws import SCHEME

blueprint = Blueprint(
    "plans", "/v1/plans", "Announce draws that a public number decides"
)


class Occasion(VisibleText):
    """What a plan is for. A text that people compare, so that a plan is the only one of its occasion."""

    accepted_in_requests = "what is drawn, where and when, in 1 to 256 characters"


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """A draw to announce."""

    occasion: Annotated[str, Occasion("What is drawn, where and when.")]
    path: Annotated[str, Text("The path of a draw.")]
    body: Annotated[
        Mapping[str, Any] | None, SentDocument("Its parameters, without a seed.")
    ] = None
    round: Annotated[
        int | None, Integer("The round of drand's quicknet.", 1, MAX_INDEX)
    ] = None
    delay: Annotated[
        int | None, Integer("Or in how many seconds.", plans.MIN_DELAY, plans.MAX_DELAY)
    ] = None
    names: Annotated[
        tuple[str, ...], ListOf("What the items stand for.", Text(), 1_000_000)
    ] = ()
    names_sha256: Annotated[
        str | None, Sha256("Or the SHA-256 of their canonical JSON.")
    ] = None


class PlanRequestSchema(RequestSchema):
    """A draw to announce."""

    target = PlanRequest


class PlanRecord(ResponseSchema):
    """A plan to announce."""

    plan = required(dict, "The plan")
    digest = required(
        str, "To announce before the round is due, as the only one of its occasion"
    )
    round_due = required(int, "When it is due, in seconds since 1970")


_CHAIN = QUICKNET.hash.hex()
_REQUEST = {"path": "/v1/integers", "count": 3, "max": 500}
_PLAN = {
    "plan": SCHEME,
    "occasion": "Club raffle",
    "request": _REQUEST,
    "chain_hash": _CHAIN,
    "round": 50000000,
}


@blueprint.api_endpoint(
    "",
    methods=("POST",),
    arguments=PlanRequestSchema,
    response=PlanRecord,
    cache=NO_STORE,
    example=Example(
        {
            "occasion": "Club raffle",
            "path": "/v1/integers",
            "body": {"max": 500, "count": 3},
            "delay": 600,
        },
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
    if not services().allowed.seeds:
        raise SeedsOff("plan")
    number = _choose_round(request, time.time())
    draw = _open_draw(request.path, request.body or {})
    plan = _write_plan(request, draw, number)
    digest = _hash("body", plan)
    response = _try_draw(draw, seed=digest.hex())
    plans.refuse_choice("body", draw.find_choice())
    labels = _label_items(draw, request.names)
    plans.check_results("body", draw.find_results_left(labels, response))
    return {
        "plan": plan,
        "digest": digest.hex(),
        "round_due": QUICKNET.round_time(number),
    }


def _write_plan(
    request: PlanRequest, draw: PreparedDraw, number: int
) -> dict[str, Any]:
    """Return the plan of a draw that the round with a number decides. Raises `Refused` for names that do not fit."""
    names_sha256 = _hash_names(request, getattr(draw.arguments, "items", None))
    described = draw.describe_request(Randomness())
    plan = {
        "plan": SCHEME,
        "occasion": request.occasion,
        "request": orjson.loads(orjson.dumps(described["request"])),
    }
    items_sha256 = draw.draft.common.get("items_sha256")
    if items_sha256 is not None:
        plan["items_sha256"] = items_sha256
    if names_sha256 is not None:
        plan["names_sha256"] = names_sha256
    plan["chain_hash"] = _CHAIN
    plan["round"] = number
    return plan


def _hash_names(request: PlanRequest, items: Sequence[Any] | None) -> str | None:
    """Return the hash of the names that the items stand for, None without names.

    Raises `Refused` for names beside a hash, and for items that cannot stand for the names in one way alone.
    """
    if request.names and request.names_sha256:
        raise Refused("names", "Give the names or their names_sha256, and not both.")
    if not request.names and not request.names_sha256:
        return None
    misfit = plans.find_misfit(items, len(request.names) or None)
    if misfit:
        raise Refused("names", misfit)
    if request.names:
        return hash_list(list(request.names))
    return request.names_sha256


def _try_draw(draw: PreparedDraw, seed: str) -> Response:
    """Return the response with a seed, as JSON reads it: a draw that would fail is not announced."""
    with _prefix_fields("body"):
        body = draw.respond(Randomness(seed=seed))
    response: Response = orjson.loads(
        orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)
    )
    return response


def _label_items(draw: PreparedDraw, names: Sequence[str]) -> Labels:
    """Return the labels of the items of a request, or of the names that they stand for."""
    if names:
        return Labels(names.__getitem__, are_items=False)
    items = getattr(draw.arguments, "items", ())
    return Labels(lambda index: label_item(items[index]))


def _choose_round(request: PlanRequest, now: float) -> int:
    """Return the number of the round, which a request gives or which is the first that is due after its delay.

    Raises `Refused` if the round is due too soon or too late by a clock.
    """
    if (request.round is None) == (request.delay is None):
        raise Refused(
            "round",
            "Give a round, or the seconds until it is due as delay, and not both.",
        )
    first = QUICKNET.find_round(now + plans.MIN_DELAY)
    last = QUICKNET.find_round(now + plans.MAX_DELAY)
    number = request.round or QUICKNET.find_round(now + (request.delay or 0))
    if not first <= number <= last:
        raise Refused(
            "round",
            f"Must be due in 30 seconds to ten years: by the clock here {first:,} to {last:,}.",
        )
    return number


def _open_draw(path: str, body: Mapping[str, Any]) -> PreparedDraw:
    """Return the draw of a request, before the seed of its round is known.

    Raises `Refused` for a path or a parameter that no plan has, and what the endpoint at the path raises, with `body`
    before the names of its parameters.
    """
    try:
        selected = select_endpoint(path)
    except NotReplayed:
        raise Refused(
            "path",
            "Must be the path of a draw, such as /v1/items/groups or /v1/integers/batch.",
        ) from None
    route = selected.endpoint.route
    results = route.select_results(body)
    if results.is_secret:
        raise Refused(
            "path",
            "Pairs are not planned: whoever has the list could compute who gives to whom.",
        )
    plans.check_members("body", body)
    schema = selected.schema
    # Any seed: the request is made without the one that its round will decide.
    seeded = schema.read_integers(dict(body) | {"seed": SCHEME})
    with _prefix_fields("body"):
        arguments, repeats = split_batch(validate(schema, seeded))
        draw = route.prepare(arguments, repeats, selected.names)
        if draw.draft.results.download:
            raise Refused(
                "format", "A plan is of a response in JSON; leave format out."
            )
        if draw.draft.common.get("items_sha256", "") is None:
            raise Refused(
                "items",
                "A list with a number above 2^53 - 1 has no hash; send it as a string.",
            )
    return draw


@contextmanager
def _prefix_fields(where: str) -> Iterator[None]:
    """Put `where` before the fields of an error of the context: `body.max` for `max`; unknown names are in `path`."""
    try:
        yield
    except InvalidValues as error:
        raise InvalidValues(
            {f"{where}.{name}": messages for name, messages in error.messages.items()}
        ) from None
    except UnknownName as error:
        raise Refused("path", str(error)) from None
    except Refused as error:
        raise error.reword(f"{where}.{error.field}", str(error)) from None


def _hash(where: str, plan: Mapping[str, Any]) -> bytes:
    """Return the digest of a plan. Raises `Refused`, naming `where`, if the plan has no canonical JSON."""
    canonical = None
    with suppress(orjson.JSONEncodeError):
        canonical = write_canonical(plan)
    if canonical is not None:
        return plans.hash_plan(canonical)
    raise Refused(where, "A number above 2^53 - 1 has no canonical JSON (RFC 8785).")


class PlanSchema(ObjectSchema):
    """A plan as a caller submits it."""

    error_messages = errors(
        "an object with plan, occasion, request, chain_hash, round and perhaps hashes"
    )

    plan = parameter(Choice("", (SCHEME,)))
    occasion = parameter(Text(""))
    request = parameter(Document())
    items_sha256 = parameter(Sha256(""), None, allow_none=True)
    names_sha256 = parameter(Sha256(""), None, allow_none=True)
    chain_hash = parameter(Choice("", (_CHAIN,)))
    round = parameter(Integer("", 1, MAX_INDEX))


class PlannedResponse(SubmittedResult):
    """A planned response with its plan and its round."""

    identified_by = "plan"
    identified_type = dict
    description = (
        "a plan with its beacon and the response as answer, identified by its plan"
    )

    plan = nested(PlanSchema, "As it was announced.", required=True)
    beacon = nested(BeaconRequest, "The round of drand.", required=True)
    answer = parameter(Document("The response, complete and in JSON."))
    names = parameter(
        JsonValues("The names that the items stand for."), default=None, allow_none=True
    )
    original_items = parameter(
        JsonValues("The list of the request."), default=None, allow_none=True
    )

    def open_check(
        self, values: dict[str, Any], _: Response, confirmed: Confirmed
    ) -> Check:
        return partial(_check_plan, values, confirmed)


def _check_plan(file: dict[str, Any], confirmed: Confirmed) -> VerificationResult:
    """Check a file with the members of a `PlannedResponse`, and return the result."""
    if not services().allowed.seeds:
        raise SeedsOff("plan")
    plan = {name: value for name, value in file["plan"].items() if value is not None}
    plans.check_members("plan.request", plan["request"])
    refuse_unfixed_list("plan", request=plan["request"], fixed=plan)
    digest = _hash("plan", plan)
    check = PlanCheck(confirmed=confirmed, digest=digest, **file | {"plan": plan})
    return check.run()


@dataclass(kw_only=True)
class PlanCheck:
    """The checks of docs/definitions/plans.md, of the members of a `PlannedResponse`."""

    confirmed: Confirmed
    """What the reader knows: perhaps the digest that was announced."""
    plan: Response
    digest: bytes
    beacon: Response
    """The round of drand, with its signature."""
    answer: Response
    """The response that was drawn by the plan."""
    names: list[Any] | None = None
    """What the items stand for."""
    original_items: list[Any] | None = None
    results_left: ResultsLeft = UNCOUNTED
    """How many results the request of the plan leaves; set with `replay`."""
    replay: Replay | None = None
    """The answer as it was drawn again, once that agrees with it."""

    def run(self) -> VerificationResult:
        """Return the result: the first check that fails is the finding."""
        outcomes = dict[str, Outcome]()
        for name, outcome in self._compare():
            outcomes[name] = outcome
            if isinstance(outcome, Difference):
                break
        derived: dict[str, Any] = {"digest": self.digest.hex()}
        derived |= derive_round_due(self.beacon)
        if self.replay is not None and outcomes.get("names", ...) is None:
            derived["names"] = self.replay.name_items(self.names or ())
        return build_result(derived, outcomes, origin=self._find_origin(outcomes))

    def _find_origin(self, outcomes: Mapping[str, Outcome]) -> Origin:
        """Return who could choose the result, or `NOT_DRAWN` if its draw could not be made again."""
        if any(isinstance(outcomes.get(name), str) for name in ("request", "seed")):
            return NOT_DRAWN
        is_public = bool(
            self.confirmed.digest is not None and self.confirmed.public_before_round
        )
        return plans.find_origin(
            self.results_left,
            is_signed=outcomes.get("beacon") is None,
            is_public=is_public,
            round_due=derive_round_due(self.beacon).get("round_due"),
            occasion=self.plan["occasion"],
        )

    def _compare(self) -> Iterator[tuple[str, Outcome]]:
        """Yield the name and the outcome of each check, of use until the first difference."""
        yield from self._compare_round()
        yield from self._compare_request()
        seed = self.answer.get("seed")
        yield "seed", compare_values("answer.index", 0, self.answer.get("index"))
        seeds = plans.derive_seeds(self.digest, bytes.fromhex(self.beacon["signature"]))
        if seed not in seeds:
            yield "seed", compare_values("answer.seed", seeds[0], seed)
        seeds_to_answer = seeds[: seeds.index(seed) + 1]
        yield from self._compare_response(seeds_to_answer)
        yield from self._compare_names()

    def _compare_round(self) -> Iterator[tuple[str, Outcome]]:
        """Yield the outcomes of the digest that the reader confirms, and of the round and its signature."""
        confirmed = self.confirmed.digest
        if confirmed is not None:
            yield "digest", compare_values("plan", confirmed, self.digest.hex())
        for name in ("chain_hash", "round"):
            difference = compare_values(
                f"beacon.{name}", self.plan[name], self.beacon[name]
            )
            yield "round", difference
        yield "beacon", compare_beacon("beacon", self.beacon)

    def _compare_request(self) -> Iterator[tuple[str, Outcome]]:
        """Yield the outcomes of the request of the response, and of the hash of its list."""
        request = self.answer.get("request")
        if not isinstance(request, dict):
            raise Refused(
                "answer.request",
                "Must be an object with path, as in the original response.",
            )
        without_seed = {
            name: value for name, value in request.items() if name != "seed"
        }
        planned = self.plan["request"]
        yield "request", compare_values("answer.request", planned, without_seed)
        planned_hash = self.plan.get("items_sha256")
        difference = compare_values(
            "answer.items_sha256", planned_hash, self.answer.get("items_sha256")
        )
        yield "request", difference

    def _compare_names(self) -> Iterator[tuple[str, Outcome]]:
        """Yield the outcome of the names, if the plan or the file has any."""
        planned = self.plan.get("names_sha256")
        if self.names is not None:
            digest = hash_list(self.names) or "a number above 2^53 - 1"
            difference = compare_values("names", planned, digest)
            yield "names", difference or self._find_misfit()
        elif "names_sha256" in self.plan:
            yield "names", "The file does not have them; add them as names."

    def _find_misfit(self) -> str | None:
        """Return why the items cannot stand for the names of the file, as far as they are known."""
        if self.replay is None:
            return "The items are not known."
        if self.replay.has_list and self.replay.items is None:
            return "Some items are not known: add the list as original_items."
        if self.replay.has_list and self.replay.reader is None:
            return "This version cannot tell which items the results show."
        return plans.find_misfit(self.replay.items, len(self.names or ()))

    def _compare_response(self, seeds: Sequence[str]) -> Iterator[tuple[str, Outcome]]:
        """Yield the outcomes of the check of the response, then one for each earlier seed that may have a result.

        A plan takes the first of its seeds that has a result: the last of `seeds` is the response's own, and those
        before it must have none, as a search with `where` may find nothing. Where all is right, ("result", None) is
        all.
        """
        # Half of the CPU time of a response: the last try may begin then, and take as long again.
        cpu_end = time.thread_time() + MAX_SECONDS / 2
        if self.answer.get("stream") != STREAM:
            raise Refused(
                "answer.stream", f"Must be {STREAM}, as in the original response."
            )
        answer = dict(self.answer)
        if self.original_items is not None:
            answer["original_items"] = self.original_items
        with _prefix_fields("answer"):
            comparison = _try_response(answer)
        if comparison is None:
            difference = Difference(
                where="answer.seed", expected="a seed that has a result", seen=seeds[-1]
            )
            yield "seed", difference
            return
        yield from _prefix_outcomes(comparison)
        if comparison.replay is not None:
            self.replay = comparison.replay
            plans.refuse_choice("plan.request", self.replay.draw.find_choice())
            self.results_left = self.replay.find_results_left(self.names)
        yield from _try_earlier_seeds(answer, seeds, cpu_end)


def _prefix_outcomes(comparison: Comparison) -> Iterator[tuple[str, Outcome]]:
    """Yield the outcomes of the comparison of `answer`, with places in the file: `seed` becomes `answer.seed`."""
    for name, outcome in comparison.outcomes.items():
        if isinstance(outcome, Difference):
            yield name, replace(outcome, where=f"answer.{outcome.where}")
        else:
            yield name, outcome
    for name, reason in comparison.unchecked.items():
        # The plan has the hash of the items: where it was checked, so were they.
        if name != "items" or "items_sha256" in comparison.unchecked:
            yield name, reason


def _try_earlier_seeds(
    answer: Response, seeds: Sequence[str], cpu_end: float
) -> Iterator[tuple[str, Outcome]]:
    """Yield an outcome for each earlier seed that has a result or cannot be tried, and nothing for a seed without one.

    The answer has the last seed. The first seed with a result decides. `cpu_end` is the CPU time of the thread, in
    seconds, after which no seed is tried.
    """
    for seed in seeds[:-1]:
        if time.thread_time() > cpu_end:
            yield "seed", "This machine takes too long to try the seeds before."
            return
        request = dict(answer["request"]) | {"seed": seed}
        comparison = _try_response(dict(answer) | {"seed": seed, "request": request})
        if comparison is not None:
            different = Difference(where="answer.seed", expected=seed, seen=seeds[-1])
            yield "seed", comparison.unchecked.get("request", different)


def _try_response(answer: Response) -> Comparison | None:
    """Return what `replay_response` returns; None if nothing is found with the seed, whatever the limits here are."""
    try:
        return compare_response(answer)
    except NothingFound:
        return None
    except NotReplayed as error:
        return Comparison({}, {"request": str(error)})


PLANS = Capability(
    "plans",
    blueprints=(blueprint,),
    documents=(PlannedResponse,),
    find_later=partial(
        find_other_version, definitions={"answer.stream": STREAM, "plan.plan": SCHEME}
    ),
)
