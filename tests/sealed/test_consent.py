"""Consent: who must sign what, and what is refused before a card is computed."""

import json
import os
from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.shuffles.samplers import Limits
from service.sealed.consent import Action, SignedRequest, check_consent, write_action
from service.sealed.draws import CardDraw
from service.sealed.resolution import resolve_terms
from service.sealed.sealed_shoe import End, SealedShoe, create_shoe
from service.sealed.stage_deals import StageRequest
from service.sealed.terms import Consent, Reveal, Terms
from tests.sealed.seats import Player, sit_down
from tests.tables import for_each

DEAL, DRAW, REVEAL = Action
PLAYERS = sit_down("1", "2", "dealer")


def unopenable(*_: Any) -> Any:
    raise AssertionError("A round was opened before the consent was decided.")


def shoe_with(
    quorum: int = 3, start: int = 3, reveal: Reveal = Reveal.SHOWN, **state: Any
) -> SealedShoe:
    consent = Consent(
        keys={seat: player.key for seat, player in PLAYERS.items()},
        quorum=quorum,
        start=start,
    )
    terms = resolve_terms(
        Terms(game="holdem", players=3, consent=consent, reveal=reveal), Limits()
    )
    return create_shoe(terms, bytes(32), make_round=unopenable, **state)


REQUESTS: Mapping[Action, type[SignedRequest]] = {
    DEAL: StageRequest,
    DRAW: CardDraw,
    REVEAL: SignedRequest,
}


def sign(
    shoe: SealedShoe, action: Action, seats: str, leaves: str = "", **sent: Any
) -> Any:
    """Return a request that the `seats` signed and the seats in `leaves` left."""
    sent = {"count": 1} | sent if action is DRAW else sent
    consents = {
        seat: PLAYERS[seat].consent(shoe.last_digest.hex(), action, **sent)
        for seat in seats.split()
    }
    left = {
        seat: PLAYERS[seat].leave(shoe.commitment.hex(), shoe.round)
        for seat in leaves.split()
    }
    return REQUESTS[action](consents=consents, leaves=left, **sent)


def refuse(shoe: SealedShoe, action: Action, request: SignedRequest) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        check_consent(shoe, action, request)
    assert type(refusal.value).__name__ in {
        "Refused",
        "UnsupportedParameter",
    }  # which are answered by 422
    return refusal.value.field, str(refusal.value)


@for_each(
    "request, text",
    [
        (StageRequest(), '"deal"'),
        (
            StageRequest(
                seats=("1",), each_seat=True, words=("a",), consents={}, name_style=None
            ),
            '"deal"',
        ),
        (
            StageRequest(through="river", client_seed='Grüße\n"\\\x1f\x7f🂡'),
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


def invent(random: Random) -> tuple[Action, SignedRequest]:
    """Return a random request; any member may be left out or have its default."""
    choose = random.choice
    seed = random.choice((None, None, "ann", "bob", '","count":1', "\\"))
    common: dict[str, Any] = {"reshuffle": choose((False, True)), "client_seed": seed}
    common |= {"seats": choose((None, (), ("1",))), "each_seat": choose((False, True))}
    if random.random() < 0.3:
        stages = (None, "flop", "river", "true", "1")
        return DEAL, StageRequest(
            stage=choose(stages), through=choose(stages), **common
        )
    if random.random() < 0.02:
        return REVEAL, SignedRequest()
    positions = (
        None,
        (),
        (0,),
        (1,),
        (10,),
        (1, 0),
        (0, 1),
        (0, 1, 10),
        tuple(random.sample(range(52), 3)),
    )
    names = (None, "1", "11", "stock", "top", "null", "ann")
    named: dict[str, Any] = {name: choose(names) for name in ("seat", "pile", "part")}
    counts: dict[str, Any] = {
        "count": choose((1, 2, 11, 12)),
        "burn": choose((0, 1, 11)),
        "in_play": choose(positions),
    }
    return DRAW, CardDraw(end=choose((*End,)), **named, **counts, **common)


def meaning(request: SignedRequest) -> tuple[Any, ...]:
    """Return the members of a request that decide the cards: all but those that limit who sees them."""
    untold = {
        "seats",
        "each_seat",
        "consents",
        "leaves",
        "words",
        "notation",
        "name_style",
    }
    return (
        type(request),
        *(
            getattr(request, field.name)
            for field in fields(request)
            if field.name not in untold
        ),
    )


def find_ambiguities(count: int, random: Random) -> list[bytes]:
    """Return the texts of random requests that have two meanings, and of meanings that have two texts."""
    meanings: dict[bytes, tuple[Any, ...]] = {}
    texts: dict[tuple[Any, ...], bytes] = {}
    wrong = []
    for _ in range(count):
        action, request = invent(random)
        text = write_action(action, request)
        meant = meaning(request)
        if (
            meanings.setdefault(text, meant) != meant
            or texts.setdefault(meant, text) != text
        ):
            wrong.append(text)
    assert len(texts) > count // 10
    assert all(json.loads(text)["action"] in set(Action) for text in meanings)
    return wrong


@pytest.mark.parametrize(
    "count",
    [10_000, pytest.param(BODIES, marks=pytest.mark.exhaustive)],
    ids=["few", "many"],
)
def test_no_text_has_two_meanings_and_no_meaning_two_texts(count: int) -> None:
    assert not find_ambiguities(count, Random(43) if count == 10_000 else Random())


@for_each(
    "needed, action, options",
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
def test_as_many_seats_sign_as_the_terms_need(
    needed: int, action: Action, options: Mapping[str, Any]
) -> None:
    shoe = shoe_with(**options)
    seats = list(PLAYERS)
    for count in range(len(seats) + 1):
        request = sign(shoe, action, " ".join(seats[:count]))
        if count >= needed:
            check_consent(shoe, action, request)
            continue
        field, message = refuse(shoe, action, request)
        assert (field, "'dealer'" in message) == ("consents", True)
        assert message.startswith(f"{count} of the {needed} seats")


@for_each(
    "seats, leaves, needed",
    [
        ("1", "2 dealer", 1),
        ("1 2", "dealer", 2),
        ("", "1 2 dealer", 0),
        ("", "1 2", 1),
        ("1", "2", 2),
    ],
)
def test_who_stays_is_enough_and_a_leave_is_no_vote(
    seats: str, leaves: str, needed: int
) -> None:
    shoe = shoe_with(draws=1, round=2, reveal=Reveal.ALL)
    for action in (DEAL, DRAW, REVEAL):
        request = sign(shoe, action, seats, leaves)
        if not needed and action is not REVEAL:
            assert refuse(shoe, action, request) == (
                "leaves",
                "Every seat left; the shoe can only be revealed.",
            )
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
        ("1", shoe, REVEAL, request),
        ("1", replace(shoe, digest=bytes(31) + b"\1"), DEAL, request),
        ("1", shoe, DEAL, replace(request, through=None)),
        ("1", shoe, DEAL, replace(request, reshuffle=True)),
        (
            "2",
            shoe,
            DEAL,
            replace(request, consents=signatures | {"2": signatures["1"]}),
        ),
        ("1", shoe, DEAL, replace(request, consents=signatures | {"1": stranger})),
        (
            "1",
            shoe,
            DEAL,
            replace(
                request,
                consents=signatures | {"1": PLAYERS["1"].leave(shoe.commitment.hex())},
            ),
        ),
    ]
    for seat, state, action, changed in others:
        field, message = refuse(state, action, changed)
        assert field == f"consents.{seat}"
        signed = f'"shuffle-and-deal sealed 1 consent\\n", the 32 bytes {state.last_digest.hex()} and {{'
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
        field, message = refuse(
            shoe,
            DRAW,
            CardDraw(count=1, **{name: {"3": "A" * 86}}),  # type: ignore[arg-type]
        )
        assert (field, message) == (
            f"{name}.3",
            "No seat '3' has a key; 1, 2, dealer have one.",
        )


def test_a_shoe_without_consent_takes_no_signatures_and_one_with_it_no_seats() -> None:
    plain = replace(shoe_with(), terms=resolve_terms(Terms(deck="standard"), Limits()))
    check_consent(plain, DEAL, SignedRequest(consents={}, leaves=None))
    for name in ("consents", "leaves"):
        assert refuse(plain, DEAL, SignedRequest(**{name: {"1": "A" * 86}}))[0] == name


def test_nulls_and_defaults_change_no_text_and_who_is_told_changes_none() -> None:
    shoe = shoe_with(draws=1)
    request = sign(shoe, DRAW, "1 2 dealer", count=2)
    defaults = {
        "burn": 0,
        "end": End.TOP,
        "reshuffle": False,
        "pile": None,
        "part": None,
        "in_play": None,
    }
    for spelling in (defaults, {"each_seat": True}):
        check_consent(shoe, DRAW, replace(request, **spelling))
    assert refuse(shoe, DRAW, replace(request, in_play=()))[0] == "consents.1"
    assert refuse(shoe, DRAW, replace(request, seats=()))[0] == "seats"
