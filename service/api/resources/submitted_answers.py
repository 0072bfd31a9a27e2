"""Schemas and checks for responses sent to /v1/verify: seeded, numbered, proved and signed ones, and files."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import marshmallow as ma

from service.api.http.request_parsing import read_integers
from service.api.http.response_replay import Response
from service.api.http.services import hold_slot_for, services
from service.api.resources.answer_replay import compare_request, list_unknown, proved_parameters, replay_response
from service.api.schemas.fields import JsonValues, parameter
from service.api.schemas.provenance import DecodedInteger, ProofRequest
from service.api.schemas.request_schemas import Alternative, nested
from service.core import verification
from service.core.crypto.signatures import check_signature
from service.core.errors import SeedsOff
from service.core.games.bridge_files import check_file
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.kinds import Choice, Text
from service.core.proofs import check_proof
from service.core.rng.streams import STREAM, SeedText
from service.core.verification import SEEDED, Check, ChosenBy, Difference, Origin, Outcome, VerificationResult
from service.third_party.drand import compare_beacon

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit


class AnswerRequest(Alternative):
    """A response of this service, complete and in JSON."""

    class Meta:
        """Accept undeclared members: the members of a response depend on its request."""

        unknown = ma.INCLUDE

    @ma.post_load(pass_original=True)
    def to_dataclass(self, _: dict[str, Any], original: dict[str, Any], **__: Any) -> Check:
        """Return a function that checks the response as it was sent, with all its members."""
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
        """Return a function that checks the response as it was sent, and its proof."""
        return partial(_check_proved, original, values["proof"])


class SignedAnswer(AnswerRequest):
    """The receipt of a signed response, alone or in the response, complete and in JSON."""

    identified_by, identified_type, description = "receipt", str, "a signed response, identified by its receipt"

    receipt = parameter(Text("As in the response.", _MAX_RECEIPT))

    @ma.post_load(pass_original=True)
    def to_dataclass(self, values: dict[str, Any], original: dict[str, Any], **_: Any) -> Check:
        """Return a function that checks the receipt, and the response unless the receipt comes alone."""
        response = original if len(original) > 1 else None
        return lambda: check_signature(values["receipt"], response, services().signing_keys)


class BoardFile(Alternative):
    """A file of bridge boards with their seed."""

    identified_by, description = "file", "a PBN or LIN file, identified by its file"

    file = parameter(Text("The text of a PBN or LIN file that has its seed.", _MAX_RECEIPT))

    def build(self, values: dict[str, Any]) -> Check:
        return partial(_check_file, values["file"])


class NumberedAnswer(AnswerRequest):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    identified_by, description = "deal_number", "a numbered deal, identified by its deal_number"

    deal_number = parameter(DecodedInteger("As in the response.", 1, MAX_DEAL_NUMBER, example=617))


def _read_response(submitted: Response) -> Response:
    """Return a response with numbers read as in a request (5.0 as 5), and seats that are numbers as strings."""
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
    outcomes = {"result": _excuse(verification.compare_values("", expected, response), response)}
    return verification.build_result({}, outcomes, unchecked, origin=SEEDED if "seed" in response else _NUMBERED)


def _excuse(difference: Difference | None, response: Response) -> Outcome:
    """Return `difference`, or a reason why it may be right: unknown members may be parameters of a later version."""
    if not difference or not (names := list_unknown(response)):
        return difference
    return f"{difference.where} differs, but a later version may have dealt by {', '.join(names)}."


def _check_file(text: str) -> VerificationResult:
    if not services().allow_seeds:
        raise SeedsOff
    hold_slot_for(len(text))
    return check_file(text, services().limits)


def _check_proved(response: Response, proof: Mapping[str, Any]) -> VerificationResult:
    """Check the proof of a response, then its request, then its results; stop after the first check that fails."""
    response = _read_response(response)
    proof_outcomes, unchecked = check_proof(proof, response, services().vrf_keys, compare_beacon)
    if any(proof_outcomes.values()):
        return verification.build_result({}, proof_outcomes, unchecked, origin=_UNPROVED)
    if "proof" in unchecked and not services().allow_seeds:
        raise SeedsOff
    request = proof["alpha"]["request"]
    if "where" in response and "board" in request:
        response = {"first_board": read_integers(request["board"]), **response}  # the vectors have none
    outcomes: dict[str, Outcome] = {
        **proof_outcomes,
        "request": _excuse(compare_request("proof.alpha.request", request, response), response),
    }
    if outcomes["request"] is None:
        expected, reasons = replay_response(response, proved_parameters(request, response))
        if "file_board" not in response:
            expected = {name: value for name, value in expected.items() if name != "file_board"}  # likewise
        outcomes["result"] = _excuse(verification.compare_values("", {**expected, "proof": proof}, response), response)
        has_list = "items_sha256" not in reasons  # the response has the whole list, and the proof its hash
        unchecked |= {name: reason for name, reason in reasons.items() if not (has_list and name == "items")}
    origin = _PROVED_WITH_BEACON if "beacon" in proof_outcomes else _PROVED
    if not unchecked.keys().isdisjoint(("proof", "beacon")):
        origin = _UNPROVED
    return verification.build_result({}, outcomes, unchecked, origin=origin)


_NUMBERED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request chose the number of the deal, and could try others until the result suited.",
)
_UNPROVED = verification.unknown(
    "The key of the proof, or its round of drand, was not checked: anybody may have made it."
)
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
