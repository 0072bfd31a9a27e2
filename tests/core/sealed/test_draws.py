"""Draws at the boundaries of a round, and draws that are refused."""

from dataclasses import replace
from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused, TooMany
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.shoe import PURPOSE, End, Fairness, SealedShoe, unseal
from service.core.sealed.terms import Reshuffle, Terms
from service.core.shuffles.plans import Limits

LIMITS = Limits()


def make_shoe(reshuffle: Reshuffle = Reshuffle.WHEN_EMPTY, cut: int = 0, **options: Any) -> SealedShoe:
    return open_shoe(Terms(deck="euchre", reshuffle=reshuffle, cut=cut, **options), LIMITS)


def draw_cards(before: SealedShoe, count: int, **options: Any) -> SealedShoe:
    return draw(before, DrawRequest(count=count, **options), LIMITS).shoe


def get_conflict(before: SealedShoe, count: int, **options: Any) -> Conflict:
    with pytest.raises(Conflict) as refusal:
        draw(before, DrawRequest(count=count, **options), LIMITS)
    return refusal.value


def test_every_shoe_has_its_own_server_seed() -> None:
    assert make_shoe().server_seed != make_shoe().server_seed


def test_draws_of_any_sizes_follow_the_order_of_the_round() -> None:
    opened = make_shoe()
    whole = draw(opened, DrawRequest(count=24), LIMITS)
    first = draw(opened, DrawRequest(count=5), LIMITS)
    second = draw(first.shoe, DrawRequest(count=19), LIMITS)
    assert [*first.indices, *second.indices] == list(whole.indices) == list(opened.open_round().order)
    assert [*first.positions, *second.positions] == list(range(24))
    assert replace(second.shoe, draws=1, digest=whole.shoe.digest) == whole.shoe


def test_cards_are_drawn_from_the_bottom_in_reverse() -> None:
    opened = make_shoe()
    result = draw(opened, DrawRequest(count=3, end=End.BOTTOM), LIMITS)
    assert result.positions == [23, 22, 21]
    assert result.indices == list(opened.open_round().order)[:-4:-1]
    both = draw(result.shoe, DrawRequest(count=21), LIMITS)
    assert both.positions == list(range(21))
    assert both.shoe.remaining == 0


def test_burned_cards_are_drawn_but_not_returned() -> None:
    result = draw(make_shoe(), DrawRequest(count=2, burn=3), LIMITS)
    assert result.positions == [3, 4]
    assert (result.shoe.remaining, result.shoe.total) == (19, 5)
    below = draw(result.shoe, DrawRequest(count=1, burn=1, end=End.BOTTOM), LIMITS)
    assert below.positions == [22]


def test_a_shoe_reshuffles_when_its_last_card_is_drawn_within_the_draw() -> None:
    result = draw(make_shoe(), DrawRequest(count=60), LIMITS)
    assert result.rounds == [0] * 24 + [1] * 24 + [2] * 12
    assert result.positions == [*range(24), *range(24), *range(12)]
    assert result.reshuffled
    assert (result.shoe.round, result.shoe.remaining, result.shoe.total) == (2, 12, 60)


def test_after_the_last_card_a_reshuffle_is_due_with_the_next_draw() -> None:
    result = draw(make_shoe(), DrawRequest(count=24), LIMITS)
    assert not result.reshuffled
    assert result.shoe.reshuffle_due
    assert draw(result.shoe, DrawRequest(count=1), LIMITS).reshuffled


def test_the_last_cards_of_a_round_can_be_burned() -> None:
    result = draw(draw_cards(make_shoe(), 20), DrawRequest(count=1, burn=4), LIMITS)
    assert (result.rounds, result.positions, result.shoe.total) == ([1], [0], 25)
    refusal = get_conflict(draw_cards(make_shoe(), 20), 1, burn=5)
    assert refusal.field == "burn"
    assert "4 cards remain" in str(refusal)


def test_past_the_cut_a_draw_is_completed_and_the_next_one_starts_a_round() -> None:
    before = draw_cards(make_shoe(Reshuffle.AT_CUT, cut=6), 17)
    assert not before.reshuffle_due
    result = draw(before, DrawRequest(count=4), LIMITS)
    assert (result.rounds, result.reshuffled, result.shoe.remaining) == ([0] * 4, False, 3)
    assert result.shoe.reshuffle_due
    following = draw(result.shoe, DrawRequest(count=24), LIMITS)
    assert (following.reshuffled, following.shoe.round, following.shoe.remaining) == (True, 1, 0)


def test_a_reshuffle_is_due_when_exactly_the_cut_is_left() -> None:
    assert draw_cards(make_shoe(Reshuffle.AT_CUT, cut=6), 18).reshuffle_due


@pytest.mark.parametrize("options", [{"count": 8}, {"count": 5, "burn": 3}])
def test_a_shoe_with_a_cut_refuses_more_cards_than_the_round_has(options: dict[str, int]) -> None:
    refusal = get_conflict(draw_cards(make_shoe(Reshuffle.AT_CUT, cut=6), 17), **options)
    assert refusal.field == "count"
    assert "8 cards" in str(refusal)
    assert "7 cards remain" in str(refusal)


def test_a_shoe_that_is_never_reshuffled_runs_out() -> None:
    opened = make_shoe(Reshuffle.NEVER)
    assert "24 cards remain" in str(get_conflict(opened, 25))
    empty = draw_cards(opened, 24)
    assert not empty.reshuffle_due
    assert "0 cards remain" in str(get_conflict(empty, 1))
    assert "1 card remains" in str(get_conflict(draw_cards(opened, 23), 2))


def test_a_client_seed_is_accepted_with_the_first_draw_and_stays() -> None:
    opened = make_shoe()
    assert opened.fairness is Fairness.OPERATOR_ALONE
    seeded = draw_cards(opened, 1, client_seed="ann")
    assert seeded.fairness is Fairness.CLIENT_SEED
    assert draw_cards(seeded, 1) == draw_cards(seeded, 1, client_seed="ann")
    refusal = get_conflict(seeded, 1, client_seed="bob")
    assert refusal.field == "client_seed"
    assert "that was made with another one; send that again, or none. 23 cards remain." in str(refusal)
    assert "bob" not in str(refusal)
    assert "ann" not in str(refusal)


def test_a_client_seed_is_refused_after_a_first_draw_without_one() -> None:
    drawn = draw_cards(make_shoe(), 1)
    refusal = get_conflict(drawn, 1, client_seed="ann")
    assert (refusal.field, str(refusal)) == (
        "client_seed",
        "A client seed is accepted with the first draw, and that was made without one; send none. 23 cards remain.",
    )
    assert draw_cards(drawn, 1).client_seed is None


def test_the_client_seed_changes_every_order_and_stays_in_an_empty_shoe() -> None:
    opened = make_shoe()
    results = [draw(opened, DrawRequest(count=48, client_seed=seed), LIMITS) for seed in (None, "ann", "bob")]
    assert len({tuple(result.indices) for result in results}) == 3
    assert get_conflict(results[1].shoe, 1, client_seed="bob").field == "client_seed"


def test_the_cost_of_a_draw_is_limited() -> None:
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(make_shoe(), DrawRequest(count=11), Limits(items=21))
    assert refusal.value.field == "count"
    assert len(draw(make_shoe(), DrawRequest(count=10, burn=1), Limits(items=21)).indices) == 10
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(make_shoe(), DrawRequest(count=10, burn=2), Limits(items=21))
    assert refusal.value.field == "burn"
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        draw(make_shoe(), DrawRequest(count=240), Limits(draws=1_000))
    single = make_shoe(exclude=tuple(card.code for card in make_shoe().terms.card_shoe.pack[1:]))
    assert single.size == 1
    with pytest.raises(Refused, match="MAX_DRAWS"):
        draw(single, DrawRequest(count=500_000), LIMITS)


@pytest.mark.parametrize("size", [1, 2, 4, 256])
def test_the_size_of_a_token_does_not_depend_on_the_draws(size: int) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    state = make_shoe(label="x" * size)
    size_when_opened = len(state.seal(tokens))
    state = draw_cards(state, 1, client_seed="x" * 256)
    for count in range(1, 60):
        state = draw_cards(state, count, end=list(End)[count % 2])
        assert len(state.seal(tokens)) == size_when_opened
        assert unseal(tokens, "shoe", state.seal(tokens)) == state


@pytest.mark.parametrize("seed", ["\U0001f0a1" * 256, "\0", "é" * 129, " "])
def test_a_token_carries_any_client_seed_unchanged(seed: str) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    state = draw_cards(make_shoe(), 1, client_seed=seed)
    assert unseal(tokens, "shoe", state.seal(tokens)) == state
