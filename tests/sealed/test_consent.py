"""Consent: who must sign what, and what is refused before a card is computed."""

import json
import os
from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from service.core.errors import Refused, UnsupportedParameter
from service.core.limits import Limits
from service.sealed.opening.resolution import resolve_terms
from service.sealed.opening.terms import Consent, Reveal, Terms
from service.sealed.shoe.consent import (
    Action,
    SignedRequest,
    check_consent,
    write_action,
)
from service.sealed.shoe.sealed_shoe import End, SealedShoe, create_shoe
from service.sealed.turns.draws import CardDraw
from service.sealed.turns.stage_deals import StageRequest
from tests.sealed.seats import Player, sit_down
from tests.tables import for_each

DEAL, DRAW, REVEAL = Action
PLAYERS = sit_down("1", "2", "dealer")


def unopenable(*_: Any) -> Any:
    """Fail a test that opens a round."""
    raise AssertionError("A round was opened before the consent was decided.")


def shoe_with(
    quorum: int = 3, start: int = 3, reveal: Reveal = Reveal.SHOWN, **state: Any
) -> SealedShoe:
    """Return a shoe of holdem whose seats consent, and whose cards a test must not compute."""
    keys = {seat: player.key for seat, player in PLAYERS.items()}
    consent = Consent(keys=keys, quorum=quorum, start=start)
    terms = Terms(game="holdem", players=3, consent=consent, reveal=reveal)
    resolved = resolve_terms(terms, Limits())
    return create_shoe(resolved, bytes(32), make_round=unopenable, **state)


REQUESTS: Mapping[Action, type[SignedRequest]] = {
    DEAL: StageRequest,
    DRAW: CardDraw,
    REVEAL: SignedRequest,
}


def sign(
    shoe: SealedShoe, action: Action, seats: str, leaves: str = "", **sent: Any
) -> Any:
    """Return a request that the `seats` signed and the seats in `leaves` left."""
    if action is DRAW:
        sent = {"count": 1} | sent
    digest = shoe.last_digest.hex()
    commitment = shoe.commitment.hex()
    consents = {}
    for seat in seats.split():
        consents[seat] = PLAYERS[seat].consent(digest, action, **sent)
    left = {}
    for seat in leaves.split():
        left[seat] = PLAYERS[seat].leave(commitment, shoe.round)
    return REQUESTS[action](consents=consents, leaves=left, **sent)


def refuse(shoe: SealedShoe, action: Action, request: SignedRequest) -> Refused:
    """Return the refusal of a request, which is answered by 422."""
    with pytest.raises(Refused) as refusal:
        check_consent(shoe, action, request)
    assert type(refusal.value) in {Refused, UnsupportedParameter}
    return refusal.value


WHO_IS_TOLD = StageRequest(
    seats=("1",), each_seat=True, words=("a",), consents={}, name_style=None
)
SEEDED = StageRequest(through="river", client_seed='Grüße\n"\\\x1f\x7f🂡')


@for_each(
    ("request", "text"),
    [
        (StageRequest(), '"deal"'),
        (WHO_IS_TOLD, '"deal"'),
        (
            SEEDED,
            '"deal","client_seed":"Grüße\\n\\"\\\\\\u001f\x7f🂡","through":"river"',
        ),
        (
            StageRequest(stage="flop", reshuffle=True),
            '"deal","reshuffle":true,"stage":"flop"',
        ),
        (
            CardDraw(count=1, burn=0, end=End.TOP, reshuffle=False, seats=()),
            '"draw","count":1',
        ),
        (
            CardDraw(
                count=2,
                burn=1,
                end=End.BOTTOM,
                pile="stock",
                part="up",
                seat="1",
                reshuffle=True,
            ),
            '"draw","burn":1,"count":2,"from":"bottom","part":"up","pile":"stock","reshuffle":true,"seat":"1"',
        ),
        (CardDraw(count=1, in_play=()), '"draw","count":1,"in_play":[]'),
        (CardDraw(count=1, in_play=(3, 1)), '"draw","count":1,"in_play":[3,1]'),
        (SignedRequest(), '"reveal"'),
    ],
)
def test_the_action_has_what_decides_the_deal_and_is_neither_null_nor_a_default(
    request: SignedRequest, text: str
) -> None:
    [action] = (action for action, kind in REQUESTS.items() if kind is type(request))
    assert write_action(action, request) == f'{{"action":{text}}}'.encode()


BODIES = int(os.environ.get("BODIES", "200000"))


BEGUN = shoe_with(draws=1, round=2, reveal=Reveal.ALL)
ONCE_DRAWN = shoe_with(draws=1)


def refused_field(shoe: SealedShoe, action: Action, request: SignedRequest) -> str:
    """Return the field that the refusal of a request names."""
    return refuse(shoe, action, request).field


STAGES = (None, "flop", "river", "true", "1")


SEEDS = (None, None, "ann", "bob", '","count":1', "\\")


NAMES = (None, "1", "11", "stock", "top", "null", "ann")


KEPT = (None, (), (0,), (1,), (10,), (1, 0), (0, 1), (0, 1, 10))


def invent(random: Random) -> tuple[Action, SignedRequest]:
    """Return a random request; any member may be left out or have its default."""
    choose = random.choice
    common: dict[str, Any] = {
        "reshuffle": choose((False, True)),
        "client_seed": choose(SEEDS),
        "seats": choose((None, (), ("1",))),
        "each_seat": choose((False, True)),
    }
    if random.random() < 0.3:
        return DEAL, StageRequest(
            stage=choose(STAGES), through=choose(STAGES), **common
        )
    if random.random() < 0.02:
        return REVEAL, SignedRequest()
    three_cards = tuple(random.sample(range(52), 3))
    return DRAW, CardDraw(
        count=choose((1, 2, 11, 12)),
        burn=choose((0, 1, 11)),
        end=choose(list(End)),
        seat=choose(NAMES),
        pile=choose(NAMES),
        part=choose(NAMES),
        in_play=choose((*KEPT, three_cards)),
        **common,
    )


Meaning = tuple[type[SignedRequest], tuple[Any, ...]]
"""The class of a request, and the members that decide the cards."""


UNTOLD = {"seats", "each_seat", "consents", "leaves", "words", "notation", "name_style"}
"""The members of a request that limit who sees the cards."""


def meaning(request: SignedRequest) -> Meaning:
    """Return what decides the cards of a request."""
    names = [field.name for field in fields(request) if field.name not in UNTOLD]
    return type(request), tuple(getattr(request, name) for name in names)


def find_ambiguities(count: int, random: Random) -> list[bytes]:
    """Return the texts of random requests that have two meanings, and of meanings that have two texts."""
    meanings: dict[bytes, Meaning] = {}
    texts: dict[Meaning, bytes] = {}
    wrong = []
    for _ in range(count):
        action, request = invent(random)
        text = write_action(action, request)
        meant = meaning(request)
        has_two_meanings = meanings.setdefault(text, meant) != meant
        has_two_texts = texts.setdefault(meant, text) != text
        if has_two_meanings or has_two_texts:
            wrong.append(text)
    assert len(texts) > count // 10
    actions = {json.loads(text)["action"] for text in meanings}
    assert actions <= set(Action)
    return wrong


def test_no_text_has_two_meanings_and_no_meaning_two_texts() -> None:
    assert not find_ambiguities(10_000, Random(43))


@pytest.mark.exhaustive
def test_no_text_of_very_many_has_two_meanings() -> None:
    assert not find_ambiguities(BODIES, Random())


@for_each(
    ("needed", "action", "options"),
    [
        (1, DEAL, {"start": 1, "quorum": 1}),
        (2, DEAL, {"start": 2, "quorum": 1}),
        (3, DRAW, {"start": 3, "quorum": 1}),
        (1, DRAW, {"start": 3, "quorum": 1, "draws": 1}),
        (2, DEAL, {"start": 3, "quorum": 2, "draws": 1}),
        (2, DRAW, {"start": 3, "quorum": 2, "draws": 1}),
        (2, REVEAL, {"start": 3, "quorum": 2, "reveal": Reveal.ALL}),
        (2, REVEAL, {"start": 2, "quorum": 2, "reveal": Reveal.ALL, "draws": 9}),
        (0, REVEAL, {"start": 3, "quorum": 3, "reveal": Reveal.SHOWN, "draws": 9}),
    ],
)
@for_each("seats", ["", "1", "1 2", "1 2 dealer"])
def test_as_many_seats_sign_as_the_terms_need(
    seats: str, needed: int, action: Action, options: Mapping[str, Any]
) -> None:
    shoe = shoe_with(**options)
    request = sign(shoe, action, seats)
    count = len(seats.split())
    if count >= needed:
        check_consent(shoe, action, request)
        return
    refusal = refuse(shoe, action, request)
    assert refusal.field == "consents"
    assert "'dealer'" in str(refusal)
    assert str(refusal).startswith(f"{count} of the {needed} seats")


@for_each(("seats", "leaves"), [("1", "2 dealer"), ("1 2", "dealer")])
@for_each("action", Action)
def test_who_stays_is_enough(seats: str, leaves: str, action: Action) -> None:
    request = sign(BEGUN, action, seats, leaves)
    check_consent(BEGUN, action, request)


@for_each(("seats", "leaves"), [("", "1 2"), ("1", "2")])
@for_each("action", Action)
def test_a_leave_is_no_vote(seats: str, leaves: str, action: Action) -> None:
    request = sign(BEGUN, action, seats, leaves)
    assert refused_field(BEGUN, action, request) == "consents"


def test_a_shoe_that_every_seat_left_can_only_be_revealed() -> None:
    everybody = "1 2 dealer"
    for action in (DEAL, DRAW):
        request = sign(BEGUN, action, "", everybody)
        refusal = refuse(BEGUN, action, request)
        assert refusal.field == "leaves"
        assert str(refusal) == "Every seat left; the shoe can only be revealed."
    request = sign(BEGUN, REVEAL, "", everybody)
    check_consent(BEGUN, REVEAL, request)


def test_a_signature_is_good_for_one_action_over_one_digest_by_one_seat() -> None:
    shoe = shoe_with(draws=1, digest=bytes(32))
    request = sign(shoe, DEAL, "1 2 dealer", through="river")
    check_consent(shoe, DEAL, request)
    other_digest = replace(shoe, digest=bytes(31) + b"\1")
    signatures = dict(request.consents)
    strangers = Player("1").consent("00" * 32, "deal", through="river")
    leave = PLAYERS["1"].leave(shoe.commitment.hex())
    check_unsigned("1", shoe, REVEAL, request)
    check_unsigned("1", other_digest, DEAL, request)
    check_unsigned("1", shoe, DEAL, replace(request, through=None))
    check_unsigned("1", shoe, DEAL, replace(request, reshuffle=True))
    for seat, signature in (("2", signatures["1"]), ("1", strangers), ("1", leave)):
        changed = replace(request, consents=signatures | {seat: signature})
        check_unsigned(seat, shoe, DEAL, changed)


def check_unsigned(
    seat: str, shoe: SealedShoe, action: Action, request: SignedRequest
) -> None:
    """Check that a request is refused, as a seat did not sign it."""
    refusal = refuse(shoe, action, request)
    assert refusal.field == f"consents.{seat}"
    digest = shoe.last_digest.hex()
    signed = f'"shuffle-and-deal sealed 1 consent\\n", the 32 bytes {digest} and {{'
    assert str(refusal).startswith(f"Seat '{seat}' did not sign {signed}")


def test_a_leave_is_good_for_one_round_of_one_shoe() -> None:
    shoe = shoe_with(draws=1, round=1)
    request = sign(shoe, DRAW, "1 2", "dealer")
    check_consent(shoe, DRAW, request)
    other_shoe = replace(shoe, server_seed=bytes(31) + b"\1", digest=shoe.last_digest)
    for state in (replace(shoe, round=2), replace(shoe, round=0), other_shoe):
        assert refused_field(state, DRAW, request) == "leaves.dealer"


def test_a_seat_in_both_lists_is_refused() -> None:
    request = sign(ONCE_DRAWN, DRAW, "1 2 dealer", "dealer")
    assert refused_field(ONCE_DRAWN, DRAW, request) == "leaves.dealer"


@for_each("name", ["consents", "leaves"])
def test_a_seat_without_a_key_is_refused(name: str) -> None:
    signatures: dict[str, Any] = {name: {"3": "A" * 86}}
    refusal = refuse(ONCE_DRAWN, DRAW, CardDraw(count=1, **signatures))
    assert refusal.field == f"{name}.3"
    assert str(refusal) == "No seat '3' has a key; 1, 2, dealer have one."


def test_a_shoe_without_consent_takes_no_signatures_and_one_with_it_no_seats() -> None:
    terms = resolve_terms(Terms(deck="standard"), Limits())
    plain = replace(shoe_with(), terms=terms)
    check_consent(plain, DEAL, SignedRequest(consents={}, leaves=None))
    consents = SignedRequest(consents={"1": "A" * 86})
    leaves = SignedRequest(leaves={"1": "A" * 86})
    assert refused_field(plain, DEAL, consents) == "consents"
    assert refused_field(plain, DEAL, leaves) == "leaves"


def test_nulls_and_defaults_change_no_text_and_who_is_told_changes_none() -> None:
    request = sign(ONCE_DRAWN, DRAW, "1 2 dealer", count=2)
    defaults = {
        "burn": 0,
        "end": End.TOP,
        "reshuffle": False,
        "pile": None,
        "part": None,
        "in_play": None,
    }
    for spelling in (defaults, {"each_seat": True}):
        check_consent(ONCE_DRAWN, DRAW, replace(request, **spelling))
    kept = replace(request, in_play=())
    assert refused_field(ONCE_DRAWN, DRAW, kept) == "consents.1"
    for_nobody = replace(request, seats=())
    assert refused_field(ONCE_DRAWN, DRAW, for_nobody) == "seats"
