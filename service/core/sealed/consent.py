"""Consent: the seats of a shoe sign what is done with it next, over the digest of all that was done before.

The action that they sign has the members of the request that decide what is dealt, each text with one meaning
(docs/sealed.md). Nothing here knows a card, and all of it is decided before a round is opened.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import partial
from typing import Annotated, NamedTuple

from service.core.crypto.jwk import Base64url
from service.core.crypto.signatures import is_signed
from service.core.errors import Refused, UnsupportedParameter
from service.core.kinds import BySeat, SeatName
from service.core.sealed.rounds import tag
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import MAX_SEATS, Consent, Reveal, write_canonical

_CONSENT_PREFIX, _LEAVE_PREFIX = tag("consent"), tag("leave")
_SIGNATURE_BYTES = 64
_MAX_EXCERPT = 300  # characters of an action in a message

_Signatures = partial(
    BySeat, item=Base64url(size=_SIGNATURE_BYTES), seat=SeatName(), noun="signature", max_length=MAX_SEATS
)


class Action(StrEnum):
    """The requests that seats consent to."""

    DEAL = "deal"
    DRAW = "draw"
    REVEAL = "reveal"


_SIGNED: Mapping[Action, Mapping[str, str]] = {
    Action.DEAL: {name: name for name in ("stage", "through", "reshuffle", "client_seed")},
    Action.DRAW: {
        name: name for name in ("count", "seat", "burn", "pile", "part", "reshuffle", "in_play", "client_seed")
    }
    | {"end": "from"},
    Action.REVEAL: {},
}
"""The attributes of each request that decide what is dealt, and their names in its body."""


@dataclass(frozen=True, kw_only=True)
class SignedRequest:
    """A request that the seats of a shoe with consent sign."""

    consents: Annotated[
        Mapping[str, str] | None, _Signatures("Signatures of seats over the digest and the action.")
    ] = None
    leaves: Annotated[Mapping[str, str] | None, _Signatures("Signatures of seats that left in this round.")] = None


def write_action(action: Action, request: SignedRequest) -> bytes:
    """Return the canonical JSON that seats sign: the members that are neither None nor their default, and the action.

    So each text has one meaning, and no spelling of a request changes its text.
    """
    defaults = {field.name: field.default for field in fields(request)}
    values = {sent: (getattr(request, name), defaults[name]) for name, sent in _SIGNED[action].items()}
    members = {name: value for name, (value, default) in values.items() if value is not None and value != default}
    return write_canonical(members | {"action": str(action)})


def check_consent(shoe: SealedShoe, action: Action, request: SignedRequest) -> None:
    """Raise `Refused`, naming the seat, unless enough seats of a shoe with consent signed a request."""
    consent = shoe.terms.consent
    signatures = {"consents": request.consents or {}, "leaves": request.leaves or {}}
    if consent is None:
        for name in filter(signatures.get, signatures):
            raise UnsupportedParameter("This shoe", name, belongs_to=["a shoe with the term consent"])
        return
    if getattr(request, "seats", None) is not None:
        raise Refused("seats", "This shoe needs consent, and seats sign one request for each state: leave seats out.")
    seat = getattr(request, "seat", None)
    if seat is not None and not shoe.terms.table and seat not in consent.keys:  # or its cards would be told to all
        raise Refused("seat", f"There is no seat {seat!r}. Its seats, which have keys: {', '.join(consent.keys)}.")
    _check_seats(consent, **signatures)
    written = write_action(action, request)
    text = _Text(_CONSENT_PREFIX, shoe.last_digest, written, written.decode()[:_MAX_EXCERPT])
    _check_signatures("consents", consent, signatures["consents"], text)
    text = _Text(_LEAVE_PREFIX, shoe.commitment, shoe.round.to_bytes(4), f"round {shoe.round} as four bytes")
    _check_signatures("leaves", consent, signatures["leaves"], text)
    _check_count(consent, _count_needed(shoe, consent, action), action, **signatures)


def _count_needed(shoe: SealedShoe, consent: Consent, action: Action) -> int:
    """Return how many seats must sign if none left."""
    if action is Action.REVEAL:
        return 0 if shoe.terms.reveal is Reveal.SHOWN else consent.quorum or 0
    return (consent.quorum if shoe.draws else consent.start) or 0


def _check_seats(consent: Consent, consents: Mapping[str, str], leaves: Mapping[str, str]) -> None:
    """Raise `Refused` for a seat without a key, and for one that both consents and leaves."""
    for name, signatures in (("consents", consents), ("leaves", leaves)):
        for seat in signatures:
            if seat not in consent.keys:
                raise Refused(f"{name}.{seat}", f"No seat {seat!r} has a key; {', '.join(consent.keys)} have one.")
    for seat in consents:
        if seat in leaves:
            raise Refused(f"leaves.{seat}", f"Seat {seat!r} is in consents and in leaves; who leaves has no vote.")


class _Text(NamedTuple):
    """The text that seats sign: a prefix, the digest or the commitment, and the rest, which `words` describe."""

    prefix: bytes
    digest: bytes
    rest: bytes
    words: str


def _check_signatures(name: str, consent: Consent, signatures: Mapping[str, str], text: _Text) -> None:
    """Raise `Refused`, saying what had to be signed, for a signature that is not that of its seat."""
    for seat, signature in signatures.items():
        if not is_signed(consent.keys[seat]["x"], signature, text.prefix + text.digest + text.rest):
            signed = f"{json.dumps(text.prefix.decode())}, the 32 bytes {text.digest.hex()} and {text.words}"
            raise Refused(f"{name}.{seat}", f"Seat {seat!r} did not sign {signed}.")


def _check_count(
    consent: Consent, needed: int, action: Action, consents: Mapping[str, str], leaves: Mapping[str, str]
) -> None:
    """Raise `Refused` if fewer seats consent than are needed of those that stay."""
    staying = [seat for seat in consent.keys if seat not in leaves]
    needed = min(needed, len(staying))
    if not staying and action is not Action.REVEAL:
        raise Refused("leaves", "Every seat left; the shoe can only be revealed.")
    if len(consents) < needed:
        others = ", ".join(repr(seat) for seat in staying if seat not in consents)
        counts = f"{len(consents)} of the {needed} seats that must sign did"
        raise Refused("consents", f"{counts}; still to ask: {others}.")
