"""BLS signatures of published rounds of drand, checked with the extra `drand` (`make test SUITE=drand`).

The rounds are those of test_drand.py and those of crypto/schemes_test.go in github.com/drand/drand, of which the first
is of the default chain; round 1337 of the default chain is from the README of drand-verify 0.6.2 (docs.rs), and round
1000 of quicknet from the tests of Ideal Labs' verifier of pulses and of others. The points outside of the subgroups are
those with the smallest x, found with the library.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.core.errors import Refused
from service.third_party.bls import check_signature, is_public_key
from service.third_party.drand import CHAINS, SIGNATURE_SCHEMES, DrandRound, build_message, check_beacon, check_round
from tests.third_party.test_drand import (
    DEFAULT,
    DESCRIBED,
    FASTNET_2,
    QUICK_1,
    QUICK_2,
    QUICKNET,
    RFC9380,
    ROUND_1,
    ROUND_2,
    ROUND_3,
    ROUNDS,
    TESTNET_7601003,
    format_id,
)

pytestmark = pytest.mark.drand

ROUND_2634945 = DrandRound(
    chain_hash=DEFAULT,
    round=2634945,
    signature="814778ed1e480406beb43b74af71ce2f0373e0ea1bfdfea8f9ed62c876c20fcbc7f0163860e3da42ed2148756015f455"
    "1451898ffe06d384b4d002245025571b6b7a752f7158b40ad92b13b6d703ad31922a617f2c7f6d960b84d56cf1d79eef",
    previous_signature="8bd96294383b4d1e04e736360bd7a487f9f409f1e7bd800b720656a310d577b3bdb1e1631af6c5782a1d8979c502f395"
    "036181eff4058960fc40bb7034cdae1991d3eda518ab204a077d2f7e724974cf87b407e549bd815cf0b8e5a3832f675d",
)
ROUND_1337 = DrandRound(
    chain_hash=DEFAULT,
    round=1337,
    randomness="2660664f8d4bc401194d80d81da20a1e79480f65b8e2d205aecbd143b5bfb0d3",
    signature="945b08dcb30e24da281ccf14a646f0630ceec515af5c5895e18cc1b19edd65d156b71c776a369af3487f1bc6af106250"
    "0b059e01095cc0eedce91713977d7735cac675554edfa0d0481bb991ed93d333d08286192c05bf6b65d20f23a37fc7bb",
    previous_signature="80d95247ddf1bb3acf5738497a5f10406be283144603f63d714bb1a44ff6b93285ae2697fffeb50c68862bd9fbecd4b2"
    "04b1798d2686b4ac5d573615031d9d67e6168bde9a7adf1161430a498ca701a25c216aee3e38ffd5290369034fa050a2",
)
QUICK_1000 = DrandRound(
    chain_hash=QUICKNET,
    round=1000,
    randomness="fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    signature="b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
)
COMPLETE = [*ROUNDS, ROUND_1337, QUICK_1000]
PUBLISHED = [*COMPLETE, *DESCRIBED, ROUND_2634945]

ANOTHER_CHAINED = (
    "pedersen-bls-chained",
    3361396,
    "922a2e93828ff83345bae533f5172669a26c02dc76d6bf59c80892e12ab1455c229211886f35bb56af6d5bea981024df",
    "9904b4ec42e82cb42ad53f171cf0510a5eedff8b5e02e2db5a187489f7875307746998b9a6cf82130d291126d4b83cea"
    "1048c9b3f07a067e632c20391dc059d22d6a8e835f3980c8bd0183fb6df00a8fbbe6b8c9f61e888dfa76e12af4d4e355",
    "a2377f4e0403f0fd05f709a3292be1b2b59fe990a673ad7b7561b5bd5982b882a2378d36e39befb6ea3bb7aac113c50a"
    "18fb07aa4f9a59f95f1aaa7826dafbfcdbf22347c29996c294286fd11b402ad83edd83fa21fe6735fccb65785edbed47",
)
ANOTHER_ON_G1 = (
    "bls-unchained-on-g1",
    3,
    "876f6fa8073736e22f6ff4badaab35c637503718f7a452d178ce69c45d2d8129a54ad2f988ab10c9666f87ab603c59bf"
    "013409a5b500555da31720f8eec294d9809b8796f40d5372c71a44ca61226f1eb978310392f98074a608747f77e66c5a",
    "ac7c3ca14bc88bd014260f22dc016b4fe586f9313c3a549c83d195811a99a5d2d4999d4df6daec73ff51fafadd6d5bb5",
    "",
)

ZERO = {48: "c0" + 47 * "00", 96: "c0" + 95 * "00"}
NO_POINTS = {
    "zero": ZERO,
    "zero and more": {size: text[:-1] + "1" for size, text in ZERO.items()},
    "outside of the subgroup": {48: "80" + 46 * "00" + "04", 96: "80" + 94 * "00" + "02"},
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


@pytest.mark.parametrize("beacon", PUBLISHED, ids=format_id)
def test_every_scheme_has_a_published_round_whose_signature_is_right(beacon: DrandRound) -> None:
    assert is_signed(beacon) is True
    assert {check_round(beacon).derived["scheme_id"] for beacon in PUBLISHED} == set(SIGNATURE_SCHEMES)


@pytest.mark.parametrize("published", [ANOTHER_CHAINED, ANOTHER_ON_G1], ids=["chained", "on G1"])
def test_the_signatures_of_drands_own_tests_are_right(published: tuple[str, int, str, str, str]) -> None:
    scheme_id, number, key, signature, previous = published
    domain = SIGNATURE_SCHEMES[scheme_id].domain
    message = build_message(number, bytes.fromhex(previous))
    assert check_signature(bytes.fromhex(key), message, bytes.fromhex(signature), domain) is True
    assert check_signature(bytes.fromhex(key), message + b"1", bytes.fromhex(signature), domain) is False


def test_the_two_schemes_on_g1_differ_in_the_domain_of_their_hash() -> None:
    """Take a round of either chain under the scheme of the other."""
    schemes = ("bls-unchained-on-g1", RFC9380)
    assert len({SIGNATURE_SCHEMES[scheme].domain for scheme in schemes}) == 2
    assert is_signed(replace(FASTNET_2, scheme_id=schemes[0])) is True
    assert is_signed(replace(FASTNET_2, scheme_id=schemes[1])) is False


@pytest.mark.parametrize("beacon", PUBLISHED, ids=format_id)
def test_the_signature_of_another_round_is_wrong(beacon: DrandRound) -> None:
    for number in {beacon.round + 1, max(1, beacon.round - 1), 2**53 - 1} - {beacon.round}:
        result = check_round(
            replace(beacon, round=number, previous_signature=beacon.previous_signature and ROUND_2.signature)
        )
        assert (result.checks["signature"], result.valid) == (False, False)
        assert result.difference
        assert (result.difference.where, result.difference.seen) == ("signature", beacon.signature)
        assert result.derived["message"] in str(result.difference.expected)


def test_a_wrong_previous_signature_makes_the_signature_wrong() -> None:
    assert ROUND_3.previous_signature
    flipped = (flip(ROUND_3.previous_signature, bit) for bit in (0, 767))
    for previous in (ROUND_1.signature, ROUND_3.signature, *flipped):
        assert is_signed(replace(ROUND_3, previous_signature=previous)) is False
    assert ROUND_1.previous_signature
    assert is_signed(replace(ROUND_1, previous_signature=flip(ROUND_1.previous_signature, 0))) is False


@pytest.mark.parametrize(
    ("beacon", "key"),
    [
        (FASTNET_2, CHAINS[QUICKNET].public_key.hex()),
        (TESTNET_7601003, CHAINS[DEFAULT].public_key.hex()),
        (TESTNET_7601003, ANOTHER_CHAINED[2]),
    ],
)
def test_the_key_of_another_chain_is_wrong(beacon: DrandRound, key: str) -> None:
    result = check_round(replace(beacon, public_key=key, chain_hash=None))
    assert result.checks == {"signature": False}
    result = check_round(replace(beacon, public_key=key))
    assert result.checks == {"chain_hash": False, "signature": False}
    assert result.difference
    assert result.difference.where == "chain_hash"


@pytest.mark.parametrize("beacon", [QUICK_1, ROUND_2, FASTNET_2, TESTNET_7601003], ids=format_id)
def test_a_flipped_bit_of_a_signature_is_found(beacon: DrandRound) -> None:
    for bit in range(4 * len(beacon.signature)):
        assert is_signed(replace(beacon, signature=flip(beacon.signature, bit))) is False


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", [QUICK_1, ROUND_2], ids=format_id)
def test_a_signature_that_is_no_point_is_wrong(beacon: DrandRound, kind: str) -> None:
    result = check_round(replace(beacon, signature=NO_POINTS[kind][len(beacon.signature) // 2]))
    assert result.difference
    assert result.difference.where == "signature"


@pytest.mark.parametrize("kind", NO_POINTS)
@pytest.mark.parametrize("beacon", DESCRIBED, ids=format_id)
def test_a_public_key_that_is_no_point_is_refused_by_name(beacon: DrandRound, kind: str) -> None:
    key = NO_POINTS[kind][len(str(beacon.public_key)) // 2]
    with pytest.raises(Refused, match="point of prime order") as refusal:
        check_round(replace(beacon, public_key=key))
    assert refusal.value.field == "public_key"
    assert is_public_key(bytes.fromhex(key)) is False
    message, domain = build_message(beacon.round), SIGNATURE_SCHEMES[str(beacon.scheme_id)].domain
    assert check_signature(bytes.fromhex(key), message, bytes.fromhex(beacon.signature), domain) is False


def test_no_zero_and_no_point_of_the_same_group_is_a_signature() -> None:
    """Every pairing with zero is one, so that zero would sign all messages."""
    for key_size, signature_size in ((48, 96), (96, 48)):
        key, signature = bytes.fromhex(ZERO[key_size]), bytes.fromhex(ZERO[signature_size])
        assert check_signature(key, b"message", signature, b"domain") is False
    signature, domain = bytes.fromhex(QUICK_1.signature), SIGNATURE_SCHEMES["bls-unchained-on-g1"].domain
    assert check_signature(signature, build_message(1), signature, domain) is False


def test_the_chain_and_scheme_are_compared_before_the_signature_and_the_randomness_after_it() -> None:
    for where, beacon in (
        ("chain_hash", replace(FASTNET_2, chain_hash=QUICKNET, scheme_id=RFC9380, round=3)),
        ("scheme_id", replace(QUICK_1, scheme_id="bls-unchained-on-g1", randomness=QUICK_2.randomness)),
        ("signature", replace(QUICK_1, signature=QUICK_2.signature)),
        ("randomness", replace(QUICK_1, randomness=QUICK_2.randomness)),
    ):
        difference = check_round(beacon).difference
        assert difference
        assert difference.where == where


def test_a_signature_without_a_known_key_is_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    for round_without_key in (beacon, replace(beacon, chain_hash=FASTNET_2.chain_hash)):
        result = check_round(round_without_key)
        assert "public key" in result.unchecked["signature"]
        assert (result.valid, result.derived["signature_checked"]) == (None, False)


@pytest.mark.parametrize("spell", [str, str.upper])
def test_a_beacon_is_checked_by_the_hash_of_its_chain(spell: Callable[[str], str]) -> None:
    for chain in (QUICKNET, spell(QUICKNET)):
        assert check_beacon(chain, 1, spell(QUICK_1.signature)) is True
        assert check_beacon(chain, 2, spell(QUICK_1.signature)) is False
        assert check_beacon(chain, 2, spell(QUICK_2.signature)) is True
    for chain in (DEFAULT, spell(DEFAULT)):
        assert check_beacon(chain, 2, spell(ROUND_2.signature), spell(ROUND_1.signature)) is True
        assert check_beacon(chain, 2, spell(ROUND_2.signature), spell(ROUND_2.signature)) is False
        assert check_beacon(chain, 1, spell(ROUND_1.signature), spell(str(ROUND_1.previous_signature))) is True
