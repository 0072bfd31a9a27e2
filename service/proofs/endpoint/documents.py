"""Signed and proved responses: the schemas and checks of /v1/verify, and the registration of both."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...capability import Capability
from ...core.draw_requests import find_choice
from ...core.rng.streams import STREAM
from ...core.value_types import Text
from ...http.problems import SeedsOff
from ...http.schemas.fields import parameter
from ...http.schemas.request_schemas import nested
from ...http.services import services
from ...http.versions import find_other_version
from ...replay.draw_endpoints import Response
from ...replay.response_checks import (
    NotReplayed,
    ProvedRequest,
    Replay,
    select_endpoint,
)
from ...replay.submitted import (
    NOT_DRAWN,
    SeededResponse,
    SubmittedResponse,
    refuse_unfixed_list,
    replay_response,
)
from ...verdicts.confirmed import Confirmed
from ...verdicts.verdict import (
    Check,
    ChosenBy,
    Origin,
    Outcome,
    VerificationResult,
    build_result,
    describe_due,
    unknown,
)
from ..drand import derive_round_due
from ..signed_receipts import check_signature
from ..terms import select_terms
from ..vrf import PROOF_SCHEME, check_proof
from .evidence import ResponseReceipt, SeedProof, name_drawn_request
from .keys import blueprint, get_keys, set_up_keys
from .prove import PROVE, ProofRequest
from .settings import ProofSettings

_MAX_RECEIPT = 2**30  # characters: in effect MAX_BODY_BYTES is the limit
_DEFINITIONS: Mapping[str, str] = {
    "proof.scheme": PROOF_SCHEME,
    "proof.alpha.scheme": PROOF_SCHEME,
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
            values["receipt"], response, get_keys().signing, _is_chosen
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
    # A signed path may begin with the path of a proxy that the service stood behind then.
    path = "/v1/" + request["path"].rpartition("/v1/")[2]
    try:
        endpoint = select_endpoint(path).endpoint
    except NotReplayed:
        return None
    members = dict(request["parameters"]) | {"given": None} | dict(answer)
    target: Any = endpoint.route.arguments.target
    return target.has_one_result(members) or find_choice(target, members) is not None


def _check_proved(
    response: Response, proof: Mapping[str, Any], confirmed: Confirmed
) -> VerificationResult:
    """Check the proof of a response, then its request, then its results; stop after the first check that fails.

    `replay_response` checks the request and the results. Raises `SeedsOff` if ALLOW_SEEDS is off and the proof is not
    checked, as its key is unknown. Raises `Refused` for a malformed request, and for a list without its hash.
    """
    alpha = proof["alpha"]
    own_text = confirmed.own_text
    proof_check = check_proof(proof, response, get_keys().vrf, own_text)
    outcomes: dict[str, Outcome] = dict(proof_check.outcomes)
    unchecked = dict(proof_check.unchecked)
    derived = derive_round_due(alpha.get("beacon", {}))
    if any(outcomes.values()):
        return build_result(derived, outcomes, unchecked, origin=_UNPROVED)
    # The request in a proof has the hash of its list itself.
    request = alpha["request"]
    refuse_unfixed_list("proof.alpha.request", request=request, fixed=request)
    # A proof by an unknown key does not bind its seed: this would be a draw from any seed.
    if "proof" in unchecked and not services().allowed.seeds:
        raise SeedsOff
    # A round whose signature was not checked says nothing about the time, like one more text of a player.
    has_round = "beacon" in outcomes
    proved = ProvedRequest(
        "proof.alpha.request",
        named=request,
        name_request=name_drawn_request,
        instead_of_seed={PROVE: select_terms(alpha)},
        members={"proof": response["proof"]},
    )
    comparison = replay_response(response, proved)
    outcomes |= comparison.outcomes
    unchecked |= comparison.unchecked
    if "proof" in unchecked:
        origin = _UNPROVED
    elif comparison.replay is None or "request" in unchecked:
        origin = NOT_DRAWN
    else:
        round_due = derived.get("round_due") if has_round else None
        origin = _find_origin(
            comparison.replay,
            has_round=has_round,
            is_public=bool(confirmed.public_before_round),
            round_due=round_due,
        )
    return build_result(derived, outcomes, unchecked, origin=origin)


def _find_origin(
    replay: Replay, *, has_round: bool, is_public: bool, round_due: int | None
) -> Origin:
    """Return who could choose a proved result that was drawn again with its seed.

    `has_round` tells whether its terms have a round of drand that is right, `is_public` whether the reader saw the
    terms before it was due.
    """
    if replay.draw.find_choice():
        return _REQUESTED
    results_left = replay.find_results_left()
    if results_left.is_one:
        return _REQUESTED
    origin = _PROVED
    due = ""
    if has_round:
        origin = _PUBLIC if is_public else _PROVED_WITH_BEACON
        due = describe_due(round_due)
    sentences = (origin.rests_on, due, results_left.describe())
    return origin._replace(rests_on=" ".join(filter(None, sentences)))


_UNPROVED = unknown("The key of the proof was not checked: anybody may have made it.")
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
    blueprints=(blueprint,),
    documents=(SignedResponse, ProvedResponse),
    evidence=(ResponseReceipt, SeedProof),
    find_later=partial(find_other_version, definitions=_DEFINITIONS),
    settings=ProofSettings,
    set_up=set_up_keys,
)
