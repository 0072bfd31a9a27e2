"""Shoes of `shoe3` by the bytes of docs/private.md: terms, keys, trees, records, and what a turn tells."""

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import Refused, TooMany
from service.core.rng.sources import WordSource
from service.core.rng.streams import keyed
from service.core.sealed.deals import StageRequest, StageResult, deal
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.resolution import check_terms, resolve_terms
from service.core.sealed.rounds import Bitmap, Round
from service.core.sealed.shoe import SealedShoe, unseal
from service.core.sealed.terms import MAX_PRIVATE, Consent, Reshuffle, Reveal, ShoeScheme, Terms, parse_terms
from service.core.shuffles.algorithms import SHUFFLES
from service.core.shuffles.plans import Limits
from tests.core.sealed.seats import Player, sit_down
from tests.tables import for_each

LIMITS = Limits()
TOKENS = Tokens(b"shoe", [generate_key()], ttl=60)
NORTH, SOUTH, EAST = (Player(seat) for seat in ("N", "S", "E"))
KEYS = {"N": NORTH.key, "S": SOUTH.key}
CONSENT = {"keys": KEYS, "quorum": 2, "start": 2}
VIEWS = {"N": NORTH.view_key}
OTHER = {"kty": "OKP", "crv": "Ed25519", "x": "A" * 43}


def make_terms(**members: Any) -> Terms:
    """Return resolved terms; `consent` is as in JSON."""
    consent = members.pop("consent", None)
    terms = Terms(scheme=ShoeScheme.SHOE3, consent=consent and Consent(**consent), **members)
    return resolve_terms(terms, LIMITS)


def make_shoe(**members: Any) -> SealedShoe:
    return SealedShoe(terms=make_terms(**members), server_seed=SEED)


def test_members_left_out_of_a_request_are_in_the_terms() -> None:
    assert make_terms(items=("a",)).published == {
        **{"scheme": "shoe3", "stream": "sd1", "items": ["a"], "algorithm": "fisher_yates", "cut": 0},
        **{"reshuffle": "when_empty", "reveal": "all"},
    }
    consent = {"keys": KEYS, "quorum": 1}
    assert make_terms(deck="standard", consent=consent).published["consent"] == {**consent, "start": 0}


@for_each(
    "members",
    [
        {"items": (" a, b\n", '"', "é\0\U0001f0a1", "a", "a")},
        {"items": tuple("\0" * 32 for _ in range(500)), "reshuffle": Reshuffle.AT_CUT, "cut": 10},
        {"max": MAX_PRIVATE, "label": "raffle"},
        {"game": "holdem", "players": 2, "consent": {"keys": {"1": NORTH.key}, "quorum": 1, "start": 0}},
        {"deck": "mahjong", "reveal": Reveal.AUDITOR, "auditor": EAST.view_key, "consent": CONSENT, "view_keys": VIEWS},
    ],
)
def test_terms_are_parsed_back_and_fit_in_a_token(members: dict[str, Any]) -> None:
    shoe = make_shoe(**members)
    published = json.loads(shoe.terms.canonical_json)
    assert parse_terms("terms", published) == shoe.terms
    assert check_terms(shoe.terms) is None
    if not members.get("items", ("",))[0].startswith("\0"):
        text = json.dumps(published, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert shoe.terms.canonical_json.replace(rb"\u0000", b"\0") == text.replace("\\u0000", "\0").encode()
    assert unseal(TOKENS, "shoe", shoe.seal(TOKENS)) == replace(shoe, digest=shoe.commitment)


@for_each(
    "members, field, sentence",
    [
        ({"items": ("a",), "deck": "standard"}, "items", "deck and items are given"),
        ({"items": ("a",), "decks": 2}, "decks", "A shoe of items does not take decks"),
        ({"items": ("a",), "min": 2}, "min", "A shoe of items does not take min"),
        ({"items": ("é" * 256,) * 33}, "items", "16,896 bytes"),
        ({"items": ("a",) * 501}, "items", "from 1 to 500"),
        ({"max": MAX_PRIVATE + 1}, "max", "at most 65,536 integers"),
        ({"deck": "standard", "reveal": Reveal.AUDITOR}, "auditor", "go together"),
        ({"deck": "standard", "auditor": EAST.view_key}, "auditor", "go together"),
        ({"deck": "standard", "view_keys": VIEWS, "consent": CONSENT}, "view_keys", "discloses all cards"),
        ({"deck": "standard", "view_keys": VIEWS, "reveal": Reveal.SHOWN}, "view_keys", "needs consent"),
        ({"deck": "standard", "consent": CONSENT | {"quorum": 3}}, "consent", "consent.quorum is 3, and there are 2"),
        ({"deck": "standard", "consent": CONSENT | {"start": 3}}, "consent", "consent.start is 3, and there are 2"),
        ({"deck": "standard", "consent": CONSENT | {"keys": {}}}, "consent", "there are 0 keys"),
        ({"game": "holdem", "consent": CONSENT}, "consent", "The seat 'N' of consent is none of 1, 2"),
        (
            {"deck": "standard", "consent": CONSENT | {"keys": KEYS | {"E": NORTH.key}}},
            "consent",
            "'N' and 'E' have the same key",
        ),
        (
            {"deck": "standard", "consent": CONSENT, "reveal": Reveal.SHOWN, "view_keys": {"E": EAST.view_key}},
            "view_keys",
            "'E' of view_keys has no key in consent",
        ),
        (
            {"deck": "standard", "consent": CONSENT, "view_keys": VIEWS}
            | {"reveal": Reveal.AUDITOR, "auditor": NORTH.view_key},
            "view_keys",
            "'N' and 'auditor' have the same key",
        ),
    ],
)
def test_contradictory_terms_are_refused(members: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refusal:
        make_terms(**members)
    assert refusal.value.field == field


@for_each("name, value", [("items", ("a",)), ("reveal", Reveal.ALL), ("auditor", EAST.view_key), ("view_keys", VIEWS)])
@for_each("scheme", [ShoeScheme.SHOE1, ShoeScheme.SHOE2])
def test_members_of_shoe3_are_refused_in_another_scheme(name: str, value: object, scheme: ShoeScheme) -> None:
    contents = {} if name == "items" else {"deck": "standard"}
    with pytest.raises(Refused, match=f"{name} is for shoes of shoe3, and scheme is {scheme}") as refusal:
        resolve_terms(Terms(scheme=scheme, **contents, **{name: value}), LIMITS)  # type: ignore[arg-type]
    assert refusal.value.field == name


@for_each(
    "changes, sentence",
    [
        ({"reveal": None}, "terms.reveal must be one of: all, shown, auditor"),
        ({"consent": {"keys": KEYS, "quorum": 2}}, "terms.consent lacks the member start"),
        ({"consent": CONSENT | {"keys": KEYS | {"S": OTHER}}}, "terms.consent.keys.S.x must be"),
        ({"consent": CONSENT | {"keys": {"N\n": NORTH.key}}}, "terms.consent.keys: the name of a seat must be"),
        ({"items": ["a"]}, "terms has no member 'deck'"),
        ({"scheme": "shoe2"}, "terms has no member 'consent'"),
    ],
)
def test_published_terms_are_parsed_strictly(changes: Mapping[str, Any], sentence: str) -> None:
    terms = json.loads(make_terms(deck="standard", consent=CONSENT).canonical_json)
    with pytest.raises(Refused, match=sentence):
        parse_terms("terms", terms | changes)


def u32(*integers: int) -> bytes:
    return b"".join(integer.to_bytes(4) for integer in integers)


def hash_tree(entries: Sequence[bytes]) -> bytes:
    """Return the Merkle Tree Hash as RFC 9162 defines it."""
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    middle = 1 << (len(entries) - 1).bit_length() - 1
    return sha256(b"\1" + hash_tree(entries[:middle]) + hash_tree(entries[middle:])).digest()


def shuffle(terms: Terms, key: bytes, number: int, size: int) -> Sequence[int]:
    return SHUFFLES[terms.algorithm].draw(size, WordSource(keyed(key, number)), size, {})


def expect_order(terms: Terms, client_seed: str, number: int, in_play: Sequence[int]) -> list[int]:
    """Return the order of a round under the seed 00 01 02 …, from the definition."""
    text = u32(len(in_play), *in_play) + client_seed.encode()
    keys = [hmac.digest(SEED, f"shuffle-and-deal {name} 3\n".encode() + text, "sha256") for name in ("shoe", "in play")]
    others = [index for index in range(terms.size) if index not in in_play]
    kept = [in_play[item] for item in shuffle(terms, keys[1], number, len(in_play))] if in_play else []
    return [others[item] for item in shuffle(terms, keys[0], number, len(others))] + kept


def expect_root(order: Sequence[int], client_seed: str, number: int) -> str:
    key = hmac.digest(SEED, b"shuffle-and-deal salts 3\n" + u32(number, *order) + client_seed.encode(), "sha256")
    entries = [hmac.digest(key, u32(place), "sha256") + u32(number, place, index) for place, index in enumerate(order)]
    return hash_tree(entries).hex()


def expect_digest(before: bytes, record: Mapping[str, Any]) -> bytes:
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(b"shuffle-and-deal draw 3\n" + before + text.encode()).digest()


SEED = bytes(range(32))


def test_a_life_has_the_bytes_of_the_definition() -> None:
    shoe = make_shoe(items=tuple("abcdefg"))
    hashed = sha256(b"shuffle-and-deal seed 3\n" + SEED).digest()
    digest = sha256(b"shuffle-and-deal commitment 3\n" + hashed + shoe.terms.canonical_json).digest()
    assert shoe.commitment == digest

    first = draw(shoe, DrawRequest(count=3, client_seed="é", seat="N"), LIMITS)
    order = expect_order(shoe.terms, "é", 0, ())
    root = expect_root(order, "é", 0)
    assert (first.indices, first.seen["cards"]) == (order[:3], ["abcdefg"[index] for index in order[:3]])
    record: dict[str, Any] = {"positions": [0, 1, 2], "rounds": [0, 0, 0], "seat": "N", "roots": [root]}
    assert {name: first.seen[name] for name in record} == record
    digest = expect_digest(digest, record | {"client_seed": "é"})
    assert first.shoe.digest == digest

    second = draw(first.shoe, DrawRequest(count=5, in_play=(2, 0)), LIMITS)  # two of them in a round with four in play
    kept = [order[position] for position in (0, 2, *range(3, 7))]
    order = expect_order(shoe.terms, "é", 1, sorted(kept))
    assert list(second.reached[-1].order) == order
    record = {"positions": [3, 4, 5, 6, 0], "rounds": [0, 0, 0, 0, 1], "in_play": [0, 2, 3, 4, 5, 6]}
    assert second.shoe.digest == expect_digest(digest, record | {"roots": [expect_root(order, "é", 1)]})
    assert second.reached[-1].tree.root.hex() == second.seen["roots"][0]
    assert second.in_play is not None
    assert set(second.shoe.told) == {0, *second.in_play.after}  # a card that was told and stays is told where it is


def test_a_stage_is_in_its_record_and_the_first_one_begins_round_0() -> None:
    shoe = make_shoe(game="holdem", players=2)
    hole = deal(shoe, StageRequest(), LIMITS)
    root = hole.reached[0].tree.root.hex()
    record = {"positions": [0, 1, 2, 3], "rounds": [0] * 4, "stage": "hole"}
    assert hole.shoe.digest == expect_digest(shoe.commitment, record | {"roots": [root]})
    flop = deal(hole.shoe, StageRequest(), LIMITS)
    record = {"positions": [4, 5, 6, 7], "rounds": [0] * 4, "stage": "flop"}
    assert flop.shoe.digest == expect_digest(hole.shoe.digest, record)
    assert "roots" not in flop.seen
    again = deal(flop.shoe, StageRequest(reshuffle=True), LIMITS)
    assert again.seen["roots"] == [again.reached[0].tree.root.hex()]


def test_a_draw_from_a_pile_is_in_its_record_with_its_seat() -> None:
    dealt = deal(make_shoe(game="riichi"), StageRequest(through="indicator"), LIMITS)
    drawn = draw(dealt.shoe, DrawRequest(count=1, pile="dead_wall", part="dora_indicators", seat="east"), LIMITS)
    source = {"pile": "dead_wall", "part": "dora_indicators", "seat": "east"}
    assert source.items() <= drawn.seen.items()
    record = {"positions": list(drawn.positions), "rounds": [0], **source}
    assert drawn.shoe.digest == expect_digest(dealt.shoe.digest, record)


def test_rounds_with_other_cards_in_play_have_nothing_in_common() -> None:
    terms = make_terms(deck="standard")
    rounds = [Round(terms, 1, SEED, "x", Bitmap.of([index])) for index in range(3)]
    assert len({current.tree.root for current in rounds}) == 3
    assert len({tuple(current.order[:20]) for current in rounds}) == 3


def test_cards_in_play_are_named_by_position_alone() -> None:
    drawn = draw(make_shoe(deck="standard"), DrawRequest(count=5), LIMITS)
    sentences = set()
    for card in ("AS", "5H", "1X"):
        with pytest.raises(Refused) as refusal:
            draw(drawn.shoe, DrawRequest(count=48, in_play=(card,)), LIMITS)
        sentences.add(str(refusal.value))
    assert sentences == {"in_play[0] is no position, and a shoe of shoe3 takes positions alone."}


def deal_privately(*private: str, through: str | None = None) -> StageResult:
    """Return the first stages of hold'em by two players, of whom some have keys for views."""
    players = sit_down("1", "dealer")
    keys = {seat: player.key for seat, player in players.items()}
    shoe = make_shoe(
        game="holdem",
        players=2,
        reveal=Reveal.SHOWN,
        consent={"keys": keys, "quorum": 2, "start": 2},
        view_keys={seat: players[seat].view_key for seat in private},
    )
    return deal(shoe, StageRequest(through=through), LIMITS)


def test_cards_of_a_seat_with_a_view_key_are_told_to_nobody() -> None:
    hole = deal_privately("1")
    hands = {cards.name: (cards.count, list(cards.told)) for cards in hole.cards}
    assert hands == {"1": (2, []), "dealer": (2, [1, 3])}
    assert [card is None for card in hole.seen["cards"]] == [True, False, True, False]
    assert hole.views == {"1": [(0, 0), (0, 2)]}
    assert list(hole.shoe.told) == [1, 3]
    flop = deal(hole.shoe, StageRequest(), LIMITS)
    assert (flop.views, list(flop.shoe.told)) == ({}, [1, 3, 5, 6, 7])  # the burned card is not told
    river = deal_privately("1", "dealer", through="river")
    assert (river.views, [set(stage.views) for stage in river.stages]) == ({}, [{"1", "dealer"}, set(), set(), set()])
    assert list(river.shoe.told) == [5, 6, 7, 9, 11]


def test_a_draw_of_a_seat_with_a_view_key_is_told_to_nobody() -> None:
    shoe = make_shoe(deck="standard", consent=CONSENT, view_keys=VIEWS, reveal=Reveal.SHOWN)
    drawn = draw(shoe, DrawRequest(count=2, burn=1, seat="N"), LIMITS)
    assert (drawn.indices, drawn.positions, drawn.seen["cards"]) == ([], [], [None] * 3)
    assert drawn.views == {"N": [(0, 1), (0, 2)]}
    assert not drawn.shoe.told
    other = draw(drawn.shoe, DrawRequest(count=1, burn=1, seat="S"), LIMITS)
    assert (other.positions, other.views, list(other.shoe.told)) == ([4], {}, [4])
    assert unseal(TOKENS, "shoe", other.shoe.seal(TOKENS)).told == other.shoe.told


def test_long_items_are_drawn_as_often_as_their_size_allows() -> None:
    short, long = ({"items": (text * length,)} for text, length in (("a", 1), ("\0", 256)))  # 6 bytes of JSON each
    limits = Limits(items=1000)
    assert len(draw(make_shoe(**short), DrawRequest(count=500), limits).indices) == 500
    assert len(draw(make_shoe(**long), DrawRequest(count=2), limits).indices) == 2
    with pytest.raises(TooMany, match="MAX_ITEMS"):
        draw(make_shoe(**long), DrawRequest(count=3), limits)


def test_trees_count_as_work() -> None:
    limits = Limits(draws=10_000)
    draw(SealedShoe(terms=Terms(deck="standard"), server_seed=SEED), DrawRequest(count=520), limits)
    with pytest.raises(TooMany, match="MAX_DRAWS"):
        draw(make_shoe(deck="standard"), DrawRequest(count=1040), limits)


def test_a_token_with_the_keys_of_six_seats_is_short() -> None:
    players = sit_down("1", "2", "3", "4", "5", "dealer")
    keys = {seat: player.key for seat, player in players.items()}
    shoe = make_shoe(
        game="holdem",
        players=6,
        reveal=Reveal.SHOWN,
        consent={"keys": keys, "quorum": 6, "start": 6},
        view_keys={seat: player.view_key for seat, player in players.items()},
    )
    assert len(deal(shoe, StageRequest(), LIMITS).shoe.seal(TOKENS)) <= 4096
