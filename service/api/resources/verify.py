"""/v1/verify: check a response, a receipt, or a result of another provider's scheme."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR, NO_STORE
from service.api.http.services import services
from service.api.resources.replay import replay_response
from service.api.resources.third_party import DrandRequest, Rfc3797Request, StakeRequest
from service.api.schemas.dataclass_schemas import schema_from_dataclass
from service.api.schemas.fields import (
    BoundedList,
    BoundedString,
    CardCode,
    Choice,
    Integer,
    JsonArray,
    JsonObject,
    Seed,
)
from service.api.schemas.one_of import Alternative, OneOfSchema
from service.api.schemas.requests import NoParameters, RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.crypto.signatures import check_signature
from service.core.errors import SeedsOff
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.sealed.receipts import ObservedCards, check_receipt
from service.core.third_party.catalogue import SCHEMES, find_scheme
from service.core.verification import Difference, VerificationResult, build_result, compare_values

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_MAX_RUNS, _MAX_CARDS = 10_000, 100_000

verify = Blueprint("verify", "/v1/verify", "Check responses, receipts and results of other providers")


@dataclass(frozen=True)
class SubmittedAnswer:
    """A response of this service as a caller submits it, unchanged or altered."""

    members: Mapping[str, Any]


@dataclass(frozen=True)
class SubmittedSignature:
    """A signed receipt, and the response that contains it; None if the receipt comes alone."""

    receipt: str
    response: Mapping[str, Any] | None


@dataclass(frozen=True)
class SubmittedReceipt:
    """The receipt of a sealed shoe, and the cards that the caller observed."""

    receipt: Mapping[str, Any]
    seen: Sequence[ObservedCards] = ()


class AnswerRequest(Alternative):
    """A response of this service, complete and in JSON."""

    class Meta:
        """A response has members besides those declared here: they depend on its request."""

        unknown = ma.INCLUDE

    @ma.post_load(pass_original=True)
    def to_dataclass(self, _: dict[str, Any], original: dict[str, Any], **__: Any) -> Any:
        """Return the response with all members unchanged and in their order."""
        return SubmittedAnswer(original)


class SeededAnswer(AnswerRequest):
    """A response to a request with a seed, complete and in JSON: it is its own receipt."""

    description = "a seeded response, identified by its stream"

    stream = Choice([STREAM], required=True, metadata=openapi("As in the response.", STREAM))
    seed = Seed(required=True, metadata=openapi("As in the response.", "42"))
    original_items = JsonArray(
        metadata=openapi(
            "For a response of /v1/items/shuffle, which is without it checked in part: the list of its request.",
            ["red", "green", {"blue": 3}],
        )
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a stream."""
        return "stream" in body


class ObservedCardsRequest(RequestSchema):
    """Consecutive cards of a sealed shoe that the caller observed."""

    target = ObservedCards
    error_messages = {"type": "Must be an object with cards and, if not 0, round and position."}  # noqa: RUF012

    round = Integer(0, MAX_INDEX, metadata=openapi("The round, from 0.", 1, 0))
    position = Integer(
        0, MAX_INDEX, metadata=openapi("The position of the first card in the round; 0 is the top.", 7, 0)
    )
    cards = BoundedList(CardCode(), 1, _MAX_CARDS, required=True, metadata=openapi("In any spelling.", ["AS", "TD"]))


class ShoeReceiptRequest(Alternative):
    """The receipt of a sealed shoe, and the cards that the caller observed."""

    target = SubmittedReceipt
    description = "the receipt of a sealed shoe, identified by its receipt"

    receipt = JsonObject(required=True, metadata=openapi("As in the response of /v1/shoes/reveal."))
    seen = BoundedList(
        ma.fields.Nested(ObservedCardsRequest), 0, _MAX_RUNS, metadata=openapi("Cards to compare with the receipt.")
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is an object, as a shoe's is."""
        return isinstance(body.get("receipt"), dict)


class SignedAnswer(AnswerRequest):
    """The receipt of a signed response, alone or in the response, complete and in JSON."""

    description = "a signed response, identified by its receipt"

    receipt = BoundedString(_MAX_RECEIPT, required=True, metadata=openapi("As in the response."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is a string, as a signature is."""
        return isinstance(body.get("receipt"), str)

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> SubmittedSignature:
        """Return the receipt and the response."""
        return SubmittedSignature(values["receipt"], original if len(original) > 1 else None)


class NumberedAnswer(AnswerRequest):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    description = "a numbered deal, identified by its deal_number"

    deal_number = Integer(1, MAX_DEAL_NUMBER, required=True, metadata=openapi("As in the response.", 617))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a deal_number."""
        return "deal_number" in body


class VerificationRecord(schema_from_dataclass(VerificationResult, exclude={"difference"})):  # type: ignore[misc]
    """The result of a check."""

    valid = ma.fields.Boolean(
        allow_none=True,
        **required("Whether everything is right; false if something is wrong, null if something could not be checked"),
    )
    difference = ma.fields.Nested(
        schema_from_dataclass(Difference), **optional("The first value that is wrong, if any")
    )


class SchemeRecord(ResponseSchema):
    """A scheme of another provider."""

    scheme = ma.fields.String(**required("The name by which a request selects it", enum=list(SCHEMES)))
    title = ma.fields.String(**required("Its title"))
    source = ma.fields.String(**required("The URL of its definition"))
    fields_ = ma.fields.List(ma.fields.String(), data_key="fields", **required("The fields of a request"))


class SchemeList(ResponseSchema):
    """The schemes of other providers that can be checked."""

    schemes = ma.fields.List(ma.fields.Nested(SchemeRecord), **required("Every scheme"))


@verify.api_endpoint("", arguments=RequestSchema, response=SchemeList, cache=CACHE_HOUR, example=Example())
def list_schemes(_: NoParameters) -> Body:
    """List the schemes of other providers that can be checked.

    Each with the fields of a request to check one of its results, and its definition.
    """
    schemas = {schema.scheme_name: schema for schema in (StakeRequest, Rfc3797Request, DrandRequest)}
    return {
        "schemes": [
            {
                "scheme": scheme.name,
                "title": scheme.title,
                "source": scheme.source,
                "fields": [name for name in schemas[scheme.name]._declared_fields if name != "scheme"],
            }
            for scheme in SCHEMES.values()
        ]
    }


@verify.api_endpoint(
    "",
    methods=("POST",),
    arguments=OneOfSchema(
        "VerifyRequest",
        StakeRequest,
        Rfc3797Request,
        DrandRequest,
        ShoeReceiptRequest,
        SignedAnswer,
        SeededAnswer,
        NumberedAnswer,
    ),
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
def verify_result(submitted: Any) -> Body:
    """Check a response, a receipt, or a result of another scheme, and return the first difference.

    The body is one object:

    - a seeded response (`stream`) or a numbered deal (`deal_number`), complete and unchanged. Beside a response of
      `/v1/items/shuffle`, `original_items` is the list of its request; without it the items are `unchecked`
    - a signed response, or its `receipt` alone
    - the `receipt` of a sealed shoe, and the cards `seen`: a list of objects with `round`, `position` and `cards`
    - a result of another provider: its `scheme`, and the fields that a GET lists
    """
    result = _check(submitted)
    response = {
        "valid": result.valid,
        "checks": result.checks,
        "unchecked": result.unchecked,
        "derived": result.derived,
    }
    return response | ({"difference": asdict(result.difference)} if result.difference else {})


def _check(submitted: Any) -> VerificationResult:
    match submitted:
        case SubmittedAnswer():
            return _check_answer(submitted)
        case SubmittedSignature():
            return check_signature(submitted.receipt, submitted.response, services().signing_keys)
        case SubmittedReceipt():
            return check_receipt(submitted.receipt, submitted.seen, services().limits)
        case _:
            return find_scheme(submitted).check(submitted)


def _check_answer(submitted: SubmittedAnswer) -> VerificationResult:
    if "seed" in submitted.members and not services().allow_seeds:
        raise SeedsOff
    expected, unchecked = replay_response(submitted.members)
    return build_result({}, {"answer": compare_values("", expected, submitted.members)}, unchecked)
