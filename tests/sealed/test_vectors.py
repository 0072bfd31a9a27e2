"""Golden vectors of sealed shoes: lives, receipts and views, made by an implementation in another language."""

import hashlib
import json
from base64 import urlsafe_b64decode
from collections.abc import Callable
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric import ec
from nacl.signing import SigningKey as Ed25519Secret

from service.core.confirmed import Confirmed
from service.core.errors import Refused
from service.core.verification import VerificationResult
from service.games.catalogue import GAMES
from service.games.stages import lay_out
from service.sealed.consent import Action, SignedRequest, check_consent
from service.sealed.draws import CardDraw, draw
from service.sealed.encrypted_views import _write_view, measure_view
from service.sealed.observations import ObservedCards
from service.sealed.own_items import write_canonical
from service.sealed.receipt_checks import OriginalItems
from service.sealed.receipts import reveal, write_partial
from service.sealed.rounds import derive_key
from service.sealed.sealed_shoe import End, SealedShoe, create_shoe
from service.sealed.shown import check_shown_alone, show_card
from service.sealed.stage_deals import StageRequest, deal
from service.sealed.terms import parse_terms
from service.sealed.turns import TurnResult
from tests.core.test_vectors import LIMITS, VECTORS, digest
from tests.sealed import vector_files
from tests.sealed.players import check_receipt
from tests.sealed.seats import Player, read_bytes, write_bytes
from tests.sealed.vector_files import list_files, make_file
from tests.tables import for_each

Json = dict[str, Any]
LIVES = [
    case for case in vector_files.LIVES if case["answer"]["size"] <= LIMITS.shuffled
]
"""The lives of shoes that the service opens; one has more numbers than it can shuffle."""


def describe(case: Json) -> str:
    """Return the name of a case, or the contents of its shoe in a line."""
    terms = case["asked"]["terms"]
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
    return (
        str(case["asked"].get("name"))
        + "-"
        + "-".join(str(terms[name]) for name in names if name in terms)
    )


def lives(
    *members: str, share: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tests every golden vector of a shoe with these members in its answer."""
    return for_each(
        "case",
        [case for case in LIVES if set(members) <= case["answer"].keys()],
        ids=describe,
        share=share,
    )


def open_shoe(case: Json) -> SealedShoe:
    asked = case["asked"]
    return create_shoe(
        parse_terms("terms", asked["terms"]), bytes.fromhex(asked["server_seed"])
    )


def read_request(call: Json, **options: Any) -> StageRequest | CardDraw:
    """Return the request of a body."""
    options |= {"in_play": tuple(call["in_play"])} if "in_play" in call else {}
    options = call | options
    if "stage" in call:
        return StageRequest(**options)
    return CardDraw(end=End(options.pop("from", "top")), **options)


def play(case: Json) -> list[tuple[SealedShoe, StageRequest | CardDraw, TurnResult]]:
    """Make the calls of a case; return each with the shoe before and the result."""
    shoe = open_shoe(case)
    results = []
    client_seed = case["asked"]["client_seed"]
    for call in case["asked"]["calls"]:
        seeds: Json = {} if shoe.draws else {"client_seed": client_seed}
        if shoe.terms.words and seeds:
            seeds = {"words": tuple(client_seed.split(","))}
        request = read_request(call, **seeds)
        result: TurnResult = (
            deal(shoe, request, LIMITS)
            if isinstance(request, StageRequest)
            else draw(shoe, request, LIMITS)
        )
        results.append((shoe, request, result))
        shoe = result.shoe
    return results


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@lives()
def test_each_life_is_the_published_one(case: Json) -> None:
    asked = case["asked"]
    answer = case["answer"]
    opened = open_shoe(case)
    results = [result for _, _, result in play(case)]
    assert opened.terms.published == asked["terms"]
    assert opened.terms.canonical_json.decode() == answer["canonical"]
    assert (opened.seed_hash.hex(), opened.commitment.hex()) == (
        answer["seed_hash"],
        answer["commitment"],
    )
    assert opened.size == answer["size"]
    assert plain([result.seen for result in results]) == answer["seen"]
    assert [
        opened.commitment.hex(),
        *(result.shoe.last_digest.hex() for result in results),
    ] == answer["digests"]
    receipt, _ = reveal(results[-1].shoe)
    assert plain(receipt.to_json()["drawn"]) == answer["drawn"]
    if "partial" in answer:
        partial = plain(write_partial(receipt, results[-1].shoe.open_round()))
        assert partial | {"shown": answer["partial"]["shown"]} == answer["partial"]


@lives(share=3)
def test_each_round_has_the_published_key_order_and_tree(case: Json) -> None:
    reached = {
        current.number: current
        for _, _, result in play(case)
        for current in result.reached
    }
    shoe = open_shoe(case)
    client_seed = case["asked"]["client_seed"]
    answer = case["answer"]
    for published in answer["rounds"]:
        if (current := reached.get(published["round"])) is None:
            continue  # no card of it was taken
        in_play = published.get("in_play", [])
        assert (
            derive_key(shoe.server_seed, client_seed, in_play).hex() == published["key"]
        )
        order = list(current.order if shoe.size <= 2**16 else current.order[:1000])
        assert (digest(order), order[:8], order[-4:]) == (
            published["sha256"],
            published["head"],
            published["tail"],
        )
        if "root" in published:
            assert current.salt_key.hex() == published["salt_key"]
            assert current.tree.root.hex() == published["root"]
            shown = [
                card for card in answer["shown"] if card["round"] == current.number
            ]
            assert [show_card(current, card["position"]) for card in shown] == shown


@lives("stages")
def test_the_places_and_faces_of_each_stage_are_the_published_ones(case: Json) -> None:
    shoe = open_shoe(case)
    assert shoe.terms.table
    order = create_shoe(
        shoe.terms, shoe.server_seed, client_seed=case["asked"]["client_seed"]
    )
    stages = [
        {
            "stage": cards.stage,
            "place": cards.place,
            "face": cards.face,
            "positions": list(cards.positions),
        }
        for cards in lay_out(
            shoe.terms.table, order.open_round().order, shoe.terms.board or 1
        ).cards
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
    for (_, _, result), views in zip(play(case), case["answer"]["views"], strict=True):
        assert result.views.keys() == views.keys()
        for seat, places in result.views.items():
            assert (
                write_canonical(_write_view(result, seat, places)).decode()
                == views[seat]["text"]
            )
            assert measure_view(result.shoe.terms, len(places)) == views[seat]["bytes"]


@lives("consents")
def test_each_seat_consents_and_leaves_with_the_published_signatures(
    case: Json,
) -> None:
    results = play(case)
    answer = case["answer"]
    for signed, (shoe, request, _) in zip(answer["consents"], results, strict=True):
        action = Action(signed["action"]["action"])
        check_consent(shoe, action, _sign(request, consents=signed["consents"]))
    check_consent(
        results[-1][2].shoe, Action.REVEAL, SignedRequest(leaves=answer["leaves"])
    )


def _sign(request: StageRequest | CardDraw, **signatures: Any) -> SignedRequest:
    return type(request)(**vars(request) | signatures)


@lives("signed")
def test_each_digest_is_signed_as_published(case: Json) -> None:
    key = Ed25519Secret(bytes.fromhex(case["asked"]["signing"]))
    for state, signature in zip(
        case["answer"]["digests"], case["answer"]["signed"], strict=True
    ):
        text = b"shuffle-and-deal sealed 1 state\n" + bytes.fromhex(state)
        assert write_bytes(key.sign(text).signature) == signature


@pytest.mark.parametrize("case", VECTORS["views"])
def test_a_published_view_opens_with_the_key_of_its_seat(case: Json) -> None:
    asked = case["asked"]
    secret = case["asked"]["secret"]
    player = Player("1")
    player.reading = ec.derive_private_key(
        int.from_bytes(urlsafe_b64decode(secret["d"] + "=")), ec.SECP256R1()
    )
    assert player.view_key == {name: secret[name] for name in ("kty", "crv", "x", "y")}
    text = player.read(case["answer"]["jwe"])
    assert text == asked["text"].encode().ljust(asked["bytes"])
    assert read_bytes(case["answer"]["jwe"].split(".")[2]).hex() == asked["iv"]


def check(file: Json) -> VerificationResult:
    seen = [ObservedCards(**entry) for entry in file["seen"]]
    items = file.get("original_items")
    item_list = (
        None
        if items is None
        else OriginalItems(len(items), hashlib.sha256(rfc8785.dumps(items)).hexdigest())
    )
    return check_receipt(
        file["receipt"], seen, LIMITS, item_list, Confirmed(**file["confirmed"])
    )


@lives(share=4)
def test_the_full_receipt_of_each_life_is_right(case: Json) -> None:
    result = check(make_file(case))
    assert (result.difference, set(result.unchecked) - {"seen"}) == (None, set())


@lives("partial")
def test_the_partial_receipt_of_each_life_is_right(case: Json) -> None:
    result = check(make_file(case, case["answer"]["partial"]))
    assert (result.difference, set(result.unchecked) - {"faces"}) == (None, {"order"})


@lives("partial")
def test_cards_shown_alone_are_compared_with_the_root_of_their_round(
    case: Json,
) -> None:
    answer = case["answer"]
    terms = case["asked"]["terms"]
    for published in answer["rounds"]:
        shown = [
            card for card in answer["shown"] if card["round"] == published["round"]
        ]
        result = check_shown_alone(shown, published["root"], terms)
        assert (result.valid, list(result.unchecked)) == (None, ["root"])
        difference = check_shown_alone(shown, "00" * 32, terms).difference
        assert difference
        assert difference.where == "shown[0]"


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
        where = result.difference.where if result.difference else ""
        assert result.valid is expected["valid"], (expected, result)
        assert (where == expected.get("where", "")) or where.startswith(
            f"{expected['where']}."
        ), (expected, result)
        if result.valid is None:
            assert set(result.unchecked) - {"seen"} == set(expected["unchecked"]) - {
                "seen"
            }, expected


def test_every_game_lives_with_the_fewest_and_the_most_players() -> None:
    tables = {
        (terms.get("game"), terms.get("players"))
        for terms in (case["asked"]["terms"] for case in LIVES)
    }
    for game in GAMES.values():
        assert {(game.name, game.players.min), (game.name, game.players.max)} <= tables
