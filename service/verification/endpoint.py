"""/v1/verify: check a response, a receipt, or a result of another provider's scheme."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import marshmallow as ma

from ..capabilities import CAPABILITIES
from ..core.errors import Refused
from ..core.value_types import SentDocument
from ..http.blueprint import Blueprint, Body, Example
from ..http.request_validation import validate
from ..http.responses import CACHE_HOUR, NO_STORE, members_of
from ..http.schemas.fields import JsonValues, parameter
from ..http.schemas.request_schemas import (
    NoParameters,
    ObjectSchema,
    OneOfSchema,
    RequestSchema,
    nested,
)
from ..http.schemas.response_schemas import (
    ResponseSchema,
    optional,
    required,
    schema_from_dataclass,
)
from ..http.short import SHORT_ALONE
from ..proofs.endpoint.prove import BeaconRequest
from ..replay.draw_endpoints import Response
from ..replay.submitted import CONFIRMED, SubmittedResult
from ..verdicts.confirmed import Confirmed
from ..verdicts.verdict import Check, Difference, VerificationResult
from .later_versions import LaterVersion, find_later

blueprint = Blueprint(
    "verify", "/v1/verify", "Check responses, receipts and results of other providers"
)


_RESULTS: tuple[type[SubmittedResult], ...] = tuple(
    document for capability in CAPABILITIES for document in capability.documents
)
_LISTED = [document.listed for document in _RESULTS if document.listed is not None]


class MembersOfOtherFiles(ObjectSchema):
    """The form of `beacon`, `result` and `original_items`, which a response may have beside its own members.

    A response may have any members, but openapi.yaml gives these three one form in every file, so a value of another
    form is refused. Nothing compares them with the response. A file that needs them declares them itself
    (`GivenResult`, the receipt of a shoe): there one may be required or null, and here none is.
    """

    class Meta:
        """Leave out all other members."""

        unknown = ma.EXCLUDE

    beacon = nested(BeaconRequest, "")
    result = parameter(SentDocument(""), None)
    original_items = parameter(JsonValues(""), None)


_OF_OTHER_FILES = MembersOfOtherFiles()


class ResultSchema(OneOfSchema):
    """Selects the schema of a file to check: the first of its alternatives that the file matches.

    A file with a name that only a later version can know is a `LaterVersion`, which openapi.yaml does not describe.
    """

    def select(
        self, body: Mapping[str, Any]
    ) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members to validate. Raises `Refused` if none fits.

        Raises `InvalidValues` for a member beside a response that no file may have.
        """
        later = find_later(body)
        if later is not None:
            return LaterVersion(*later), body
        schema, members = super().select(body)
        if schema.unknown == ma.INCLUDE:
            validate(_OF_OTHER_FILES, body)
        return schema, members


_RESULT = ResultSchema("Result", *_RESULTS)


class GivenResult(SubmittedResult):
    """One of the results as a member, for programs that send only members with known names, such as agents."""

    identified_by = "result"
    identified_type = dict
    description = "any of these as its result"
    is_named = True

    result = parameter(
        SentDocument("A whole response, or a result of another provider."),
        allow_none=True,
    )
    original_items = parameter(
        JsonValues("For a result of items: the list of the request."),
        default=None,
        allow_none=True,
    )

    def open_check(
        self, values: dict[str, Any], _: Response, confirmed: Confirmed
    ) -> Check:
        """Return a function that checks `result` as the body, with the rest of `values` as further members."""
        body = values.pop("result") | values
        told = {name: value for name, value in asdict(confirmed).items() if value}
        if told:
            body |= {CONFIRMED: told}
        check: Check = validate(*_RESULT.select(body))
        return check


class VerifySchema(ResultSchema):
    """Selects the schema of a request. A member that may be null, and is, counts as missing."""

    def select(
        self, body: Mapping[str, Any]
    ) -> tuple[RequestSchema, Mapping[str, Any]]:
        """Return the schema for a body, and the members to validate. Raises `Refused` if the body has two results."""
        present = _drop_nulls(body)
        _check_single_result(present)
        return super().select(present)


def _drop_nulls(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body without the members that may be null, and are: {"result": null, "seed": "a"} is {"seed": "a"}."""
    absent = {name for name in _NULLABLE if body.get(name, ...) is None}
    if not absent:
        return body
    return {name: value for name, value in body.items() if name not in absent}


def _check_single_result(body: Mapping[str, Any]) -> None:
    """Raise `Refused` for a receipt beside a result, and for anything but `confirmed` beside a file."""
    if isinstance(body.get("result"), dict) and "receipt" in body:
        raise Refused("result", "receipt and result are given; leave one out.")
    beside_file = [name for name in body if name not in {"file", CONFIRMED}]
    if "file" in body and beside_file:
        names = ", ".join(beside_file)
        raise Refused(
            "file",
            f"A file is checked alone; leave out what is given beside it: {names[:200]}.",
        )


_ALTERNATIVES: Sequence[type[SubmittedResult]] = (*_RESULTS, GivenResult)
_NULLABLE = {*GivenResult._declared_fields, "receipt"}


class VerificationRecord(
    schema_from_dataclass(VerificationResult, exclude=("difference",))  # type: ignore[misc]
):
    """The result of a check."""

    valid = required(
        bool | None,
        "True if all is right, false if something is wrong, null if not all was checked",
    )
    difference = optional(
        schema_from_dataclass(Difference, optional=("draw", "detail")),
        "The first wrong value, if any",
    )


class SchemeRecord(ResponseSchema):
    """A scheme of another provider."""

    scheme = required(
        str,
        "The name by which a request selects it",
        enum=[entry["scheme"] for entry in _LISTED],
    )
    title = required(str, "Its title")
    source = required(str, "The URL of its definition")
    fields = required(list[str], "The fields of a request")  # type: ignore[assignment]


class SchemeList(ResponseSchema):
    """The schemes."""

    schemes = required(list[SchemeRecord], "Every scheme")


@blueprint.api_endpoint("", response=SchemeList, cache=CACHE_HOUR, short=SHORT_ALONE)
def list_schemes(_: NoParameters) -> Body:
    """List the schemes of other providers that can be checked.

    Each has the fields of a request to check one of its results, and its definition.
    """
    return {"schemes": _LISTED}


@blueprint.api_endpoint(
    "",
    methods=("POST",),
    arguments=VerifySchema(
        "VerifyRequest",
        *_ALTERNATIVES,
        # The document describes those with most members first.
        named=sorted(
            (result for result in _ALTERNATIVES if result.is_named),
            key=lambda result: -len(result._declared_fields),
        ),
        if_too_large="table.check of the clients checks a shoe of any length.",
    ),
    response=VerificationRecord,
    cache=NO_STORE,
    # Altered: the fourth integer of this seed is 32, as the answer in openapi_additions.yaml says. So `valid` is false,
    # and `chosen_by` is unknown.
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
            "request": {
                "path": "/v1/integers",
                "count": 6,
                "max": 49,
                "seed": "lottery",
            },
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
    - a `plan`, its round as `beacon`, and the response as `answer`; also the `names` that the items stand for
    - a result of another provider: its `scheme`, and the fields that a GET lists

    Beside any of these, `confirmed` has what you know yourself: the `commitment` and `digest` that you were shown, the
    `client_seed`, your `own_text`. Without it `chosen_by` names the least that the result proves.

    Programs that send named members give any of these as `result`.
    """
    # The schema has made `check` with `open_check` of the kind of result.
    result = check()
    response = members_of(
        result, "valid", "chosen_by", "rests_on", "checks", "unchecked", "derived"
    )
    if result.difference:
        response["difference"] = result.difference.to_json()
    return response
