"""Consent: who must sign what, and what is refused before a card is computed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.sealed.consent import Action, SignedRequest, check_consent, write_action
from service.core.sealed.resolution import resolve_terms
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Consent, Reveal, ShoeScheme, Terms
from service.core.shuffles.plans import Limits
from tests.core.sealed.seats import Player, sit_down
from tests.tables import for_each

DEAL, DRAW, REVEAL = Action
PLAYERS = sit_down("1", "2", "dealer")


def unopenable(*_: Any) -> Any:
    raise AssertionError("A round was opened before the consent was decided.")


def shoe_with(quorum: int = 3, start: int = 3, reveal: Reveal = Reveal.SHOWN, **state: Any) -> SealedShoe:
    consent = Consent(keys={seat: player.key for seat, player in PLAYERS.items()}, quorum=quorum, start=start)
    terms = resolve_terms(
        Terms(scheme=ShoeScheme.SHOE3, game="holdem", players=3, consent=consent, reveal=reveal), Limits()
    )
    return SealedShoe(terms=terms, server_seed=bytes(32), make_round=unopenable, **state)


def sign(shoe: SealedShoe, action: Action, seats: str, leaves: str = "", **sent: Any) -> SignedRequest:
    """Return a request that some seats signed, and which others left."""
    consents = {seat: PLAYERS[seat].consent(shoe.last_digest.hex(), action, **sent) for seat in seats.split()}
    left = {seat: PLAYERS[seat].leave(shoe.commitment.hex(), shoe.round) for seat in leaves.split()}
    return SignedRequest(consents=consents, leaves=left, sent=sent | {"shoe": "a token", "consents": consents})


def refuse(shoe: SealedShoe, action: Action, request: SignedRequest) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        check_consent(shoe, action, request)
    assert type(refusal.value).__name__ in {"Refused", "UnsupportedParameter"}  # which are answered by 422
    return refusal.value.field, str(refusal.value)


@for_each(
    "sent, text",
    [
        ({}, '{"action":"deal"}'),
        ({"shoe": "x", "consents": {}, "leaves": None}, '{"action":"deal"}'),
        (
            {"through": "river", "client_seed": 'Grüße\n"\\\x1f\x7f🂡'},
            '{"action":"deal","client_seed":"Grüße\\n\\"\\\\\\u001f\x7f🂡","through":"river"}',
        ),
        (
            {"seats": None, "reshuffle": False, "each_seat": True},
            '{"action":"deal","each_seat":true,"reshuffle":false,"seats":null}',
        ),
        ({"in_play": [3, 1], "from": "top"}, '{"action":"deal","from":"top","in_play":[3,1]}'),
    ],
)
def test_the_action_is_the_body_as_it_was_sent(sent: Mapping[str, Any], text: str) -> None:
    assert write_action(DEAL, sent) == text.encode()


@for_each(
    "needed, action, options",
    [
        (0, DEAL, {"start": 0, "quorum": 2}),
        (1, DEAL, {"start": 1, "quorum": 3}),
        (3, DRAW, {"start": 1, "quorum": 3}),
        (3, DRAW, {"start": 3, "quorum": 1}),
        (2, DEAL, {"start": 3, "quorum": 2, "draws": 1}),
        (2, DRAW, {"start": 3, "quorum": 2, "draws": 1}),
        (2, REVEAL, {"start": 3, "quorum": 2, "reveal": Reveal.ALL}),
        (2, REVEAL, {"start": 0, "quorum": 2, "reveal": Reveal.ALL, "draws": 9}),
        (0, REVEAL, {"start": 3, "quorum": 3, "reveal": Reveal.SHOWN, "draws": 9}),
    ],
)
def test_as_many_seats_sign_as_the_terms_need(needed: int, action: Action, options: Mapping[str, Any]) -> None:
    shoe = shoe_with(**options)
    seats = list(PLAYERS)
    for count in range(len(seats) + 1):
        request = sign(shoe, action, " ".join(seats[:count]))
        if count >= needed:
            check_consent(shoe, action, request)
            continue
        field, message = refuse(shoe, action, request)
        assert field == "consents"
        assert message.startswith(f"{count} of the {needed} seats")
        assert "'dealer'" in message


@for_each(
    "seats, leaves, needed",
    [("1", "2 dealer", 1), ("1 2", "dealer", 2), ("", "1 2 dealer", 0), ("", "1 2", 1), ("1", "2", 2)],
)
def test_who_stays_is_enough_and_a_leave_is_no_vote(seats: str, leaves: str, needed: int) -> None:
    shoe = shoe_with(draws=1, round=2, reveal=Reveal.ALL)
    for action in (DEAL, DRAW, REVEAL):
        request = sign(shoe, action, seats, leaves)
        if not needed and action is not REVEAL:
            assert refuse(shoe, action, request) == ("leaves", "Every seat left; the shoe can only be revealed.")
        elif len(seats.split()) >= needed:
            check_consent(shoe, action, request)
        else:
            assert refuse(shoe, action, request)[0] == "consents"


def test_a_signature_is_good_for_one_action_over_one_digest_by_one_seat() -> None:
    shoe = shoe_with(draws=1, digest=bytes(32))
    request = sign(shoe, DEAL, "1 2 dealer", through="river")
    check_consent(shoe, DEAL, request)
    signatures = dict(request.consents or {})
    stranger = Player("1").consent("00" * 32, "deal", through="river")
    others = [
        ("1", shoe, DRAW, request),
        ("1", replace(shoe, digest=bytes(31) + b"\1"), DEAL, request),
        ("1", shoe, DEAL, replace(request, sent={})),
        ("1", shoe, DEAL, replace(request, sent={**request.sent, "reshuffle": False})),
        ("2", shoe, DEAL, replace(request, consents=signatures | {"2": signatures["1"]})),
        (
            "1",
            shoe,
            DEAL,
            replace(request, consents=signatures | {"1": stranger}),
        ),
        ("1", shoe, DEAL, replace(request, consents=signatures | {"1": PLAYERS["1"].leave(shoe.commitment.hex())})),
    ]
    for seat, state, action, changed in others:
        field, message = refuse(state, action, changed)
        assert field == f"consents.{seat}"
        signed = f'"shuffle-and-deal consent 3\\n", the 32 bytes {state.last_digest.hex()} and {{'
        assert message.startswith(f"Seat '{seat}' did not sign {signed}")


def test_a_leave_is_good_for_one_round_of_one_shoe() -> None:
    shoe = shoe_with(draws=1, round=1)
    request = sign(shoe, DRAW, "1 2", "dealer")
    check_consent(shoe, DRAW, request)
    other_shoe = replace(shoe, server_seed=bytes(31) + b"\1", digest=shoe.last_digest)
    for state in (replace(shoe, round=2), replace(shoe, round=0), other_shoe):
        assert refuse(state, DRAW, request)[0] == "leaves.dealer"


def test_a_seat_without_a_key_and_one_in_both_lists_are_refused() -> None:
    shoe = shoe_with(draws=1)
    request = sign(shoe, DRAW, "1 2 dealer", "dealer")
    assert refuse(shoe, DRAW, request)[0] == "leaves.dealer"
    for name in ("consents", "leaves"):
        field, message = refuse(shoe, DRAW, SignedRequest(**{name: {"3": "A" * 86}}))
        assert (field, message) == (f"{name}.3", "No seat '3' has a key; 1, 2, dealer have one.")


def test_a_shoe_without_consent_takes_no_signatures_and_one_with_it_no_seats() -> None:
    plain = replace(shoe_with(), terms=resolve_terms(Terms(scheme=ShoeScheme.SHOE3, deck="standard"), Limits()))
    check_consent(plain, DEAL, SignedRequest(consents={}, leaves=None))
    for name in ("consents", "leaves"):
        assert refuse(plain, DEAL, SignedRequest(**{name: {"1": "A" * 86}}))[0] == name
