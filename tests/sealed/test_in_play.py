"""Boundaries of sealed games: cards in play, empty piles, cut cards, and requests and receipts that are refused."""

import json
from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Conflict, Refused
from service.core.verification import Difference, VerificationResult
from service.sealed.contents import MAX_TREE
from service.sealed.draws import CardDrawResult
from service.sealed.observations import ObservedCards
from service.sealed.receipts import reveal
from service.sealed.sealed_shoe import PURPOSE, DealtShoe, End, SealedShoe, unseal
from service.sealed.stage_deals import StageResult
from service.sealed.terms import Consent, Reshuffle, Reveal
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


def check(
    shoe: SealedShoe, *results: StageResult | CardDrawResult, **drawn: Any
) -> VerificationResult:
    receipt = json.loads(json.dumps(reveal(shoe)[0].to_json()))
    receipt["drawn"] |= drawn
    return check_receipt(
        receipt,
        [ObservedCards(**result.seen) for result in results],
        notes=notes_of(receipt),
    )


RUMMY = deal_stage(make_shoe(game="rummy", players=2)).shoe
IN_PLAY = tuple(RUMMY.taken)


STOCK = 52 - len(IN_PLAY)


def test_every_card_that_is_not_in_play_is_drawn_and_no_other() -> None:
    rest = draw_from(RUMMY, STOCK)
    assert (
        rest.shoe.drawable,
        rest.reshuffled,
        rest.shoe.remaining,
        rest.shoe.reshuffle_due,
    ) == (0, False, 0, False)
    assert "0 cards remain in the stock" in str(find_refusal(rest.shoe))
    assert isinstance(find_refusal(RUMMY, STOCK + 1), Conflict)
    again = draw_from(rest.shoe, STOCK, in_play=IN_PLAY)
    assert (again.rounds, again.shoe.drawable) == ([1] * STOCK, 0)
    assert set(again.indices) == set(rest.indices)
    assert find_refusal(rest.shoe, STOCK + 1, in_play=IN_PLAY).field == "count"
    for reshuffle in (False, True):
        assert (
            "count"
            in find_refusal(rest.shoe, in_play=range(52), reshuffle=reshuffle).field
        )
    kept = draw_from(rest.shoe, 1, in_play=range(51))
    assert (kept.positions, kept.shoe.drawable, kept.shoe.remaining) == ([0], 0, 0)
    assert kept.in_play is not None
    assert sorted(kept.in_play.after) == list(range(1, 52))
    assert find_refusal(kept.shoe, in_play=range(52)).field == "count"


def test_a_draw_across_the_end_of_the_stock_keeps_its_own_cards_and_burns_in_one_round() -> (
    None
):
    before = draw_from(RUMMY, STOCK - 2).shoe
    across = draw_from(before, 3, burn=1, in_play=IN_PLAY)
    assert (across.rounds, across.seen["rounds"], across.shoe.drawable) == (
        [0, 1, 1],
        [0, 0, 1, 1],
        STOCK - 2 - 2,
    )
    assert (across.seen["in_play"], across.seen["cards"][0]) == (
        sorted([*IN_PLAY, 50, 51]),
        None,
    )
    assert find_refusal(before, burn=3, in_play=IN_PLAY).field == "burn"
    burned = draw_from(before, 1, burn=2, in_play=IN_PLAY)
    assert (burned.rounds, burned.seen["rounds"]) == ([1], [0, 0, 1])


@for_each(
    ("in_play", "kind", "sentence"),
    [
        ([0, 0], Refused, r"in_play\[1\] is 0, which is listed twice"),
        ([-1], Refused, r"in_play\[0\] is -1; positions are from 0 to 51"),
        ([0, 52], Refused, r"in_play\[1\] is 52; positions are from 0 to 51"),
        ([30], Conflict, r"in_play\[0\] is 30, which was not dealt and is not in play"),
        *(([code], Refused, r"in_play\[0\]") for code in ("ZZ", "joker")),
    ],
)
def test_cards_in_play_are_checked_though_no_round_begins(
    in_play: list[int | str], kind: type[Refused], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        draw_from(RUMMY, 1, in_play=in_play)


def test_a_card_is_listed_once_by_position_or_by_code() -> None:
    (code,) = RUMMY.terms.label_cards(RUMMY.open_round().order[:1])["cards"]
    assert "listed twice" in str(find_refusal(RUMMY, in_play=[0, code]))
    assert draw_from(RUMMY, 1, in_play=[code], reshuffle=True) == draw_from(
        RUMMY, 1, in_play=[0], reshuffle=True
    )


def deal_all(shoe: SealedShoe) -> SealedShoe:
    while isinstance(shoe, DealtShoe) and shoe.next_stage:
        shoe = deal_stage(shoe).shoe
    return shoe


@for_each(
    "code, terms",
    [
        ("AS", {"game": "canasta"}),
        ("1m", {"game": "riichi"}),
        ("AS", {"deck": "standard", "decks": 2}),
    ],
)
def test_codes_that_are_not_unique_are_refused(
    code: str, terms: dict[str, Any]
) -> None:
    refusal = find_refusal(
        draw_from(deal_all(make_shoe(**terms)), 1).shoe, in_play=[code]
    )
    assert "give its position" in str(refusal)
    assert not isinstance(refusal, Conflict)


def test_a_unique_code_in_a_pack_with_others_is_accepted() -> None:
    shoe = deal_all(make_shoe(game="riichi"))
    taken = shoe.terms.label_cards(
        shoe.open_round().order[position] for position in shoe.taken
    )["cards"]
    for red in {"0m", "0p", "0s"} & set(taken):
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


def play_hands(
    shoe: SealedShoe, hits: int = 0
) -> tuple[list[StageResult], list[StageResult | CardDrawResult]]:
    """Deal hands until one begins a round, and return the first stages of all, and everything that was seen."""
    firsts = list[StageResult]()
    seen = list[StageResult | CardDrawResult]()
    while not firsts or not firsts[-1].reshuffled:
        for stage in shoe.terms.stages:
            seen.append(dealt := deal_stage(shoe, stage=stage))
            shoe = dealt.shoe
            firsts += [dealt] * dealt.is_first
        for _ in range(hits):
            seen.append(draw_from(shoe, 1))
            shoe = seen[-1].shoe
    assert check(shoe, *seen).valid is True
    return firsts, seen


def test_the_hand_in_which_the_cut_card_comes_is_played_to_its_end() -> None:
    shoe = make_shoe(game="blackjack", players=1, cut=280, reshuffle=Reshuffle.AT_CUT)
    firsts, seen = play_hands(shoe, hits=3)
    assert [first.burned for first in firsts] == [1] + [0] * (len(firsts) - 2) + [1]
    assert firsts[0].shoe.start == 0
    left = [
        result.shoe.drawable
        for result in seen
        if isinstance(result, CardDrawResult) and not result.shoe.round
    ]
    assert left[-4] > 280 - 1 > left[-1]


def test_covered_cards_of_earlier_hands_do_not_count_as_left() -> None:
    shoe = make_shoe(game="blackjack", players=1, cut=280, reshuffle=Reshuffle.AT_CUT)
    _, seen = play_hands(shoe)
    hands = [
        result
        for result in seen
        if isinstance(result, StageResult) and result.stage == "second_cards"
    ]
    assert [hand.shoe.drawable for hand in hands[:-2]] == list(range(307, 280, -4))
    assert hands[-2].shoe.drawable <= 280


def test_coups_are_dealt_until_the_cut_card() -> None:
    firsts, _ = play_hands(
        make_shoe(game="baccarat", cut=300, reshuffle=Reshuffle.AT_CUT)
    )
    assert [bool(first.burned) for first in firsts] == [True] + [False] * (
        len(firsts) - 2
    ) + [True]
    assert firsts[-3].shoe.drawable > 300 >= firsts[-2].shoe.drawable


def test_a_hand_that_the_shoe_has_too_few_cards_for_is_refused() -> None:
    shoe = make_shoe(game="baccarat", decks=1, reshuffle=Reshuffle.ON_REQUEST)
    while shoe.remaining >= 6:
        shoe = deal_stage(shoe).shoe
    remaining = f"{shoe.remaining} card{' remains' if shoe.remaining == 1 else 's remain'} in the stock"
    with pytest.raises(Conflict, match=f"^{remaining}, too few for a hand;") as refusal:
        deal_stage(shoe)
    assert refusal.value.field == "reshuffle"
    assert deal_stage(shoe, reshuffle=True).shoe.round == 1


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_a_further_hand_does_not_count_cards_that_were_drawn_from_the_bottom(
    game: str,
) -> None:
    shoe = make_shoe(game=game)
    results = list[StageResult | CardDrawResult]()
    for hand in range(3):
        for stage in shoe.terms.stages:
            results.append(deal_stage(shoe, stage=stage))
            shoe = results[-1].shoe
        last = results[-1]
        assert isinstance(last, StageResult)
        (stock,) = (cards for cards in last.cards if cards.name == "stock")
        assert stock.count == last.shoe.drawable
        results.append(draw_from(shoe, 5, end=End.BOTTOM))
        shoe = results[-1].shoe
        assert results[-1].shoe.drawable == stock.count - 5
        assert shoe.remaining == shoe.size - len(shoe.taken)
        assert results[-1].seen["positions"] == [
            shoe.size - 5 * hand - card for card in range(1, 6)
        ]
    assert check(shoe, *results).valid is True


@for_each(
    "game, pile, part, covered",
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
    for end in ({}, {"end": End.TOP}):
        assert draw_from(shoe, 3, pile=pile, part=part, **end).positions == covered[:3]
    deepest = draw_from(shoe, 1, burn=1, pile=pile, part=part, end=End.BOTTOM)
    assert deepest.seen["positions"] == covered[:-3:-1]
    assert (
        draw_from(deepest.shoe, len(covered) - 2, pile=pile, part=part).positions
        == covered[:-2]
    )


def test_a_refusal_of_more_cards_says_how_many_lie_where_and_which_pile_goes_on() -> (
    None
):
    klondike, yukon = (
        deal_stage(make_shoe(game=game, reshuffle=policy)).shoe
        for game, policy in (
            ("klondike", Reshuffle.ON_REQUEST),
            ("yukon", Reshuffle.NEVER),
        )
    )
    too_many = "9 cards were requested; 6 cards remain in the tableau 7, and"
    goes_on = "only the pile stock goes on with them, with in_play."
    column: dict[str, Any] = {"pile": "tableau", "part": "7"}
    assert (
        str(find_refusal(klondike, 9, **column))
        == f"{too_many} no reshuffled cards come there: {goes_on}"
    )
    refusal = find_refusal(klondike, 1, **column, reshuffle=True)
    assert (
        str(refusal)
        == "No reshuffled cards come to the tableau 7; leave reshuffle out."
    )
    assert (
        str(find_refusal(yukon, 9, **column))
        == f"{too_many} the shoe is never reshuffled."
    )


def test_each_round_of_bridge_is_the_next_board() -> None:
    shoe = make_shoe(game="bridge", board=15)
    dealt = list[StageResult]()
    for number in range(4):
        dealt.append(deal_stage(shoe, reshuffle=bool(number)))
        shoe = dealt[-1].shoe
        first = ["N", "E", "S", "W"][dealt[-1].shoe.board % 4]
        assert 0 in next(
            cards.visible for cards in dealt[-1].cards if cards.name == first
        )
    assert [result.shoe.board for result in dealt] == [15, 16, 17, 18]
    assert check(shoe, *dealt).valid is True


@for_each("fields", [{}, {"reshuffle": True}, {"in_play": [0]}, {"end": End.BOTTOM}])
def test_a_revealed_game_is_over(fields: dict[str, Any]) -> None:
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
    terms: dict[str, Any],
) -> None:
    """The refusal of a code would tell of a card, and is the same for every code."""
    drawn = draw_from(make_shoe(deck="standard", **terms), 5).shoe
    refusals = {
        str(find_refusal(drawn, 1, in_play=[card], reshuffle=True))
        for card in ("AS", "5H", "1X", "")
    }
    assert refusals == {
        "in_play[0] is no position; with consent, or another reveal than all, give positions."
    }
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
    drawn: dict[str, Any], where: str | tuple[str, ...]
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
    for position in (50, STOCK):
        result = check(drawn.shoe, dealt, drawn, positions=[0, position])
        expected = Difference(
            where="drawn.positions[1]", expected=f"0 to {STOCK - 1}", seen=str(position)
        )
        assert result.difference == expected
    result = check(drawn.shoe, dealt, drawn, positions=[0, STOCK - 1])
    assert result.difference
    assert (
        result.difference.expected is None
    )  # there is such a position, but it was not taken
