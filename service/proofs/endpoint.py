"""Signed and proved responses: the schemas and checks of /v1/verify, and the registration of both."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..core import verification
from ..core.confirmed import Confirmed
from ..core.crypto.signatures import check_signature
from ..core.draw_requests import find_choice
from ..core.errors import SeedsOff
from ..core.proof_terms import SCHEME
from ..core.rng.streams import STREAM
from ..core.value_types import Text
from ..core.verification import Check, ChosenBy, Origin, VerificationResult
from ..http.capability import Capability
from ..http.replay import NotReplayed, select_endpoint
from ..http.response_replay import Response
from ..http.schemas.fields import parameter
from ..http.schemas.provenance import ProofRequest
from ..http.schemas.request_schemas import nested
from ..http.services import services
from ..http.submitted import (
    NOT_DRAWN,
    SeededResponse,
    SubmittedResponse,
    check_fixed_list,
    read_response,
    replay_response,
)
from ..http.versions import find_other_version
from .drand import compare_beacon, derive_round_due
from .vrf import check_proof

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_DEFINITIONS: Mapping[str, str] = {
    "proof.scheme": SCHEME,
    "proof.alpha.scheme": SCHEME,
    "proof.alpha.stream": STREAM,
}
"""The name of each definition by the path of the member that has it."""


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


class ProvedResponse(SeededResponse):
    """A response to a request with `prove`, complete and in JSON."""

    identified_by = "proof"
    description = "a proved response, identified by its proof"

    proof = nested(ProofRequest, "As in the response.", required=True)

    def open_check(
        self, values: dict[str, Any], result: Response, confirmed: Confirmed
    ) -> Check:
        return partial(_check_proved, result, values["proof"], confirmed)


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

PROOFS = Capability(
    "proofs",
    documents=(SignedResponse, ProvedResponse),
    find_later=partial(find_other_version, definitions=_DEFINITIONS),
)
