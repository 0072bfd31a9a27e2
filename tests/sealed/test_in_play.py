"""Boundaries of sealed games: cards in play, empty piles, cut cards, and requests and receipts that are refused."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pytest

from service.core.errors import Conflict, Refused
from service.sealed.opening.contents import MAX_TREE
from service.sealed.opening.terms import Consent, Reshuffle, Reveal
from service.sealed.receipts.observations import ObservedCards
from service.sealed.receipts.receipt import reveal
from service.sealed.shoe.sealed_shoe import PURPOSE, DealtShoe, End, SealedShoe, unseal
from service.sealed.shoe.tokens import Tokens, generate_key
from service.sealed.turns.draws import CardDrawResult
from service.sealed.turns.stage_deals import StageResult
from service.verdicts.verdict import Difference, VerificationResult
from tests.sealed.players import (
    check_receipt,
    deal_stage,
    draw_from,
    find_refusal,
    make_shoe,
    notes_of,
)
from tests.sealed.seats import Player
from tests.tables import for_each

Json = dict[str, Any]


def check(
    shoe: SealedShoe, *results: StageResult | CardDrawResult, **drawn: Any
) -> VerificationResult:
    """Return the result of the check of a shoe's receipt, with changes of its `drawn`, and of what was seen."""
    receipt = json.loads(json.dumps(reveal(shoe)[0].to_json()))
    receipt["drawn"] |= drawn
    seen = [ObservedCards(**result.seen) for result in results]
    return check_receipt(receipt, seen, notes=notes_of(receipt))


RUMMY = deal_stage(make_shoe(game="rummy", players=2)).shoe
IN_PLAY = tuple(RUMMY.taken.positions)
STOCK = 52 - len(IN_PLAY)


def test_every_card_that_is_not_in_play_is_drawn_and_no_other() -> None:
    rest = draw_from(RUMMY, STOCK)
    assert rest.reshuffled is False
    assert rest.shoe.drawable == 0
    assert rest.shoe.remaining == 0
    assert rest.shoe.reshuffle_due is False
    assert "0 cards remain in the stock" in str(find_refusal(rest.shoe))
    assert isinstance(find_refusal(RUMMY, STOCK + 1), Conflict)
    again = draw_from(rest.shoe, STOCK, in_play=IN_PLAY)
    assert again.rounds == [1] * STOCK
    assert again.shoe.drawable == 0
    assert set(again.indices) == set(rest.indices)
    assert find_refusal(rest.shoe, STOCK + 1, in_play=IN_PLAY).field == "count"


def test_all_cards_but_one_may_be_in_play() -> None:
    rest = draw_from(RUMMY, STOCK).shoe
    for reshuffle in (False, True):
        refusal = find_refusal(rest, in_play=range(52), reshuffle=reshuffle)
        assert "count" in refusal.field
    kept = draw_from(rest, 1, in_play=range(51))
    assert kept.positions == [0]
    assert kept.shoe.drawable == 0
    assert kept.shoe.remaining == 0
    assert kept.in_play is not None
    assert sorted(kept.in_play.after) == list(range(1, 52))
    assert find_refusal(kept.shoe, in_play=range(52)).field == "count"


def test_a_draw_across_the_end_of_the_stock_keeps_its_cards_and_burns_at_once() -> None:
    before = draw_from(RUMMY, STOCK - 2).shoe
    across = draw_from(before, 3, burn=1, in_play=IN_PLAY)
    assert across.rounds == [0, 1, 1]
    assert across.seen["rounds"] == [0, 0, 1, 1]
    assert across.shoe.drawable == STOCK - 2 - 2
    assert across.seen["in_play"] == sorted([*IN_PLAY, 50, 51])
    assert across.seen["cards"][0] is None
    assert find_refusal(before, burn=3, in_play=IN_PLAY).field == "burn"
    burned = draw_from(before, 1, burn=2, in_play=IN_PLAY)
    assert burned.rounds == [1]
    assert burned.seen["rounds"] == [0, 0, 1]


@for_each(
    ("in_play", "kind", "sentence"),
    [
        ([0, 0], Refused, r"in_play\[1\] is 0, which is listed twice"),
        ([-1], Refused, r"in_play\[0\] is -1; positions are from 0 to 51"),
        ([0, 52], Refused, r"in_play\[1\] is 52; positions are from 0 to 51"),
        ([30], Conflict, r"in_play\[0\] is 30, which was not dealt and is not in play"),
        (["ZZ"], Refused, r"in_play\[0\]"),
        (["joker"], Refused, r"in_play\[0\]"),
    ],
)
def test_cards_in_play_are_checked_though_no_round_begins(
    in_play: list[int | str], kind: type[Refused], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        draw_from(RUMMY, 1, in_play=in_play)


def test_a_card_is_listed_once_by_position_or_by_code() -> None:
    [code] = list_codes(RUMMY, [0])
    assert "listed twice" in str(find_refusal(RUMMY, in_play=[0, code]))
    by_code = draw_from(RUMMY, 1, in_play=[code], reshuffle=True)
    assert by_code == draw_from(RUMMY, 1, in_play=[0], reshuffle=True)


def list_codes(shoe: SealedShoe, positions: Iterable[int]) -> list[str]:
    """Return the codes of the cards at positions of the round of a shoe."""
    order = shoe.open_round().order
    indices = [order[position] for position in positions]
    codes: list[str] = shoe.terms.label_cards(indices)["cards"]
    return codes


def deal_all(shoe: SealedShoe) -> SealedShoe:
    """Return a shoe after all stages of its game."""
    while isinstance(shoe, DealtShoe) and shoe.next_stage:
        shoe = deal_stage(shoe).shoe
    return shoe


@for_each(
    ("code", "terms"),
    [
        ("AS", {"game": "canasta"}),
        ("1m", {"game": "riichi"}),
        ("AS", {"deck": "standard", "decks": 2}),
    ],
)
def test_codes_that_are_not_unique_are_refused(code: str, terms: Json) -> None:
    drawn = draw_from(deal_all(make_shoe(**terms)), 1)
    refusal = find_refusal(drawn.shoe, in_play=[code])
    assert "give its position" in str(refusal)
    assert not isinstance(refusal, Conflict)


def test_a_unique_code_in_a_pack_with_others_is_accepted() -> None:
    shoe = deal_all(make_shoe(game="riichi"))
    codes = list_codes(shoe, shoe.taken.positions)
    for red in {"0m", "0p", "0s"}.intersection(codes):
        assert draw_from(shoe, 1, in_play=[red], reshuffle=True).in_play


def test_cards_stay_in_play_up_to_the_limit() -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 100)
    whole = draw_from(make_shoe(max=MAX_TREE, label="🂡" * 256), MAX_TREE).shoe
    drawn = draw_from(whole, 1, in_play=range(0, MAX_TREE - 1))
    assert drawn.shoe.remaining == 0
    token = drawn.shoe.seal(tokens)
    assert len(token) == len(whole.seal(tokens))
    assert unseal(tokens, "shoe", token) == drawn.shoe
    larger = draw_from(make_shoe(max=MAX_TREE + 1), 1).shoe
    assert find_refusal(larger, in_play=[]).field == "in_play"


class Played(NamedTuple):
    """Hands that were dealt one after the other: the first stage of each, and everything that was seen."""

    firsts: list[StageResult]
    seen: list[StageResult | CardDrawResult]


def play_hands(shoe: SealedShoe, hits: int = 0) -> Played:
    """Return hands with so many further cards each, the last one the first of a new round."""
    firsts = list[StageResult]()
    seen = list[StageResult | CardDrawResult]()
    while not firsts or not firsts[-1].reshuffled:
        for stage in shoe.terms.stages:
            dealt = deal_stage(shoe, stage=stage)
            shoe = dealt.shoe
            seen.append(dealt)
            if dealt.is_first:
                firsts.append(dealt)
        for _ in range(hits):
            drawn = draw_from(shoe, 1)
            shoe = drawn.shoe
            seen.append(drawn)
    assert check(shoe, *seen).valid is True
    return Played(firsts, seen)


def make_blackjack() -> SealedShoe:
    """Return a shoe of blackjack with a cut card before the last 280 cards."""
    return make_shoe(game="blackjack", players=1, cut=280, reshuffle=Reshuffle.AT_CUT)


def burns_in_new_rounds(firsts: Sequence[StageResult]) -> bool:
    """Return whether the first hand and the last burn a card, and no other does."""
    first, *others, last = (bool(result.burned) for result in firsts)
    return first and last and not any(others)


def test_the_hand_in_which_the_cut_card_comes_is_played_to_its_end() -> None:
    firsts, seen = play_hands(make_blackjack(), hits=3)
    assert burns_in_new_rounds(firsts)
    first, *_, last = firsts
    assert first.burned == 1
    assert last.burned == 1
    assert first.shoe.taken.start == 0
    draws = [result for result in seen if isinstance(result, CardDrawResult)]
    left = [drawn.shoe.drawable for drawn in draws if not drawn.shoe.round]
    *_, before_last_hand, _, _, after_last_hand = left
    assert before_last_hand > 280 - 1
    assert after_last_hand < 280 - 1


def test_covered_cards_of_earlier_hands_do_not_count_as_left() -> None:
    seen = play_hands(make_blackjack()).seen
    stages = [result for result in seen if isinstance(result, StageResult)]
    left = [dealt.shoe.drawable for dealt in stages if dealt.stage == "second_cards"]
    *earlier, last_of_round, _ = left
    assert earlier == list(range(307, 280, -4))
    assert last_of_round <= 280


def test_coups_are_dealt_until_the_cut_card() -> None:
    shoe = make_shoe(game="baccarat", cut=300, reshuffle=Reshuffle.AT_CUT)
    firsts = play_hands(shoe).firsts
    assert burns_in_new_rounds(firsts)
    *_, last_but_one, last_of_round, _ = firsts
    assert last_but_one.shoe.drawable > 300
    assert last_of_round.shoe.drawable <= 300


def test_a_hand_that_the_shoe_has_too_few_cards_for_is_refused() -> None:
    shoe = make_shoe(game="baccarat", decks=1, reshuffle=Reshuffle.ON_REQUEST)
    while shoe.remaining >= 6:
        shoe = deal_stage(shoe).shoe
    cards = "card remains" if shoe.remaining == 1 else "cards remain"
    sentence = f"^{shoe.remaining} {cards} in the stock, too few for a hand;"
    with pytest.raises(Conflict, match=sentence) as refusal:
        deal_stage(shoe)
    assert refusal.value.field == "reshuffle"
    assert deal_stage(shoe, reshuffle=True).shoe.round == 1


@for_each("game", ["blackjack", "baccarat"])
def test_a_further_hand_does_not_count_cards_that_were_drawn_from_the_bottom(
    game: str,
) -> None:
    shoe = make_shoe(game=game)
    results = list[StageResult | CardDrawResult]()
    for hand in range(3):
        for stage in shoe.terms.stages:
            dealt = deal_stage(shoe, stage=stage)
            shoe = dealt.shoe
            results.append(dealt)
        [stock] = (cards for cards in dealt.cards if cards.name == "stock")
        assert stock.count == shoe.drawable
        drawn = draw_from(shoe, 5, end=End.BOTTOM)
        shoe = drawn.shoe
        results.append(drawn)
        assert shoe.drawable == stock.count - 5
        assert shoe.remaining == shoe.size - len(shoe.taken.positions)
        last = shoe.size - 5 * hand - 1
        assert drawn.seen["positions"] == list(range(last, last - 5, -1))
    assert check(shoe, *results).valid is True


@for_each(
    ("game", "pile", "part", "covered"),
    [
        ("klondike", "tableau", "7", [26, 24, 21, 17, 12, 6]),
        ("canfield", "reserve", None, list(range(11, -1, -1))),
        ("spite_and_malice", "payoff", "2", list(range(37, 0, -2))),
    ],
)
def test_the_top_of_a_column_is_its_open_card(
    game: str, pile: str, part: str | None, covered: list[int]
) -> None:
    shoe = deal_stage(make_shoe(game=game)).shoe
    column: Json = {"pile": pile, "part": part}
    assert draw_from(shoe, 3, **column).positions == covered[:3]
    assert draw_from(shoe, 3, **column, end=End.TOP).positions == covered[:3]
    deepest = draw_from(shoe, 1, burn=1, **column, end=End.BOTTOM)
    assert deepest.seen["positions"] == covered[:-3:-1]
    rest = draw_from(deepest.shoe, len(covered) - 2, **column)
    assert rest.positions == covered[:-2]


def test_a_refusal_of_too_many_cards_says_what_remains_and_which_pile_goes_on() -> None:
    klondike = deal_stage(make_shoe(game="klondike")).shoe
    yukon = deal_stage(make_shoe(game="yukon", reshuffle=Reshuffle.NEVER)).shoe
    column: Json = {"pile": "tableau", "part": "7"}
    too_many = "9 cards were requested; 6 cards remain in the tableau 7, and"
    only_stock = "only the pile stock goes on with them, with in_play."
    refusal = find_refusal(klondike, 9, **column)
    assert str(refusal) == f"{too_many} no reshuffled cards come there: {only_stock}"
    refusal = find_refusal(klondike, 1, **column, reshuffle=True)
    sentence = "No reshuffled cards come to the tableau 7; leave reshuffle out."
    assert str(refusal) == sentence
    refusal = find_refusal(yukon, 9, **column)
    assert str(refusal) == f"{too_many} the shoe is never reshuffled."


def test_each_round_of_bridge_is_the_next_board() -> None:
    shoe = make_shoe(game="bridge", board=15)
    dealt = list[StageResult]()
    for board, first in [(15, "W"), (16, "N"), (17, "E"), (18, "S")]:
        result = deal_stage(shoe, reshuffle=board > 15)
        shoe = result.shoe
        dealt.append(result)
        assert result.shoe.board == board
        [hand] = (cards for cards in result.cards if cards.name == first)
        assert 0 in hand.visible
    assert check(shoe, *dealt).valid is True


@for_each("fields", [{}, {"reshuffle": True}, {"in_play": [0]}, {"end": End.BOTTOM}])
def test_a_revealed_game_is_over(fields: Json) -> None:
    _, revealed = reveal(RUMMY)
    with pytest.raises(Conflict, match="revealed"):
        draw_from(revealed, 1, **fields)
    with pytest.raises(Conflict, match="revealed"):
        deal_stage(revealed, reshuffle=True)


@for_each(
    "terms",
    [{"reveal": Reveal.SHOWN}, {"consent": Consent(keys={"1": Player("1").key})}],
)
def test_with_a_tree_or_consent_cards_in_play_are_named_by_position_alone(
    terms: Json,
) -> None:
    """The refusal of a code would tell of a card, and is the same for every code."""
    drawn = draw_from(make_shoe(deck="standard", **terms), 5).shoe
    sentence = "in_play[0] is no position; with consent, or another reveal than all, give positions."
    for card in ("AS", "5H", "1X", ""):
        refusal = find_refusal(drawn, 1, in_play=[card], reshuffle=True)
        assert str(refusal) == sentence
    assert draw_from(drawn, 1, in_play=[0], reshuffle=True).in_play


@for_each(
    ("drawn", "where"),
    [
        ({"round": 2}, "drawn"),
        ({"total": 0}, "drawn.total"),
        ({"draws": 0}, "drawn.draws"),
        ({"positions": [0, 1]}, "drawn"),
        ({"in_play": [0, 1]}, ("round 1, position 0", "seen[2].in_play")),
        ({"in_play": None}, ""),
        ({"positions": [51]}, "drawn.positions[0]"),
        ({"in_play": list(range(52))}, "drawn.positions[0]"),
        ({"digest": "0" * 64}, "drawn.digest"),
    ],
)
def test_receipts_that_contradict_themselves_are_detected(
    drawn: Json, where: str | tuple[str, ...]
) -> None:
    dealt = deal_stage(make_shoe(game="rummy", players=2))
    first = draw_from(dealt.shoe, 2)
    second = draw_from(first.shoe, 1, in_play=IN_PLAY, reshuffle=True)
    assert check(second.shoe, dealt, first, second).valid is True
    result = check(second.shoe, dealt, first, second, **drawn)
    assert result.valid is False
    assert result.difference
    assert result.difference.where.startswith(where), result.difference


def test_a_position_beyond_a_round_is_shown_with_those_that_there_are() -> None:
    dealt = deal_stage(make_shoe(game="rummy", players=2))
    drawn = draw_from(dealt.shoe, 1, in_play=IN_PLAY, reshuffle=True)
    range_of_round = f"0 to {STOCK - 1}"
    for position in (50, STOCK):
        result = check(drawn.shoe, dealt, drawn, positions=[0, position])
        difference = Difference(
            where="drawn.positions[1]", expected=range_of_round, seen=str(position)
        )
        assert result.difference == difference
    # there is such a position, but it was not taken
    result = check(drawn.shoe, dealt, drawn, positions=[0, STOCK - 1])
    assert result.difference
    assert result.difference.expected is None
