"""Rounds of drand without the extra `drand`, compared with published beacons and chain information.

The rounds and the chain information are responses of api.drand.sh as stored in drand's own repositories: default and
quicknet in github.com/drand/drand (internal/interop), fastnet and the unchained testnet in crypto/schemes_test.go there
and in github.com/drand/tlock-js (src/drand/defaults.ts). Every signature was verified, over the message that is
derived here, with py_ecc 8.0.0 (PyPI), and those of known randomness with drand-client 1.4.2 (npm).
"""

import sys
from dataclasses import replace
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.verification import Difference
from service.third_party.drand import CHAINS, Chain, DrandRound, build_message, check_beacon, check_round
from tests.tables import for_each
from tests.third_party.refusals import refused_field

DEFAULT = "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
RFC9380 = "bls-unchained-g1-rfc9380"
GENESIS = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"


def list_rounds(chain_hash: str, published: str, previous: str | None = None) -> list[DrandRound]:
    """Return the rounds of a chain from 1 on; the first text of each is its randomness, and the others its signature.

    `previous` is the signature before round 1; without it the rounds are unchained.
    """
    rounds = []
    for number, (randomness, *parts) in enumerate(map(str.split, published.strip().split("\n\n")), start=1):
        fields: dict[str, Any] = {"chain_hash": chain_hash, "randomness": randomness, "previous_signature": previous}
        rounds.append(DrandRound(round=number, signature="".join(parts), **fields))
        previous = previous and rounds[-1].signature
    return rounds


ROUND_1, ROUND_2, ROUND_3 = list_rounds(
    DEFAULT,
    """
    101297f1ca7dc44ef6088d94ad5fb7ba03455dc33d53ddb412bbc4564ed986ec
    8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b101
    04990e7cb424998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655

    e8fee7dac6eb2b89df97d631cfccedbada7d5d05495bb546eef462e4145fdf8f
    aa18facd2d51b616511d542de6f9af8a3b920121401dad1434ed1db4a565f10e04fad8d9b2b4e3e0094364374caafe9b
    10478bf75650124831509c638b5a36a7a232ec70289f8751a2adb47fc32eb70b57dc81c39d48cbcac9fec46cdfc31663

    5e0c316703de0d11cc63439a26a5082ce966f4f1e4068cd64b35fee906a0f84b
    a7b0877eaea7a0222f4c39a2c03434c34f5fe3ea47c533d24b88e5c3053b84775ccb78e984addcb55173f40428513f28
    0cc6e0fccc3c89bb1625c7c0b477deb6faae43fc6ec036f09233bf38da16586b3042dd01a7e9ed97c8bafa343cc6071e""",
    GENESIS,
)
QUICK_1, QUICK_2, QUICK_3 = list_rounds(
    QUICKNET,
    """
    1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a
    b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b

    5782d6987841c654515a0e72b2d1ebb4e741234042c37cb19608ae50d93fb60c
    b6b6a585449b66eb12e875b64fcbab3799861a00e4dbf092d99e969a5eac57dd3f798acf61e705fe4f093db926626807

    7ef4621ace1c6da4eb2eee7cd901f81385bca5b189771ec0f08d0d2566dd1a21
    b3fab6df720b68cc47175f2c777e86d84187caab5770906f515ff1099cb01e4deaa027075d860823e49477b93c72bd64""",
)
ROUNDS = [ROUND_1, ROUND_2, ROUND_3, QUICK_1, QUICK_2, QUICK_3]

FASTNET_2 = DrandRound(
    chain_hash="dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493",
    scheme_id="bls-unchained-on-g1",
    public_key="a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f01c31542541771903475eb1ec6615f8d"
    "0df0b8b6dce385811d6dcf8cbefb8759e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e",
    period=3,
    genesis_time=1677685200,
    group_hash="a81e9d63f614ccdb144b8ff79fbd4d5a2d22055c0bfe4ee9a8092003dab1c6c0",
    beacon_id="fastnet",
    round=2,
    signature="a050676d1a1b6ceedb5fb3281cdfe88695199971426ff003c0862460b3a72811328a07ecd53b7d57fc82bb67f35efaf1",
)
TESTNET_7601003 = DrandRound(
    chain_hash="7672797f548f3f4748ac4bf3352fc6c6b6468c9ad40ad456a397545c6e2df5bf",
    scheme_id="pedersen-bls-unchained",
    public_key="8200fc249deb0148eb918d6e213980c5d01acd7fc251900d9260136da3b54836ce125172399ddc69c4e3e11429b62c11",
    period=3,
    genesis_time=1651677099,
    group_hash="65083634d852ae169e21b6ce5f0410be9ed4cc679b9970236f7875cff667e13d",
    beacon_id="testnet-unchained-3s",
    round=7601003,
    signature="af7eac5897b72401c0f248a26b612c5ef68e0ff830b4d78927988c89b5db3e997bfcdb7c24cb19f549830cd02cb854a1"
    "143fd53a1d4e0713ded471260869439060d170a77187eb6371742840e43eccfa225657c4cc2d9619f7c3d680470c9743",
)
DESCRIBED = [FASTNET_2, TESTNET_7601003]


@pytest.fixture(autouse=True)
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)


def format_id(beacon: DrandRound) -> str:
    return f"{str(beacon.chain_hash)[:4]}-{beacon.round}"


@for_each("beacon", ROUNDS, ids=format_id)
def test_the_randomness_of_a_published_round_follows_from_its_signature_that_is_unchecked(beacon: DrandRound) -> None:
    result = check_round(beacon)
    assert result.checks == {"randomness": True, "chain_hash": True}
    assert (result.derived["randomness"], result.derived["client_seed"]) == (beacon.randomness, beacon.randomness)
    assert (result.difference, result.valid, result.derived["signature_checked"]) == (None, None, False)
    assert set(result.unchecked) == {"signature"}


def test_a_chain_has_its_published_hash() -> None:
    assert {chain.hash.hex(): chain for chain in CHAINS.values()} == CHAINS
    for beacon in DESCRIBED:
        result = check_round(beacon)
        assert result.checks == {"chain_hash": True}
        assert result.derived["chain_hash"] == beacon.chain_hash


@pytest.mark.parametrize("beacon_id", [None, "", "default"])
def test_the_default_beacon_id_is_left_out_of_the_hash(beacon_id: str | None) -> None:
    chain, names = CHAINS[DEFAULT], ("scheme_id", "period", "genesis_time")
    fields: dict[str, Any] = {name: getattr(chain, name) for name in names}
    fields |= {"public_key": chain.public_key.hex(), "group_hash": chain.group_hash.hex(), "beacon_id": beacon_id}
    assert check_round(replace(ROUND_1, **fields)).checks == {"randomness": True, "chain_hash": True}


def test_only_chained_schemes_sign_the_previous_signature() -> None:
    assert check_round(QUICK_2).derived["message"] == build_message(2).hex()
    assert check_round(ROUND_2).derived["message"] == build_message(2, bytes.fromhex(ROUND_1.signature)).hex()


def test_the_time_of_a_round_counts_from_the_genesis_of_its_chain() -> None:
    times = [check_round(beacon).derived["round_due"] for beacon in (ROUND_1, ROUND_3, QUICK_2)]
    assert times == [1595431050, 1595431110, 1692803370]


def test_hexadecimal_digits_are_accepted_in_either_case() -> None:
    beacon = replace(QUICK_1, signature=QUICK_1.signature.upper(), chain_hash=QUICKNET.upper())
    assert check_round(beacon) == check_round(QUICK_1)


@for_each(
    ("where", "beacon", "expected", "seen"),
    [
        ("randomness", replace(QUICK_1, randomness=QUICK_2.randomness), QUICK_1.randomness, QUICK_2.randomness),
        ("chain_hash", replace(FASTNET_2, chain_hash=QUICKNET, scheme_id=RFC9380), FASTNET_2.chain_hash, QUICKNET),
        ("scheme_id", replace(QUICK_1, scheme_id="bls-unchained-on-g1"), RFC9380, "bls-unchained-on-g1"),
    ],
)
def test_the_first_difference_is_named(where: str, beacon: DrandRound, expected: str, seen: str) -> None:
    result = check_round(beacon)
    assert (result.valid, result.difference) == (False, Difference(where=where, expected=expected, seen=seen))


def test_missing_values_are_listed_as_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    result = check_round(beacon)
    assert (result.checks, set(result.unchecked)) == ({}, {"signature", "randomness", "chain_hash"})
    assert "round_due" not in result.derived
    unknown = check_round(replace(beacon, chain_hash=FASTNET_2.chain_hash))
    assert "chain_hash" in unknown.unchecked


@for_each(
    ("beacon", "field"),
    [
        *((replace(QUICK_1, round=number), "round") for number in (0, 2**53)),
        (replace(QUICK_1, signature=ROUND_1.signature), "signature"),
        (replace(QUICK_1, signature="0x" + QUICK_1.signature[2:]), "signature"),
        (replace(QUICK_1, randomness="00"), "randomness"),
        (replace(QUICK_1, chain_hash="quicknet"), "chain_hash"),
        (replace(QUICK_1, previous_signature=QUICK_2.signature), "previous_signature"),
        *((replace(ROUND_2, previous_signature=other), "previous_signature") for other in (None, GENESIS)),
        *((replace(QUICK_1, chain_hash=chain), "scheme_id") for chain in (None, FASTNET_2.chain_hash)),
        (replace(QUICK_1, scheme_id="bls-bn254-unchained-on-g1"), "scheme_id"),
        (replace(QUICK_1, beacon_id="quicknet"), "public_key"),
        *((replace(FASTNET_2, public_key=key), "public_key") for key in (None, TESTNET_7601003.public_key)),
        *((replace(FASTNET_2, group_hash=text), "group_hash") for text in (None, "00")),
        *((replace(FASTNET_2, period=seconds), "period") for seconds in (0, 2**32)),
        (replace(FASTNET_2, genesis_time=-1), "genesis_time"),
        (replace(FASTNET_2, beacon_id="x" * 257), "beacon_id"),
    ],
)
def test_an_invalid_field_is_refused_by_name(beacon: DrandRound, field: str) -> None:
    assert refused_field(check_round, beacon) == field


def test_a_time_may_be_in_1970_and_is_left_out_where_json_rounds_it() -> None:
    chain = Chain(scheme_id="", public_key=b"", period=1, genesis_time=0, group_hash=b"")
    assert chain.round_time(1) == 0
    assert check_round(replace(FASTNET_2, genesis_time=0)).derived["round_due"] == 3
    period, last = 2**32 - 1, 2**53 - 1
    assert check_round(replace(FASTNET_2, period=period, genesis_time=last - period)).derived["round_due"] == last
    for beacon in (replace(FASTNET_2, genesis_time=last), replace(FASTNET_2, period=period, round=last)):
        assert "round_due" not in check_round(beacon).derived


def test_a_beacon_is_not_checked() -> None:
    assert check_beacon(QUICKNET, 1, QUICK_1.signature) is check_beacon(QUICKNET, 1, QUICK_2.signature) is None
    assert check_beacon(DEFAULT, 2, ROUND_2.signature, ROUND_1.signature) is None


@for_each(
    ("values", "field"),
    [
        (("quicknet", 1, QUICK_1.signature), "chain_hash"),
        (("", 1, QUICK_1.signature), "chain_hash"),
        ((FASTNET_2.chain_hash, 2, FASTNET_2.signature), "chain_hash"),
        ((QUICKNET, 0, QUICK_1.signature), "round"),
        ((QUICKNET, 2**53, QUICK_1.signature), "round"),
        ((QUICKNET, 1, QUICK_1.signature[1:]), "signature"),
        ((QUICKNET, 1, ROUND_1.signature), "signature"),
        ((QUICKNET, 2, QUICK_2.signature, QUICK_1.signature), "previous_signature"),
        ((DEFAULT, 2, ROUND_2.signature), "previous_signature"),
        ((DEFAULT, 2, ROUND_2.signature, GENESIS), "previous_signature"),
    ],
)
def test_a_value_of_a_beacon_is_refused_by_name(values: tuple[str, int, str], field: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_beacon(*values)
    assert refusal.value.field == field
