"""Draws at the boundaries of a round, client seeds and words, and draws that are refused."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused, TooMany
from service.core.shuffles.samplers import Limits
from service.sealed.draws import CardDraw, draw, open_shoe
from service.sealed.sealed_shoe import (
    PURPOSE,
    Fairness,
    SealedShoe,
    create_shoe,
    unseal,
)
from service.sealed.stage_deals import StageRequest, deal
from service.sealed.terms import Reshuffle, Reveal, Terms
from tests.sealed.players import LIMITS, draw_from, find_refusal
from tests.tables import for_each

AT_CUT = Reshuffle.AT_CUT
NEVER = Reshuffle.NEVER
TEXTS = ("0123456789abcdef", "A-_" * 21 + "z", "carol_chose_this")


def make_shoe(
    reshuffle: Reshuffle = Reshuffle.ON_REQUEST, cut: int = 0, **options: Any
) -> SealedShoe:
    return open_shoe(
        Terms(deck="euchre", reshuffle=reshuffle, cut=cut, **options), LIMITS
    )


def draw_cards(before: SealedShoe, count: int, **options: Any) -> SealedShoe:
    return draw_from(before, count, **options).shoe


@for_each("game", [None, "rummy"])
def test_no_card_comes_twice_unless_it_was_asked_for(game: str | None) -> None:
    """50 of 52 drawn and 5 more: the refusal says how many are left and both ways on, and each way goes on."""
    shoe = open_shoe(Terms(deck=None if game else "standard", game=game), LIMITS)
    shoe = deal(shoe, StageRequest(), LIMITS).shoe if game else shoe
    shoe = draw_cards(shoe, shoe.drawable - 2)
    refusal = find_refusal(shoe, 5)
    assert (type(refusal), refusal.field) == (Conflict, "count")
    assert "5 cards were requested; 2 cards remain in " in str(refusal)
    assert "go on in the next round with in_play" in str(refusal)
    assert ("begin a round with reshuffle" in str(refusal)) is (game is None)
    on = draw_from(shoe, 5, in_play=[0, 1, 2])
    assert list(on.rounds) == [0, 0, 1, 1, 1]
    assert len(set(on.indices)) == 5
    assert {0, 1, 2} < set(on.seen["in_play"])
    if game is None:
        assert draw_from(shoe, 5, reshuffle=True).rounds == [1] * 5
        assert draw_from(draw_cards(shoe, 2), 5, reshuffle=True).rounds == [1] * 5
        empty = find_refusal(draw_cards(shoe, 2), 1)
        assert (empty.field, "0 cards remain" in str(empty)) == ("count", True)


def test_with_a_cut_of_0_the_draw_after_the_last_card_begins_the_next_round() -> None:
    last = draw_from(make_shoe(AT_CUT), 24)
    assert (last.reshuffled, last.shoe.reshuffle_due) == (False, True)
    following = draw_from(last.shoe, 1)
    assert (following.reshuffled, following.seen["begun"]) == (True, 1)
    assert find_refusal(draw_cards(make_shoe(AT_CUT), 20), 5).field == "count"


def test_the_last_cards_of_a_round_can_be_burned_with_cards_in_play() -> None:
    before = draw_cards(make_shoe(), 20)
    result = draw_from(before, 1, burn=4, in_play=[])
    assert (result.rounds, result.positions, result.shoe.total) == ([1], [0], 25)
    refusal = find_refusal(before, 1, burn=5, in_play=[])
    assert (refusal.field, "4 cards remain" in str(refusal)) == ("burn", True)


def test_past_the_cut_a_draw_is_completed_and_the_next_one_starts_a_round() -> None:
    before = draw_cards(make_shoe(AT_CUT, cut=6), 17)
    assert not before.reshuffle_due
    assert draw_cards(make_shoe(AT_CUT, cut=6), 18).reshuffle_due
    result = draw_from(before, 4)
    assert (result.rounds, result.reshuffled, result.shoe.remaining) == (
        [0] * 4,
        False,
        3,
    )
    assert result.shoe.reshuffle_due
    following = draw_from(result.shoe, 24)
    assert (following.reshuffled, following.shoe.round, following.shoe.remaining) == (
        True,
        1,
        0,
    )


def test_a_shoe_that_is_never_reshuffled_runs_out() -> None:
    new_shoe = make_shoe(NEVER)
    assert "24 cards remain" in str(find_refusal(new_shoe, 25))
    empty = draw_cards(new_shoe, 24)
    assert not empty.reshuffle_due
    assert "0 cards remain" in str(find_refusal(empty, 1))
    assert "1 card remains" in str(find_refusal(draw_cards(new_shoe, 23), 2))
    for field, value in (("reshuffle", True), ("in_play", [])):
        assert find_refusal(draw_cards(new_shoe, 3), 1, **{field: value}).field == field


@for_each("first", [None, "ann"])
def test_a_client_seed_is_of_draw_1_alone(first: str | None) -> None:
    new_shoe = make_shoe()
    assert new_shoe.server_seed != make_shoe().server_seed
    assert Fairness.of(new_shoe.client_seed) is Fairness.OPERATOR_ALONE
    drawn = draw_cards(new_shoe, 1, client_seed=first)
    assert Fairness.of(drawn.client_seed) is (
        Fairness.CLIENT_SEED if first else Fairness.OPERATOR_ALONE
    )
    for later in ("ann", "bob"):
        for options in ({"client_seed": later}, {"words": (later,)}):
            refusal = find_refusal(drawn, 1, **options)
            name = next(iter(options))
            assert (type(refusal), refusal.field) == (Conflict, name)
            assert (
                str(refusal) == f"{name} is accepted with draw 1, and draw 2 is next."
            )
    assert draw_cards(drawn, 1).client_seed == first


def with_words(*texts: str) -> SealedShoe:
    return make_shoe(words=tuple(sha256(text.encode()).hexdigest() for text in texts))


def test_words_are_the_client_seed_joined_by_commas() -> None:
    drawn = draw_from(with_words(*TEXTS), 5, words=TEXTS)
    assert drawn.shoe.client_seed == ",".join(TEXTS)
    plain = create_shoe(
        drawn.shoe.terms, drawn.shoe.server_seed, client_seed=",".join(TEXTS)
    )
    assert list(plain.open_round().order[:5]) == drawn.indices
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    longest = tuple(chr(97 + number % 26) * (63 + number % 2) for number in range(32))
    for texts in (TEXTS, longest):
        new_shoe = with_words(*texts)
        after = draw_cards(new_shoe, 1, words=texts)
        assert unseal(tokens, "shoe", after.seal(tokens)) == after
        assert len(after.seal(tokens)) == len(new_shoe.seal(tokens))


FIRST, SECOND, THIRD = TEXTS
JOINED = ",".join(TEXTS)


@for_each(
    ("words", "client_seed", "field"),
    [
        *(
            (words, None, "words")
            for words in (
                (),
                (FIRST, SECOND),
                (*TEXTS, FIRST),
                (SECOND, FIRST, THIRD),
                (JOINED,),
            )
        ),
        ((FIRST, SECOND, f"{THIRD}x"), None, "words"),
        *(
            (words, seed, "client_seed")
            for words, seed in ((TEXTS, "ann"), (TEXTS, JOINED), ((), JOINED))
        ),
    ],
)
def test_other_words_than_those_of_the_terms_are_refused(
    words: Sequence[str], client_seed: str | None, field: str
) -> None:
    refusal = find_refusal(
        with_words(*TEXTS), 1, words=tuple(words), client_seed=client_seed
    )
    assert (isinstance(refusal, Conflict), refusal.field) == (False, field)
    assert not [text for text in TEXTS if text in str(refusal)]


def test_words_of_another_form_or_without_the_term_are_refused() -> None:
    for text in (
        "0123456789abcde",
        "a" * 65,
        "0123456789abcde é",
        "0123456789abcdef\n",
        "0123456789abcde,",
    ):
        assert find_refusal(with_words(text), 1, words=(text,)).field == "words", (
            text
        )  # though its digest is right
    refusal = find_refusal(make_shoe(), 1, words=TEXTS)
    assert (isinstance(refusal, Conflict), refusal.field) == (False, "words")


def test_nobody_tries_words_until_the_aces_come() -> None:
    """Whoever holds the token and hears the last text tries 300 others, in each of its places: none is taken."""
    shoe = open_shoe(
        replace(with_words(*TEXTS).terms, deck=None, game="holdem", players=2), LIMITS
    )
    for number, place in product(range(300), range(len(TEXTS))):
        texts = list(TEXTS)
        texts[place] = f"another-text-{number:03}"
        with pytest.raises(Refused):
            deal(shoe, StageRequest(words=tuple(texts)), LIMITS)
    assert (
        len(
            {
                tuple(deal(shoe, StageRequest(words=TEXTS), LIMITS).order)
                for _ in range(3)
            }
        )
        == 1
    )


def test_the_cost_of_a_draw_is_limited() -> None:
    for request, field in (
        (CardDraw(count=11), "count"),
        (CardDraw(count=10, burn=2), "burn"),
    ):
        with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
            draw(make_shoe(), request, Limits(items=21))
        assert refusal.value.field == field
    assert (
        len(draw(make_shoe(), CardDraw(count=10, burn=1), Limits(items=21)).indices)
        == 10
    )
    for options in ({}, {"reveal": Reveal.SHOWN}):
        shoe = open_shoe(Terms(deck="standard", decks=2, **options), LIMITS)  # type: ignore[arg-type]
        draw(shoe, CardDraw(count=1), Limits(draws=shoe.terms.steps))
        with pytest.raises(TooMany, match="MAX_DRAWS"):
            draw(shoe, CardDraw(count=1), Limits(draws=shoe.terms.steps - 1))
        before = draw_cards(shoe, 100)
        with pytest.raises(TooMany, match="MAX_DRAWS"):
            draw(
                before,
                CardDraw(count=5, in_play=()),
                Limits(draws=2 * shoe.terms.steps - 1),
            )


def test_long_items_are_drawn_as_often_as_their_size_allows() -> None:
    short, long = (
        open_shoe(Terms(items=(text,) * 500), LIMITS) for text in ("a", "\0" * 5)
    )  # 6 bytes of JSON each
    assert len(draw(short, CardDraw(count=500), Limits(items=1000)).indices) == 500
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        draw(long, CardDraw(count=500), Limits(items=1000))


@pytest.mark.parametrize("seed", ["\U0001f0a1" * 256, "\0", "é" * 129, " "])
def test_a_token_carries_any_client_seed_unchanged(seed: str) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    state = draw_cards(make_shoe(), 1, client_seed=seed)
    assert unseal(tokens, "shoe", state.seal(tokens)) == state
