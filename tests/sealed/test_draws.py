"""Draws at the boundaries of a round, client seeds and words, and draws that are refused."""

from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from service.core.errors import Conflict, Refused
from service.core.limits import TooMany
from service.sealed.opening.terms import Reshuffle, Reveal, Terms
from service.sealed.shoe.sealed_shoe import (
    PURPOSE,
    Fairness,
    SealedShoe,
    create_shoe,
    unseal,
)
from service.sealed.shoe.tokens import Tokens, generate_key
from service.sealed.turns.draws import CardDraw, draw, open_shoe
from service.sealed.turns.stage_deals import StageRequest, deal
from service.settings import Settings
from tests.sealed.players import LIMITS, draw_from, find_refusal
from tests.tables import for_each

AT_CUT = Reshuffle.AT_CUT
NEVER = Reshuffle.NEVER
TEXTS = ("0123456789abcdef", "A-_" * 21 + "z", "carol_chose_this")
FIRST, SECOND, THIRD = TEXTS
JOINED = ",".join(TEXTS)


def make_shoe(
    reshuffle: Reshuffle = Reshuffle.ON_REQUEST, cut: int = 0, **options: Any
) -> SealedShoe:
    """Return a new shoe of 24 cards."""
    terms = Terms(deck="euchre", reshuffle=reshuffle, cut=cut, **options)
    return open_shoe(terms, LIMITS)


def draw_cards(before: SealedShoe, count: int, **options: Any) -> SealedShoe:
    """Return a shoe after a draw."""
    return draw_from(before, count, **options).shoe


def open_with_two_left(game: str | None) -> SealedShoe:
    """Return a shoe of a standard deck or of a game from which two more cards can be drawn."""
    if game is None:
        return draw_cards(open_shoe(Terms(deck="standard"), LIMITS), 50)
    opened = open_shoe(Terms(game=game), LIMITS)
    shoe = deal(opened, StageRequest(), LIMITS).shoe
    return draw_cards(shoe, shoe.drawable - 2)


@for_each("game", [None, "rummy"])
def test_no_card_comes_twice_unless_it_was_asked_for(game: str | None) -> None:
    """50 of 52 drawn and 5 more: the refusal says how many are left and both ways on, and each way goes on."""
    shoe = open_with_two_left(game)
    refusal = find_refusal(shoe, 5)
    assert type(refusal) is Conflict
    assert refusal.field == "count"
    assert "5 cards were requested; 2 cards remain in " in str(refusal)
    assert "go on in the next round with in_play" in str(refusal)
    assert ("begin a round with reshuffle" in str(refusal)) is (game is None)
    on = draw_from(shoe, 5, in_play=[0, 1, 2])
    assert list(on.rounds) == [0, 0, 1, 1, 1]
    assert len(set(on.indices)) == 5
    assert {0, 1, 2} < set(on.seen["in_play"])


def test_a_reshuffle_that_was_asked_for_begins_a_round_of_all_cards() -> None:
    shoe = open_with_two_left(game=None)
    assert draw_from(shoe, 5, reshuffle=True).rounds == [1] * 5
    empty = draw_cards(shoe, 2)
    assert draw_from(empty, 5, reshuffle=True).rounds == [1] * 5
    refusal = find_refusal(empty, 1)
    assert refusal.field == "count"
    assert "0 cards remain" in str(refusal)


def test_with_a_cut_of_0_the_draw_after_the_last_card_begins_the_next_round() -> None:
    last = draw_from(make_shoe(AT_CUT), 24)
    assert last.reshuffled is False
    assert last.shoe.reshuffle_due is True
    following = draw_from(last.shoe, 1)
    assert following.reshuffled is True
    assert following.seen["begun"] == 1
    almost_drawn = draw_cards(make_shoe(AT_CUT), 20)
    assert find_refusal(almost_drawn, 5).field == "count"


def test_the_last_cards_of_a_round_can_be_burned_with_cards_in_play() -> None:
    before = draw_cards(make_shoe(), 20)
    result = draw_from(before, 1, burn=4, in_play=[])
    assert result.rounds == [1]
    assert result.positions == [0]
    assert result.shoe.total == 25
    refusal = find_refusal(before, 1, burn=5, in_play=[])
    assert refusal.field == "burn"
    assert "4 cards remain" in str(refusal)


def test_past_the_cut_a_draw_is_completed_and_the_next_one_starts_a_round() -> None:
    before = draw_cards(make_shoe(AT_CUT, cut=6), 17)
    assert not before.reshuffle_due
    assert draw_cards(make_shoe(AT_CUT, cut=6), 18).reshuffle_due
    result = draw_from(before, 4)
    assert result.rounds == [0] * 4
    assert result.reshuffled is False
    assert result.shoe.remaining == 3
    assert result.shoe.reshuffle_due
    following = draw_from(result.shoe, 24)
    assert following.reshuffled is True
    assert following.shoe.round == 1
    assert following.shoe.remaining == 0


def test_a_shoe_that_is_never_reshuffled_runs_out() -> None:
    new_shoe = make_shoe(NEVER)
    assert "24 cards remain" in str(find_refusal(new_shoe, 25))
    empty = draw_cards(new_shoe, 24)
    assert not empty.reshuffle_due
    assert "0 cards remain" in str(find_refusal(empty, 1))
    almost_empty = draw_cards(new_shoe, 23)
    assert "1 card remains" in str(find_refusal(almost_empty, 2))
    drawn = draw_cards(new_shoe, 3)
    assert find_refusal(drawn, 1, reshuffle=True).field == "reshuffle"
    assert find_refusal(drawn, 1, in_play=[]).field == "in_play"


@for_each(
    ("client_seed", "fairness"),
    [(None, Fairness.OPERATOR_ALONE), ("ann", Fairness.CLIENT_SEED)],
)
def test_draw_1_has_a_client_seed_or_the_operator_alone_decides(
    client_seed: str | None, fairness: Fairness
) -> None:
    new_shoe = make_shoe()
    assert new_shoe.server_seed != make_shoe().server_seed
    assert Fairness.of(new_shoe.client_seed) is Fairness.OPERATOR_ALONE
    drawn = draw_cards(new_shoe, 1, client_seed=client_seed)
    assert Fairness.of(drawn.client_seed) is fairness
    assert draw_cards(drawn, 1).client_seed == client_seed


@for_each("first", [None, "ann"])
@for_each(
    ("name", "value"),
    [
        ("client_seed", "ann"),
        ("client_seed", "bob"),
        ("words", ("ann",)),
        ("words", ("bob",)),
    ],
)
def test_a_client_seed_is_of_draw_1_alone(
    first: str | None, name: str, value: str | tuple[str, ...]
) -> None:
    drawn = draw_cards(make_shoe(), 1, client_seed=first)
    refusal = find_refusal(drawn, 1, **{name: value})
    assert type(refusal) is Conflict
    assert refusal.field == name
    assert str(refusal) == f"{name} is accepted with draw 1, and draw 2 is next."


def with_words(*texts: str) -> SealedShoe:
    """Return a new shoe whose terms fix the words of draw 1."""
    return make_shoe(words=tuple(sha256(text.encode()).hexdigest() for text in texts))


def test_words_are_the_client_seed_joined_by_commas() -> None:
    drawn = draw_from(with_words(*TEXTS), 5, words=TEXTS)
    shoe = drawn.shoe
    assert shoe.client_seed == JOINED
    plain = create_shoe(shoe.terms, shoe.server_seed, client_seed=JOINED)
    assert list(plain.open_round().order[:5]) == drawn.indices


def list_longest_texts() -> tuple[str, ...]:
    """Return as many texts as a shoe takes, of 63 and of 64 characters."""
    return tuple(chr(97 + number % 26) * (63 + number % 2) for number in range(32))


@for_each("texts", [TEXTS, list_longest_texts()])
def test_a_token_carries_any_words_unchanged(texts: tuple[str, ...]) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    new_shoe = with_words(*texts)
    after = draw_cards(new_shoe, 1, words=texts)
    token = after.seal(tokens)
    assert unseal(tokens, "shoe", token) == after
    assert len(token) == len(new_shoe.seal(tokens))


@for_each(
    ("words", "client_seed", "field"),
    [
        ((), None, "words"),
        ((FIRST, SECOND), None, "words"),
        ((FIRST, SECOND, THIRD, FIRST), None, "words"),
        ((SECOND, FIRST, THIRD), None, "words"),
        ((JOINED,), None, "words"),
        ((FIRST, SECOND, f"{THIRD}x"), None, "words"),
        (TEXTS, "ann", "client_seed"),
        (TEXTS, JOINED, "client_seed"),
        ((), JOINED, "client_seed"),
    ],
)
def test_other_words_than_those_of_the_terms_are_refused(
    words: tuple[str, ...], client_seed: str | None, field: str
) -> None:
    refusal = find_refusal(with_words(*TEXTS), words=words, client_seed=client_seed)
    assert not isinstance(refusal, Conflict)
    assert refusal.field == field
    for text in TEXTS:
        assert text not in str(refusal)


@for_each(
    "text",
    [
        "0123456789abcde",
        "a" * 65,
        "0123456789abcde é",
        "0123456789abcdef\n",
        "0123456789abcde,",
    ],
)
def test_words_of_another_form_are_refused_though_their_digest_is_right(
    text: str,
) -> None:
    assert find_refusal(with_words(text), words=(text,)).field == "words"


def test_words_without_the_term_are_refused() -> None:
    refusal = find_refusal(make_shoe(), words=TEXTS)
    assert not isinstance(refusal, Conflict)
    assert refusal.field == "words"


def test_nobody_tries_words_until_the_aces_come() -> None:
    """Whoever holds the token and hears the last text tries 300 others, in each of its places: none is taken."""
    terms = replace(with_words(*TEXTS).terms, deck=None, game="holdem", players=2)
    shoe = open_shoe(terms, LIMITS)
    for number, place in product(range(300), range(len(TEXTS))):
        texts = list(TEXTS)
        texts[place] = f"another-text-{number:03}"
        with pytest.raises(Refused):
            deal(shoe, StageRequest(words=tuple(texts)), LIMITS)
    first, second, third = (
        list(deal(shoe, StageRequest(words=TEXTS), LIMITS).order) for _ in range(3)
    )
    assert first == second
    assert first == third


@for_each(
    ("request", "field"),
    [(CardDraw(count=11), "count"), (CardDraw(count=10, burn=2), "burn")],
)
def test_the_cards_of_a_draw_are_limited(request: CardDraw, field: str) -> None:
    limits = Settings(max_items=21).limits
    with pytest.raises(TooMany, match="MAX_ITEMS") as refusal:
        draw(make_shoe(), request, limits)
    assert refusal.value.field == field
    largest = draw(make_shoe(), CardDraw(count=10, burn=1), limits)
    assert len(largest.indices) == 10


@for_each("reveal", [Reveal.ALL, Reveal.SHOWN])
def test_the_rounds_of_a_draw_are_limited(reveal: Reveal) -> None:
    shoe = open_shoe(Terms(deck="standard", decks=2, reveal=reveal), LIMITS)
    steps = shoe.terms.steps
    draw(shoe, CardDraw(count=1), Settings(max_draws=steps).limits)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        draw(shoe, CardDraw(count=1), Settings(max_draws=steps - 1).limits)
    over_two_rounds = CardDraw(count=5, in_play=())
    before = draw_cards(shoe, 100)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        draw(before, over_two_rounds, Settings(max_draws=2 * steps - 1).limits)


def test_long_items_are_drawn_as_often_as_their_size_allows() -> None:
    request = CardDraw(count=500)
    limits = Settings(max_items=1000).limits
    short = open_shoe(Terms(items=("a",) * 500), LIMITS)
    assert len(draw(short, request, limits).indices) == 500
    # 6 bytes of JSON for each character
    long = open_shoe(Terms(items=("\0" * 5,) * 500), LIMITS)
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        draw(long, request, limits)


@for_each("seed", ["\U0001f0a1" * 256, "\0", "é" * 129, " "])
def test_a_token_carries_any_client_seed_unchanged(seed: str) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    state = draw_cards(make_shoe(), 1, client_seed=seed)
    assert unseal(tokens, "shoe", state.seal(tokens)) == state
