"""Golden vectors of sealed shoes: lives, receipts and views, made by an implementation in another language."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric import ec
from nacl.signing import SigningKey as Ed25519Secret

from service.core.errors import Refused
from service.games.catalogue import GAMES
from service.games.stages import lay_out
from service.sealed.opening.own_items import write_canonical
from service.sealed.opening.terms import parse_terms
from service.sealed.receipts.observations import ObservedCards
from service.sealed.receipts.receipt import reveal, write_partial
from service.sealed.receipts.receipt_checks import OriginalItems
from service.sealed.shoe.consent import Action, SignedRequest, check_consent
from service.sealed.shoe.rounds import derive_key
from service.sealed.shoe.sealed_shoe import End, SealedShoe, create_shoe
from service.sealed.shoe.shown import check_shown_alone, show_card
from service.sealed.turns.draws import CardDraw, draw
from service.sealed.turns.encrypted_views import _write_view, measure_view
from service.sealed.turns.stage_deals import StageRequest, deal
from service.sealed.turns.turn_records import TurnResult
from service.verdicts.confirmed import Confirmed
from service.verdicts.verdict import VerificationResult
from tests.sealed import vector_files
from tests.sealed.players import check_receipt, place_of_difference
from tests.sealed.seats import Player, read_bytes, write_bytes
from tests.sealed.vector_files import list_files, make_file
from tests.tables import for_each
from tests.vectors.files import LIMITS, VECTORS, digest

Json = dict[str, Any]
LIVES = [
    case
    for case in vector_files.LIVES
    if case["answer"]["size"] <= LIMITS.shuffled.number
]
"""The lives of shoes that the service opens; one has more numbers than it can shuffle."""


def describe(case: Json) -> str:
    """Return the name of a case, or the contents of its shoe in a line."""
    asked = case["asked"]
    terms = asked["terms"]
    names = (
        "game",
        "players",
        "deck",
        "min",
        "max",
        "algorithm",
        "reshuffle",
        "reveal",
    )
    values = [terms[name] for name in names if name in terms]
    return "-".join(str(value) for value in (asked.get("name"), *values))


def lives(*members: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tests every golden vector of a shoe with these members in its answer."""
    return for_each(
        "case",
        [case for case in LIVES if set(members) <= case["answer"].keys()],
        ids=describe,
    )


def open_shoe(case: Json) -> SealedShoe:
    """Return the shoe of a case before its first draw."""
    asked = case["asked"]
    terms = parse_terms("terms", asked["terms"])
    return create_shoe(terms, bytes.fromhex(asked["server_seed"]))


def read_request(call: Json, **options: Any) -> StageRequest | CardDraw:
    """Return the request of a body."""
    options |= {"in_play": tuple(call["in_play"])} if "in_play" in call else {}
    options = call | options
    if "stage" in call:
        return StageRequest(**options)
    return CardDraw(end=End(options.pop("from", "top")), **options)


class Call(NamedTuple):
    """A request of a case, with the shoe before it and its result."""

    shoe: SealedShoe
    request: StageRequest | CardDraw
    result: TurnResult


def play(case: Json) -> list[Call]:
    """Return the calls of a case in order."""
    shoe = open_shoe(case)
    calls = []
    client_seed = case["asked"]["client_seed"]
    for body in case["asked"]["calls"]:
        seeds: Json = {"client_seed": client_seed}
        if shoe.draws:
            seeds = {}
        elif shoe.terms.words:
            seeds = {"words": tuple(client_seed.split(","))}
        request = read_request(body, **seeds)
        if isinstance(request, StageRequest):
            result: TurnResult = deal(shoe, request, LIMITS)
        else:
            result = draw(shoe, request, LIMITS)
        calls.append(Call(shoe, request, result))
        shoe = result.shoe
    return calls


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    return json.loads(json.dumps(value))


@lives()
def test_each_life_is_the_published_one(case: Json) -> None:
    answer = case["answer"]
    opened = open_shoe(case)
    assert opened.terms.published == case["asked"]["terms"]
    assert opened.terms.canonical_json.decode() == answer["canonical"]
    assert opened.seed_hash.hex() == answer["seed_hash"]
    assert opened.commitment.hex() == answer["commitment"]
    assert opened.size == answer["size"]
    results = [call.result for call in play(case)]
    assert plain([result.seen for result in results]) == answer["seen"]
    digests = [result.shoe.last_digest.hex() for result in results]
    assert [opened.commitment.hex(), *digests] == answer["digests"]
    last = results[-1].shoe
    receipt, _ = reveal(last)
    assert plain(receipt.to_json()["drawn"]) == answer["drawn"]
    if "partial" in answer:
        partial = plain(write_partial(receipt, last.open_round()))
        shown = answer["partial"]["shown"]
        assert partial | {"shown": shown} == answer["partial"]


@lives()
def test_each_round_has_the_published_key_order_and_tree(case: Json) -> None:
    rounds = [current for call in play(case) for current in call.result.reached]
    reached = {current.number: current for current in rounds}
    shoe = open_shoe(case)
    client_seed = case["asked"]["client_seed"]
    answer = case["answer"]
    for published in answer["rounds"]:
        number = published["round"]
        if number not in reached:
            continue  # no card of it was taken
        current = reached[number]
        in_play = published.get("in_play", [])
        key = derive_key(shoe.server_seed, client_seed, in_play)
        assert key.hex() == published["key"]
        order = list(current.order if shoe.size <= 2**16 else current.order[:1000])
        assert digest(order) == published["sha256"]
        assert order[:8] == published["head"]
        assert order[-4:] == published["tail"]
        if "root" in published:
            assert current.salt_key.hex() == published["salt_key"]
            assert current.tree.root.hex() == published["root"]
            shown = [card for card in answer["shown"] if card["round"] == number]
            assert [show_card(current, card["position"]) for card in shown] == shown


@lives("stages")
def test_the_places_and_faces_of_each_stage_are_the_published_ones(case: Json) -> None:
    terms = open_shoe(case).terms
    assert terms.table
    seed = bytes.fromhex(case["asked"]["server_seed"])
    shoe = create_shoe(terms, seed, client_seed=case["asked"]["client_seed"])
    laid = lay_out(terms.table, shoe.open_round().order, terms.board or 1)
    stages = [
        {
            "stage": cards.stage,
            "place": cards.place,
            "face": cards.face,
            "positions": list(cards.positions),
        }
        for cards in laid.cards
        if cards.positions
    ]
    published = [
        stage | {"positions": parse_positions(stage["positions"])}
        for stage in case["answer"]["stages"]
    ]
    assert sorted(stages, key=json.dumps) == sorted(published, key=json.dumps)


def parse_positions(text: str) -> list[int]:
    """Return the positions in a text with a hyphen for ascending runs: 0-3 7."""
    runs = [[int(end) for end in run.split("-")] for run in text.split()]
    return [position for run in runs for position in range(run[0], run[-1] + 1)]


@lives("views")
def test_each_view_has_the_published_text_and_size(case: Json) -> None:
    for call, published in zip(play(case), case["answer"]["views"], strict=True):
        result = call.result
        assert result.views.keys() == published.keys()
        for seat, places in result.views.items():
            text = write_canonical(_write_view(result, seat, places))
            assert text.decode() == published[seat]["text"]
            size = measure_view(result.shoe.terms, len(places))
            assert size == published[seat]["bytes"]


@lives("consents")
def test_each_seat_consents_and_leaves_with_the_published_signatures(
    case: Json,
) -> None:
    calls = play(case)
    answer = case["answer"]
    for call, signed in zip(calls, answer["consents"], strict=True):
        action = Action(signed["action"]["action"])
        request = replace(call.request, consents=signed["consents"])
        check_consent(call.shoe, action, request)
    last = calls[-1].result.shoe
    check_consent(last, Action.REVEAL, SignedRequest(leaves=answer["leaves"]))


@lives("signed")
def test_each_digest_is_signed_as_published(case: Json) -> None:
    key = Ed25519Secret(bytes.fromhex(case["asked"]["signing"]))
    answer = case["answer"]
    for state, signature in zip(answer["digests"], answer["signed"], strict=True):
        text = b"shuffle-and-deal sealed 1 state\n" + bytes.fromhex(state)
        assert write_bytes(key.sign(text).signature) == signature


@for_each("case", VECTORS["views"])
def test_a_published_view_opens_with_the_key_of_its_seat(case: Json) -> None:
    asked = case["asked"]
    secret = asked["secret"]
    number = int.from_bytes(read_bytes(secret["d"]))
    player = Player("1")
    player.reading = ec.derive_private_key(number, ec.SECP256R1())
    assert player.view_key == {name: secret[name] for name in ("kty", "crv", "x", "y")}
    jwe = case["answer"]["jwe"]
    assert player.read(jwe) == asked["text"].encode().ljust(asked["bytes"])
    _, _, nonce, _, _ = jwe.split(".")
    assert read_bytes(nonce).hex() == asked["iv"]


def check(file: Json) -> VerificationResult:
    """Return the result of the check of a file."""
    seen = [ObservedCards(**entry) for entry in file["seen"]]
    notes = Confirmed(**file["confirmed"])
    items = file.get("original_items")
    item_list = None
    if items is not None:
        text = rfc8785.dumps(items)
        item_list = OriginalItems(len(items), hashlib.sha256(text).hexdigest())
    return check_receipt(file["receipt"], seen, LIMITS, item_list, notes)


@lives()
def test_the_full_receipt_of_each_life_is_right(case: Json) -> None:
    result = check(make_file(case))
    assert result.difference is None
    assert result.unchecked.keys() <= {"seen"}


@lives("partial")
def test_the_partial_receipt_of_each_life_is_right(case: Json) -> None:
    result = check(make_file(case, case["answer"]["partial"]))
    assert result.difference is None
    assert result.unchecked.keys() - {"faces"} == {"order"}


@lives("partial")
def test_cards_shown_alone_are_compared_with_the_root_of_their_round(
    case: Json,
) -> None:
    answer = case["answer"]
    terms = case["asked"]["terms"]
    for published in answer["rounds"]:
        number = published["round"]
        shown = [card for card in answer["shown"] if card["round"] == number]
        result = check_shown_alone(shown, published["root"], terms)
        assert result.valid is None
        assert result.unchecked.keys() == {"root"}
        other = check_shown_alone(shown, "00" * 32, terms)
        assert place_of_difference(other) == "shown[0]"


@for_each(
    "case",
    [case for case in LIVES if {"altered", "altered_partial"} & case.keys()],
    ids=describe,
    share=4,
)
def test_an_altered_receipt_differs_where_it_is_published(case: Json) -> None:
    for file, expected in list_files(case):
        if "refused" in expected:
            with pytest.raises(Refused) as refusal:
                check(file)
            assert refusal.value.field == expected["refused"]
            continue
        result = check(file)
        assert result.valid is expected["valid"], (expected, result)
        where = place_of_difference(result) or ""
        is_there = where == expected.get("where", "")
        is_below = where.startswith(f"{expected.get('where')}.")
        assert is_there or is_below, (expected, result)
        if result.valid is None:
            unchecked = set(expected["unchecked"]) - {"seen"}
            assert result.unchecked.keys() - {"seen"} == unchecked, expected


def test_every_game_lives_with_the_fewest_and_the_most_players() -> None:
    all_terms = [case["asked"]["terms"] for case in LIVES]
    tables = {(terms.get("game"), terms.get("players")) for terms in all_terms}
    for game in GAMES.values():
        assert (game.name, game.players.min) in tables
        assert (game.name, game.players.max) in tables
