"""Rounds of drand without the extra `drand`, compared with published beacons and chain information.

The rounds and the chain information are responses of api.drand.sh as stored in drand's own repositories: default and
quicknet in github.com/drand/drand (internal/interop), fastnet and the unchained testnet in crypto/schemes_test.go there
and in github.com/drand/tlock-js (src/drand/defaults.ts). Every signature was verified, over the message that is
derived here, with py_ecc 8.0.0 (PyPI), and those of known randomness with drand-client 1.4.2 (npm).
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.core.errors import Refused
from service.core.verification import Difference
from service.proofs.drand import (
    CHAINS,
    Chain,
    DrandRound,
    build_message,
    check_beacon,
    check_round,
)
from tests.refusals import refused_field
from tests.tables import for_each

DEFAULT = "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
RFC9380 = "bls-unchained-g1-rfc9380"
GENESIS = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"

PUBLISHED: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "drand.json").read_text("utf-8")
)
ROUND_1, ROUND_2, ROUND_3, ROUND_1337, ROUND_2634945 = (
    DrandRound(**beacon) for beacon in PUBLISHED["default"]
)
QUICK_1, QUICK_2, QUICK_3, QUICK_1000 = (
    DrandRound(**beacon) for beacon in PUBLISHED["quicknet"]
)
FASTNET_2, TESTNET_7601003 = (
    DrandRound(**PUBLISHED[chain][0]) for chain in ("fastnet", "testnet")
)
ROUNDS = [ROUND_1, ROUND_2, ROUND_3, QUICK_1, QUICK_2, QUICK_3]
DESCRIBED = [FASTNET_2, TESTNET_7601003]


@pytest.fixture(autouse=True)
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)


def format_id(beacon: DrandRound) -> str:
    return f"{str(beacon.chain_hash)[:4]}-{beacon.round}"


@for_each("beacon", ROUNDS, ids=format_id)
def test_the_randomness_of_a_published_round_follows_from_its_signature_that_is_unchecked(
    beacon: DrandRound,
) -> None:
    result = check_round(beacon)
    assert result.checks == {"randomness": True, "chain_hash": True}
    assert (result.derived["randomness"], result.derived["client_seed"]) == (
        beacon.randomness,
        beacon.randomness,
    )
    assert (result.difference, result.valid, result.derived["signature_checked"]) == (
        None,
        None,
        False,
    )
    assert set(result.unchecked) == {"signature"}


def test_a_chain_has_its_published_hash() -> None:
    assert {chain.hash.hex(): chain for chain in CHAINS.values()} == CHAINS
    for beacon in DESCRIBED:
        result = check_round(beacon)
        assert result.checks == {"chain_hash": True}
        assert result.derived["chain_hash"] == beacon.chain_hash


@pytest.mark.parametrize("beacon_id", [None, "", "default"])
def test_the_default_beacon_id_is_left_out_of_the_hash(beacon_id: str | None) -> None:
    chain = CHAINS[DEFAULT]
    names = ("scheme_id", "period", "genesis_time")
    fields: dict[str, Any] = {name: getattr(chain, name) for name in names}
    fields |= {
        "public_key": chain.public_key.hex(),
        "group_hash": chain.group_hash.hex(),
        "beacon_id": beacon_id,
    }
    assert check_round(replace(ROUND_1, **fields)).checks == {
        "randomness": True,
        "chain_hash": True,
    }


def test_only_chained_schemes_sign_the_previous_signature() -> None:
    assert check_round(QUICK_2).derived["message"] == build_message(2).hex()
    assert (
        check_round(ROUND_2).derived["message"]
        == build_message(2, bytes.fromhex(ROUND_1.signature)).hex()
    )


def test_the_time_of_a_round_counts_from_the_genesis_of_its_chain() -> None:
    times = [
        check_round(beacon).derived["round_due"]
        for beacon in (ROUND_1, ROUND_3, QUICK_2)
    ]
    assert times == [1595431050, 1595431110, 1692803370]


def test_hexadecimal_digits_are_accepted_in_either_case() -> None:
    beacon = replace(
        QUICK_1, signature=QUICK_1.signature.upper(), chain_hash=QUICKNET.upper()
    )
    assert check_round(beacon) == check_round(QUICK_1)


@for_each(
    ("where", "beacon", "expected", "seen"),
    [
        (
            "randomness",
            replace(QUICK_1, randomness=QUICK_2.randomness),
            QUICK_1.randomness,
            QUICK_2.randomness,
        ),
        (
            "chain_hash",
            replace(FASTNET_2, chain_hash=QUICKNET, scheme_id=RFC9380),
            FASTNET_2.chain_hash,
            QUICKNET,
        ),
        (
            "scheme_id",
            replace(QUICK_1, scheme_id="bls-unchained-on-g1"),
            RFC9380,
            "bls-unchained-on-g1",
        ),
    ],
)
def test_the_first_difference_is_named(
    where: str, beacon: DrandRound, expected: str, seen: str
) -> None:
    result = check_round(beacon)
    assert (result.valid, result.difference) == (
        False,
        Difference(where=where, expected=expected, seen=seen),
    )


def test_missing_values_are_listed_as_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    result = check_round(beacon)
    assert (result.checks, set(result.unchecked)) == (
        {},
        {"signature", "randomness", "chain_hash"},
    )
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
        *(
            (replace(ROUND_2, previous_signature=other), "previous_signature")
            for other in (None, GENESIS)
        ),
        *(
            (replace(QUICK_1, chain_hash=chain), "scheme_id")
            for chain in (None, FASTNET_2.chain_hash)
        ),
        (replace(QUICK_1, scheme_id="bls-bn254-unchained-on-g1"), "scheme_id"),
        (replace(QUICK_1, beacon_id="quicknet"), "public_key"),
        *(
            (replace(FASTNET_2, public_key=key), "public_key")
            for key in (None, TESTNET_7601003.public_key)
        ),
        *((replace(FASTNET_2, group_hash=text), "group_hash") for text in (None, "00")),
        *((replace(FASTNET_2, period=seconds), "period") for seconds in (0, 2**32)),
        (replace(FASTNET_2, genesis_time=-1), "genesis_time"),
        (replace(FASTNET_2, beacon_id="x" * 257), "beacon_id"),
    ],
)
def test_an_invalid_field_is_refused_by_name(beacon: DrandRound, field: str) -> None:
    assert refused_field(check_round, beacon) == field


def test_a_time_may_be_in_1970_and_is_left_out_where_json_rounds_it() -> None:
    chain = Chain(
        scheme_id="", public_key=b"", period=1, genesis_time=0, group_hash=b""
    )
    assert chain.round_time(1) == 0
    assert check_round(replace(FASTNET_2, genesis_time=0)).derived["round_due"] == 3
    period = 2**32 - 1
    last = 2**53 - 1
    assert (
        check_round(
            replace(FASTNET_2, period=period, genesis_time=last - period)
        ).derived["round_due"]
        == last
    )
    for beacon in (
        replace(FASTNET_2, genesis_time=last),
        replace(FASTNET_2, period=period, round=last),
    ):
        assert "round_due" not in check_round(beacon).derived


def test_a_beacon_is_not_checked() -> None:
    assert (
        check_beacon(QUICKNET, 1, QUICK_1.signature)
        is check_beacon(QUICKNET, 1, QUICK_2.signature)
        is None
    )
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
def test_a_value_of_a_beacon_is_refused_by_name(
    values: tuple[str, int, str], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        check_beacon(*values)
    assert refusal.value.field == field
