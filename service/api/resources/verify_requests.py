"""Requests of /v1/verify: a response, its signature, the receipt of a shoe, or a result of another provider."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.fields import JsonValues, parameter
from service.api.schemas.proofs import ProofRequest
from service.api.schemas.requests import Alternative, RequestSchema, nested
from service.core.cards.spellings import CardSpelling
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.kinds import Choice, Document, Integer, Kind, ListOf, Text, describe
from service.core.rng.streams import MAX_INDEX, STREAM, SeedText
from service.core.sealed.checks import PlayerNotes
from service.core.sealed.observations import MAX_OBSERVED, ObservedCards
from service.core.sealed.terms import ShoeScheme
from service.third_party.schemes import SCHEMES, FairnessScheme

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

    stream = parameter(Choice("As in the response.", (STREAM,), example=STREAM))
    seed = parameter(SeedText("As in the response.", example="42"))
    original_items = parameter(
        JsonValues(
            "For a response of /v1/items/…, which is without it checked in part: the list of its request.",
            example=["red", "green", {"blue": 3}],
        ),
        default=None,
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

    receipt = parameter(Text("As in the response.", _MAX_RECEIPT))

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

    deal_number = parameter(Integer("As in the response.", 1, MAX_DEAL_NUMBER, example=617))

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a deal_number."""
        return "deal_number" in body


_MAX_RUNS = 10_000


@dataclass(frozen=True)
class SubmittedReceipt:
    """The receipt of a sealed shoe, the cards or integers that a player saw, the list they stand for, and notes."""

    receipt: Mapping[str, Any]
    seen: Sequence[ObservedCards] = ()
    original_items: list[Any] | None = None
    notes: PlayerNotes = field(default_factory=PlayerNotes)


def _observed(item: Kind, meaning: str, example: list[Any]) -> ma.fields.Field[Any]:
    """Return the field of a list of observed cards or integers, of which some may not have been told."""
    kind = ListOf(meaning, item, MAX_OBSERVED, is_empty_default=False, example=example)
    return parameter(kind, default=None, item=parameter(item, None, allow_none=True))


class ObservedCardsRequest(RequestSchema):
    """Cards or integers of a sealed shoe that the caller observed: an entry of a response, or consecutive cards."""

    target = ObservedCards
    error_messages = {"type": "Must be an object with cards or integers, such as seen in a response."}  # noqa: RUF012

    cards = _observed(CardSpelling(), "In any spelling; null if it was not told.", ["AS", None])
    integers = _observed(Integer("", -MAX_INDEX, MAX_INDEX), "In place of cards.", [617])


_NOTES = {name: parameter(*described) for name, described in describe(PlayerNotes).items()}


class ShoeReceiptRequest(Alternative.from_dict(_NOTES)):  # type: ignore[misc]
    """The receipt of a sealed shoe, and what the caller observed."""

    target = SubmittedReceipt
    description = "the receipt of a sealed shoe, identified by its receipt"

    receipt = parameter(Document("As in the response of /v1/shoes/reveal."))
    seen = parameter(
        ListOf(
            "The `seen` of every response, or consecutive cards, to compare with the receipt.", Document(), _MAX_RUNS
        ),
        default=None,
        item=ma.fields.Nested(ObservedCardsRequest),
    )
    original_items = parameter(
        JsonValues("The list that the integers of the shoe stand for, to compare with its items_sha256."), default=None
    )

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body has a receipt that is an object, as a shoe's is, or is one itself."""
        return isinstance(body.get("receipt"), dict) or body.get("receipt") in tuple(ShoeScheme)

    @classmethod
    def read_members(cls, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a body with the receipt as a member, also of one that is the receipt itself."""
        return body if isinstance(body["receipt"], dict) else {"receipt": body}

    def build(self, values: dict[str, Any]) -> SubmittedReceipt:
        """Return the receipt as it was published, whatever generated clients do with members that are null."""
        notes = {name: values.pop(name) for name in _NOTES if name in values}
        return SubmittedReceipt(_restore_nulls(values.pop("receipt")), notes=PlayerNotes(**notes), **values)


def _restore_nulls(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a receipt with its null members, which some clients leave out, and without those that some add."""
    members = {"client_seed": None, **receipt}
    for name, optional in (("terms", "exclude"), ("drawn", "positions")):
        if isinstance(part := members.get(name), dict) and part.get(optional, ()) is None:
            members[name] = {member: value for member, value in part.items() if member != optional}
    if members.get("receipt") == ShoeScheme.SHOE2 and isinstance(drawn := members.get("drawn"), dict):
        members["drawn"] = {"in_play": None, **drawn}
    return members


class SchemeRequest(Alternative):
    """A result of another provider's scheme."""

    scheme_name: ClassVar[str]

    @classmethod
    def matches(cls, body: Mapping[str, Any]) -> bool:
        """Return whether the body names this scheme."""
        return body.get("scheme") == cls.scheme_name

    def build(self, values: dict[str, Any]) -> Any:
        """Return the request as the frozen dataclass of its scheme."""
        del values["scheme"]
        return self.target(**values)


def _build_schema(scheme: FairnessScheme) -> type[SchemeRequest]:
    name = Choice(f"{scheme.title} ({scheme.source}).", (scheme.name,), example=scheme.name)
    # In a base, whose parameters come first.
    named = type("NamedScheme", (SchemeRequest,), {"scheme": parameter(name)})
    members = {
        "__doc__": f"{scheme.title}.",
        "target": scheme.request_type,
        "scheme_name": scheme.name,
        "description": f"{scheme.result}, identified by scheme={scheme.name}",
    }
    return type(f"{scheme.name.title().replace('_', '')}Request", (named,), members)


SCHEME_REQUESTS: Mapping[str, type[SchemeRequest]] = {name: _build_schema(scheme) for name, scheme in SCHEMES.items()}
"""The request of every scheme by the name of the scheme."""
