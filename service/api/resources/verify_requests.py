"""Requests of /v1/verify with a response of this service, or its signature."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.schemas.fields import BoundedString, Choice, Integer, JsonArray, Seed
from service.api.schemas.one_of import Alternative
from service.api.schemas.proofs import ProofRequest, nested
from service.api.schemas.requests import openapi
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import STREAM

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit


@dataclass(frozen=True)
class SubmittedAnswer:
    """A response of this service as a caller submits it, unchanged or altered."""

    members: Mapping[str, Any]


@dataclass(frozen=True)
class SubmittedProof:
    """A proved response as a caller submits it, and its proof, which is well-formed."""

    members: Mapping[str, Any]
    proof: Mapping[str, Any]


@dataclass(frozen=True)
class SubmittedSignature:
    """A signed receipt, and the response that contains it; None if the receipt comes alone."""

    receipt: str
    response: Mapping[str, Any] | None


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
            "For a response of /v1/items/…, which is without it checked in part: the list of its request.",
            ["red", "green", {"blue": 3}],
        )
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a stream."""
        return "stream" in body


class ProvedAnswer(SeededAnswer):
    """A response to a request with `prove`, complete and in JSON."""

    description = "a proved response, identified by its proof"

    proof = nested(ProofRequest, "As in the response.", required=True)

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a proof."""
        return "proof" in body

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> SubmittedProof:
        """Return the response with all members unchanged, and the proof."""
        return SubmittedProof(original, values["proof"])


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
