"""/v1/verify: check a response, a receipt, or a result of another provider's scheme."""

from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from service.api.http.blueprint import Blueprint, Body, Example
from service.api.http.responses import CACHE_HOUR, NO_STORE
from service.api.http.services import hold_slot_for, services
from service.api.resources.items import hash_list
from service.api.resources.replay import compare_request, proved_parameters, replay_response
from service.api.resources.verify_requests import (
    SCHEME_REQUESTS,
    NumberedAnswer,
    ProvedAnswer,
    SeededAnswer,
    ShoeReceiptRequest,
    SignedAnswer,
    SubmittedAnswer,
    SubmittedProof,
    SubmittedReceipt,
    SubmittedSignature,
)
from service.api.schemas.requests import NoParameters, OneOfSchema, RequestSchema
from service.api.schemas.responses import ResponseSchema, optional, required, schema_from_dataclass
from service.core.crypto.signatures import check_signature
from service.core.errors import SeedsOff
from service.core.kinds import describe
from service.core.proofs import check_proof
from service.core.sealed.checks import ItemList, ReceiptCheck
from service.core.verification import Difference, VerificationResult, build_result, compare_values
from service.third_party.drand import compare_beacon
from service.third_party.schemes import SCHEMES, find_scheme

verify = Blueprint("verify", "/v1/verify", "Check responses, receipts and results of other providers")


class VerificationRecord(schema_from_dataclass(VerificationResult, exclude={"difference"})):  # type: ignore[misc]
    """The result of a check."""

    valid = ma.fields.Boolean(
        allow_none=True,
        **required("Whether everything is right; false if something is wrong, null if something could not be checked"),
    )
    difference = ma.fields.Nested(
        schema_from_dataclass(Difference, optional={"draw", "detail"}),
        **optional("The first value that is wrong, if any"),
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
    return {
        "schemes": [
            {
                "scheme": scheme.name,
                "title": scheme.title,
                "source": scheme.source,
                "fields": list(describe(scheme.request_type)),
            }
            for scheme in SCHEMES.values()
        ]
    }


@verify.api_endpoint(
    "",
    methods=("POST",),
    arguments=OneOfSchema(
        "VerifyRequest",
        *SCHEME_REQUESTS.values(),
        ShoeReceiptRequest,
        SignedAnswer,
        ProvedAnswer,
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
      `/v1/items/…`, `original_items` is the list of its request; without it the items are `unchecked`
    - a proved response (`proof`), complete and unchanged
    - a signed response, or its `receipt` alone
    - the `receipt` of a sealed shoe, and what was `seen`: a list with the `seen` of each response, or objects with
      `round`, `position` and `cards`. For integers, `original_items` is the list that `items_sha256` commits to
    - a result of another provider: its `scheme`, and the fields that a GET lists
    """
    result = _check(submitted)
    response = {
        "valid": result.valid,
        "checks": result.checks,
        "unchecked": result.unchecked,
        "derived": result.derived,
    }
    return response | ({"difference": result.difference.to_json()} if result.difference else {})


def _check(submitted: Any) -> VerificationResult:
    match submitted:
        case SubmittedAnswer():
            return _check_answer(submitted)
        case SubmittedProof():
            return _check_proved(submitted.members, submitted.proof)
        case SubmittedSignature():
            return check_signature(submitted.receipt, submitted.response, services().signing_keys)
        case SubmittedReceipt():
            check = ReceiptCheck(submitted.receipt, submitted.seen, services().limits)
            hold_slot_for(check.work)
            items = submitted.original_items
            listed = None if items is None else ItemList(len(items), hash_list(items))
            return check.run(listed, submitted.notes)
        case _:
            return find_scheme(submitted).check(submitted)


def _check_answer(submitted: SubmittedAnswer) -> VerificationResult:
    if "seed" in submitted.members and not services().allow_seeds:
        raise SeedsOff
    expected, unchecked = replay_response(submitted.members)
    return build_result({}, {"answer": compare_values("", expected, submitted.members)}, unchecked)


def _check_proved(response: Mapping[str, Any], proof: Mapping[str, Any]) -> VerificationResult:
    """Check a proved response. After the first check that fails, no further one is made; nothing is drawn before."""
    compared, unchecked = check_proof(proof, response, services().vrf_keys, compare_beacon)
    if any(compared.values()):
        return build_result({}, compared, unchecked)
    if "proof" in unchecked and not services().allow_seeds:
        raise SeedsOff
    request = proof["alpha"]["request"]
    compared["request"] = compare_request("proof.alpha.request", request, response)
    if compared["request"] is None:
        expected, reasons = replay_response(response, proved_parameters(request, response))
        compared["answer"] = compare_values("", {**expected, "proof": proof}, response)
        if "items_sha256" in reasons:  # otherwise the response has the whole list, and the proof its hash
            unchecked |= reasons
    return build_result({}, compared, unchecked)
