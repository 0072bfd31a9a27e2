"""Refusals that say what to do instead: whoever follows the advice is not refused again."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Conflict, Refused
from service.core.shuffles.samplers import Limits
from service.sealed.contents import OwnPile
from service.sealed.draws import CardDraw, draw, open_shoe
from service.sealed.receipts import reveal
from service.sealed.sealed_shoe import DealtShoe, SealedShoe
from service.sealed.stage_deals import StageRequest, deal
from service.sealed.terms import Reshuffle, Terms

LIMITS = Limits()
ON_REQUEST, AT_CUT, NEVER = Reshuffle
Request = StageRequest | CardDraw
Step = tuple[SealedShoe, Request]

OWN_PILE = {
    "items": tuple("abcdefgh"),
    "hands": 2,
    "cards": 1,
    "piles": (OwnPile(name="board", cards=2),),
}
GAMES = (
    "holdem",
    "klondike",
    "yukon",
    "skat",
    "bridge",
    "cribbage",
    "palace",
    "bingo_call",
)
SHOES: list[tuple[dict[str, Any], int]] = [
    *(({"game": game, "decks": 1}, 20) for game in ("blackjack", "baccarat")),
    ({"deck": "euchre"}, 4),
]
"""Shoes with every policy, and a cut for each."""
TERMS: list[dict[str, Any]] = [
    *(
        {"game": game, "reshuffle": policy}
        for game in GAMES
        for policy in (ON_REQUEST, NEVER)
    ),
    *(
        contents | {"reshuffle": at, "cut": cut * (at is AT_CUT)}
        for contents, cut in SHOES
        for at in Reshuffle
    ),
    {"deck": "euchre", "hands": 2, "cards": 5},
    OWN_PILE,
    {"max": 2**16 + 1, "reshuffle": AT_CUT},
]


def ask(shoe: SealedShoe, request: Request) -> SealedShoe:
    """Return the shoe after a request."""
    if isinstance(request, StageRequest):
        return deal(shoe, request, LIMITS).shoe
    return draw(shoe, request, LIMITS).shoe


def list_shoes(terms: dict[str, Any]) -> Iterator[SealedShoe]:
    """Yield a shoe in several states: new, dealt, empty but for some cards or for all, with cards in play, revealed."""
    shoe = open_shoe(Terms(**terms), LIMITS)
    yield shoe
    for number, _ in enumerate(shoe.terms.stages):
        shoe = deal(
            shoe, StageRequest(client_seed=None if number else "ann"), LIMITS
        ).shoe
        yield shoe
    for remainder in (3, 0):
        if (count := shoe.drawable - remainder) > 0:
            shoe = draw(shoe, CardDraw(count=count), LIMITS).shoe
            yield shoe
    with suppress(Refused):
        yield draw(shoe, CardDraw(count=1, reshuffle=True, in_play=()), LIMITS).shoe
    yield reveal(shoe)[1]


def list_requests(shoe: SealedShoe) -> Iterator[Request]:
    """Yield requests; many of them are refused."""
    for stage in (None, *shoe.terms.stages):
        for reshuffle in (False, True):
            yield StageRequest(stage=stage, reshuffle=reshuffle)
    yield StageRequest(client_seed="bob")
    yield CardDraw(count=1, client_seed="bob")
    piles = (
        (None, "stock", "tableau", "skat", "dealer", "1", "crib", "board")
        if shoe.terms.table
        else (None,)
    )
    for pile in piles:
        for count in {1, 7, min(shoe.size, shoe.drawable + 1)}:
            for reshuffle in (False, True):
                for in_play in (None, ()):
                    yield CardDraw(
                        count=count, pile=pile, reshuffle=reshuffle, in_play=in_play
                    )


def leave_out(shoe: SealedShoe, request: Request, *names: str | None) -> Step:
    fields: dict[str, Any] = {"reshuffle": False, "in_play": None}
    return shoe, replace(request, **{name: fields[name] for name in names if name})


def deal_until(shoe: SealedShoe, request: Request, stage: str) -> Step:
    while isinstance(shoe, DealtShoe) and shoe.next_stage != stage:
        shoe = deal(shoe, StageRequest(), LIMITS).shoe
    return deal(shoe, StageRequest(), LIMITS).shoe, request


ADVICE: dict[str, Callable[..., Step]] = {
    r"leave (\w+)(?: and (\w+))? out\.": leave_out,
    r"client_seed is accepted with draw 1": lambda shoe, request: (
        shoe,
        replace(request, client_seed=None),
    ),
    r"the next stage is (\w+)\.": lambda shoe, request, stage: (
        shoe,
        replace(request, stage=stage),
    ),
    r"unasked: begin a round with reshuffle": lambda shoe, request: (
        shoe,
        replace(request, reshuffle=True),
    ),
    r"begins? .*with reshuffle": lambda shoe, _: (shoe, StageRequest(reshuffle=True)),
    r"lies there once the stage (\w+) is dealt\.": deal_until,
    r"only the pile (\w+) goes on with them, with in_play": lambda shoe, request, pile: (
        shoe,
        replace(request, pile=pile, in_play=()),
    ),
    r"name the pile to draw from, one of: (\w+)": lambda shoe, request, pile: (
        shoe,
        replace(request, pile=pile),
    ),
    r"with in_play": lambda shoe, request: (shoe, replace(request, in_play=())),
}
"""What to do next by the advice: a function of the shoe, the request and the words in the groups."""


def follow(shoe: SealedShoe, request: Request, sentence: str) -> Step | None:
    """Return the shoe and the request after the advice in a sentence, None if it has none."""
    for pattern, change in ADVICE.items():
        if found := re.search(pattern, sentence):
            return change(shoe, request, *found.groups())
    return None


def check_advice(shoe: SealedShoe, request: Request, refusal: Refused) -> list[str]:
    """Return what is wrong with the advice of a refusal: it is refused in turn, or the test does not know it.

    A second refusal is right after a refusal of a client seed or a pile, or if it is about a stage.
    """
    sentence = str(refusal)
    words = f"{shoe.terms.game or shoe.terms.deck}, {shoe.terms.reshuffle}, {request}: {sentence}"
    followed = follow(shoe, request, sentence)
    if followed is None:
        is_advice = re.search(
            "in_play[:,]|with reshuffle|leave .* out|accepted with|open |name ",
            sentence,
        )
        return [words] if is_advice else []
    try:
        ask(*followed)
    except Refused as another:
        is_of_something_else = (
            re.search("client_seed|lies there once|one of:", sentence)
            or another.field == "stage"
        )
        return (
            check_advice(*followed, another)
            if is_of_something_else
            else [f"{words} {another}"]
        )
    return []


def test_whoever_follows_the_advice_of_a_refusal_is_not_refused_again() -> None:
    wrong = []
    for terms in TERMS:
        for shoe in list_shoes(terms):
            for request in list_requests(shoe):
                try:
                    ask(shoe, request)
                except Refused as refusal:
                    wrong += check_advice(shoe, request, refusal)
    assert not wrong, f"{len(wrong)}: {wrong[:9]}"


def test_a_shoe_of_blackjack_that_is_never_reshuffled_says_so_when_it_runs_out() -> (
    None
):
    shoe = open_shoe(Terms(game="blackjack", decks=1, reshuffle=NEVER), LIMITS)
    for _ in shoe.terms.stages:
        shoe = deal(shoe, StageRequest(), LIMITS).shoe
    shoe = draw(shoe, CardDraw(count=46), LIMITS).shoe
    for reshuffle in (False, True):
        with pytest.raises(Conflict) as conflict:
            deal(shoe, StageRequest(reshuffle=reshuffle), LIMITS)
        assert str(conflict.value) == (
            "1 card remains in the stock, too few for a hand; this shoe is never reshuffled, "
            "and another hand needs another one."
        )
