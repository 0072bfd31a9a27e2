"""Refusals that say what to do instead: whoever follows the advice is not refused again."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from service.core.errors import Conflict, Refused
from service.core.limits import Limits
from service.sealed.opening.contents import OwnPile
from service.sealed.opening.terms import Reshuffle, Terms
from service.sealed.receipts.receipt import reveal
from service.sealed.shoe.sealed_shoe import DealtShoe, SealedShoe
from service.sealed.turns.draws import CardDraw, draw, open_shoe
from service.sealed.turns.stage_deals import StageRequest, deal

Json = dict[str, Any]

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


def list_terms() -> list[Json]:
    """Return the terms of shoes of every policy and kind of contents."""
    terms: list[Json] = [
        {"deck": "euchre", "hands": 2, "cards": 5},
        OWN_PILE,
        {"max": 2**16 + 1, "reshuffle": AT_CUT},
        {"deck": "euchre", "reshuffle": AT_CUT, "cut": 4},
        {"game": "blackjack", "decks": 1, "reshuffle": AT_CUT, "cut": 20},
        {"game": "baccarat", "decks": 1, "reshuffle": AT_CUT, "cut": 20},
    ]
    for policy in (ON_REQUEST, NEVER):
        terms.append({"deck": "euchre", "reshuffle": policy})
        for game in ("blackjack", "baccarat"):
            terms.append({"game": game, "decks": 1, "reshuffle": policy})
        terms += [{"game": game, "reshuffle": policy} for game in GAMES]
    return terms


def ask(shoe: SealedShoe, request: Request) -> SealedShoe:
    """Return the shoe after a request."""
    if isinstance(request, StageRequest):
        return deal(shoe, request, LIMITS).shoe
    return draw(shoe, request, LIMITS).shoe


def list_shoes(terms: Json) -> Iterator[SealedShoe]:
    """Yield a shoe in several states: new, dealt, empty but for some cards or for all, with cards in play, revealed."""
    shoe = open_shoe(Terms(**terms), LIMITS)
    yield shoe
    for number, _ in enumerate(shoe.terms.stages):
        shoe = ask(shoe, StageRequest(client_seed=None if number else "ann"))
        yield shoe
    for remainder in (3, 0):
        if shoe.drawable > remainder:
            shoe = ask(shoe, CardDraw(count=shoe.drawable - remainder))
            yield shoe
    with suppress(Refused):
        yield ask(shoe, CardDraw(count=1, reshuffle=True, in_play=()))
    yield reveal(shoe)[1]


PILES = (None, "stock", "tableau", "skat", "dealer", "1", "crib", "board")


def list_requests(shoe: SealedShoe) -> Iterator[Request]:
    """Yield requests; many of them are refused."""
    for stage, reshuffle in product((None, *shoe.terms.stages), (False, True)):
        yield StageRequest(stage=stage, reshuffle=reshuffle)
    yield StageRequest(client_seed="bob")
    yield CardDraw(count=1, client_seed="bob")
    piles = PILES if shoe.terms.table else (None,)
    counts = {1, 7, min(shoe.size, shoe.drawable + 1)}
    for pile, count, in_play in product(piles, counts, (None, ())):
        request = CardDraw(count=count, pile=pile, in_play=in_play)
        yield request
        yield replace(request, reshuffle=True)


def leave_out(shoe: SealedShoe, request: Request, *names: str | None) -> Step:
    defaults: Json = {"reshuffle": False, "in_play": None}
    return shoe, replace(request, **{name: defaults[name] for name in names if name})


def deal_until(shoe: SealedShoe, request: Request, stage: str) -> Step:
    while isinstance(shoe, DealtShoe) and shoe.next_stage != stage:
        shoe = ask(shoe, StageRequest())
    return ask(shoe, StageRequest()), request


def drop_seed(shoe: SealedShoe, request: Any) -> Step:
    return shoe, replace(request, client_seed=None)


def name_stage(shoe: SealedShoe, request: Any, stage: str) -> Step:
    return shoe, replace(request, stage=stage)


def reshuffle(shoe: SealedShoe, request: Any) -> Step:
    return shoe, replace(request, reshuffle=True)


def begin_round(shoe: SealedShoe, _: Request) -> Step:
    return shoe, StageRequest(reshuffle=True)


def name_pile(shoe: SealedShoe, request: Any, pile: str) -> Step:
    return shoe, replace(request, pile=pile)


def keep_none(shoe: SealedShoe, request: Any) -> Step:
    return shoe, replace(request, in_play=())


def draw_from_pile(shoe: SealedShoe, request: Any, pile: str) -> Step:
    return shoe, replace(request, pile=pile, in_play=())


ADVICE: dict[str, Callable[..., Step]] = {
    r"leave (\w+)(?: and (\w+))? out\.": leave_out,
    r"client_seed is accepted with draw 1": drop_seed,
    r"the next stage is (\w+)\.": name_stage,
    r"unasked: begin a round with reshuffle": reshuffle,
    r"begins? .*with reshuffle": begin_round,
    r"lies there once the stage (\w+) is dealt\.": deal_until,
    r"only the pile (\w+) goes on with them, with in_play": draw_from_pile,
    r"name the pile to draw from, one of: (\w+)": name_pile,
    r"with in_play": keep_none,
}
"""What to do next by the advice: a function of the shoe, the request and the words in the groups."""


def follow(shoe: SealedShoe, request: Request, sentence: str) -> Step | None:
    """Return the shoe and the request after the advice in a sentence, None if it has none."""
    for pattern, change in ADVICE.items():
        found = re.search(pattern, sentence)
        if found:
            return change(shoe, request, *found.groups())
    return None


def check_advice(shoe: SealedShoe, request: Request, refusal: Refused) -> list[str]:
    """Return what is wrong with the advice of a refusal: it is refused in turn, or the test does not know it.

    A second refusal is right after a refusal of a client seed or a pile, or if it is about a stage.
    """
    sentence = str(refusal)
    terms = shoe.terms
    words = f"{terms.game or terms.deck}, {terms.reshuffle}, {request}: {sentence}"
    followed = follow(shoe, request, sentence)
    if followed is None:
        advice = "in_play[:,]|with reshuffle|leave .* out|accepted with|open |name "
        return [words] if re.search(advice, sentence) else []
    try:
        ask(*followed)
    except Refused as another:
        of_something_else = "client_seed|lies there once|one of:"
        if another.field == "stage" or re.search(of_something_else, sentence):
            return check_advice(*followed, another)
        return [f"{words} {another}"]
    return []


def test_whoever_follows_the_advice_of_a_refusal_is_not_refused_again() -> None:
    wrong = []
    for terms in list_terms():
        for shoe in list_shoes(terms):
            for request in list_requests(shoe):
                try:
                    ask(shoe, request)
                except Refused as refusal:
                    wrong += check_advice(shoe, request, refusal)
    assert not wrong, f"{len(wrong)}: {wrong[:9]}"


def test_blackjack_without_reshuffles_says_so_when_its_shoe_runs_out() -> None:
    shoe = open_shoe(Terms(game="blackjack", decks=1, reshuffle=NEVER), LIMITS)
    for _ in shoe.terms.stages:
        shoe = ask(shoe, StageRequest())
    shoe = ask(shoe, CardDraw(count=46))
    for request in (StageRequest(), StageRequest(reshuffle=True)):
        with pytest.raises(Conflict) as conflict:
            ask(shoe, request)
        assert str(conflict.value) == (
            "1 card remains in the stock, too few for a hand; this shoe is never reshuffled, "
            "and another hand needs another one."
        )
