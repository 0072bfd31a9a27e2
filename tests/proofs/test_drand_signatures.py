"""BLS signatures of published rounds of drand, checked with the extra `drand` (`make test SUITE=drand`).

The rounds, in drand.json, are those of rounds.py and those of crypto/schemes_test.go in github.com/drand/drand, of
which the first is of the default chain; round 1337 of the default chain is from the README of drand-verify 0.6.2
(docs.rs), and round 1000 of quicknet from the tests of Ideal Labs' verifier of pulses and of others. The points outside
of the subgroups are those with the smallest x, found with the library.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Refused
from service.proofs.bls import has_signed, is_public_key
from service.proofs.drand import (
    CHAINS,
    SIGNATURE_SCHEMES,
    DrandRound,
    build_message,
    check_beacon,
    check_round,
)
from tests.proofs.rounds import (
    DEFAULT,
    DESCRIBED,
    FASTNET_2,
    PUBLISHED,
    QUICK_1,
    QUICK_2,
    QUICK_1000,
    QUICKNET,
    RFC9380,
    ROUND_1,
    ROUND_2,
    ROUND_3,
    ROUND_1337,
    ROUND_2634945,
    ROUNDS,
    TESTNET_7601003,
    format_id,
)

pytestmark = pytest.mark.drand

SIGNATURES = PUBLISHED["signatures"]
COMPLETE = [*ROUNDS, ROUND_1337, QUICK_1000]
SIGNED = [*COMPLETE, *DESCRIBED, ROUND_2634945]


def fill(first: str, last: str) -> dict[int, str]:
    """Return digits for a point of G1 and one of G2 by their sizes, with zeros between the first and the last."""
    return {48: first + 46 * "00" + last, 96: first + 94 * "00" + last}


ZERO = fill("c0", "00")
NO_POINTS = {
    "zero": ZERO,
    "zero and more": fill("c0", "01"),
    "outside of the subgroup": {48: fill("80", "04")[48], 96: fill("80", "02")[96]},
    "not on the curve": fill("80", "01"),
    "not reduced": {48: "9f" + 47 * "ff", 96: "9f" + 95 * "ff"},
    "not compressed": fill("00", "00"),
}


def flip(text: str, bit: int) -> str:
    """Return hexadecimal digits with one bit flipped, counted from the last."""
    return f"{int(text, 16) ^ 1 << bit:0{len(text)}x}"


def is_signed(beacon: DrandRound) -> bool | None:
    """Return whether the signature of a round is right, or None if it is not checked."""
    return check_round(beacon).checks.get("signature")


def where_differs(beacon: DrandRound) -> str | None:
    """Return the first value of a round that is wrong."""
    difference = check_round(beacon).difference
    return difference.where if difference else None


@pytest.mark.parametrize("beacon", COMPLETE, ids=format_id)
def test_a_published_round_of_a_known_chain_is_valid(beacon: DrandRound) -> None:
    result = check_round(beacon)
    assert result.checks == {"chain_hash": True, "signature": True, "randomness": True}
    assert result.valid is True
    assert result.unchecked == {}
    assert result.difference is None
    assert result.derived["signature_checked"] is True
    derived = check_round(replace(beacon, randomness=None))
    assert derived.valid is True
    assert derived.derived["randomness"] == beacon.randomness


@pytest.mark.parametrize("beacon", SIGNED, ids=format_id)
def test_the_signature_of_a_published_round_is_right(beacon: DrandRound) -> None:
    assert is_signed(beacon) is True


def test_every_scheme_has_a_published_round() -> None:
    schemes = {check_round(beacon).derived["scheme_id"] for beacon in SIGNED}
    assert schemes == set(SIGNATURE_SCHEMES)


@pytest.mark.parametrize("signed", SIGNATURES, ids=["chained", "on G1"])
def test_the_signatures_of_drands_own_tests_are_right(signed: dict[str, Any]) -> None:
    key = bytes.fromhex(signed["public_key"])
    signature = bytes.fromhex(signed["signature"])
    previous = bytes.fromhex(signed["previous_signature"])
    domain = SIGNATURE_SCHEMES[signed["scheme_id"]].domain
    message = build_message(signed["round"], previous)
    assert has_signed(key, message, signature, domain) is True
    assert has_signed(key, message + b"1", signature, domain) is False


def test_the_two_schemes_on_g1_differ_in_the_domain_of_their_hash() -> None:
    """Take a round of either chain under the scheme of the other."""
    own = SIGNATURE_SCHEMES["bls-unchained-on-g1"]
    assert own.domain != SIGNATURE_SCHEMES[RFC9380].domain
    assert is_signed(replace(FASTNET_2, scheme_id="bls-unchained-on-g1")) is True
    assert is_signed(replace(FASTNET_2, scheme_id=RFC9380)) is False


@pytest.mark.parametrize("beacon", SIGNED, ids=format_id)
def test_the_signature_of_another_round_is_wrong(beacon: DrandRound) -> None:
    previous = beacon.previous_signature and ROUND_2.signature
    numbers = {beacon.round + 1, max(1, beacon.round - 1), 2**53 - 1}
    for number in numbers - {beacon.round}:
        other = replace(beacon, round=number, previous_signature=previous)
        result = check_round(other)
        assert result.checks["signature"] is False
        assert result.valid is False
        assert result.difference
        assert result.difference.where == "signature"
        assert result.difference.seen == beacon.signature
        assert result.derived["message"] in str(result.difference.expected)


def test_a_wrong_previous_signature_makes_the_signature_wrong() -> None:
    right = str(ROUND_3.previous_signature)
    others = [ROUND_1.signature, ROUND_3.signature, flip(right, 0), flip(right, 767)]
    for previous in others:
        assert is_signed(replace(ROUND_3, previous_signature=previous)) is False
    genesis = flip(str(ROUND_1.previous_signature), 0)
    assert is_signed(replace(ROUND_1, previous_signature=genesis)) is False


@pytest.mark.parametrize(
    ("beacon", "key"),
    [
        (FASTNET_2, CHAINS[QUICKNET].public_key.hex()),
        (TESTNET_7601003, CHAINS[DEFAULT].public_key.hex()),
        (TESTNET_7601003, SIGNATURES[0]["public_key"]),
    ],
)
def test_the_key_of_another_chain_is_wrong(beacon: DrandRound, key: str) -> None:
    other = replace(beacon, public_key=key)
    result = check_round(replace(other, chain_hash=None))
    assert result.checks == {"signature": False}
    assert check_round(other).checks == {"chain_hash": False, "signature": False}
    assert where_differs(other) == "chain_hash"


@pytest.mark.parametrize(
    "beacon", [QUICK_1, ROUND_2, FASTNET_2, TESTNET_7601003], ids=format_id
)
def test_a_flipped_bit_of_a_signature_is_found(beacon: DrandRound) -> None:
    for bit in range(4 * len(beacon.signature)):
        flipped = flip(beacon.signature, bit)
        assert is_signed(replace(beacon, signature=flipped)) is False


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", [QUICK_1, ROUND_2], ids=format_id)
def test_a_signature_that_is_no_point_is_wrong(beacon: DrandRound, kind: str) -> None:
    signature = NO_POINTS[kind][len(beacon.signature) // 2]
    assert where_differs(replace(beacon, signature=signature)) == "signature"


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", DESCRIBED, ids=format_id)
def test_a_public_key_that_is_no_point_is_refused_by_name(
    beacon: DrandRound, kind: str
) -> None:
    key = NO_POINTS[kind][len(str(beacon.public_key)) // 2]
    with pytest.raises(Refused, match="point of prime order") as refusal:
        check_round(replace(beacon, public_key=key))
    assert refusal.value.field == "public_key"
    point = bytes.fromhex(key)
    signature = bytes.fromhex(beacon.signature)
    message = build_message(beacon.round)
    domain = SIGNATURE_SCHEMES[str(beacon.scheme_id)].domain
    assert is_public_key(point) is False
    assert has_signed(point, message, signature, domain) is False


def test_no_zero_and_no_point_of_the_same_group_is_a_signature() -> None:
    """Every pairing with zero is one, so that zero would sign all messages."""
    g1 = bytes.fromhex(ZERO[48])
    g2 = bytes.fromhex(ZERO[96])
    assert has_signed(g1, b"message", g2, b"domain") is False
    assert has_signed(g2, b"message", g1, b"domain") is False
    signature = bytes.fromhex(QUICK_1.signature)
    domain = SIGNATURE_SCHEMES["bls-unchained-on-g1"].domain
    assert has_signed(signature, build_message(1), signature, domain) is False


def test_the_signature_is_compared_after_chain_and_scheme_before_randomness() -> None:
    random = replace(QUICK_1, randomness=QUICK_2.randomness)
    signed = replace(QUICK_1, signature=QUICK_2.signature)
    of_scheme = replace(random, scheme_id="bls-unchained-on-g1")
    of_chain = replace(FASTNET_2, chain_hash=QUICKNET, scheme_id=RFC9380, round=3)
    assert where_differs(of_chain) == "chain_hash"
    assert where_differs(of_scheme) == "scheme_id"
    assert where_differs(signed) == "signature"
    assert where_differs(random) == "randomness"


def test_a_signature_without_a_known_key_is_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    for round_without_key in (beacon, replace(beacon, chain_hash=FASTNET_2.chain_hash)):
        result = check_round(round_without_key)
        assert "public key" in result.unchecked["signature"]
        assert result.valid is None
        assert result.derived["signature_checked"] is False


@pytest.mark.parametrize("spell", [str, str.upper])
def test_a_beacon_is_checked_by_the_hash_of_its_chain(
    spell: Callable[[str], str],
) -> None:
    quick_1 = spell(QUICK_1.signature)
    quick_2 = spell(QUICK_2.signature)
    for chain in (QUICKNET, spell(QUICKNET)):
        assert check_beacon(chain, 1, quick_1) is True
        assert check_beacon(chain, 2, quick_1) is False
        assert check_beacon(chain, 2, quick_2) is True
    round_1 = spell(ROUND_1.signature)
    round_2 = spell(ROUND_2.signature)
    genesis = spell(str(ROUND_1.previous_signature))
    for chain in (DEFAULT, spell(DEFAULT)):
        assert check_beacon(chain, 2, round_2, round_1) is True
        assert check_beacon(chain, 2, round_2, round_2) is False
        assert check_beacon(chain, 1, round_1, genesis) is True
