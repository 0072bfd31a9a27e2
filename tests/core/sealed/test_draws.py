"""What a draw does at the ends of a round, and what it refuses."""

from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused, TooMany
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.shoe import PURPOSE, End, Fairness, SealedShoe, unseal
from service.core.sealed.terms import Reshuffle, Terms
from service.core.shuffles.plans import Limits

LIMITS = Limits()


def shoe(reshuffle: Reshuffle = Reshuffle.WHEN_EMPTY, cut: int = 0, **asked: Any) -> SealedShoe:
    return open_shoe(Terms(deck="euchre", reshuffle=reshuffle, cut=cut, **asked), LIMITS)


def after(before: SealedShoe, count: int, **asked: Any) -> SealedShoe:
    return draw(before, DrawRequest(count=count, **asked), LIMITS).shoe


def conflict(before: SealedShoe, count: int, **asked: Any) -> Conflict:
    with pytest.raises(Conflict) as refusal:
        draw(before, DrawRequest(count=count, **asked), LIMITS)
    return refusal.value


def test_no_two_shoes_are_alike() -> None:
    assert shoe().server_seed != shoe().server_seed


def test_the_draws_of_a_round_are_its_order_whatever_their_sizes() -> None:
    opened = shoe()
    whole = draw(opened, DrawRequest(count=24), LIMITS)
    first = draw(opened, DrawRequest(count=5), LIMITS)
    second = draw(first.shoe, DrawRequest(count=19), LIMITS)
    assert first.indices + second.indices == whole.indices == list(opened.shuffle().indices)
    assert first.positions + second.positions == list(range(24))
    assert second.shoe == whole.shoe


def test_cards_from_the_bottom_come_last_first() -> None:
    opened = shoe()
    drawn = draw(opened, DrawRequest(count=3, end=End.BOTTOM), LIMITS)
    assert drawn.positions == [23, 22, 21]
    assert drawn.indices == list(opened.shuffle().indices)[:-4:-1]
    both = draw(drawn.shoe, DrawRequest(count=21), LIMITS)
    assert both.positions == list(range(21))
    assert both.shoe.remaining == 0


def test_a_burned_card_is_drawn_and_not_seen() -> None:
    drawn = draw(shoe(), DrawRequest(count=2, burn=3), LIMITS)
    assert drawn.positions == [3, 4]
    assert (drawn.shoe.remaining, drawn.shoe.total) == (19, 5)
    below = draw(drawn.shoe, DrawRequest(count=1, burn=1, end=End.BOTTOM), LIMITS)
    assert below.positions == [22]


def test_a_shoe_reshuffles_when_its_last_card_is_drawn_within_the_draw() -> None:
    drawn = draw(shoe(), DrawRequest(count=60), LIMITS)
    assert drawn.rounds == [0] * 24 + [1] * 24 + [2] * 12
    assert drawn.positions == [*range(24), *range(24), *range(12)]
    assert drawn.reshuffled
    assert (drawn.shoe.round, drawn.shoe.remaining, drawn.shoe.total) == (2, 12, 60)


def test_a_draw_to_the_last_card_does_not_reshuffle_but_makes_it_due() -> None:
    drawn = draw(shoe(), DrawRequest(count=24), LIMITS)
    assert not drawn.reshuffled
    assert drawn.shoe.reshuffle_due
    assert draw(drawn.shoe, DrawRequest(count=1), LIMITS).reshuffled


def test_the_last_cards_of_a_round_can_be_burned() -> None:
    drawn = draw(after(shoe(), 20), DrawRequest(count=1, burn=4), LIMITS)
    assert (drawn.rounds, drawn.positions, drawn.shoe.total) == ([1], [0], 25)
    refusal = conflict(after(shoe(), 20), 1, burn=5)
    assert refusal.field == "burn"
    assert "4 cards remain" in str(refusal)


def test_at_the_cut_a_draw_is_finished_and_the_next_begins_a_round() -> None:
    before = after(shoe(Reshuffle.AT_CUT, cut=6), 17)
    assert not before.reshuffle_due
    drawn = draw(before, DrawRequest(count=4), LIMITS)
    assert (drawn.rounds, drawn.reshuffled, drawn.shoe.remaining) == ([0] * 4, False, 3)
    assert drawn.shoe.reshuffle_due
    following = draw(drawn.shoe, DrawRequest(count=24), LIMITS)
    assert (following.reshuffled, following.shoe.round, following.shoe.remaining) == (True, 1, 0)


def test_with_as_many_cards_left_as_the_cut_a_reshuffle_is_due() -> None:
    assert after(shoe(Reshuffle.AT_CUT, cut=6), 18).reshuffle_due


@pytest.mark.parametrize("asked", [{"count": 8}, {"count": 5, "burn": 3}])
def test_a_draw_of_more_than_is_left_above_the_cut_is_refused(asked: dict[str, int]) -> None:
    refusal = conflict(after(shoe(Reshuffle.AT_CUT, cut=6), 17), **asked)
    assert refusal.field == "count"
    assert "8 cards" in str(refusal)
    assert "7 cards remain" in str(refusal)


def test_a_shoe_that_is_never_reshuffled_ends() -> None:
    opened = shoe(Reshuffle.NEVER)
    assert "24 cards remain" in str(conflict(opened, 25))
    ended = after(opened, 24)
    assert not ended.reshuffle_due
    assert "0 cards remain" in str(conflict(ended, 1))
    assert "1 card remains" in str(conflict(after(opened, 23), 2))


def test_a_client_seed_is_taken_with_the_first_draw_and_stays() -> None:
    opened = shoe()
    assert opened.fairness is Fairness.OPERATOR_ALONE
    seeded = after(opened, 1, client_seed="ann")
    assert seeded.fairness is Fairness.CLIENT_SEED
    assert after(seeded, 1) == after(seeded, 1, client_seed="ann")
    refusal = conflict(seeded, 1, client_seed="bob")
    assert refusal.field == "client_seed"
    assert "23 cards remain" in str(refusal)
    assert "bob" not in str(refusal)
    assert "ann" not in str(refusal)


def test_after_a_first_draw_without_a_client_seed_there_is_none() -> None:
    assert conflict(after(shoe(), 1), 1, client_seed="ann").field == "client_seed"


def test_the_client_seed_changes_every_order_and_an_empty_shoe_does_not_forget_it() -> None:
    opened = shoe()
    orders = [draw(opened, DrawRequest(count=48, client_seed=seed), LIMITS) for seed in (None, "ann", "bob")]
    assert len({tuple(order.indices) for order in orders}) == 3
    assert conflict(orders[1].shoe, 1, client_seed="bob").field == "client_seed"


def test_the_work_of_a_draw_is_limited() -> None:
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(shoe(), DrawRequest(count=11), Limits(items=10))
    assert refusal.value.field == "count"
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        draw(shoe(), DrawRequest(count=240), Limits(draws=1_000))
    single = shoe(exclude=tuple(card.code for card in shoe().terms.shoe.pack[1:]))
    assert single.size == 1
    with pytest.raises(Refused, match="MAX_DRAWS"):
        draw(single, DrawRequest(count=1_000_000), LIMITS)


@pytest.mark.parametrize("size", [1, 2, 4, 256])
def test_a_token_has_one_size_whatever_was_drawn(size: int) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    now = shoe(label="x" * size)
    opened = len(now.seal(tokens))
    now = after(now, 1, client_seed="x" * 256)
    for count in range(1, 60):
        now = after(now, count, end=list(End)[count % 2])
        assert len(now.seal(tokens)) == opened
        assert unseal(tokens, "shoe", now.seal(tokens)) == now


@pytest.mark.parametrize("seed", ["\U0001f0a1" * 256, "\0", "é" * 129, " "])
def test_a_client_seed_of_any_letters_is_carried_as_it_is(seed: str) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    now = after(shoe(), 1, client_seed=seed)
    assert unseal(tokens, "shoe", now.seal(tokens)) == now
