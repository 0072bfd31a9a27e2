"""A receipt proves every card, and an altered one is detected."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Refused, TooMany
from service.core.sealed.draws import DrawRequest, draw, open_shoe
from service.core.sealed.observations import ObservedCards
from service.core.sealed.partials import open_check
from service.core.sealed.receipts import Receipt, reveal
from service.core.sealed.rounds import commit
from service.core.sealed.shoe import End, SealedShoe
from service.core.sealed.terms import Reshuffle, ShoeScheme, Terms
from service.core.shuffles.plans import Limits, Permutation
from service.core.verification import Difference, VerificationResult
from tests.core.sealed.players import check_receipt, notes_of
from tests.core.sealed.worked_example import DRAWN, RECEIPT
from tests.memory import measure_peak
from tests.tables import for_each

LIMITS = Limits()
JSON = dict[str, Any]


def draw_history(reshuffle: Reshuffle, *counts: int, **options: Any) -> tuple[JSON, list[ObservedCards]]:
    """Draw from both ends in turn; return the receipt and the entries of the draws."""
    shoe = open_shoe(Terms(scheme=ShoeScheme.SHOE1, deck="euchre", decks=2, reshuffle=reshuffle, **options), LIMITS)
    seen = []
    for turn, count in enumerate(counts):
        result = draw(shoe, DrawRequest(count=count, end=list(End)[turn % 2], burn=turn % 3, client_seed="ann"), LIMITS)
        seen.append(ObservedCards(**result.seen))
        shoe = result.shoe
    return to_json(reveal(shoe)[0]), seen


def to_json(receipt: Receipt) -> JSON:
    return deepcopy(dict(receipt.to_json()))


PLAIN = to_json(RECEIPT)
WHEN_EMPTY = draw_history(Reshuffle.WHEN_EMPTY, 5, 100, 7, label="table 7")
AT_CUT = draw_history(Reshuffle.AT_CUT, 5, 20, cut=12, exclude=("9S", "9H"))
NEVER = draw_history(Reshuffle.NEVER, 5, 20, 3, jokers=1, suit_order="CDHS")
HISTORIES = pytest.mark.parametrize(
    ("receipt", "seen"), [WHEN_EMPTY, AT_CUT, NEVER], ids=["when_empty", "at_cut", "never"]
)


@HISTORIES
def test_a_receipt_is_valid_with_all_cards_observed(receipt: JSON, seen: list[ObservedCards]) -> None:
    result = check_receipt(receipt, seen, notes=notes_of(receipt))
    assert result.valid is True
    assert result.checks == dict.fromkeys(("server_seed", "terms", "commitment", "client_seed", "drawn", "seen"), True)
    assert result.derived["cards"] == tuple(card for run in seen for card in run.cards or () if card)
    assert result.derived["commitment"] == receipt["commitment"]


@HISTORIES
def test_without_cards_the_order_is_unchecked(receipt: JSON, seen: list[ObservedCards]) -> None:
    result = check_receipt(receipt, notes=notes_of(receipt))
    assert result.valid is None
    assert result.unchecked.keys() == {"seen"}


@HISTORIES
def test_without_notes_the_receipt_may_be_that_of_another_shoe(receipt: JSON, seen: list[ObservedCards]) -> None:
    result = check_receipt(receipt, seen)
    assert result.valid is None
    assert result.unchecked.keys() == {"commitment", "client_seed"}


@HISTORIES
def test_cards_without_numbers_must_be_all_that_were_drawn(receipt: JSON, seen: list[ObservedCards]) -> None:
    for left_out in range(len(seen)):
        result = check_receipt(receipt, [*seen[:left_out], *seen[left_out + 1 :]], notes=notes_of(receipt))
        assert (result.valid, set(result.unchecked)) == (None, {"seen"})


def test_burned_cards_of_a_complete_list_must_be_counted_as_drawn() -> None:
    receipt, seen = deepcopy(NEVER[0]), NEVER[1]
    assert receipt["drawn"] == {"round": 0, "top": 10, "bottom": 21, "total": 31}
    receipt["drawn"] |= {"top": 9, "bottom": 22}
    hidden = [replace(entry, cards=(None,) * len(entry.cards or ())) for entry in seen[1:]]
    difference = check_receipt(receipt, [seen[0], *hidden], notes=notes_of(receipt)).difference
    assert difference
    assert difference.where == "drawn"


def test_a_total_below_the_number_of_cards_seen_is_detected() -> None:
    receipt, seen = deepcopy(AT_CUT[0]), AT_CUT[1]
    receipt["drawn"]["total"] -= 1
    difference = check_receipt(receipt, seen, notes=notes_of(receipt)).difference
    assert difference
    assert difference.where == "drawn.total"


@pytest.mark.parametrize("scheme", ShoeScheme)
def test_the_receipt_of_an_undrawn_shoe_is_valid_with_its_commitment(scheme: ShoeScheme) -> None:
    receipt = to_json(reveal(open_shoe(Terms(scheme=scheme, deck="euchre"), LIMITS))[0])
    assert check_receipt(receipt, notes=notes_of(receipt)).valid is True
    assert check_receipt(receipt).unchecked.keys() == {"commitment"}


def test_consecutive_cards_are_listed_together_in_any_spelling() -> None:
    notes = notes_of(PLAIN)
    seen = [ObservedCards(cards=("3♦", "jack of spades", "2c", "6H", "6_of_clubs"))]
    assert check_receipt(PLAIN, seen, notes=notes).valid is True
    parts = [ObservedCards(position=1, cards=("JS", "2C", "6H", "6C")), ObservedCards(cards=("3D",))]
    assert check_receipt(PLAIN, parts, notes=notes).valid is True
    assert [DRAWN.shoe.terms.card_shoe.pack[index % 52].code for index in DRAWN.indices] == [
        "3D",
        "JS",
        "2C",
        "6H",
        "6C",
    ]


OTHERS: JSON = {
    "receipt": "shoe2",
    "commitment": "00" * 32,
    "server_seed": "00" * 32,
    "client_seed": "bob",
    "scheme": "shoe2",
    "stream": "sd2",
    "deck": "piquet",
    "decks": 3,
    "jokers": 2,
    "suit_order": "SHDC",
    "exclude": ["AS"],
    "algorithm": "durstenfeld",
    "cut": 11,
    "reshuffle": "never",
    "label": "table 8",
}
REMOVED = object()


def alter(receipt: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield a receipt with each member in turn slightly or wholly changed, of another type, null, or removed."""
    paths = [(name,) for name in receipt] + [(part, name) for part in ("terms", "drawn") for name in receipt[part]]
    for path in paths:
        value: Any = receipt
        for name in path:
            value = value[name]
        others: list[Any] = [None, [], {}, True, 1.5, "", REMOVED, OTHERS.get(path[-1], -1)]
        if isinstance(value, int):
            others += [value + 1, value - 1, str(value), float(value), 2**53, 10**30]
        if isinstance(value, str):
            others += [value + "0", value[:-1], value[:-1] + ("0" if value[-1] != "0" else "1"), [value], "\ud800"]
        for other in others:
            altered = deepcopy(receipt)
            target = altered
            for name in path[:-1]:
                target = target[name]
            if other is REMOVED:
                del target[path[-1]]
            else:
                target[path[-1]] = other
            if altered != receipt or type(other) is not type(value):
                yield ".".join(path), altered


def check_or_refuse(receipt: JSON, seen: list[ObservedCards]) -> VerificationResult | Refused:
    try:
        return check_receipt(receipt, seen)
    except Refused as refusal:
        return refusal


@HISTORIES
def test_a_receipt_with_any_member_altered_is_detected(receipt: JSON, seen: list[ObservedCards]) -> None:
    for name, altered in alter(receipt):
        result = check_or_refuse(altered, seen)
        if isinstance(result, Refused):
            assert result.field in {"receipt", "seen"}  # another deck may not have an observed card
            assert name.rsplit(".", 1)[-1] in str(result) or result.field == "seen"
        else:
            assert result.valid is False, (name, altered)
            assert result.difference


@for_each(
    ("path", "value", "where"),
    [
        ("commitment", "00" * 32, "commitment"),
        ("server_seed", "00" * 32, "commitment"),
        # Another seed may lead to the same first cards by chance.
        ("client_seed", "bob", r"round \d, position \d+"),
        ("client_seed", None, r"round \d, position \d+"),
        ("terms.label", "table 8", "commitment"),
        ("terms.algorithm", "rejection", "commitment"),
        ("drawn.total", 112, "drawn.total"),
        ("drawn.round", 3, "drawn.total"),
        ("drawn.top", 0, "drawn.total"),
        ("drawn.bottom", 49, "drawn.bottom"),
    ],
)
def test_a_difference_names_its_location(path: str, value: object, where: str) -> None:
    receipt, seen = deepcopy(WHEN_EMPTY[0]), WHEN_EMPTY[1]
    target, *rest = path.split(".")
    if rest:
        receipt[target][rest[0]] = value
    else:
        receipt[target] = value
    difference = check_receipt(receipt, seen).difference
    assert difference
    assert re.fullmatch(where, difference.where)


@for_each(("member", "value", "expected"), [("top", 49, "0 to 48"), ("bottom", 40, "0 to 39")])
def test_a_count_out_of_range_is_named_with_its_range(member: str, value: int, expected: str) -> None:
    receipt = deepcopy(WHEN_EMPTY[0])  # of 48 cards, 9 of them taken from the top and 10 from the bottom
    receipt["drawn"][member] = value
    difference = check_receipt(receipt, []).difference
    assert difference == Difference(where=f"drawn.{member}", expected=expected, seen=str(value))


def test_the_first_different_card_is_named() -> None:
    result = check_receipt(PLAIN, [ObservedCards(cards=("3D", "JS", "AS", "6H", "KS"))])
    assert result.checks == {"server_seed": True, "terms": True, "drawn": True, "seen": False}
    assert result.difference == Difference(where="round 0, position 2", expected="2C", seen="AS")


@pytest.mark.parametrize("seen", [ObservedCards(position=5, cards=("AS",)), ObservedCards(round=1, cards=("AS",))])
def test_an_observed_card_that_the_receipt_does_not_count_is_detected(seen: ObservedCards) -> None:
    # An operator who draws twice from one token may present the receipt of the other branch.
    result = check_receipt(PLAIN, [seen])
    assert result.checks["drawn"] is False
    assert result.difference
    assert result.difference.where == "drawn"
    assert result.difference.expected == f"round {seen.round}, position {seen.position} among them"


def commit_to(**options: Any) -> JSON:
    """Return a receipt whose commitment is correct though no shoe has its terms."""
    terms = Terms(deck="standard", decks=1, **options)
    seed = bytes(range(32))
    receipt = to_json(reveal(SealedShoe(terms=terms, server_seed=seed))[0])
    assert receipt["commitment"] == commit(seed, terms).hex()
    return receipt


@pytest.mark.parametrize(
    ("terms", "difference"),
    [
        ({"cut": 52}, Difference(where="terms.cut", expected="0 to 51", seen="52")),
        ({"exclude": ("10S",)}, Difference(where="terms.exclude[0]", expected="TS", seen="10S")),
        (
            {"highest": 9},
            Difference(
                where="terms.highest",
                expected="The standard deck does not take highest; it belongs to dominoes.",
                seen="9",
            ),
        ),
        (
            {"exclude": ("AS", "AS")},
            Difference(where="terms.exclude", expected="The card AS is listed twice.", seen="['AS', 'AS']"),
        ),
    ],
)
def test_impossible_terms_are_detected_though_committed_to(terms: JSON, difference: Difference) -> None:
    result = check_receipt(commit_to(**terms), [ObservedCards(cards=("AS",))])
    assert result.checks == {"server_seed": True, "terms": False}
    assert result.unchecked.keys() == {"commitment", "drawn", "seen"}
    assert result.difference == difference


def test_with_a_cut_the_total_may_vary_by_the_cards_behind_it() -> None:
    receipt = draw_history(Reshuffle.AT_CUT, 36, 40, 3, cut=12)[0]
    assert receipt["drawn"] == {"round": 2, "top": 5, "bottom": 0, "total": 82}
    for total, is_possible in ((76, False), (77, True), (101, True), (102, False)):
        receipt["drawn"]["total"] = total
        assert check_receipt(receipt).checks["drawn"] is is_possible


@pytest.mark.parametrize("scheme", ShoeScheme)
def test_a_shoe_that_is_never_reshuffled_has_no_second_round(scheme: ShoeScheme) -> None:
    opened = open_shoe(Terms(scheme=scheme, deck="euchre", decks=1, reshuffle=Reshuffle.NEVER), LIMITS)
    receipt = to_json(reveal(draw(opened, DrawRequest(count=5), LIMITS).shoe)[0])
    assert check_receipt(receipt).checks["drawn"] is True
    receipt["drawn"] |= {"round": 1, "total": 24 + 5}
    assert check_receipt(receipt).difference == Difference(where="drawn.round", expected="0", seen="1")


@for_each(
    ("receipt", "sentence"),
    [
        (None, "receipt must be an object with the members receipt, commitment"),
        ([], "receipt must be an object"),
        ({}, "receipt lacks the member receipt"),
        (PLAIN | {"server_sed": 1}, "no member 'server_sed'. Did you mean 'server_seed'?"),
        (PLAIN | {"x" * 1_000_000: 1}, "no member 'xxx"),
        (PLAIN | {"commitment": "0x" + "00" * 31}, "receipt.commitment must be 64 hexadecimal digits"),
        (PLAIN | {"server_seed": "00" * 31}, "receipt.server_seed must be 64 hexadecimal digits"),
        (PLAIN | {"client_seed": ""}, "receipt.client_seed must be a text of 1 to 256 characters"),
        (PLAIN | {"drawn": {"round": 0}}, "receipt.drawn lacks the member top"),
        (PLAIN | {"terms": {**PLAIN["terms"], "decks": "6"}}, "receipt.terms.decks must be an int"),
        (PLAIN | {"terms": {**PLAIN["terms"], "decks": True}}, "receipt.terms.decks must be an int"),
        (PLAIN | {"terms": {**PLAIN["terms"], "deck": "poker"}}, "receipt.terms.deck must be one of"),
        (PLAIN | {"terms": {**PLAIN["terms"], "algorithm": "naive_swap"}}, "one of: fisher_yates, "),
        (PLAIN | {"terms": {**PLAIN["terms"], "exclude": "AS"}}, "exclude must be a list"),
        (PLAIN | {"terms": {**PLAIN["terms"], "exclude": [1]}}, "exclude[0] must be a text"),
    ],
)
def test_a_malformed_receipt_is_refused_by_the_name_of_the_member(receipt: Any, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_receipt(receipt)
    assert refusal.value.field == "receipt"
    assert sentence in str(refusal.value)
    assert len(str(refusal.value)) < 1_000


@for_each(
    ("seen", "sentence"),
    [
        (ObservedCards(cards=("AS", "1X")), r"seen\[0\].cards\[1\]: There is no card '1X'"),
        (ObservedCards(cards=("X1",)), "There is no card 'X1'"),
        (ObservedCards(position=311, cards=("AS", "AS")), r"position 312, but the last one is 311"),
        (ObservedCards(position=-1, cards=("AS",)), "must be from 0"),
        (ObservedCards(round=-1, cards=("AS",)), "must be from 0"),
        (ObservedCards(round=2**53, cards=("AS",)), "must be from 0"),
    ],
)
def test_impossible_observations_are_refused(seen: ObservedCards, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refusal:
        check_receipt(PLAIN, [seen])
    assert refusal.value.field == "seen"


def test_the_cost_of_a_check_is_limited() -> None:
    seen = [ObservedCards(round=number, cards=("AS",)) for number in range(10)]
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        check_receipt(PLAIN, seen, Limits(draws=3_000))
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        check_receipt(PLAIN, seen, Limits(items=9))


def test_draws_that_are_made_again_count_before_any_is_made() -> None:
    receipt, entries = to_json(RECEIPT), [ObservedCards(draw=1, rounds=(0,), positions=(0,), cards=("AS",))] * 100
    work = open_check(receipt, entries).work
    assert work > open_check(receipt, entries[:50]).work + 50 * open_check(receipt, []).work
    limits = Limits(draws=work // 2)
    with pytest.raises(TooMany, match=r"100 draws and 100 cards.* Send about (49|50) entries") as refusal:
        open_check(receipt, entries, limits)
    assert refusal.value.field == "seen"
    assert open_check(receipt, entries[:49], limits).work <= limits.draws
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        open_check(receipt, [ObservedCards(cards=(None,) * 1_000_000)])


def test_each_round_is_shuffled_once_however_long_the_list_of_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = open_shoe(Terms(max=10, reshuffle=Reshuffle.WHEN_EMPTY), LIMITS)
    entries: list[ObservedCards] = []
    for _ in range(25):
        drawn = draw(shoe, DrawRequest(count=1), LIMITS)
        shoe = drawn.shoe
        entries.append(ObservedCards(**drawn.seen))
    receipt, _ = reveal(shoe)
    shuffled: list[int] = []
    shuffle = Terms.shuffle

    def count_shuffle(terms: Terms, key: bytes, number: int, size: int | None = None) -> Permutation:
        shuffled.append(number)
        return shuffle(terms, key, number, size)

    monkeypatch.setattr(Terms, "shuffle", count_shuffle)
    published = receipt.to_json()
    assert check_receipt(published, entries, notes=notes_of(published)).valid is True
    assert shuffled == [0, 1, 2]


def test_the_rounds_of_a_check_take_little_memory() -> None:
    size, rounds = 1000, 200
    receipt = to_json(reveal(draw(open_shoe(Terms(max=size), LIMITS), DrawRequest(count=1), LIMITS).shoe)[0])
    seen = [ObservedCards(round=number, position=0, integers=(1,)) for number in range(rounds)]

    def check() -> None:
        assert check_receipt(receipt, seen).valid is False

    assert measure_peak(check, limit := rounds * size * 10) < limit
