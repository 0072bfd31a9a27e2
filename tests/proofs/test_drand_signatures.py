"""BLS signatures of published rounds of drand, checked with the extra `drand` (`make test SUITE=drand`).

The rounds, in drand.json, are those of test_drand.py and those of crypto/schemes_test.go in github.com/drand/drand, of
which the first is of the default chain; round 1337 of the default chain is from the README of drand-verify 0.6.2
(docs.rs), and round 1000 of quicknet from the tests of Ideal Labs' verifier of pulses and of others. The points outside
of the subgroups are those with the smallest x, found with the library.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Refused
from service.proofs.bls import check_signature, is_public_key
from service.proofs.drand import (
    CHAINS,
    SIGNATURE_SCHEMES,
    DrandRound,
    build_message,
    check_beacon,
    check_round,
)
from tests.proofs.test_drand import (
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

ZERO = {48: "c0" + 47 * "00", 96: "c0" + 95 * "00"}
NO_POINTS = {
    "zero": ZERO,
    "zero and more": {size: text[:-1] + "1" for size, text in ZERO.items()},
    "outside of the subgroup": {
        48: "80" + 46 * "00" + "04",
        96: "80" + 94 * "00" + "02",
    },
    "not on the curve": {48: "80" + 46 * "00" + "01", 96: "80" + 94 * "00" + "01"},
    "not reduced": {size: "9f" + (size - 1) * "ff" for size in (48, 96)},
    "not compressed": {size: "00" * size for size in (48, 96)},
}


def flip(text: str, bit: int) -> str:
    """Return hexadecimal digits with one bit flipped, counted from the last."""
    return f"{int(text, 16) ^ 1 << bit:0{len(text)}x}"


def is_signed(beacon: DrandRound) -> bool | None:
    return check_round(beacon).checks.get("signature")


@pytest.mark.parametrize("beacon", COMPLETE, ids=format_id)
def test_a_published_round_of_a_known_chain_is_valid(beacon: DrandRound) -> None:
    result = check_round(beacon)
    assert result.checks == {"chain_hash": True, "signature": True, "randomness": True}
    assert (result.valid, result.unchecked, result.difference) == (True, {}, None)
    assert result.derived["signature_checked"] is True
    result = check_round(replace(beacon, randomness=None))
    assert (result.valid, result.derived["randomness"]) == (True, beacon.randomness)


@pytest.mark.parametrize("beacon", SIGNED, ids=format_id)
def test_every_scheme_has_a_published_round_whose_signature_is_right(
    beacon: DrandRound,
) -> None:
    assert is_signed(beacon) is True
    assert {check_round(beacon).derived["scheme_id"] for beacon in SIGNED} == set(
        SIGNATURE_SCHEMES
    )


@pytest.mark.parametrize("signed", SIGNATURES, ids=["chained", "on G1"])
def test_the_signatures_of_drands_own_tests_are_right(signed: dict[str, Any]) -> None:
    key, signature, previous = (
        bytes.fromhex(signed[name])
        for name in ("public_key", "signature", "previous_signature")
    )
    domain = SIGNATURE_SCHEMES[signed["scheme_id"]].domain
    message = build_message(signed["round"], previous)
    assert check_signature(key, message, signature, domain) is True
    assert check_signature(key, message + b"1", signature, domain) is False


def test_the_two_schemes_on_g1_differ_in_the_domain_of_their_hash() -> None:
    """Take a round of either chain under the scheme of the other."""
    schemes = ("bls-unchained-on-g1", RFC9380)
    assert len({SIGNATURE_SCHEMES[scheme].domain for scheme in schemes}) == 2
    assert is_signed(replace(FASTNET_2, scheme_id=schemes[0])) is True
    assert is_signed(replace(FASTNET_2, scheme_id=schemes[1])) is False


@pytest.mark.parametrize("beacon", SIGNED, ids=format_id)
def test_the_signature_of_another_round_is_wrong(beacon: DrandRound) -> None:
    for number in {beacon.round + 1, max(1, beacon.round - 1), 2**53 - 1} - {
        beacon.round
    }:
        result = check_round(
            replace(
                beacon,
                round=number,
                previous_signature=beacon.previous_signature and ROUND_2.signature,
            )
        )
        assert (result.checks["signature"], result.valid) == (False, False)
        assert result.difference
        assert (result.difference.where, result.difference.seen) == (
            "signature",
            beacon.signature,
        )
        assert result.derived["message"] in str(result.difference.expected)


def test_a_wrong_previous_signature_makes_the_signature_wrong() -> None:
    assert ROUND_3.previous_signature
    flipped = (flip(ROUND_3.previous_signature, bit) for bit in (0, 767))
    for previous in (ROUND_1.signature, ROUND_3.signature, *flipped):
        assert is_signed(replace(ROUND_3, previous_signature=previous)) is False
    assert ROUND_1.previous_signature
    assert (
        is_signed(
            replace(ROUND_1, previous_signature=flip(ROUND_1.previous_signature, 0))
        )
        is False
    )


@pytest.mark.parametrize(
    ("beacon", "key"),
    [
        (FASTNET_2, CHAINS[QUICKNET].public_key.hex()),
        (TESTNET_7601003, CHAINS[DEFAULT].public_key.hex()),
        (TESTNET_7601003, SIGNATURES[0]["public_key"]),
    ],
)
def test_the_key_of_another_chain_is_wrong(beacon: DrandRound, key: str) -> None:
    result = check_round(replace(beacon, public_key=key, chain_hash=None))
    assert result.checks == {"signature": False}
    result = check_round(replace(beacon, public_key=key))
    assert result.checks == {"chain_hash": False, "signature": False}
    assert (result.difference and result.difference.where) == "chain_hash"


@pytest.mark.parametrize(
    "beacon", [QUICK_1, ROUND_2, FASTNET_2, TESTNET_7601003], ids=format_id
)
def test_a_flipped_bit_of_a_signature_is_found(beacon: DrandRound) -> None:
    for bit in range(4 * len(beacon.signature)):
        assert (
            is_signed(replace(beacon, signature=flip(beacon.signature, bit))) is False
        )


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", [QUICK_1, ROUND_2], ids=format_id)
def test_a_signature_that_is_no_point_is_wrong(beacon: DrandRound, kind: str) -> None:
    result = check_round(
        replace(beacon, signature=NO_POINTS[kind][len(beacon.signature) // 2])
    )
    assert (result.difference and result.difference.where) == "signature"


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", DESCRIBED, ids=format_id)
def test_a_public_key_that_is_no_point_is_refused_by_name(
    beacon: DrandRound, kind: str
) -> None:
    key = NO_POINTS[kind][len(str(beacon.public_key)) // 2]
    with pytest.raises(Refused, match="point of prime order") as refusal:
        check_round(replace(beacon, public_key=key))
    assert refusal.value.field == "public_key"
    assert is_public_key(bytes.fromhex(key)) is False
    message = build_message(beacon.round)
    domain = SIGNATURE_SCHEMES[str(beacon.scheme_id)].domain
    assert (
        check_signature(
            bytes.fromhex(key), message, bytes.fromhex(beacon.signature), domain
        )
        is False
    )


def test_no_zero_and_no_point_of_the_same_group_is_a_signature() -> None:
    """Every pairing with zero is one, so that zero would sign all messages."""
    for key_size, signature_size in ((48, 96), (96, 48)):
        key = bytes.fromhex(ZERO[key_size])
        signature = bytes.fromhex(ZERO[signature_size])
        assert check_signature(key, b"message", signature, b"domain") is False
    signature = bytes.fromhex(QUICK_1.signature)
    domain = SIGNATURE_SCHEMES["bls-unchained-on-g1"].domain
    assert check_signature(signature, build_message(1), signature, domain) is False


def test_the_chain_and_scheme_are_compared_before_the_signature_and_the_randomness_after_it() -> (
    None
):
    for where, beacon in (
        (
            "chain_hash",
            replace(FASTNET_2, chain_hash=QUICKNET, scheme_id=RFC9380, round=3),
        ),
        (
            "scheme_id",
            replace(
                QUICK_1, scheme_id="bls-unchained-on-g1", randomness=QUICK_2.randomness
            ),
        ),
        ("signature", replace(QUICK_1, signature=QUICK_2.signature)),
        ("randomness", replace(QUICK_1, randomness=QUICK_2.randomness)),
    ):
        difference = check_round(beacon).difference
        assert (difference and difference.where) == where


def test_a_signature_without_a_known_key_is_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    for round_without_key in (beacon, replace(beacon, chain_hash=FASTNET_2.chain_hash)):
        result = check_round(round_without_key)
        assert "public key" in result.unchecked["signature"]
        assert (result.valid, result.derived["signature_checked"]) == (None, False)


@pytest.mark.parametrize("spell", [str, str.upper])
def test_a_beacon_is_checked_by_the_hash_of_its_chain(
    spell: Callable[[str], str],
) -> None:
    for chain in (QUICKNET, spell(QUICKNET)):
        assert check_beacon(chain, 1, spell(QUICK_1.signature)) is True
        assert check_beacon(chain, 2, spell(QUICK_1.signature)) is False
        assert check_beacon(chain, 2, spell(QUICK_2.signature)) is True
    for chain in (DEFAULT, spell(DEFAULT)):
        assert (
            check_beacon(chain, 2, spell(ROUND_2.signature), spell(ROUND_1.signature))
            is True
        )
        assert (
            check_beacon(chain, 2, spell(ROUND_2.signature), spell(ROUND_2.signature))
            is False
        )
        assert (
            check_beacon(
                chain,
                1,
                spell(ROUND_1.signature),
                spell(str(ROUND_1.previous_signature)),
            )
            is True
        )
