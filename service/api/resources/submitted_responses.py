"""Schemas and checks for responses sent to /v1/verify: seeded, numbered, proved and signed ones, and files."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import marshmallow as ma

from ...core import verification
from ...core.confirmed import NOTHING, Confirmed, ConfirmedObject
from ...core.crypto.signatures import check_signature
from ...core.draw_requests import find_choice
from ...core.errors import Refused, SeedsOff
from ...core.games.bridge_files import check_file
from ...core.games.microsoft import MAX_DEAL_NUMBER
from ...core.proofs import check_proof
from ...core.rng.streams import STREAM, SeedText
from ...core.value_types import Choice, Integer, Text
from ...core.verification import (
    SEEDED,
    Check,
    ChosenBy,
    Origin,
    Outcome,
    VerificationResult,
)
from ...third_party.drand import compare_beacon, derive_round_due
from ..http.replay import NotReplayed, Replay, WrongResult, select_endpoint
from ..http.response_replay import Reasons, Response
from ..http.services import services
from ..schemas.fields import JsonValues, parameter
from ..schemas.provenance import ProofRequest
from ..schemas.request_schemas import Alternative, nested

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
CONFIRMED = "confirmed"


class SubmittedResult(Alternative):
    """A result to check, and beside it what the reader confirms, which is never compared as a member of the result."""

    confirmed = parameter(
        ConfirmedObject("What you know yourself, whoever gave you the result."), None
    )

    @ma.post_load(pass_original=True)
    def to_dataclass(
        self, values: dict[str, Any], original: Response, **_: Any
    ) -> Check:
        """Return a function that checks the result."""
        confirmed = values.pop(CONFIRMED, None) or NOTHING
        result = {name: value for name, value in original.items() if name != CONFIRMED}
        check = self.open_check(values, result, confirmed)
        return lambda: confirmed.add_uncompared(check())

    @abstractmethod
    def open_check(
        self, values: dict[str, Any], result: Response, confirmed: Confirmed
    ) -> Check:
        """Return a function that checks a result with these declared members and these members as sent."""


class SubmittedResponse(SubmittedResult):
    """A response of this service, complete and in JSON."""

    class Meta:
        """Accept undeclared members: the members of a response depend on its request."""

        unknown = ma.INCLUDE

    verbatim = frozenset(
        {"seed"}
    )  # as numbers are read in the items of a response, so are they in `original_items`

    def open_check(self, _: dict[str, Any], result: Response, __: Confirmed) -> Check:
        return partial(_check_response, result)


class SeededResponse(SubmittedResponse):
    """A response to a request with a seed, complete and in JSON: it is its own receipt."""

    identified_by = "stream"
    description = "a seeded response, identified by its stream"

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


class ProvedResponse(SeededResponse):
    """A response to a request with `prove`, complete and in JSON."""

    identified_by = "proof"
    description = "a proved response, identified by its proof"

    proof = nested(ProofRequest, "As in the response.", required=True)

    def open_check(
        self, values: dict[str, Any], result: Response, confirmed: Confirmed
    ) -> Check:
        return partial(_check_proved, result, values["proof"], confirmed)


class SignedResponse(SubmittedResponse):
    """The receipt of a signed response, alone or in the response, complete and in JSON."""

    identified_by = "receipt"
    identified_type = str
    description = "a signed response, identified by its receipt"

    receipt = parameter(Text("As in the response.", _MAX_RECEIPT))

    def open_check(
        self, values: dict[str, Any], result: Response, __: Confirmed
    ) -> Check:
        """Return a function that checks the receipt, and the response unless the receipt comes alone."""
        response = result if len(result) > 1 else None
        return lambda: check_signature(
            values["receipt"], response, services().signing_keys, _is_chosen
        )


class BoardFile(SubmittedResult):
    """A file of bridge boards with their seed."""

    identified_by = "file"
    description = "a PBN or LIN file, identified by its file"

    file = parameter(
        Text("The text of a PBN or LIN file that has its seed.", _MAX_RECEIPT)
    )

    def open_check(self, values: dict[str, Any], _: Response, __: Confirmed) -> Check:
        return partial(_check_file, values["file"])


class NumberedResponse(SubmittedResponse):
    """A response to a request with a deal_number, complete and in JSON: it is its own receipt."""

    identified_by = "deal_number"
    description = "a numbered deal, identified by its deal_number"

    deal_number = parameter(
        Integer("As in the response.", 1, MAX_DEAL_NUMBER, example=617)
    )


RESPONSES = (
    SignedResponse,
    ProvedResponse,
    SeededResponse,
    NumberedResponse,
    BoardFile,
)
"""The responses and files of this service; the first that matches is checked."""


def read_response(response: Response) -> Response:
    """Return a response in which seats that are numbers are strings."""
    if not isinstance(hands := response.get("hands"), list):
        return response

    def read(hand: Any) -> Any:
        return (
            hand | {"seat": str(hand["seat"])}
            if isinstance(hand, dict) and type(hand.get("seat")) is int
            else hand
        )

    return {
        **response,
        "hands": [
            list(map(read, hand)) if isinstance(hand, list) else read(hand)
            for hand in hands
        ],
    }


def _check_response(response: Response) -> VerificationResult:
    if "seed" in response and not services().allow_seeds:
        raise SeedsOff
    outcomes, unchecked, _ = replay_response(read_response(response))
    origin = (
        NOT_DRAWN
        if "request" in unchecked
        else SEEDED
        if "seed" in response
        else _NUMBERED
    )
    return verification.build_result({}, outcomes, unchecked, origin=origin)


class Comparison(NamedTuple):
    """What the comparison of a response with its request says, and the reasons why members are unchecked.

    `replay` tells how many results the request leaves, if nothing differs.
    """

    outcomes: Mapping[str, Outcome]
    unchecked: Reasons
    replay: Replay | None = None


def replay_response(
    response: Response, proof: Mapping[str, Any] | None = None
) -> Comparison:
    """Return the comparison of a response with its request, if there is one with the reason why it is not made."""
    try:
        return compare_response(response, proof)
    except NotReplayed as error:
        return Comparison({}, {"request": str(error)})


def compare_response(
    response: Response, proof: Mapping[str, Any] | None = None
) -> Comparison:
    """Return the comparison of a response with its request. Raises `NotReplayed`."""
    outcomes: dict[str, Outcome] = {}
    unchecked: Reasons = {}
    try:
        replay = Replay(response, proof and proof["alpha"])
        if proof:
            outcomes["request"] = replay.compare_proved(
                "proof.alpha.request", proof["alpha"]["request"]
            )
        if not outcomes.get("request"):
            outcomes["result"], unchecked = replay.compare()
    except WrongResult as error:
        return Comparison(outcomes | {"result": error.difference}, {})
    has_list = (
        proof and "items_sha256" not in unchecked
    )  # the response has the whole list, and the proof its hash
    reasons = {
        name: reason
        for name, reason in unchecked.items()
        if not (has_list and name == "items")
    }
    return Comparison(outcomes, reasons, None if any(outcomes.values()) else replay)


def _is_chosen(request: Response, answer: Response) -> bool | None:
    """Return whether a signed request chose or left one result, as far as shows; None for a path that is not known.

    A request may give no cards in many ways, so that the response says whether it gave any.
    """
    # A path that was signed may begin with that of a proxy, under which the service was then.
    path = "/v1/" + request["path"].rpartition("/v1/")[2]
    try:
        endpoint, _, _ = select_endpoint(path)
    except NotReplayed:
        return None
    members = {**request["parameters"], "given": None, **answer}
    target: Any = endpoint.arguments.target
    return target.has_one_result(members) or find_choice(target, members) is not None


def _check_file(text: str) -> VerificationResult:
    if not services().allow_seeds:
        raise SeedsOff
    return check_file(text, services().limits)


def check_fixed_list(
    where: str, request: Mapping[str, Any], fixed: Mapping[str, Any]
) -> None:
    """Raise `Refused` for a request with a list whose hash is not in the members `fixed`, at the path `where`.

    No service makes such a plan or proof, but whoever makes one by hand could choose the order of the list afterwards.
    """
    if (
        str(request.get("path")).startswith("/v1/items/")
        and fixed.get("items_sha256") is None
    ):
        raise Refused(
            f"{where}.items_sha256",
            "Must be the SHA-256 of the list, which is not fixed without it.",
        )


def _check_proved(
    response: Response, proof: Mapping[str, Any], confirmed: Confirmed
) -> VerificationResult:
    """Check the proof of a response, then its request, then its results; stop after the first check that fails."""
    response = read_response(response)
    proof_outcomes, unchecked = check_proof(
        proof, response, services().vrf_keys, compare_beacon, confirmed.own_text
    )
    derived = derive_round_due(proof["alpha"].get("beacon", {}))
    if any(proof_outcomes.values()):
        return verification.build_result(
            derived, proof_outcomes, unchecked, origin=_UNPROVED
        )
    check_fixed_list(
        "proof.alpha.request", proof["alpha"]["request"], proof["alpha"]["request"]
    )
    if "proof" in unchecked and not services().allow_seeds:
        raise SeedsOff
    outcomes, reasons, replay = replay_response(response, proof)
    unchecked |= reasons
    if "proof" in unchecked:
        origin = _UNPROVED
    elif replay is None or "request" in unchecked:
        origin = NOT_DRAWN
    elif replay.draw.find_choice() or (left := replay.count_results()).is_one:
        origin = _REQUESTED
    else:
        # a round that was not checked is like another text
        has_round = "beacon" in proof_outcomes
        with_round = _PUBLIC if confirmed.public_before_round else _PROVED_WITH_BEACON
        origin = with_round if has_round else _PROVED
        due = verification.describe_due(derived.get("round_due")) if has_round else ""
        sentences = (origin.rests_on, due, left.describe())
        origin = origin._replace(rests_on=" ".join(filter(None, sentences)))
    return verification.build_result(
        derived, {**proof_outcomes, **outcomes}, unchecked, origin=origin
    )


_NUMBERED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request chose the number of the deal, and could try others until the result suited.",
)
NOT_DRAWN = verification.unknown("The result was not compared with its seed.")
_UNPROVED = verification.unknown(
    "The key of the proof was not checked: anybody may have made it."
)
_REQUESTED = Origin(
    ChosenBy.REQUESTER,
    "Whoever sent the request could choose by it, or left one result: the key has one seed for it.",
)
_PROVED = Origin(
    ChosenBy.LAST_WORD,
    "The key has one seed for this game, round and request and these texts: whoever could ask for the deal and chose "
    "the last of them could try others; nobody could, if your own random text came last.",
)
_PROVED_WITH_BEACON = Origin(
    ChosenBy.LAST_WORD,
    "The key has one seed for these terms and this round of drand, whose signature is right: whoever fixed the terms "
    "after the round was due could try others; nobody could, if you saw all of them in public before it was due.",
)
_PUBLIC = Origin(
    ChosenBy.NOBODY_ALONE,
    "The key has one seed for these terms and this round of drand, its signature is right, and you saw the terms in "
    "public before the round was due.",
)
