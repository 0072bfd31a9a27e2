"""/v1/verify: whether an answer, a receipt, or a result of another provider's scheme is what it says it is."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import marshmallow as ma
from flask import current_app

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.draw_view import limits
from service.api.http.responses import CACHE_HOUR, NO_STORE
from service.api.http.signing import signing_keys
from service.api.resources.replay import replay_response
from service.api.resources.third_party import DrandRequest, Rfc3797Request, StakeRequest
from service.api.schemas.fields import BoundedList, BoundedString, CardCode, Choice, Integer, JsonObject, Seed
from service.api.schemas.one_of import Alternative, OneOfSchema
from service.api.schemas.requests import NoParameters, RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.crypto.signatures import check_signature
from service.core.errors import SeedsOff
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.sealed.receipts import ObservedCards, check_receipt
from service.core.third_party.catalogue import SCHEMES, find_scheme
from service.core.verification import VerificationResult, build_result, compare_values

_LONGEST_RECEIPT = 2**30  # in effect what MAX_BODY_BYTES allows
_MOST_RUNS, _MOST_CARDS = 10_000, 100_000

verify = Blueprint("verify", "/v1/verify", "Checks answers, receipts and other providers' results")


@dataclass(frozen=True)
class FinalResponse:
    """An answer of this service, as it came or as somebody has changed it."""

    members: Mapping[str, Any]


@dataclass(frozen=True)
class Signed:
    """A receipt, and the answer with it in it, if there was more than the receipt."""

    receipt: str
    members: Mapping[str, Any] | None


@dataclass(frozen=True)
class Revealed:
    """The receipt of a sealed shoe, and what was seen of it."""

    receipt: Mapping[str, Any]
    seen: Sequence[ObservedCards] = ()


class AnswerRequest(Alternative):
    """An answer of this service, whole and in JSON: it is its own receipt."""

    class Meta:
        """What else is in it depends on what was asked."""

        unknown = ma.INCLUDE

    @ma.post_load(pass_original=True)
    def to_dataclass(self, _: dict[str, Any], original: dict[str, Any], **__: Any) -> Any:
        """The answer, its members as they came and in their order."""
        return FinalResponse(original)


class SeededAnswer(AnswerRequest):
    """An answer to a request with a seed, whole and in JSON: it is its own receipt."""

    matched_by = "a seeded answer, known by its stream"

    stream = Choice([STREAM], required=True, metadata=openapi("As answered.", STREAM))
    seed = Seed(required=True, metadata=openapi("As answered.", "42"))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether it says which stream."""
        return "stream" in body


class SeenCards(RequestSchema):
    """Cards that were seen of a sealed shoe, one after the other."""

    target = ObservedCards
    error_messages = {"type": "Must be an object with cards and, if not 0, round and position."}  # noqa: RUF012

    round = Integer(0, MAX_INDEX, metadata=openapi("The round, from 0.", 1, 0))
    position = Integer(0, MAX_INDEX, metadata=openapi("Of the first of them in the round; 0 is the top.", 7, 0))
    cards = BoundedList(CardCode(), 1, _MOST_CARDS, required=True, metadata=openapi("In any spelling.", ["AS", "TD"]))


class ShoeReceiptRequest(Alternative):
    """The receipt of a sealed shoe, and what was seen of it."""

    matched_by = "the receipt of a sealed shoe, known by its receipt"

    receipt = JsonObject(required=True, metadata=openapi("As /v1/shoes/reveal answered it."))
    seen = BoundedList(ma.fields.Nested(SeenCards), 1, _MOST_RUNS, metadata=openapi("Cards to hold against it."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether it has a receipt that is an object, as a shoe's is."""
        return isinstance(body.get("receipt"), dict)

    @ma.post_load
    def to_dataclass(self, values: dict[str, Any], **_: Any) -> "Revealed":
        """The receipt and the cards, frozen."""
        return Revealed(**values)


class SignedAnswer(AnswerRequest):
    """A receipt that signs an answer, alone or in its answer, whole and in JSON."""

    matched_by = "a signed answer, known by its receipt"

    receipt = BoundedString(_LONGEST_RECEIPT, required=True, metadata=openapi("As answered."))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether it has a receipt that is text, as a signature is."""
        return isinstance(body.get("receipt"), str)

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> Signed:
        """The receipt and the answer."""
        return Signed(values["receipt"], original if len(original) > 1 else None)


class NumberedAnswer(AnswerRequest):
    """An answer to a request with a deal_number, whole and in JSON: it is its own receipt."""

    matched_by = "a numbered deal, known by its deal_number"

    deal_number = Integer(1, MAX_DEAL_NUMBER, required=True, metadata=openapi("As answered.", 617))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Whether it says which deal."""
        return "deal_number" in body


class DifferenceRecord(ResponseSchema):
    """The first thing that is not as it must be."""

    where = ma.fields.String(**required("The field, with the place in it, from 0: cards[3]"))
    expected = ma.fields.String(allow_none=True, **required("What it must be; null where there must be nothing"))
    seen = ma.fields.String(allow_none=True, **required("What it is; null where there is nothing"))


class VerificationRecord(ResponseSchema):
    """What the check found."""

    valid = ma.fields.Boolean(
        allow_none=True,
        **required("Whether all is right; false if something is wrong, null if something could not be checked"),
    )
    checks = ma.fields.Dict(
        ma.fields.String(), ma.fields.Boolean(), **required("What was checked, and whether each is right")
    )
    unchecked = ma.fields.Dict(
        ma.fields.String(), ma.fields.String(), **required("What was not checked, and why, each in a sentence")
    )
    derived = ma.fields.Dict(ma.fields.String(), ma.fields.Raw(), **required("What follows from the request, by name"))
    difference = ma.fields.Nested(DifferenceRecord, **optional("The first thing that is wrong, if any"))


class SchemeRecord(ResponseSchema):
    """Another provider's scheme."""

    scheme = ma.fields.String(**required("As a request gives it", enum=list(SCHEMES)))
    title = ma.fields.String(**required("What is checked"))
    source = ma.fields.String(**required("Where it is published"))
    fields_ = ma.fields.List(ma.fields.String(), data_key="fields", **required("What a request may say"))


class SchemeList(ResponseSchema):
    """What else than answers and receipts can be checked."""

    schemes = ma.fields.List(ma.fields.Nested(SchemeRecord), **required("Every scheme"))


@verify.api_endpoint("", arguments=RequestSchema, response=SchemeList, cache=CACHE_HOUR, example=Example())
def list_schemes(_: NoParameters) -> Body:
    """List the schemes of other providers that can be checked."""
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
        StakeRequest, Rfc3797Request, DrandRequest, ShoeReceiptRequest, SignedAnswer, SeededAnswer, NumberedAnswer
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
def verify_result(asked: Any) -> Body:
    """Say whether an answer, the receipt of a shoe, or a result of another scheme is right, or what differs first.

    Of a caller's own items it is the order that is checked.
    """
    finding = _check(asked)
    told = {
        "valid": finding.valid,
        "checks": finding.checks,
        "unchecked": finding.unchecked,
        "derived": finding.derived,
    }
    return told | ({"difference": asdict(finding.difference)} if finding.difference else {})


def _check(asked: Any) -> VerificationResult:
    match asked:
        case FinalResponse():
            return _check_answer(asked)
        case Signed():
            return check_signature(asked.receipt, asked.members, signing_keys())
        case Revealed():
            return check_receipt(asked.receipt, asked.seen, limits())
        case _:
            return find_scheme(asked).check(asked)


def _check_answer(asked: FinalResponse) -> VerificationResult:
    if "seed" in asked.members and not current_app.config["ALLOW_SEEDS"]:
        raise SeedsOff
    expected = replay_response(asked.members)
    return build_result({}, {"answer": compare_values("", expected, asked.members)}, {})
