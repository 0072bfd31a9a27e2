"""Draws at the boundaries of a round, client seeds and words, and draws that are refused."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused, TooMany
from service.core.sealed.deals import StageRequest, deal
from service.core.sealed.draws import DrawRequest, DrawResult, draw, open_shoe
from service.core.sealed.shoe import PURPOSE, Fairness, SealedShoe, unseal
from service.core.sealed.terms import Reshuffle, Reveal, Terms
from service.core.shuffles.plans import Limits
from tests.tables import for_each

LIMITS = Limits()
AT_CUT, NEVER = Reshuffle.AT_CUT, Reshuffle.NEVER
TEXTS = ("0123456789abcdef", "A-_" * 21 + "z", "carol_chose_this")


def make_shoe(reshuffle: Reshuffle = Reshuffle.ON_REQUEST, cut: int = 0, **options: Any) -> SealedShoe:
    return open_shoe(Terms(deck="euchre", reshuffle=reshuffle, cut=cut, **options), LIMITS)


def draw_from(before: SealedShoe, count: int, **options: Any) -> DrawResult:
    return draw(before, DrawRequest(count=count, **options), LIMITS)


def draw_cards(before: SealedShoe, count: int, **options: Any) -> SealedShoe:
    return draw_from(before, count, **options).shoe


def get_refusal(before: SealedShoe, count: int, **options: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        draw(before, DrawRequest(count=count, **options), LIMITS)
    return refusal.value


def test_every_shoe_has_its_own_server_seed() -> None:
    assert make_shoe().server_seed != make_shoe().server_seed


def test_draws_of_any_sizes_follow_the_order_of_the_round() -> None:
    opened = make_shoe()
    whole, first = draw_from(opened, 24), draw_from(opened, 5)
    second = draw_from(first.shoe, 19)
    assert [*first.indices, *second.indices] == list(whole.indices) == list(opened.open_round().order)
    assert [*first.positions, *second.positions] == list(range(24))
    assert replace(second.shoe, draws=1, digest=whole.shoe.digest) == whole.shoe


@for_each("game", [None, "rummy"])
def test_no_card_comes_twice_unless_it_was_asked_for(game: str | None) -> None:
    """50 of 52 drawn and 5 more: the refusal says how many are left and both ways on, and each way goes on."""
    shoe = open_shoe(Terms(deck=None if game else "standard", game=game), LIMITS)
    shoe = deal(shoe, StageRequest(), LIMITS).shoe if game else shoe
    shoe = draw_cards(shoe, shoe.drawable - 2)
    refusal = get_refusal(shoe, 5)
    assert (type(refusal), refusal.field) == (Conflict, "count")
    assert "5 cards were requested; 2 cards remain in " in str(refusal)
    assert "go on in the next round with in_play" in str(refusal)
    assert ("begin a round with reshuffle" in str(refusal)) is (game is None)
    on = draw_from(shoe, 5, in_play=[0, 1, 2])
    assert list(on.rounds) == [0, 0, 1, 1, 1]
    assert len(set(on.indices)) == 5
    assert {0, 1, 2} < {*on.seen["in_play"]}
    if game is None:
        assert draw_from(shoe, 5, reshuffle=True).rounds == [1] * 5
        assert draw_from(draw_cards(shoe, 2), 5, reshuffle=True).rounds == [1] * 5
        empty = get_refusal(draw_cards(shoe, 2), 1)
        assert (empty.field, "0 cards remain" in str(empty)) == ("count", True)


def test_with_a_cut_of_0_the_draw_after_the_last_card_begins_the_next_round() -> None:
    last = draw_from(make_shoe(AT_CUT), 24)
    assert (last.reshuffled, last.shoe.reshuffle_due) == (False, True)
    following = draw_from(last.shoe, 1)
    assert (following.reshuffled, following.seen["begun"]) == (True, 1)
    assert get_refusal(draw_cards(make_shoe(AT_CUT), 20), 5).field == "count"


def test_the_last_cards_of_a_round_can_be_burned_with_cards_in_play() -> None:
    before = draw_cards(make_shoe(), 20)
    result = draw_from(before, 1, burn=4, in_play=[])
    assert (result.rounds, result.positions, result.shoe.total) == ([1], [0], 25)
    refusal = get_refusal(before, 1, burn=5, in_play=[])
    assert (refusal.field, "4 cards remain" in str(refusal)) == ("burn", True)


def test_past_the_cut_a_draw_is_completed_and_the_next_one_starts_a_round() -> None:
    before = draw_cards(make_shoe(AT_CUT, cut=6), 17)
    assert not before.reshuffle_due
    assert draw_cards(make_shoe(AT_CUT, cut=6), 18).reshuffle_due
    result = draw_from(before, 4)
    assert (result.rounds, result.reshuffled, result.shoe.remaining) == ([0] * 4, False, 3)
    assert result.shoe.reshuffle_due
    following = draw_from(result.shoe, 24)
    assert (following.reshuffled, following.shoe.round, following.shoe.remaining) == (True, 1, 0)


def test_a_shoe_that_is_never_reshuffled_runs_out() -> None:
    opened = make_shoe(NEVER)
    assert "24 cards remain" in str(get_refusal(opened, 25))
    empty = draw_cards(opened, 24)
    assert not empty.reshuffle_due
    assert "0 cards remain" in str(get_refusal(empty, 1))
    assert "1 card remains" in str(get_refusal(draw_cards(opened, 23), 2))
    for field, value in (("reshuffle", True), ("in_play", [])):
        assert get_refusal(draw_cards(opened, 3), 1, **{field: value}).field == field


@for_each("first", [None, "ann"])
def test_a_client_seed_is_of_draw_1_alone(first: str | None) -> None:
    opened = make_shoe()
    assert opened.fairness is Fairness.OPERATOR_ALONE
    drawn = draw_cards(opened, 1, client_seed=first)
    assert drawn.fairness is (Fairness.CLIENT_SEED if first else Fairness.OPERATOR_ALONE)
    for later in ("ann", "bob"):
        for options in ({"client_seed": later}, {"words": (later,)}):
            refusal = get_refusal(drawn, 1, **options)
            name = next(iter(options))
            assert (type(refusal), refusal.field) == (Conflict, name)
            assert str(refusal) == f"{name} is accepted with draw 1, and draw 2 is next."
    assert draw_cards(drawn, 1).client_seed == first


def with_words(*texts: str) -> SealedShoe:
    return make_shoe(words=tuple(sha256(text.encode()).hexdigest() for text in texts))


def test_words_are_the_client_seed_joined_by_commas() -> None:
    drawn = draw_from(with_words(*TEXTS), 5, words=TEXTS)
    assert drawn.shoe.client_seed == ",".join(TEXTS)
    plain = SealedShoe(terms=drawn.shoe.terms, server_seed=drawn.shoe.server_seed, client_seed=",".join(TEXTS))
    assert list(plain.open_round().order[:5]) == drawn.indices
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    longest = tuple(chr(97 + number % 26) * (63 + number % 2) for number in range(32))
    for texts in (TEXTS, longest):
        opened = with_words(*texts)
        after = draw_cards(opened, 1, words=texts)
        assert unseal(tokens, "shoe", after.seal(tokens)) == after
        assert len(after.seal(tokens)) == len(opened.seal(tokens))


@for_each(
    ("words", "client_seed", "field"),
    [
        ((), None, "words"),
        (TEXTS[:2], None, "words"),
        ((*TEXTS, TEXTS[0]), None, "words"),
        ((TEXTS[1], TEXTS[0], TEXTS[2]), None, "words"),
        ((TEXTS[0], TEXTS[1], TEXTS[2] + "x"), None, "words"),
        ((",".join(TEXTS),), None, "words"),
        (TEXTS, "ann", "client_seed"),
        (TEXTS, ",".join(TEXTS), "client_seed"),
        ((), ",".join(TEXTS), "client_seed"),
    ],
)
def test_other_words_than_those_of_the_terms_are_refused(
    words: Sequence[str], client_seed: str | None, field: str
) -> None:
    refusal = get_refusal(with_words(*TEXTS), 1, words=tuple(words), client_seed=client_seed)
    assert (isinstance(refusal, Conflict), refusal.field) == (False, field)
    assert not [text for text in TEXTS if text in str(refusal)]


@for_each("text", ["0123456789abcde", "a" * 65, "0123456789abcde é", "0123456789abcdef\n", "0123456789abcde,"])
def test_a_text_of_another_form_is_refused_though_its_digest_is_right(text: str) -> None:
    assert get_refusal(with_words(text), 1, words=(text,)).field == "words"


def test_words_without_the_term_are_refused() -> None:
    refusal = get_refusal(make_shoe(), 1, words=TEXTS)
    assert (isinstance(refusal, Conflict), refusal.field) == (False, "words")


TRIES = 300


def test_nobody_tries_words_until_the_aces_come() -> None:
    """Whoever holds the token and hears the last text tries 300 others, in each of its places: none is taken."""
    shoe = open_shoe(
        Terms(game="holdem", players=2, words=tuple(sha256(text.encode()).hexdigest() for text in TEXTS)), LIMITS
    )
    dealt = 0
    for number in range(TRIES):
        for place in range(len(TEXTS)):
            texts = [*TEXTS]
            texts[place] = f"another-text-{number:03}"
            with pytest.raises(Refused):
                deal(shoe, StageRequest(words=tuple(texts)), LIMITS)
            dealt += 1
    hands = {tuple(deal(shoe, StageRequest(words=TEXTS), LIMITS).order) for _ in range(3)}
    assert (dealt, len(hands)) == (TRIES * len(TEXTS), 1)


def test_the_cost_of_a_draw_is_limited() -> None:
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(make_shoe(), DrawRequest(count=11), Limits(items=21))
    assert refusal.value.field == "count"
    assert len(draw(make_shoe(), DrawRequest(count=10, burn=1), Limits(items=21)).indices) == 10
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(make_shoe(), DrawRequest(count=10, burn=2), Limits(items=21))
    assert refusal.value.field == "burn"
    for options in ({}, {"reveal": Reveal.SHOWN}):
        shoe = open_shoe(Terms(deck="standard", decks=2, **options), LIMITS)  # type: ignore[arg-type]
        draw(shoe, DrawRequest(count=1), Limits(draws=shoe.terms.cost))
        with pytest.raises(TooMany, match="MAX_DRAWS"):
            draw(shoe, DrawRequest(count=1), Limits(draws=shoe.terms.cost - 1))
        before = draw_cards(shoe, 100)
        with pytest.raises(TooMany, match="MAX_DRAWS"):
            draw(before, DrawRequest(count=5, in_play=()), Limits(draws=2 * shoe.terms.cost - 1))


def test_long_items_are_drawn_as_often_as_their_size_allows() -> None:
    short, long = (open_shoe(Terms(items=(text,) * 500), LIMITS) for text in ("a", "\0" * 5))  # 6 bytes of JSON each
    limits = Limits(items=1000)
    assert len(draw(short, DrawRequest(count=500), limits).indices) == 500
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        draw(long, DrawRequest(count=500), limits)


@pytest.mark.parametrize("seed", ["\U0001f0a1" * 256, "\0", "é" * 129, " "])
def test_a_token_carries_any_client_seed_unchanged(seed: str) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    state = draw_cards(make_shoe(), 1, client_seed=seed)
    assert unseal(tokens, "shoe", state.seal(tokens)) == state
