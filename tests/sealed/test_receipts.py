"""A receipt proves every card, and an altered one is detected."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from service.core.errors import Refused, TooMany
from service.core.shuffles.samplers import Limits, Permutation
from service.core.verification import Difference, VerificationResult
from service.sealed.draws import CardDraw, draw, open_shoe
from service.sealed.observations import ObservedCards
from service.sealed.partials import open_check
from service.sealed.receipts import Receipt, reveal, write_partial
from service.sealed.sealed_shoe import End, SealedShoe
from service.sealed.shown import show_card
from service.sealed.terms import Reshuffle, Reveal, Terms
from service.sealed.turns import TurnResult
from tests.memory import measure_peak
from tests.sealed.players import (
    LIMITS,
    check_receipt,
    deal_stage,
    draw_from,
    make_shoe,
    notes_of,
)
from tests.tables import for_each

JSON = dict[str, Any]


def to_json(receipt: Receipt) -> JSON:
    return deepcopy(dict(receipt.to_json()))


def draw_history(
    *counts: int, is_kept: bool = False, **options: Any
) -> tuple[JSON, list[ObservedCards]]:
    """Draw from both ends in turn; return the receipt and the entries of the draws. With `is_kept` rounds go on."""
    shoe = make_shoe(deck="euchre", decks=2, **options)
    seen = []
    for turn, count in enumerate(counts):
        request = CardDraw(
            count=count,
            end=list(End)[turn % 2],
            burn=turn % 3,
            in_play=() if is_kept else None,
        )
        result = draw(
            shoe, request if turn else replace(request, client_seed="ann"), LIMITS
        )
        seen.append(ObservedCards(**result.seen))
        shoe = result.shoe
    return to_json(reveal(shoe)[0]), seen


TERMS = Terms(
    deck="standard", decks=6, cut=60, reshuffle=Reshuffle.AT_CUT, label="table 7"
)
FIVE = draw_from(open_shoe(TERMS, LIMITS), count=5, client_seed="correct horse")
PLAIN = to_json(reveal(FIVE.shoe)[0])
TOLD: list[str] = FIVE.seen["cards"]
KEPT = draw_history(5, 40, 7, is_kept=True, label="table 7")
AT_CUT = draw_history(5, 20, cut=12, reshuffle=Reshuffle.AT_CUT, exclude=("9S", "9H"))
NEVER = draw_history(5, 20, 3, reshuffle=Reshuffle.NEVER, jokers=1, suit_order="CDHS")
HISTORIES = pytest.mark.parametrize(
    ("receipt", "seen"), [KEPT, AT_CUT, NEVER], ids=["kept", "at_cut", "never"]
)


@HISTORIES
def test_a_receipt_is_valid_with_all_that_was_seen_and_the_notes(
    receipt: JSON, seen: list[ObservedCards]
) -> None:
    result = check_receipt(receipt, seen, notes=notes_of(receipt))
    assert result.valid is True
    names = (
        "server_seed",
        "terms",
        "commitment",
        "client_seed",
        "drawn",
        "seen",
        "draws",
    )
    assert result.checks == dict.fromkeys(names, True)
    assert result.derived["cards"] == tuple(
        card for run in seen for card in run.cards or () if card
    )
    assert result.derived["commitment"] == receipt["commitment"]
    assert check_receipt(receipt, notes=notes_of(receipt)).unchecked.keys() == {
        "seen",
        "draws",
    }
    assert check_receipt(receipt, seen).unchecked.keys() == {
        "commitment",
        "client_seed",
    }
    for left_out in range(len(seen)):
        some = [
            entry
            for number, entry in enumerate(seen)
            if number == left_out or entry.in_play is not None
        ]
        result = check_receipt(receipt, some, notes=notes_of(receipt))
        assert (result.valid, set(result.unchecked)) == (None, {"draws"})


def test_burned_cards_of_a_complete_list_must_be_counted_as_drawn() -> None:
    receipt = deepcopy(NEVER[0])
    seen = NEVER[1]
    assert (
        receipt["drawn"].items()
        >= {"round": 0, "top": 10, "bottom": 21, "total": 31}.items()
    )
    receipt["drawn"] |= {"top": 9, "bottom": 22}
    hidden = [
        replace(entry, cards=(None,) * len(entry.cards or ())) for entry in seen[1:]
    ]
    difference = check_receipt(
        receipt, [seen[0], *hidden], notes=notes_of(receipt)
    ).difference
    assert (difference and difference.where) == "drawn"


def test_a_round_has_no_more_cards_than_its_shoe() -> None:
    receipt = deepcopy(NEVER[0])
    receipt["drawn"] |= {"bottom": 41, "total": 51}  # of 50 cards
    difference = check_receipt(receipt, notes=notes_of(receipt)).difference
    assert (difference and difference.where) == "drawn.bottom"


def test_consecutive_cards_are_listed_together_in_any_spelling() -> None:
    for seen in (
        [ObservedCards(cards=tuple(card.lower() for card in TOLD))],
        [
            ObservedCards(position=1, cards=tuple(TOLD[1:])),
            ObservedCards(cards=(TOLD[0],)),
        ],
    ):
        result = check_receipt(PLAIN, seen, notes=notes_of(PLAIN))
        assert (result.checks["seen"], set(result.unchecked)) == (True, {"draws"})


OTHERS: JSON = {
    "receipt": "shoe3",
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
    paths = [(name,) for name in receipt] + [
        (part, name) for part in ("terms", "drawn") for name in receipt[part]
    ]
    for path in paths:
        value: Any = receipt
        for name in path:
            value = value[name]
        values: list[Any] = [
            None,
            [],
            {},
            True,
            1.5,
            "",
            REMOVED,
            OTHERS.get(path[-1], -1),
        ]
        if isinstance(value, int):
            values += [value + 1, value - 1, str(value), float(value), 2**53, 10**30]
        if isinstance(value, str):
            values += [
                value + "0",
                value[:-1],
                value[:-1] + ("0" if value[-1] != "0" else "1"),
                [value],
                "\ud800",
            ]
        for changed_value in values:
            altered = deepcopy(receipt)
            target = altered
            for name in path[:-1]:
                target = target[name]
            if changed_value is REMOVED:
                del target[path[-1]]
            else:
                target[path[-1]] = changed_value
            if altered != receipt or type(changed_value) is not type(value):
                yield ".".join(path), altered


@HISTORIES
def test_a_receipt_with_any_member_altered_is_detected(
    receipt: JSON, seen: list[ObservedCards]
) -> None:
    for name, altered in alter(receipt):
        try:
            result = check_receipt(altered, seen)
        except Refused as refusal:
            is_named = name.rsplit(".", 1)[-1] in str(refusal) or name.startswith(
                "terms."
            )
            # another deck may not have an observed card
            assert refusal.field == "seen" or (refusal.field == "receipt" and is_named)  # noqa: PT017
        else:
            is_more = name == "drawn.draws" and altered["drawn"]["draws"] > len(seen)
            assert (result.valid, bool(result.difference)) == (
                (None, False) if is_more else (False, True)
            ), name
            assert not is_more or "draws" in result.unchecked


def test_the_first_different_or_uncounted_card_is_named() -> None:
    other = next(
        card for card in ("AS", "KS", "QS", "JS", "TS", "9S") if card not in TOLD
    )
    result = check_receipt(
        PLAIN, [ObservedCards(cards=(*TOLD[:2], other, TOLD[3], other))]
    )
    assert result.checks == {
        "server_seed": True,
        "terms": True,
        "drawn": True,
        "seen": False,
    }
    assert result.difference == Difference(
        where="round 0, position 2", expected=TOLD[2], seen=other
    )
    # An operator who draws twice from one token may present the receipt of the other branch.
    for number, position in (0, 5), (1, 0):
        result = check_receipt(
            PLAIN, [ObservedCards(round=number, position=position, cards=("AS",))]
        )
        assert result.checks["drawn"] is False
        assert result.difference
        assert result.difference.where == "drawn"
        assert (
            result.difference.expected
            == f"round {number}, position {position} among them"
        )


def test_a_shoe_that_is_never_reshuffled_has_no_second_round() -> None:
    opened = make_shoe(deck="euchre", decks=1, reshuffle=Reshuffle.NEVER)
    receipt = to_json(reveal(draw_from(opened, count=5).shoe)[0])
    assert check_receipt(receipt).checks["drawn"] is True
    receipt["drawn"] |= {"round": 1, "total": 24 + 5}
    assert check_receipt(receipt).difference == Difference(
        where="drawn.round", expected="0", seen="1"
    )


@for_each(
    ("receipt", "sentence"),
    [
        (None, "receipt must be an object with the members receipt, commitment"),
        ([], "receipt must be an object"),
        ({}, "receipt lacks the member receipt"),
        (
            PLAIN | {"server_sed": 1},
            "no member 'server_sed'. Did you mean 'server_seed'?",
        ),
        (PLAIN | {"x" * 1_000_000: 1}, "no member 'xxx"),
        (
            PLAIN | {"commitment": "0x" + "00" * 31},
            "receipt.commitment must be 64 hexadecimal digits",
        ),
        (
            PLAIN | {"server_seed": "00" * 31},
            "receipt.server_seed must be 64 hexadecimal digits",
        ),
        (
            PLAIN | {"client_seed": ""},
            "receipt.client_seed must be a text of 1 to 256 characters",
        ),
        (PLAIN | {"drawn": {"round": 0}}, "receipt.drawn lacks the member top"),
        (PLAIN | {"receipt": "shoe2"}, "receipt.receipt must be one of: sealed1"),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "decks": "6"}},
            "receipt.terms.decks must be an int",
        ),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "decks": True}},
            "receipt.terms.decks must be an int",
        ),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "deck": "poker"}},
            "receipt.terms.deck must be one of",
        ),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "algorithm": "naive_swap"}},
            "one of: fisher_yates, ",
        ),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "exclude": "AS"}},
            "exclude must be a list",
        ),
        (
            PLAIN | {"terms": {**PLAIN["terms"], "exclude": [1]}},
            "exclude[0] must be a text",
        ),
    ],
)
def test_a_malformed_receipt_is_refused_by_the_name_of_the_member(
    receipt: Any, sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refusal:
        check_receipt(receipt)
    assert (refusal.value.field, len(str(refusal.value)) < 1_000) == ("receipt", True)


@for_each(
    ("seen", "sentence"),
    [
        (
            ObservedCards(cards=("AS", "1X")),
            r"seen\[0\].cards\[1\]: There is no card '1X'",
        ),
        (ObservedCards(cards=("X1",)), "There is no card 'X1'"),
        (
            ObservedCards(position=311, cards=("AS", "AS")),
            r"position 312, but the last one is 311",
        ),
        (ObservedCards(position=-1, cards=("AS",)), "must be from 0"),
        (ObservedCards(round=-1, cards=("AS",)), "must be from 0"),
        (ObservedCards(round=2**53, cards=("AS",)), "must be from 0"),
    ],
)
def test_impossible_observations_are_refused(
    seen: ObservedCards, sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence) as refusal:
        check_receipt(PLAIN, [seen])
    assert refusal.value.field == "seen"


def test_the_cost_of_a_check_is_limited() -> None:
    seen = [ObservedCards(round=number, cards=("AS",)) for number in range(10)]
    for limits, name in (
        (Limits(draws=3_000), "MAX_DRAWS"),
        (Limits(items=9), "MAX_ITEMS"),
    ):
        with pytest.raises(TooMany, match=name):
            check_receipt(PLAIN, seen, limits)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        open_check(PLAIN, [ObservedCards(cards=(None,) * 1_000_000)])


def test_draws_that_are_made_again_count_before_any_is_made() -> None:
    entries = [ObservedCards(draw=1, rounds=(0,), positions=(0,), cards=("AS",))] * 100
    limits = Limits(draws=20_500)
    with pytest.raises(
        TooMany, match=r"100 draws and 100 cards.* Send about (49|50) entries"
    ) as refusal:
        open_check(PLAIN, entries, limits)
    assert refusal.value.field == "seen"
    open_check(PLAIN, entries[:49], limits)


def test_each_round_is_shuffled_once_however_long_the_list_of_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoe = make_shoe(max=10, reshuffle=Reshuffle.AT_CUT)
    entries = list[ObservedCards]()
    for _ in range(25):
        drawn = draw_from(shoe, count=1)
        shoe = drawn.shoe
        entries.append(ObservedCards(**drawn.seen))
    receipt, _ = reveal(shoe)
    shuffled: list[int] = []
    shuffle = Terms.shuffle

    def count_shuffle(
        terms: Terms, key: bytes, number: int, size: int | None = None
    ) -> Permutation:
        shuffled.append(number)
        return shuffle(terms, key, number, size)

    monkeypatch.setattr(Terms, "shuffle", count_shuffle)
    published = receipt.to_json()
    assert check_receipt(published, entries, notes=notes_of(published)).valid is True
    assert shuffled == [0, 1, 2]


def test_the_rounds_of_a_check_take_little_memory() -> None:
    size = 1000
    rounds = 200
    receipt = to_json(reveal(draw_from(make_shoe(max=size), count=1).shoe)[0])
    seen = [
        ObservedCards(round=number, position=0, integers=(1,))
        for number in range(rounds)
    ]

    def check() -> None:
        assert check_receipt(receipt, seen).valid is False

    assert measure_peak(check, limit := rounds * size * 10) < limit


# Whose a card is, words, faces and entries of draws


def to_partial(shoe: SealedShoe, *shown: int) -> JSON:
    """Return the partial receipt of a shoe with cards of its last round shown."""
    partial = write_partial(reveal(shoe)[0], shoe.open_round())
    return deepcopy(partial) | {
        "shown": [show_card(shoe.open_round(), position) for position in shown]
    }


def check_with(receipt: JSON, *entries: Any, **options: Any) -> VerificationResult:
    seen = [ObservedCards(**entry) for entry in entries]
    return check_receipt(receipt, seen, notes=replace(notes_of(receipt), **options))


@for_each("game", [None, "rummy"])
@for_each("reveal_as", [Reveal.ALL, Reveal.SHOWN])
def test_one_token_for_two_seats_is_a_difference_with_all_draws_and_unchecked_alone(
    game: str | None, reveal_as: Reveal
) -> None:
    """The backend tells each of two players that a card is theirs; the receipt is right for one player alone."""
    shoe = make_shoe(deck=None if game else "standard", game=game, reveal=reveal_as)
    first = deal_stage(shoe) if game else draw_from(shoe, count=1)
    one, other = (draw_from(first.shoe, count=1, seat=seat) for seat in ("1", "dealer"))
    assert one.seen["cards"] == other.seen["cards"]
    assert one.shoe.last_digest != other.shoe.last_digest
    receipt = (
        to_json(reveal(one.shoe)[0])
        if reveal_as is Reveal.ALL
        else to_partial(one.shoe)
    )
    genuine = check_with(receipt, first.seen, one.seen)
    forged = check_with(receipt, first.seen, other.seen)
    assert (genuine.valid, genuine.difference) == (
        True if reveal_as is Reveal.ALL else None,
        None,
    )
    assert (forged.valid, forged.difference and forged.difference.where) == (
        False,
        "drawn.digest",
    )
    alone = check_with(receipt, other.seen)
    assert (alone.valid, "draws" in alone.unchecked) == (None, True)
    difference = check_with(receipt, one.seen, other.seen).difference
    assert difference
    assert difference.where == "seen[1].seat"


def test_a_client_seed_is_texts_of_the_words() -> None:
    words = ("0123456789abcdef", "ABCDEFGHIJKLMNOP")
    for digests in ((), tuple(sha256(text.encode()).hexdigest() for text in words)):
        shoe = make_shoe(deck="standard", words=digests)
        undrawn = to_json(reveal(shoe)[0])
        assert check_with(undrawn).valid is True
        assert check_receipt(undrawn).unchecked.keys() == {"commitment"}
    drawn = draw_from(shoe, count=2, words=words)
    receipt = to_json(reveal(drawn.shoe)[0])
    assert check_with(receipt, drawn.seen).valid is True
    for other in (
        None,
        words[0],
        ",".join(reversed(words)),
        f"{words[0]},{words[1]},",
        f"{words[0]},0123456789abcdef",
    ):
        result = check_with(receipt | {"client_seed": other}, drawn.seen)
        assert (result.difference and result.difference.where) == "client_seed"


def test_a_draw_over_two_rounds_without_cards_in_play_is_a_difference() -> None:
    """No draw takes cards of two rounds so, whatever a dishonest service writes: also if the list is not complete."""
    shoe = make_shoe(deck="euchre", reveal=Reveal.SHOWN)
    first = draw_from(shoe, count=22)
    second = draw_from(first.shoe, count=5, in_play=())
    forged = {name: value for name, value in second.seen.items() if name != "in_play"}
    for receipt in (to_json(reveal(second.shoe)[0]), to_partial(second.shoe)):
        for seen in ([first.seen, forged], [forged]):
            result = check_with(receipt, *seen)
            assert result.valid is False, (seen, result)


def test_the_first_draw_has_the_roots_of_its_rounds_and_no_others() -> None:
    receipt, seen = draw_history(5, 46, is_kept=True, reveal=Reveal.SHOWN)
    roots = seen[0].roots + seen[1].roots
    empty = ObservedCards(draw=1, rounds=(), positions=(), cards=(), roots=roots[:1])
    cases = [
        (replace(seen[0], roots=roots), "seen[0].roots[1]"),
        (replace(seen[0], roots=seen[1].roots), "seen[0].roots[0]"),
        (empty, None),
        (replace(empty, roots=roots), "seen[0].roots[1]"),
        (
            ObservedCards(
                draw=1,
                rounds=(0, 0, 1),
                positions=(0, 1, 0),
                cards=(None,) * 3,
                roots=roots,
            ),
            None,
        ),
    ]
    for entry, where in cases:
        result = check_receipt(receipt, [entry])
        assert result.checks["seen"] is (where is None), entry
        assert where in (None, result.difference and result.difference.where)


def deal_shown() -> list[TurnResult]:
    shoe = make_shoe(game="rummy", players=2, reveal=Reveal.SHOWN)
    dealt = deal_stage(shoe, client_seed="ann")
    return [dealt, draw_from(dealt.shoe, count=3, burn=1)]


def test_faces_that_are_told_without_a_proof_or_withheld_are_counted() -> None:
    dealt, drawn = deal_shown()
    positions = [card.position for result in (dealt, drawn) for card in result.visible]
    everything = check_with(to_partial(drawn.shoe, *positions), dealt.seen, drawn.seen)
    assert (everything.valid, set(everything.unchecked)) == (None, {"order"})
    for left_out in (1, 5):
        result = check_with(
            to_partial(drawn.shoe, *positions[left_out:]), dealt.seen, drawn.seen
        )
        assert result.unchecked["faces"].startswith(
            f"Add shown cards: {left_out} cards were told without one, and 0"
        )
    withheld = {**drawn.seen, "cards": [None] * 4}
    result = check_with(to_partial(drawn.shoe, *positions[:-3]), dealt.seen, withheld)
    assert "and 3 were withheld" in result.unchecked["faces"]
    places = zip(dealt.seen["cards"], dealt.seen["places"], strict=True)
    own = {
        **dealt.seen,
        "cards": [card if place == "discards" else None for card, place in places],
    }
    result = check_with(to_partial(drawn.shoe, *positions[-4:]), own, drawn.seen)
    assert set(result.unchecked) == {"order"}


@for_each(
    "invent",
    [
        "a face twice",
        "a shown face elsewhere",
        "another face",
        "another index",
        "one index twice",
    ],
)
def test_invented_faces_are_differences(invent: str) -> None:
    dealt, drawn = deal_shown()
    positions = [card.position for card in drawn.visible]
    receipt = to_partial(drawn.shoe, *positions)
    cards = list(drawn.seen["cards"])
    entry = {**drawn.seen, "cards": cards}
    if invent == "a face twice":
        cards[1], receipt["shown"] = cards[2], []
    elif invent == "a shown face elsewhere":
        cards[1], receipt["shown"] = cards[2], receipt["shown"][1:]
    elif invent == "another face":
        cards[1] = next(code for code in ("AS", "KS", "QS", "JS") if code not in cards)
    elif invent == "another index":
        receipt["shown"][0]["index"] = (receipt["shown"][0]["index"] + 1) % 52
    else:
        receipt["shown"].append(receipt["shown"][0] | {"position": positions[1]})
    result = check_with(receipt, dealt.seen, entry)
    assert result.valid is False
    assert check_with(receipt, entry).valid is False  # also with a list of parts


@for_each(
    ("number", "changes", "sentence"),
    [
        (0, {"seat": "1"}, "seat is of a draw"),
        (0, {"in_play": (0,)}, "in_play is of a draw"),
        (0, {"burned": 1}, "burned must be of a draw"),
        (0, {"begun": 1}, "Remove begun"),
        (0, {"places": None}, "must have places"),
        (0, {"places": ("1",)}, "a place for each"),
        (1, {"places": ("stock",) * 4}, "no places otherwise"),
        (1, {"burned": 4}, "less than the number"),
        (1, {"seat": "3"}, "the seats are 1, dealer"),
        (1, {"stage": "deal"}, "either a stage or a pile"),
        (1, {"draw": None}, "has rounds, as only a draw has"),
    ],
)
def test_entries_have_the_members_of_their_draw(
    number: int, changes: JSON, sentence: str
) -> None:
    results = deal_shown()
    with pytest.raises(Refused, match=sentence) as refusal:
        check_with(to_partial(results[1].shoe), {**results[number].seen, **changes})
    assert refusal.value.field == "seen"


@for_each("game", ["holdem", "blackjack", "baccarat", "klondike"])
def test_a_stage_at_another_place_is_a_difference(game: str) -> None:
    shoe = make_shoe(game=game, reveal=Reveal.SHOWN)
    entries = []
    for stage in shoe.terms.stages * (
        1 + bool(shoe.terms.table and shoe.terms.table.continues)
    ):
        dealt = deal_stage(shoe, stage=stage)
        shoe = dealt.shoe
        entries.append(dict(dealt.seen))
    receipts = [to_json(reveal(shoe)[0]), to_partial(shoe)]
    assert [check_with(receipt, *entries).difference for receipt in receipts] == [
        None,
        None,
    ]
    assert shoe.terms.table
    for number, entry in enumerate(entries):
        forged = entry | {"places": [*entry["places"][1:], "stock"]}
        changed = [*entries[:number], forged, *entries[number + 1 :]]
        for receipt in receipts:
            assert check_with(receipt, *changed).valid is False, (game, number)
            table = shoe.terms.table
            is_full = receipt is receipts[0]
            if not (table.continues if is_full else table.procedure.needs_faces):
                assert check_with(receipt, forged).valid is False
