"""Golden vectors of the scheme shoe3: private hands, made by an implementation in another language."""

import json
from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from nacl.signing import SigningKey as Ed25519Secret

from service.core.sealed.consent import Action, SignedRequest, check_consent
from service.core.sealed.deals import StageRequest, deal
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.receipts import reveal
from service.core.sealed.rounds import derive_in_play_key, derive_key, hash_seed
from service.core.sealed.shoe import End, SealedShoe
from service.core.sealed.shown import show_card, write_partial
from service.core.sealed.terms import parse_terms
from service.core.sealed.turns import TurnResult
from service.core.sealed.views import _write_view, measure_view
from tests.core.sealed.seats import Player, read_bytes, write_bytes
from tests.core.test_vectors import LIMITS, ROOT, VECTORS, digest
from tests.docs.examples import section
from tests.tables import for_each

LIVES: list[dict[str, Any]] = VECTORS["private"]


def describe(case: dict[str, Any]) -> str:
    """Return the contents of the shoe of a case in a line."""
    terms = case["asked"]["terms"]
    names = ("game", "players", "deck", "min", "max", "algorithm", "reshuffle")
    return "-".join(str(terms[name]) for name in names if name in terms)


lives = for_each("case", LIVES, ids=describe)


def make_call(shoe: SealedShoe, call: dict[str, Any], client_seed: str | None) -> TurnResult:
    """Deal a stage or draw cards."""
    options: dict[str, Any] = {**call, "client_seed": None if shoe.draws else client_seed}
    stage, count = options.pop("deal", None), options.pop("draw", 0)
    if stage:
        return deal(shoe, StageRequest(stage=stage, **options), LIMITS)
    end = End(options.pop("from", "top"))
    return draw(shoe, DrawRequest(count=count, end=end, **options), LIMITS)


def open_shoe(case: dict[str, Any]) -> SealedShoe:
    asked = case["asked"]
    return SealedShoe(terms=parse_terms("terms", asked["terms"]), server_seed=bytes.fromhex(asked["server_seed"]))


def live(case: dict[str, Any]) -> list[TurnResult]:
    """Return the results of the calls of a case."""
    shoe, results = open_shoe(case), []
    for call in case["asked"]["calls"]:
        results.append(make_call(shoe, call, case["asked"]["client_seed"]))
        shoe = results[-1].shoe
    return results


@lives
def test_the_commitment_is_the_published_one(case: dict[str, Any]) -> None:
    shoe, answer = open_shoe(case), case["answer"]
    assert shoe.terms.published == case["asked"]["terms"]
    assert shoe.terms.canonical_json.decode() == answer["canonical"]
    assert hash_seed(shoe.server_seed).hex() == answer["seed_hash"]
    assert shoe.commitment.hex() == answer["commitment"]
    assert shoe.size == answer["size"]


@lives
def test_each_round_has_the_published_keys_order_and_tree(case: dict[str, Any]) -> None:
    reached = {current.number: current for result in live(case) for current in result.reached}
    shoe, client_seed = open_shoe(case), case["asked"]["client_seed"]
    shown = case["answer"]["shown"]
    for published in case["answer"]["rounds"]:
        if (current := reached.get(published["round"])) is None:
            continue  # the whole of it was in the middle of a draw
        in_play = published.get("in_play", [])
        arguments = (shoe.server_seed, client_seed, shoe.terms.scheme, in_play)
        assert derive_key(*arguments).hex() == published["key"]
        assert derive_in_play_key(*arguments).hex() == published["in_play_key"]
        assert current.salt_key.hex() == published["salt_key"]
        assert digest(current.order) == published["sha256"]
        assert list(current.order[:8]) == published["head"]
        assert list(current.order[-4:]) == published["tail"]
        assert current.tree.root.hex() == published["root"]
        for card in shown:
            if card["round"] == current.number:
                assert show_card(current, card["position"]) == card


@lives
def test_each_draw_and_each_receipt_is_the_published_one(case: dict[str, Any]) -> None:
    results, answer = live(case), case["answer"]
    assert json.loads(json.dumps([result.seen for result in results])) == answer["seen"]
    assert [result.shoe.last_digest.hex() for result in results] == answer["digests"][1:]
    shoe = results[-1].shoe
    receipt, _ = reveal(shoe)
    assert json.loads(json.dumps(receipt.to_json()["drawn"])) == answer["drawn"]
    published = answer["partial"]
    partial = write_partial(receipt, shoe.open_round(), published["shown"])
    assert json.loads(json.dumps(partial)) == published
    told = {card["position"] for card in published["shown"]}
    assert told <= set(shoe.told)


@for_each("case", [case for case in LIVES if "views" in case["answer"]], ids=describe)
def test_each_view_has_the_published_text_and_size(case: dict[str, Any]) -> None:
    for result, views in zip(live(case), case["answer"]["views"], strict=True):
        assert result.views.keys() == views.keys()
        for seat, places in result.views.items():
            view = _write_view(result, seat, places)
            text = json.dumps(view, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
            assert text == views[seat]["text"]
            assert measure_view(result.shoe.terms, len(places)) == views[seat]["bytes"]


@for_each("case", [case for case in LIVES if "consents" in case["answer"]], ids=describe)
def test_each_seat_consents_and_leaves_with_the_published_signatures(case: dict[str, Any]) -> None:
    shoe, answer = open_shoe(case), case["answer"]
    assert shoe.terms.consent
    for signed, result in zip(answer["consents"], live(case), strict=True):
        sent = dict(signed["action"])
        check_consent(shoe, Action(sent.pop("action")), SignedRequest(consents=signed["consents"], sent=sent))
        shoe = result.shoe
    check_consent(shoe, Action.REVEAL, SignedRequest(leaves=answer["leaves"]))


@lives
def test_each_digest_is_signed_as_published(case: dict[str, Any]) -> None:
    key = Ed25519Secret(bytes.fromhex(case["asked"]["signing"]))
    for state, signature in zip(case["answer"]["digests"], case["answer"]["signed"], strict=True):
        text = b"shuffle-and-deal state 3\n" + bytes.fromhex(state)
        assert write_bytes(key.sign(text).signature) == signature


@pytest.mark.parametrize("case", VECTORS["views"])
def test_a_published_view_opens_with_the_key_of_its_seat(case: dict[str, Any]) -> None:
    asked, secret = case["asked"], case["asked"]["secret"]
    player = Player("1")
    player.reading = ec.derive_private_key(int.from_bytes(urlsafe_b64decode(secret["d"] + "=")), ec.SECP256R1())
    assert player.view_key == {name: secret[name] for name in ("kty", "crv", "x", "y")}
    text = player.read(case["answer"]["jwe"])
    assert text == asked["text"].encode().ljust(asked["bytes"])
    assert read_bytes(case["answer"]["jwe"].split(".")[2]).hex() == asked["iv"]


def test_the_worked_example_is_the_first_of_the_lives() -> None:
    example = section(ROOT / "docs" / "private.md", "A private hand, from seed to card")
    text = "".join(example.split())
    asked, answer = LIVES[0]["asked"], LIVES[0]["answer"]
    (first,), shown = answer["rounds"], answer["partial"]["shown"][0]
    action = {**answer["consents"][0]["action"]}
    for row in (
        *(answer[name] for name in ("canonical", "seed_hash", "commitment")),
        f"{len(answer['canonical'].encode())} bytes",
        *(first[name] for name in ("key", "salt_key", "root")),
        " ".join(map(str, first["head"])),
        "".join(shown["path"]),
        shown["salt"] + "".join(shown[name].to_bytes(4).hex() for name in ("round", "position", "index")),
        json.dumps(action, separators=(",", ":"), sort_keys=True) + "".join(answer["consents"][0]["consents"].values()),
        answer["leaves"]["1"],
        *map("".join, zip(answer["records"], answer["digests"][1:], strict=True)),
        f"{answer['views'][0]['1']['bytes']} bytes",
    ):
        assert "".join(row.split()) in text
    for name, secret in asked["secrets"].items():
        assert secret["consent"] == sha256(f"consent of {name}".encode()).hexdigest()
        assert read_bytes(secret["view"]["d"]) == sha256(f"view of {name}".encode()).digest()
