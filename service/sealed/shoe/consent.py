"""Check consent: the seats of a shoe sign the next request, together with the digest of all draws before.

They sign an action: canonical JSON of the request's members that decide which cards are dealt, as
docs/definitions/sealed.md has it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial
from typing import Annotated

from ...cards.seats import BySeat, SeatName
from ...core.crypto.signatures import is_signed
from ...core.errors import Refused, UnsupportedParameter
from ..opening.jwk import Base64url
from ..opening.own_items import write_canonical
from ..opening.terms import MAX_SEATS, Consent, Reveal
from .rounds import tag
from .sealed_shoe import SealedShoe

_CONSENT_PREFIX = tag("consent")
_LEAVE_PREFIX = tag("leave")
_MAX_EXCERPT = 300  # characters of an action in a message

_signatures_by_seat = partial(
    BySeat,
    item=Base64url(size=64),
    name=SeatName(),
    noun="signature",
    max_length=MAX_SEATS,
)


class Action(StrEnum):
    """What a signed request does: the member `action` of the JSON that seats sign."""

    DEAL = "deal"
    DRAW = "draw"
    REVEAL = "reveal"


_SIGNED: Mapping[Action, tuple[str, ...]] = {
    Action.DEAL: ("stage", "through", "reshuffle", "client_seed"),
    Action.DRAW: (
        "count",
        "seat",
        "burn",
        "end",
        "pile",
        "part",
        "reshuffle",
        "in_play",
        "client_seed",
    ),
    Action.REVEAL: (),
}
"""The attributes of a request that decide which cards are dealt, by action."""
_NAMES = {"end": "from"}  # attributes with another name in the request's body


@dataclass(frozen=True, kw_only=True)
class SignedRequest:
    """A request that the seats of a shoe with consent sign."""

    consents: Annotated[
        Mapping[str, str] | None,
        _signatures_by_seat("Signatures of seats over the digest and the action."),
    ] = None
    leaves: Annotated[
        Mapping[str, str] | None,
        _signatures_by_seat("Signatures of seats that left in this round."),
    ] = None


def write_action(action: Action, request: SignedRequest) -> bytes:
    """Return the canonical JSON that seats sign: `action`, and the request's members unless None or their default.

    A request that writes out a default has the same text as a request without it.
    """
    defaults = {field.name: field.default for field in fields(request)}
    members = {"action": str(action)}
    for name in _SIGNED[action]:
        value = getattr(request, name)
        if value is not None and value != defaults[name]:
            members[_NAMES.get(name, name)] = value
    return write_canonical(members)


@dataclass(frozen=True)
class _SignedText:
    """The parts of the text that seats sign; `ending` describes `last_part` in a refusal."""

    purpose: bytes
    digest: bytes
    last_part: bytes
    ending: str


def check_consent(shoe: SealedShoe, action: Action, request: SignedRequest) -> None:
    """Raise `Refused`, naming the seat, unless enough seats signed the request; a shoe without consent needs none."""
    consent = shoe.terms.consent
    consents = request.consents or {}
    leaves = request.leaves or {}
    if consent is None:
        _check_unsigned(request)
        return
    _check_own_cards(shoe, consent, request)
    _check_seats(consent, consents, leaves)
    consent_text = _write_consent(shoe, action, request)
    _check_signatures("consents", consent, consents, consent_text)
    _check_signatures("leaves", consent, leaves, _write_leave(shoe))
    needed = _count_needed(shoe, consent, action)
    _check_count(consent, needed, action, consents, leaves)


def _check_unsigned(request: SignedRequest) -> None:
    """Raise `Refused` for signatures in a request to a shoe without consent."""
    for name in ("consents", "leaves"):
        if getattr(request, name):
            raise UnsupportedParameter(
                "This shoe", name, belongs_to=["a shoe with the term consent"]
            )


def _write_consent(
    shoe: SealedShoe, action: Action, request: SignedRequest
) -> _SignedText:
    """Return the text that a seat signs to consent to a request. FROZEN: its parts."""
    action_text = write_action(action, request)
    excerpt = action_text.decode()[:_MAX_EXCERPT]
    return _SignedText(_CONSENT_PREFIX, shoe.last_digest, action_text, ending=excerpt)


def _write_leave(shoe: SealedShoe) -> _SignedText:
    """Return the text that a seat signs to leave in the round of the shoe. FROZEN: its parts."""
    number = shoe.round.to_bytes(4)
    ending = f"round {shoe.round} as four bytes"
    return _SignedText(_LEAVE_PREFIX, shoe.commitment, number, ending)


def _check_own_cards(
    shoe: SealedShoe, consent: Consent, request: SignedRequest
) -> None:
    """Raise `Refused` for a view of some seats, and for a seat without a key: everybody would see its cards."""
    if getattr(request, "seats", None) is not None:
        raise Refused(
            "seats",
            "This shoe needs consent, and seats sign one request for each state: leave seats out.",
        )
    seat = getattr(request, "seat", None)
    if seat is not None and not shoe.terms.table and seat not in consent.keys:
        raise Refused(
            "seat",
            f"There is no seat {seat!r}. Its seats, which have keys: {', '.join(consent.keys)}.",
        )


def _count_needed(shoe: SealedShoe, consent: Consent, action: Action) -> int:
    """Return how many seats must sign if no seat has left."""
    if action is Action.REVEAL:
        return 0 if shoe.terms.reveal is Reveal.SHOWN else consent.quorum or 0
    return (consent.quorum if shoe.draws else consent.start) or 0


def _check_seats(
    consent: Consent, consents: Mapping[str, str], leaves: Mapping[str, str]
) -> None:
    """Raise `Refused` for a seat without a key, and for a seat that both consents and leaves."""
    for name, signatures in (("consents", consents), ("leaves", leaves)):
        for seat in signatures:
            if seat not in consent.keys:
                raise Refused(
                    f"{name}.{seat}",
                    f"No seat {seat!r} has a key; {', '.join(consent.keys)} have one.",
                )
    for seat in consents:
        if seat in leaves:
            raise Refused(
                f"leaves.{seat}",
                f"Seat {seat!r} is in consents and in leaves; who leaves has no vote.",
            )


def _check_signatures(
    name: str, consent: Consent, signatures: Mapping[str, str], text: _SignedText
) -> None:
    """Raise `Refused`, naming a member of `name`, unless the key of each seat signed the text."""
    whole_text = text.purpose + text.digest + text.last_part
    for seat, signature in signatures.items():
        if not is_signed(consent.keys[seat]["x"], signature, whole_text):
            purpose = json.dumps(text.purpose.decode())
            parts = f"{purpose}, the 32 bytes {text.digest.hex()} and {text.ending}"
            raise Refused(f"{name}.{seat}", f"Seat {seat!r} did not sign {parts}.")


def _check_count(
    consent: Consent,
    quorum: int,
    action: Action,
    consents: Mapping[str, str],
    leaves: Mapping[str, str],
) -> None:
    """Raise `Refused` unless `quorum` seats consent, or, if fewer seats than `quorum` are left, all of these."""
    staying_seats = [seat for seat in consent.keys if seat not in leaves]
    quorum = min(quorum, len(staying_seats))
    if not staying_seats and action is not Action.REVEAL:
        raise Refused("leaves", "Every seat left; the shoe can only be revealed.")
    if len(consents) < quorum:
        silent_seats = ", ".join(
            repr(seat) for seat in staying_seats if seat not in consents
        )
        counts = f"{len(consents)} of the {quorum} seats that must sign did"
        raise Refused("consents", f"{counts}; still to ask: {silent_seats}.")
