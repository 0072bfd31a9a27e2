"""A receipt proves every card, and an altered one is detected."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.limits import Limits, TooMany
from service.core.shuffles.samplers import Permutation
from service.sealed.opening.terms import Reshuffle, Reveal, Terms
from service.sealed.receipts.observations import ObservedCards
from service.sealed.receipts.partials import open_check
from service.sealed.receipts.receipt import Receipt, reveal, write_partial
from service.sealed.shoe.sealed_shoe import End, SealedShoe
from service.sealed.shoe.shown import show_card
from service.sealed.turns.draws import CardDraw, CardDrawResult, draw, open_shoe
from service.sealed.turns.stage_deals import StageResult
from service.settings import Settings
from service.verdicts.verdict import Difference, VerificationResult
from tests.memory import measure_peak
from tests.sealed.players import (
    LIMITS,
    check_receipt,
    deal_stage,
    draw_from,
    make_shoe,
    notes_of,
    place_of_difference,
)
from tests.tables import for_each, list_some, read_table

JSON = dict[str, Any]
TABLES = read_table("sealed/receipts.yaml")


def to_json(receipt: Receipt) -> JSON:
    """Return a receipt as JSON that a test may alter."""
    return deepcopy(dict(receipt.to_json()))


def reveal_json(shoe: SealedShoe) -> JSON:
    """Return the receipt of a shoe as JSON that a test may alter."""
    return to_json(reveal(shoe)[0])


def draw_history(
    *counts: int, is_kept: bool = False, **options: Any
) -> tuple[JSON, list[ObservedCards]]:
    """Draw from both ends in turn; return the receipt and the entries of the draws. With `is_kept` rounds go on."""
    shoe = make_shoe(deck="euchre", decks=2, **options)
    seen = []
    for turn, count in enumerate(counts):
        end = list(End)[turn % 2]
        in_play = () if is_kept else None
        request = CardDraw(count=count, end=end, burn=turn % 3, in_play=in_play)
        if turn == 0:
            request = replace(request, client_seed="ann")
        result = draw(shoe, request, LIMITS)
        seen.append(ObservedCards(**result.seen))
        shoe = result.shoe
    return reveal_json(shoe), seen


TERMS = Terms(
    deck="standard", decks=6, cut=60, reshuffle=Reshuffle.AT_CUT, label="table 7"
)
FIVE = draw_from(open_shoe(TERMS, LIMITS), count=5, client_seed="correct horse")
PLAIN = reveal_json(FIVE.shoe)
TOLD: list[str] = FIVE.seen["cards"]
KEPT = draw_history(5, 40, 7, is_kept=True, label="table 7")
AT_CUT = draw_history(5, 20, cut=12, reshuffle=Reshuffle.AT_CUT, exclude=("9S", "9H"))
NEVER = draw_history(5, 20, 3, reshuffle=Reshuffle.NEVER, jokers=1, suit_order="CDHS")
HISTORIES = for_each(
    ("receipt", "seen"), [KEPT, AT_CUT, NEVER], ids=["kept", "at_cut", "never"]
)


@HISTORIES
def test_a_receipt_is_valid_with_all_that_was_seen_and_the_notes(
    receipt: JSON, seen: list[ObservedCards]
) -> None:
    notes = notes_of(receipt)
    result = check_receipt(receipt, seen, notes=notes)
    assert result.valid is True
    names = "server_seed terms commitment client_seed drawn seen draws"
    assert result.checks == dict.fromkeys(names.split(), True)
    told = tuple(card for entry in seen for card in entry.cards or () if card)
    assert result.derived["cards"] == told
    assert result.derived["commitment"] == receipt["commitment"]
    unseen = check_receipt(receipt, notes=notes)
    assert unseen.unchecked.keys() == {"seen", "draws"}
    unconfirmed = check_receipt(receipt, seen)
    assert unconfirmed.unchecked.keys() == {"commitment", "client_seed"}
    for chosen in seen:
        some = [entry for entry in seen if entry is chosen or entry.in_play is not None]
        incomplete = check_receipt(receipt, some, notes=notes)
        assert incomplete.valid is None
        assert incomplete.unchecked.keys() == {"draws"}


def test_burned_cards_of_a_complete_list_must_be_counted_as_drawn() -> None:
    receipt = deepcopy(NEVER[0])
    counts = {"round": 0, "top": 10, "bottom": 21, "total": 31}
    assert receipt["drawn"] == receipt["drawn"] | counts
    receipt["drawn"] |= {"top": 9, "bottom": 22}
    first, *later = NEVER[1]
    hidden = [replace(entry, cards=(None,) * len(entry.cards or ())) for entry in later]
    result = check_receipt(receipt, [first, *hidden], notes=notes_of(receipt))
    assert place_of_difference(result) == "drawn"


def test_a_round_has_no_more_cards_than_its_shoe() -> None:
    receipt = deepcopy(NEVER[0])
    receipt["drawn"] |= {"bottom": 41, "total": 51}  # of 50 cards
    result = check_receipt(receipt, notes=notes_of(receipt))
    assert place_of_difference(result) == "drawn.bottom"


@for_each(
    "seen",
    [
        [ObservedCards(cards=tuple(card.lower() for card in TOLD))],
        [
            ObservedCards(position=1, cards=tuple(TOLD[1:])),
            ObservedCards(cards=(TOLD[0],)),
        ],
    ],
)
def test_consecutive_cards_are_listed_together_in_any_spelling(
    seen: list[ObservedCards],
) -> None:
    result = check_receipt(PLAIN, seen, notes=notes_of(PLAIN))
    assert result.checks["seen"] is True
    assert result.unchecked.keys() == {"draws"}


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


def list_paths(receipt: JSON) -> list[str]:
    """Return the path of each member of a receipt, of its terms and of what was drawn."""
    paths = list(receipt)
    for part in ("terms", "drawn"):
        paths += [f"{part}.{name}" for name in receipt[part]]
    return paths


def list_changes(name: str, value: Any) -> list[Any]:
    """Return other values of a member: slightly or wholly changed, of another type, null, or REMOVED."""
    values = [None, [], {}, True, 1.5, "", REMOVED, OTHERS.get(name, -1)]
    if isinstance(value, int):
        values += [value + 1, value - 1, str(value), float(value), 2**53, 10**30]
    if isinstance(value, str):
        other_end = "1" if value[-1] == "0" else "0"
        values += [value + "0", value[:-1], value[:-1] + other_end, [value], "\ud800"]
    return values


def alter(receipt: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield the path of each member, with a receipt in which it is changed, once for each change."""
    for path in list_paths(receipt):
        part, _, name = path.rpartition(".")
        value = (receipt[part] if part else receipt)[name]
        for changed in list_changes(name, value):
            altered = deepcopy(receipt)
            members = altered[part] if part else altered
            if changed is REMOVED:
                del members[name]
            else:
                members[name] = changed
            if altered != receipt or type(changed) is not type(value):
                yield path, altered


def check_or_refuse(
    receipt: JSON, seen: list[ObservedCards]
) -> VerificationResult | Refused:
    """Return what a check finds, or the refusal to check."""
    try:
        return check_receipt(receipt, seen)
    except Refused as refusal:
        return refusal


@HISTORIES
def test_a_receipt_with_any_member_altered_is_detected(
    receipt: JSON, seen: list[ObservedCards]
) -> None:
    for path, altered in list_some(alter(receipt)):
        part, _, name = path.rpartition(".")
        result = check_or_refuse(altered, seen)
        if isinstance(result, Refused):
            is_named = part == "terms" or name in str(result)
            is_card_of_no_such_deck = result.field == "seen"
            assert is_card_of_no_such_deck or is_named, (path, str(result))
            assert result.field in {"receipt", "seen"}, path
        elif path == "drawn.draws" and altered["drawn"]["draws"] > len(seen):
            assert result.valid is None
            assert result.difference is None
            assert "draws" in result.unchecked
        else:
            assert result.valid is False, path
            assert result.difference, path


def test_the_first_different_card_is_named() -> None:
    codes = ("AS", "KS", "QS", "JS", "TS", "9S")
    other = next(card for card in codes if card not in TOLD)
    seen = ObservedCards(cards=(*TOLD[:2], other, TOLD[3], other))
    result = check_receipt(PLAIN, [seen])
    passed = {"server_seed": True, "terms": True, "drawn": True}
    assert result.checks == passed | {"seen": False}
    where = "round 0, position 2"
    assert result.difference == Difference(where=where, expected=TOLD[2], seen=other)


@for_each(("number", "position"), [(0, 5), (1, 0)])
def test_an_uncounted_card_is_named(number: int, position: int) -> None:
    """An operator who draws twice from one token may present the receipt of the other branch."""
    seen = ObservedCards(round=number, position=position, cards=("AS",))
    result = check_receipt(PLAIN, [seen])
    assert result.checks["drawn"] is False
    assert result.difference
    assert result.difference.where == "drawn"
    expected = f"round {number}, position {position} among them"
    assert result.difference.expected == expected


def test_a_shoe_that_is_never_reshuffled_has_no_second_round() -> None:
    opened = make_shoe(deck="euchre", decks=1, reshuffle=Reshuffle.NEVER)
    receipt = reveal_json(draw_from(opened, count=5).shoe)
    assert check_receipt(receipt).checks["drawn"] is True
    receipt["drawn"] |= {"round": 1, "total": 24 + 5}
    expected = Difference(where="drawn.round", expected="0", seen="1")
    assert check_receipt(receipt).difference == expected


@for_each(("members", "sentence"), TABLES["malformed"])
def test_a_malformed_receipt_is_refused_by_the_name_of_the_member(
    members: JSON, sentence: str
) -> None:
    receipt = PLAIN | members
    if "terms" in members:
        receipt["terms"] = PLAIN["terms"] | members["terms"]
    check_malformed(receipt, sentence)


@for_each(
    ("receipt", "sentence"),
    [
        (None, "receipt must be an object with the members receipt, commitment"),
        ([], "receipt must be an object"),
        ({}, "receipt lacks the member receipt"),
        (PLAIN | {"x" * 1_000_000: 1}, "no member 'xxx"),
    ],
)
def test_what_is_no_receipt_is_refused(receipt: Any, sentence: str) -> None:
    check_malformed(receipt, sentence)


def check_malformed(receipt: Any, sentence: str) -> None:
    """Check that a receipt is refused with a sentence of moderate length."""
    with pytest.raises(Refused, match=re.escape(sentence)) as refusal:
        check_receipt(receipt)
    assert refusal.value.field == "receipt"
    assert len(str(refusal.value)) < 1_000


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


@for_each(
    ("limits", "name"),
    [
        (Settings(max_draws=3_000).limits, "MAX_DRAWS"),
        (Settings(max_items=9).limits, "MAX_ITEMS"),
    ],
)
def test_the_cost_of_a_check_is_limited(limits: Limits, name: str) -> None:
    seen = [ObservedCards(round=number, cards=("AS",)) for number in range(10)]
    with pytest.raises(TooMany, match=name):
        check_receipt(PLAIN, seen, limits)


def test_the_cards_of_an_entry_are_limited() -> None:
    entries = [ObservedCards(cards=(None,) * 1_000_000)]
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        open_check(PLAIN, entries, Settings().limits)


def test_draws_that_are_made_again_count_before_any_is_made() -> None:
    entries = [ObservedCards(draw=1, rounds=(0,), positions=(0,), cards=("AS",))] * 100
    limits = Settings(max_draws=20_500).limits
    sentence = r"100 draws and 100 cards.* Send about (49|50) entries"
    with pytest.raises(TooMany, match=sentence) as refusal:
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
    result = check_receipt(published, entries, notes=notes_of(published))
    assert result.valid is True
    assert shuffled == [0, 1, 2]


def test_the_rounds_of_a_check_take_little_memory() -> None:
    size = 1000
    rounds = 200
    receipt = reveal_json(draw_from(make_shoe(max=size), count=1).shoe)
    first = ObservedCards(position=0, integers=(1,))
    seen = [replace(first, round=number) for number in range(rounds)]

    def check() -> None:
        assert check_receipt(receipt, seen).valid is False

    limit = rounds * size * 10
    assert measure_peak(check, limit) < limit


# Whose a card is, words, faces and entries of draws


def to_partial(shoe: SealedShoe, *shown: int) -> JSON:
    """Return the partial receipt of a shoe with cards of its last round shown."""
    last_round = shoe.open_round()
    partial = deepcopy(write_partial(reveal(shoe)[0], last_round))
    return partial | {"shown": [show_card(last_round, position) for position in shown]}


def check_with(receipt: JSON, *entries: Any, **options: Any) -> VerificationResult:
    """Return the result of the check of a receipt with entries, for a player who noted its seeds or other `options`."""
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
    own = draw_from(first.shoe, count=1, seat="1")
    dealers = draw_from(first.shoe, count=1, seat="dealer")
    assert own.seen["cards"] == dealers.seen["cards"]
    assert own.shoe.last_digest != dealers.shoe.last_digest
    is_full = reveal_as is Reveal.ALL
    receipt = reveal_json(own.shoe) if is_full else to_partial(own.shoe)
    genuine = check_with(receipt, first.seen, own.seen)
    assert genuine.valid is (True if is_full else None)
    assert genuine.difference is None
    forged = check_with(receipt, first.seen, dealers.seen)
    assert forged.valid is False
    assert place_of_difference(forged) == "drawn.digest"
    alone = check_with(receipt, dealers.seen)
    assert alone.valid is None
    assert "draws" in alone.unchecked
    both = check_with(receipt, own.seen, dealers.seen)
    assert place_of_difference(both) == "seen[1].seat"


WORDS = ("0123456789abcdef", "ABCDEFGHIJKLMNOP")


DIGESTS = tuple(sha256(word.encode()).hexdigest() for word in WORDS)


@for_each("digests", [(), DIGESTS])
def test_a_shoe_without_a_draw_has_no_client_seed_to_confirm(
    digests: tuple[str, ...],
) -> None:
    undrawn = reveal_json(make_shoe(deck="standard", words=digests))
    assert check_with(undrawn).valid is True
    assert check_receipt(undrawn).unchecked.keys() == {"commitment"}


@for_each(
    "client_seed",
    [
        None,
        "0123456789abcdef",
        "ABCDEFGHIJKLMNOP,0123456789abcdef",
        "0123456789abcdef,ABCDEFGHIJKLMNOP,",
        "0123456789abcdef,0123456789abcdef",
    ],
)
def test_a_client_seed_is_texts_of_the_words(client_seed: str | None) -> None:
    shoe = make_shoe(deck="standard", words=DIGESTS)
    drawn = draw_from(shoe, count=2, words=WORDS)
    receipt = reveal_json(drawn.shoe)
    assert check_with(receipt, drawn.seen).valid is True
    result = check_with(receipt | {"client_seed": client_seed}, drawn.seen)
    assert place_of_difference(result) == "client_seed"


def test_a_draw_over_two_rounds_without_cards_in_play_is_a_difference() -> None:
    """No draw takes cards of two rounds so, whatever a dishonest service writes: also if the list is not complete."""
    shoe = make_shoe(deck="euchre", reveal=Reveal.SHOWN)
    first = draw_from(shoe, count=22)
    second = draw_from(first.shoe, count=5, in_play=())
    forged = dict(second.seen)
    del forged["in_play"]
    for receipt in (reveal_json(second.shoe), to_partial(second.shoe)):
        assert check_with(receipt, first.seen, forged).valid is False
        assert check_with(receipt, forged).valid is False


def test_the_first_draw_has_the_roots_of_its_rounds_and_no_others() -> None:
    receipt, (first, second) = draw_history(5, 46, is_kept=True, reveal=Reveal.SHOWN)
    roots = first.roots + second.roots
    empty = ObservedCards(draw=1, rounds=(), positions=(), cards=(), roots=first.roots)
    over_two_rounds = replace(
        empty, rounds=(0, 0, 1), positions=(0, 1, 0), cards=(None,) * 3, roots=roots
    )
    for entry in (empty, over_two_rounds):
        assert check_receipt(receipt, [entry]).checks["seen"] is True
    for entry, root in (
        (replace(first, roots=roots), 1),
        (replace(first, roots=second.roots), 0),
        (replace(empty, roots=roots), 1),
    ):
        result = check_receipt(receipt, [entry])
        assert result.checks["seen"] is False
        assert place_of_difference(result) == f"seen[0].roots[{root}]"


def deal_shown() -> tuple[StageResult, CardDrawResult]:
    """Return the deal of a game whose receipt has shown cards alone, and a draw after it."""
    shoe = make_shoe(game="rummy", players=2, reveal=Reveal.SHOWN)
    dealt = deal_stage(shoe, client_seed="ann")
    return dealt, draw_from(dealt.shoe, count=3, burn=1)


@for_each("left_out", [1, 5])
def test_faces_that_are_told_without_a_proof_are_counted(left_out: int) -> None:
    dealt, drawn = deal_shown()
    positions = [card.position for card in (*dealt.visible, *drawn.visible)]
    everything = check_with(to_partial(drawn.shoe, *positions), dealt.seen, drawn.seen)
    assert everything.valid is None
    assert everything.unchecked.keys() == {"order"}
    receipt = to_partial(drawn.shoe, *positions[left_out:])
    faces = check_with(receipt, dealt.seen, drawn.seen).unchecked["faces"]
    counts = f"{left_out} cards were told without one, and 0"
    assert faces.startswith(f"Add shown cards: {counts}")


def test_faces_that_are_withheld_are_counted() -> None:
    dealt, drawn = deal_shown()
    proved = to_partial(drawn.shoe, *(card.position for card in dealt.visible))
    withheld = dict(drawn.seen) | {"cards": [None] * 4}
    result = check_with(proved, dealt.seen, withheld)
    assert "and 3 were withheld" in result.unchecked["faces"]


def test_faces_of_others_that_a_player_was_not_told_need_no_proof() -> None:
    dealt, drawn = deal_shown()
    cards = zip(dealt.seen["cards"], dealt.seen["places"], strict=True)
    told = [card if place == "discards" else None for card, place in cards]
    *_, discard = dealt.visible
    shown = [card.position for card in (discard, *drawn.visible)]
    receipt = to_partial(drawn.shoe, *shown)
    entry = dict(dealt.seen) | {"cards": told}
    result = check_with(receipt, entry, drawn.seen)
    assert result.unchecked.keys() == {"order"}


def tell_a_face_twice(cards: list[str], shown: list[JSON]) -> None:
    cards[1] = cards[2]
    shown.clear()


def tell_a_shown_face_elsewhere(cards: list[str], shown: list[JSON]) -> None:
    cards[1] = cards[2]
    del shown[0]


def tell_another_face(cards: list[str], shown: list[JSON]) -> None:
    cards[1] = next(code for code in ("AS", "KS", "QS", "JS") if code not in cards)


def show_another_index(cards: list[str], shown: list[JSON]) -> None:
    shown[0]["index"] = (shown[0]["index"] + 1) % 52


def show_an_index_twice(cards: list[str], shown: list[JSON]) -> None:
    shown.append(shown[0] | {"position": shown[1]["position"]})


@for_each(
    "invent",
    [
        tell_a_face_twice,
        tell_a_shown_face_elsewhere,
        tell_another_face,
        show_another_index,
        show_an_index_twice,
    ],
)
def test_invented_faces_are_differences(
    invent: Callable[[list[str], list[JSON]], None],
) -> None:
    dealt, drawn = deal_shown()
    receipt = to_partial(drawn.shoe, *(card.position for card in drawn.visible))
    cards = list(drawn.seen["cards"])
    invent(cards, receipt["shown"])
    entry = dict(drawn.seen) | {"cards": cards}
    assert check_with(receipt, dealt.seen, entry).valid is False
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
    *_, drawn = results
    receipt = to_partial(drawn.shoe)
    entry = dict(results[number].seen) | changes
    with pytest.raises(Refused, match=sentence) as refusal:
        check_with(receipt, entry)
    assert refusal.value.field == "seen"


@for_each("game", ["holdem", "blackjack", "baccarat", "klondike"])
def test_a_stage_at_another_place_is_a_difference(game: str) -> None:
    shoe = make_shoe(game=game, reveal=Reveal.SHOWN)
    table = shoe.terms.table
    assert table
    hands = 2 if table.continues else 1
    entries = []
    for stage in shoe.terms.stages * hands:
        dealt = deal_stage(shoe, stage=stage)
        shoe = dealt.shoe
        entries.append(dict(dealt.seen))
    full = reveal_json(shoe)
    partial = to_partial(shoe)
    assert check_with(full, *entries).difference is None
    assert check_with(partial, *entries).difference is None
    for number, entry in enumerate(entries):
        forged = entry | {"places": [*entry["places"][1:], "stock"]}
        changed = [*entries[:number], forged, *entries[number + 1 :]]
        assert check_with(full, *changed).valid is False, number
        assert check_with(partial, *changed).valid is False, number
        if not table.continues:
            assert check_with(full, forged).valid is False
        if not table.procedure.needs_faces:
            assert check_with(partial, forged).valid is False
