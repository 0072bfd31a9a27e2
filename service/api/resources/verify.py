"""/v1/verify: check a response, a receipt, or a result of another provider's scheme.

A seeded response is replayed: its request is recovered from its members, and drawn again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, ClassVar

import marshmallow as ma
import orjson
from flask import current_app

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.draw_response import DrawResponse, sort_excluded
from service.api.http.parsing import read_integers, validate
from service.api.http.problems import InvalidValues
from service.api.http.replay import DrawEndpoint, Reasons, Response
from service.api.http.responses import CACHE_HOUR, NO_STORE
from service.api.http.results import Json
from service.api.http.services import hold_slot_for, services
from service.api.resources.items import hash_list
from service.api.schemas.fields import MAX_ERRORS, JsonValues, parameter
from service.api.schemas.provenance import BeaconRequest, DecodedInteger, ProofRequest
from service.api.schemas.requests import Alternative, NoParameters, OneOfSchema, RequestSchema, errors, nested
from service.api.schemas.responses import (
    ResponseSchema,
    TextList,
    list_schema,
    members_of,
    optional,
    required,
    schema_from_dataclass,
)
from service.core.crypto.signatures import StateSignature, check_signature, check_state
from service.core.errors import Refused, SeedsOff, UnknownName
from service.core.games.bridge_files import check_file
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.kinds import Choice, Document, Integer, Kind, ListOf, ObjectOf, Sha256, Text, describe
from service.core.proofs import check_proof
from service.core.rng.streams import MAX_INDEX, STREAM, Randomness, SeedText
from service.core.sealed.checks import OriginalItems, PlayerNotes
from service.core.sealed.observations import MAX_OBSERVED, ObservedCards
from service.core.sealed.partials import open_check
from service.core.sealed.shown import SHOWN_COST, check_shown_alone
from service.core.sealed.terms import SCHEME
from service.core.texts import escape_invisible
from service.core.verification import (
    SEEDED,
    ChosenBy,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    compare_values,
    unknown,
)
from service.third_party.drand import compare_beacon, compare_client_seed
from service.third_party.schemes import SCHEMES, FairnessScheme

verify = Blueprint("verify", "/v1/verify", "Check responses, receipts and results of other providers")

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_MAX_RUNS = 10_000

Check = Callable[[], VerificationResult]
"""A request, once its members are valid: the function that makes its checks."""


class AnswerRequest(Alternative):
    """A response of this service, complete and in JSON, which has the member `identified_by`."""

    identified_by: ClassVar[str]

    class Meta:
        """A response has members besides those declared here: they depend on its request."""

        unknown = ma.INCLUDE

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has the member."""
        return cls.identified_by in body

    @ma.post_load(pass_original=True)
    def to_dataclass(self, _: dict[str, Any], original: dict[str, Any], **__: Any) -> Check:
        """Return the check of the response with all members unchanged and in their order."""
        return partial(_check_answer, original)


class SeededAnswer(AnswerRequest):
    """A response to a request with a seed, complete and in JSON: it is its own receipt."""

    identified_by, description = "stream", "a seeded response, identified by its stream"

    stream = parameter(Choice("As in the response.", (STREAM,), example=STREAM))
    seed = parameter(SeedText("As in the response.", example="42"))
    original_items = parameter(
        JsonValues(
            "For a response of /v1/items/…, which is without it checked in part: the list of its request.",
            example=["red", "green", {"blue": 3}],
        ),
        default=None,
        allow_none=True,
    )


class ProvedAnswer(SeededAnswer):
    """A response to a request with `prove`, complete and in JSON."""

    identified_by, description = "proof", "a proved response, identified by its proof"

    proof = nested(ProofRequest, "As in the response.", required=True)

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> Check:
        """Return the check of the response with all members unchanged, and of the proof."""
        return partial(_check_proved, original, values["proof"])


class SignedAnswer(AnswerRequest):
    """The receipt of a signed response, alone or in the response, complete and in JSON."""

    description = "a signed response, identified by its receipt"

    receipt = parameter(Text("As in the response.", _MAX_RECEIPT))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is a string, as a signature is."""
        return isinstance(body.get("receipt"), str)

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> Check:
        """Return the check of the receipt and of the response, unless the receipt comes alone."""
        response = original if len(original) > 1 else None
        return lambda: check_signature(values["receipt"], response, services().signing_keys)


class BoardFile(Alternative):
    """A file of bridge boards with their seed."""

    description = "a PBN or LIN file, identified by its file"

    file = parameter(Text("The text of a PBN or LIN file that has its seed.", _MAX_RECEIPT))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a file."""
        return "file" in body

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the file."""
        return partial(_check_file, values["file"])


class NumberedAnswer(AnswerRequest):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    identified_by, description = "deal_number", "a numbered deal, identified by its deal_number"

    deal_number = parameter(DecodedInteger("As in the response.", 1, MAX_DEAL_NUMBER, example=617))


@dataclass(frozen=True)
class CardText(Text):
    """A card in any spelling, or the text of a shoe of items; the terms tell which there are."""

    accepted_in_requests = "a card, such as AS, 10H or ace of spades, or the text of an item, of up to 256 characters"


def _observed(item: Kind, meaning: str, example: list[Any]) -> ma.fields.Field[Any]:
    """Return the field of a list of observed cards or integers, of which some may not have been told."""
    kind = ListOf(meaning, item, MAX_OBSERVED, is_empty_default=False, example=example)
    return parameter(kind, default=None, item=parameter(item, None, allow_none=True))


class ObservedCardsRequest(RequestSchema):
    """Cards or integers of a sealed shoe that the caller observed: an entry of a response, or consecutive cards."""

    target = ObservedCards
    error_messages = errors("an object with cards or integers, such as seen in a response")

    cards = _observed(CardText(), "In any spelling; null if it was not told.", ["AS", None])
    integers = _observed(Integer("", -MAX_INDEX, MAX_INDEX), "In place of cards.", [617])


class ShoeReceiptRequest(Alternative):
    """The receipt of a sealed shoe, and what the caller observed."""

    target = PlayerNotes
    description = "the receipt of a sealed shoe, identified by its receipt"

    receipt = parameter(Document("As in the response."))
    seen = parameter(
        ListOf(
            "The `seen` of every response, or whole responses, or consecutive cards.",
            Document(),
            _MAX_RUNS,
        ),
        default=None,
        item=ma.fields.Nested(ObservedCardsRequest),
        allow_none=True,
    )
    shown = parameter(
        ListOf("Cards that players show, each with its proof.", Document(), _MAX_RUNS), default=None, allow_none=True
    )
    original_items = parameter(
        JsonValues("The list that the integers of the shoe stand for."),
        default=None,
        allow_none=True,
    )
    beacon = nested(BeaconRequest, "The round of drand that its label ends with.")

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is an object, as a shoe's is, or is one itself."""
        return isinstance(body.get("receipt"), dict) or body.get("receipt") == SCHEME

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a body with the receipt as a member, also of one that is the receipt or the response with it.

        Whole responses in the list of what was seen are replaced by their parts.
        """
        if not isinstance(body["receipt"], dict):
            body = {"receipt": body}
        members = {
            name: value if name == "original_items" else _read_values(value)
            for name, value in body.items()
            if value is not None and name not in {"shoe", "audit"}
        }
        if isinstance(inner := members["receipt"].get("receipt"), dict):
            members["receipt"] = inner
        shown = _list_shown(members.get("shown", []))
        if isinstance(seen := members.get("seen"), list):
            parts = [part for entry in seen for part in _list_parts(entry)]
            shown += [card for part in parts if _is_response(part) for card in _list_shown(part.get("shown", []))]
            members["seen"] = [part["seen"] if _is_response(part) else part for part in parts]
        return members | {"shown": shown}

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the receipt as it was published, whatever generated clients do with null members."""
        receipt, seen = _restore_nulls(values.pop("receipt")), values.pop("seen", ())
        items, shown = values.pop("original_items", None), list(values.pop("shown", ()))
        beacon = values.pop("beacon", None)
        return partial(_check_receipt, receipt, seen, shown, items, beacon, PlayerNotes(**values))


def _list_parts(entry: Any) -> list[Any]:
    """Return the responses to each stage of a deal of several, or else the entry."""
    stages = entry.get("dealt_stages") if isinstance(entry, dict) else None
    return stages if isinstance(stages, list) else [entry]


def _is_response(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("seen"), dict)


def _read_values(value: Any) -> Any:
    """Return a JSON value with 5 for 5.0, and without null members, which some clients add."""
    if isinstance(value, dict):
        return {name: _read_values(member) for name, member in value.items() if member is not None}
    return [_read_values(item) for item in value] if isinstance(value, list) else read_integers(value)


def _list_shown(shown: Any) -> list[Any]:
    """Return shown cards, a list or one alone, as a list."""
    return shown if isinstance(shown, list) else [shown]


def _restore_nulls(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a receipt with the members that are null or empty in it, which `_read_values` and some clients leave out.

    A full receipt is without the empty `shown` that some clients add.
    """
    is_full = "server_seed" in receipt or "seed_hash" not in receipt
    members = {"client_seed": None, **({} if is_full else {"root": None, "shown": []}), **receipt}
    if "shown" in members:
        members["shown"] = _list_shown(members["shown"])
    if is_full and members.get("shown") == []:
        del members["shown"]
    if isinstance(drawn := members.get("drawn"), dict):
        members["drawn"] = {"in_play": None} | drawn
    return members | {"terms": _restore_terms(members["terms"])} if "terms" in members else members


def _restore_terms(terms: Any) -> Any:
    """Return terms without the members that clients added as empty: in terms only the `exclude` of a deck can be."""
    if not isinstance(terms, dict):
        return terms
    kept = "exclude" if "deck" in terms else None
    return {name: value for name, value in terms.items() if name == kept or value not in ([], {})}


class ShownCardsRequest(Alternative):
    """Shown cards of a sealed shoe."""

    description = "shown cards, identified by shown"

    shown = parameter(ListOf("Cards of one round, as responses of the shoe have them.", Document(), _MAX_RUNS, 1))
    root = parameter(Sha256("The root of their round, as a response of the shoe has it."))
    terms = parameter(Document("The terms of the shoe."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has shown cards."""
        return body.get("shown") is not None

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a body with a list of shown cards, also of one with a single card."""
        members: dict[str, Any] = _read_values(body)
        return members | {"shown": _list_shown(members.get("shown"))}

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the cards."""
        return partial(_check_shown, list(values["shown"]), values["root"], _restore_terms(values["terms"]))


class SignedStateRequest(Alternative):
    """The digest of a response of a sealed shoe, with its signature."""

    description = "the state of a sealed shoe, identified by signed"

    digest = parameter(Sha256("As in the response."))
    signed = parameter(ObjectOf("As in the response.", members=StateSignature))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a signature."""
        return "signed" in body

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the signature."""
        return lambda: check_state(values["digest"], values["signed"], services().signing_keys)


class SchemeRequest(Alternative):
    """A result of another provider's scheme, derived from the dataclass of the scheme."""

    provider: ClassVar[FairnessScheme]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body names this scheme."""
        return body.get("scheme") == cls.provider.name

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a body with 5 for 5.0, but for what is within an object: another provider may have signed it."""
        return {name: value if isinstance(value, dict) else read_integers(value) for name, value in body.items()}

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the result."""
        del values["scheme"]
        return partial(self.provider.check, self.target(**values))


def _build_schema(scheme: FairnessScheme) -> type[SchemeRequest]:
    name = Choice(f"{scheme.title} ({scheme.source}).", (scheme.name,), example=scheme.name)
    # In a base, whose parameters come first.
    named = type("NamedScheme", (SchemeRequest,), {"scheme": parameter(name)})
    description = f"{scheme.result}, identified by scheme={scheme.name}"
    members = {"target": scheme.request_type, "provider": scheme, "description": description}
    return type(f"{scheme.name.title().replace('_', '')}Request", (named,), members)


_RESULTS: tuple[type[Alternative], ...] = (
    *map(_build_schema, SCHEMES.values()),
    ShoeReceiptRequest,
    ShownCardsRequest,
    SignedStateRequest,
    SignedAnswer,
    ProvedAnswer,
    SeededAnswer,
    NumberedAnswer,
    BoardFile,
)
_RESULT = OneOfSchema("Result", *_RESULTS)


class GivenResult(Alternative):
    """One of the results as a member, for programs that send only members with known names, such as agents."""

    description = "any of these as its result"

    result = parameter(Document("A whole response, or a result of another provider."), allow_none=True)
    original_items = parameter(
        JsonValues("For a result of items: the list of the request."), default=None, allow_none=True
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a result."""
        return isinstance(body.get("result"), dict)

    def build(self, values: dict[str, Any]) -> Check:
        """Return the check of the result, as if its members were the body, beside the others of this body."""
        check: Check = validate(*_RESULT.select(values.pop("result") | values))
        return check


class VerifySchema(OneOfSchema):
    """The results that can be checked. Members that may be null in the document are then as if left out."""

    def select(self, body: Mapping[str, Any]) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members that it validates. Raises `Refused` for two results at once."""
        absent = {name for name in _NULLABLE if body.get(name, ...) is None}
        if absent:
            body = {name: value for name, value in body.items() if name not in absent}
        if isinstance(body.get("result"), dict) and "receipt" in body:
            raise Refused("result", "receipt and result are given; leave one out.")
        if "file" in body and len(body) > 1:
            others = ", ".join(name for name in body if name != "file")
            raise Refused("file", f"A file is checked alone; leave out what is given beside it: {others[:200]}.")
        return super().select(body)


_NULLABLE = {*GivenResult._declared_fields, "receipt"}


class VerificationRecord(schema_from_dataclass(VerificationResult, exclude={"difference"})):  # type: ignore[misc]
    """The result of a check."""

    valid = ma.fields.Boolean(
        allow_none=True,
        **required("True if all is right, false if something is wrong, null if not all was checked"),
    )
    difference = ma.fields.Nested(
        schema_from_dataclass(Difference, optional={"draw", "detail"}),
        **optional("The first wrong value, if any"),
    )


class SchemeRecord(ResponseSchema):
    """A scheme of another provider."""

    scheme = ma.fields.String(**required("The name by which a request selects it", enum=list(SCHEMES)))
    title = ma.fields.String(**required("Its title"))
    source = ma.fields.String(**required("The URL of its definition"))
    fields_ = TextList(data_key="fields", **required("The fields of a request"))


SchemeList = list_schema("SchemeList", "schemes", SchemeRecord, "Every scheme")


@verify.api_endpoint("", response=SchemeList, cache=CACHE_HOUR)
def list_schemes(_: NoParameters) -> Body:
    """List the schemes of other providers that can be checked.

    Each has the fields of a request to check one of its results, and its definition.
    """
    schemes = [
        {"scheme": name, **members_of(scheme, "title", "source"), "fields": list(describe(scheme.request_type))}
        for name, scheme in SCHEMES.items()
    ]
    return {"schemes": schemes}


@verify.api_endpoint(
    "",
    methods=("POST",),
    arguments=VerifySchema("VerifyRequest", *_RESULTS, GivenResult, named=(ShoeReceiptRequest, GivenResult, BoardFile)),
    response=VerificationRecord,
    cache=NO_STORE,
    example=Example(
        {
            "min": 1,
            "max": 49,
            "count": 6,
            "replacement": False,
            "algorithm": "fisher_yates",
            "uniformity": "exact",
            "draws": 6,
            "seed": "lottery",
            "index": 0,
            "stream": "sd1",
            "integers": [47, 25, 2, 31, 46, 10],
        }
    ),
)
def verify_result(check: Check) -> Body:
    """Check a result of this service or of another provider.

    `chosen_by` says who could choose it: of a seed the `requester`.

    The body is one object:

    - a response with a `stream`, a `deal_number` or a `proof`, complete and unchanged. Beside one of `/v1/items/…`,
      `original_items` is the list of its request; without it the items are `unchecked`
    - a signed response, or its `receipt` alone
    - the `receipt` of a sealed shoe, and what was `seen`: the `seen` of each response, or objects with `round`,
      `position` and `cards`. For integers, `original_items` is the list of `items_sha256`.
    - cards of it that are `shown`, the `root` of their round and the `terms`
    - its `digest` and what is `signed` beside it
    - a `file` of bridge boards with their seed, PBN or LIN
    - a result of another provider: its `scheme`, and the fields that a GET lists

    Programs that send named members give any of these as `result`.
    """
    result = check()
    response = members_of(result, "valid", "chosen_by", "rests_on", "checks", "unchecked", "derived")
    return response | ({"difference": result.difference.to_json()} if result.difference else {})


def _check_receipt(
    receipt: Mapping[str, Any],
    seen: Sequence[ObservedCards],
    shown: list[Any],
    items: list[Any] | None,
    beacon: Mapping[str, Any] | None,
    notes: PlayerNotes,
) -> VerificationResult:
    """Check the receipt of a sealed shoe against what a player observed, its list, and the beacon of its label."""
    check = open_check(receipt, seen, services().limits, shown)
    hold_slot_for(check.work)
    original_items = None if items is None else OriginalItems(len(items), hash_list(items))
    if beacon is None:
        return check.run(original_items, notes)
    outcome = compare_client_seed(beacon, receipt["terms"].get("label"), receipt["client_seed"])
    return check.run(original_items, notes, {"beacon": outcome})


def _check_shown(shown: list[Any], root: str, terms: Any) -> VerificationResult:
    """Check shown cards of a sealed shoe by the root of their round."""
    hold_slot_for(len(shown) * SHOWN_COST)
    return check_shown_alone(shown, root, terms)


def _read_response(submitted: Response) -> Response:
    """Return a response in which numbers are read as in a request: 5.0 as 5, and a seat as its digits."""
    response = {name: value if name == "seed" else read_integers(value) for name, value in submitted.items()}
    if not isinstance(hands := response.get("hands"), list):
        return response

    def read(hand: Any) -> Any:
        return hand | {"seat": str(hand["seat"])} if isinstance(hand, dict) and type(hand.get("seat")) is int else hand

    return {**response, "hands": [[*map(read, hand)] if isinstance(hand, list) else read(hand) for hand in hands]}


def _check_answer(response: Response) -> VerificationResult:
    if "seed" in response and not services().allow_seeds:
        raise SeedsOff
    response = _read_response(response)
    expected, unchecked = replay_response(response)
    outcomes = {"answer": _excuse(compare_values("", expected, response), response)}
    return build_result({}, outcomes, unchecked, origin=SEEDED if "seed" in response else _NUMBERED)


def _excuse(difference: Difference | None, response: Response) -> Outcome:
    """Return a difference, or why it may be right: members that this version does not know can be parameters."""
    unknown = [name for name in response if not _select_endpoint(response).is_known(name)] if difference else []
    if not difference or not unknown:
        return difference
    return f"{difference.where} differs, but a later version may have dealt by {', '.join(_show(unknown))}."


def _show(names: Iterable[str]) -> list[str]:
    """Return names of members, of which a response may have many, as far as people read them."""
    return [escape_invisible(name[:_MAX_NAME]) for name in islice(names, MAX_ERRORS)]


_MAX_NAME = 60


def _check_file(text: str) -> VerificationResult:
    """Check a file of bridge boards, which have their seeds."""
    if not services().allow_seeds:
        raise SeedsOff
    hold_slot_for(len(text))
    return check_file(text, services().limits)


def _check_proved(response: Response, proof: Mapping[str, Any]) -> VerificationResult:
    """Check a proved response. After the first check that fails, no further one is made; nothing is drawn before."""
    response = _read_response(response)
    compared, unchecked = check_proof(proof, response, services().vrf_keys, compare_beacon)
    if any(compared.values()):
        return build_result({}, compared, unchecked, origin=_UNPROVED)
    if "proof" in unchecked and not services().allow_seeds:
        raise SeedsOff
    request = proof["alpha"]["request"]
    if "where" in response and "board" in request:
        response = {"first_board": read_integers(request["board"]), **response}  # the vectors have none
    outcomes: dict[str, Outcome] = {
        **compared,
        "request": _excuse(compare_request("proof.alpha.request", request, response), response),
    }
    if outcomes["request"] is None:
        expected, reasons = replay_response(response, proved_parameters(request, response))
        if "file_board" not in response:
            expected = {name: value for name, value in expected.items() if name != "file_board"}  # likewise
        outcomes["answer"] = _excuse(compare_values("", {**expected, "proof": proof}, response), response)
        is_known = "items_sha256" not in reasons  # the response has the whole list, and the proof its hash
        unchecked |= {name: reason for name, reason in reasons.items() if not (is_known and name == "items")}
    if not unchecked.keys().isdisjoint(("proof", "beacon")):
        return build_result({}, outcomes, unchecked, origin=_UNPROVED)
    return build_result({}, outcomes, unchecked, origin=_PROVED_WITH_BEACON if "beacon" in compared else _PROVED)


_NUMBERED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request chose the number of the deal, and could try others until the result suited.",
)
_UNPROVED = unknown("The key of the proof, or its round of drand, was not checked: anybody may have made it.")
_PROVED = Origin(
    ChosenBy.NOBODY_ALONE,
    "The key has one seed for this game, round and request and these texts: nobody alone could choose, if all of them "
    "were fixed before anybody could ask for the deal, as when your own random text came last. Whoever asked before "
    "could try others.",
)
_PROVED_WITH_BEACON = Origin(
    ChosenBy.NOBODY_ALONE,
    "The key has one seed for these terms and this round of drand, whose signature is right: nobody alone could "
    "choose, if the game, the request, the texts and the number of the round were published before the round was due.",
)


def replay_response(response: Response, proved: Mapping[str, Any] | None = None) -> tuple[Response, Reasons]:
    """Return the response to the request that a response belongs, or claims to belong, to.

    Return also, by name, the reasons why members cannot be checked. A search that found no deal does not tell the
    number of hands: `proved` has it from the proof, if there is one.

    Raises `Refused`, which names a member of the response, if no request has such a response.
    """
    endpoint = _select_endpoint(response)
    with _name_members(endpoint):
        body = _draw_again(endpoint, response, proved)
    # A member that repeats a default, as responses once did, means the same as none.
    defaults = endpoint.single_schema.defaults
    body |= {name: defaults[name] for name in response if name in defaults and name not in body}
    drawn = orjson.loads(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY))
    expected, reasons = endpoint.replay.reconcile(drawn, response)
    unknown = dict.fromkeys(endpoint.adapt(expected, response))
    return expected, {**reasons, **dict.fromkeys(_show(unknown), _UNKNOWN)}


_UNKNOWN = "This version does not know the member; the one that made the response can check it."


def compare_request(where: str, request: Mapping[str, Any], response: Response) -> Difference | None:
    """Return the first difference between the request that a response claims to belong to and one in a proof.

    Nothing is drawn. Raises `Refused` as `replay_response` does.
    """
    endpoint = _select_endpoint(response)
    try:
        with _name_members(endpoint):
            drawing, _, _ = _recover_request(endpoint, response, proved_parameters(request, response))
    except Refused:  # no request has this response, perhaps because a member is not the one in the proof
        repeated = [name for name in request if name in response and name not in endpoint.result_fields]
        said, proved = ({name: members[name] for name in repeated} for members in (response, request))
        if difference := compare_values(where, sort_excluded(said), proved):
            return difference
        raise
    return compare_values(where, drawing.named_request(response), request)


def proved_parameters(request: Mapping[str, Any], response: Response) -> Mapping[str, Any] | None:
    """Return the parameters of a search without a result, which its response lacks, from its proof.

    These are the number of hands, the first board and, of a caller's list, the piles; the list itself is beside the
    response. Return None for any other response, which has all of its parameters.
    """
    if response.get("matches") != []:
        return None
    proved = {name: request[name] for name in ("hands", "board", "piles") if name in request}
    if "items_sha256" in response:
        if "original_items" not in response:
            raise Refused("original_items", "A search that found no deal has no items: add the list of the request.")
        proved["items"] = response["original_items"]
    return {name: int(value) if isinstance(value, float) else value for name, value in proved.items()}


def _select_endpoint(response: Response) -> DrawEndpoint:
    """Return the endpoint of a response: the one with the most members that identify it."""
    blueprints = (blueprint for blueprint in current_app.blueprints.values() if isinstance(blueprint, Blueprint))
    endpoints = [one for blueprint in blueprints for one in blueprint.draw_endpoints if one.matches(response)]
    if not endpoints:
        raise Refused("answer", "This is no seeded response of this service, complete and in JSON.")
    return max(endpoints, key=lambda endpoint: len(endpoint.identifying))


@contextmanager
def _name_members(endpoint: DrawEndpoint) -> Iterator[None]:
    """Raise `Refused`, which names a member of the response, for errors that name a parameter of its request."""
    try:
        yield
    except InvalidValues as error:
        field, (sentence, *_) = next(iter(error.errors.items()))
        raise Refused(field, sentence) from None
    except UnknownName as error:
        raise Refused(next(iter(endpoint.path), "answer"), str(error)) from None


def _draw_again(endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None) -> Json:
    """Return the response to the recovered request. Raises `Busy` if it is large and others are drawn."""
    drawing, randomness, repeats = _recover_request(endpoint, response, proved)
    if repeats is not None:
        drawing.plan.check_batch(randomness, repeats, services().limits, is_streamed=False)
    drawing.hold_slots(repeats)
    return (drawing.single(randomness) if repeats is None else drawing.batch(randomness, repeats))[0]


def _recover_request(
    endpoint: DrawEndpoint, response: Response, proved: Mapping[str, Any] | None
) -> tuple[DrawResponse, Randomness, int | None]:
    """Return the draw, the randomness and the number of results of the request (None for a single result).

    The parameters are those that the response repeats, and those that its first result implies or its proof has.
    """
    is_batch = "repeats" in response
    schema = endpoint.batch_schema if is_batch else endpoint.single_schema
    repeated = {
        name: response[name] for name in schema.fields if name in response and name not in endpoint.result_fields
    }
    values = {name: value for name, value in repeated.items() if value is not None}
    values |= endpoint.replay.recover(endpoint.first_result(response), response) if proved is None else proved
    request = validate(schema, values)
    single = request.arguments if is_batch else request
    names = {name: str(response[name]) for name in endpoint.path}
    return endpoint.view(single, **names), single.randomness, request.repeats if is_batch else None
