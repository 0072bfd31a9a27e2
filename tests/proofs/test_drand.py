"""Rounds of drand without the extra `drand`, compared with published beacons and chain information (rounds.py)."""

import sys
from dataclasses import replace

import pytest

from service.core.errors import Refused
from service.proofs.drand import (
    CHAINS,
    Chain,
    DrandRound,
    build_message,
    check_beacon,
    check_round,
)
from service.verdicts.verdict import Difference
from tests.proofs.rounds import (
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
from tests.refusals import refused_field
from tests.tables import for_each

GENESIS = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"


@pytest.fixture(autouse=True)
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the library of the extra."""
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)


@for_each("beacon", ROUNDS, ids=format_id)
def test_the_randomness_of_a_published_round_follows_from_its_signature_that_is_unchecked(
    beacon: DrandRound,
) -> None:
    result = check_round(beacon)
    assert result.checks == {"randomness": True, "chain_hash": True}
    assert result.derived["randomness"] == beacon.randomness
    assert result.derived["client_seed"] == beacon.randomness
    assert result.difference is None
    assert result.valid is None
    assert result.derived["signature_checked"] is False
    assert set(result.unchecked) == {"signature"}


def test_a_chain_has_its_published_hash() -> None:
    assert {chain.hash.hex(): chain for chain in CHAINS.values()} == CHAINS
    for beacon in DESCRIBED:
        result = check_round(beacon)
        assert result.checks == {"chain_hash": True}
        assert result.derived["chain_hash"] == beacon.chain_hash


@for_each("beacon_id", [None, "", "default"])
def test_the_default_beacon_id_is_left_out_of_the_hash(beacon_id: str | None) -> None:
    chain = CHAINS[DEFAULT]
    described = replace(
        ROUND_1,
        scheme_id=chain.scheme_id,
        period=chain.period,
        genesis_time=chain.genesis_time,
        public_key=chain.public_key.hex(),
        group_hash=chain.group_hash.hex(),
        beacon_id=beacon_id,
    )
    assert check_round(described).checks == {"randomness": True, "chain_hash": True}


def test_only_chained_schemes_sign_the_previous_signature() -> None:
    unchained = build_message(2)
    chained = build_message(2, bytes.fromhex(ROUND_1.signature))
    assert check_round(QUICK_2).derived["message"] == unchained.hex()
    assert check_round(ROUND_2).derived["message"] == chained.hex()


@for_each(
    ("beacon", "due"),
    [(ROUND_1, 1595431050), (ROUND_3, 1595431110), (QUICK_2, 1692803370)],
)
def test_the_time_of_a_round_counts_from_the_genesis_of_its_chain(
    beacon: DrandRound, due: int
) -> None:
    assert check_round(beacon).derived["round_due"] == due


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
    assert result.valid is False
    assert result.difference == Difference(where=where, expected=expected, seen=seen)


def test_missing_values_are_listed_as_unchecked() -> None:
    beacon = DrandRound(round=2, signature=QUICK_2.signature, scheme_id=RFC9380)
    result = check_round(beacon)
    assert result.checks == {}
    assert set(result.unchecked) == {"signature", "randomness", "chain_hash"}
    assert "round_due" not in result.derived
    unknown = check_round(replace(beacon, chain_hash=FASTNET_2.chain_hash))
    assert "chain_hash" in unknown.unchecked


@for_each(
    ("beacon", "field"),
    [
        (replace(QUICK_1, round=0), "round"),
        (replace(QUICK_1, round=2**53), "round"),
        (replace(QUICK_1, signature=ROUND_1.signature), "signature"),
        (replace(QUICK_1, signature="0x" + QUICK_1.signature[2:]), "signature"),
        (replace(QUICK_1, randomness="00"), "randomness"),
        (replace(QUICK_1, chain_hash="quicknet"), "chain_hash"),
        (replace(QUICK_1, previous_signature=QUICK_2.signature), "previous_signature"),
        (replace(ROUND_2, previous_signature=None), "previous_signature"),
        (replace(ROUND_2, previous_signature=GENESIS), "previous_signature"),
        (replace(QUICK_1, chain_hash=None), "scheme_id"),
        (replace(QUICK_1, chain_hash=FASTNET_2.chain_hash), "scheme_id"),
        (replace(QUICK_1, scheme_id="bls-bn254-unchained-on-g1"), "scheme_id"),
        (replace(QUICK_1, beacon_id="quicknet"), "public_key"),
        (replace(FASTNET_2, public_key=None), "public_key"),
        (replace(FASTNET_2, public_key=TESTNET_7601003.public_key), "public_key"),
        (replace(FASTNET_2, group_hash=None), "group_hash"),
        (replace(FASTNET_2, group_hash="00"), "group_hash"),
        (replace(FASTNET_2, period=0), "period"),
        (replace(FASTNET_2, period=2**32), "period"),
        (replace(FASTNET_2, genesis_time=-1), "genesis_time"),
        (replace(FASTNET_2, beacon_id="x" * 257), "beacon_id"),
    ],
)
def test_an_invalid_field_is_refused_by_name(beacon: DrandRound, field: str) -> None:
    assert refused_field(check_round, beacon) == field


PERIOD = 2**32 - 1
LAST = 2**53 - 1


def test_a_time_may_be_in_1970() -> None:
    chain = Chain(
        scheme_id="", public_key=b"", period=1, genesis_time=0, group_hash=b""
    )
    assert chain.round_time(1) == 0
    assert check_round(replace(FASTNET_2, genesis_time=0)).derived["round_due"] == 3


def test_a_time_is_left_out_where_json_rounds_it() -> None:
    latest = replace(FASTNET_2, period=PERIOD, genesis_time=LAST - PERIOD)
    assert check_round(latest).derived["round_due"] == LAST
    later = replace(FASTNET_2, genesis_time=LAST)
    assert "round_due" not in check_round(later).derived
    last_round = replace(FASTNET_2, period=PERIOD, round=LAST)
    assert "round_due" not in check_round(last_round).derived


def test_a_beacon_is_not_checked() -> None:
    assert check_beacon(QUICKNET, 1, QUICK_1.signature) is None
    assert check_beacon(QUICKNET, 1, QUICK_2.signature) is None
    assert check_beacon(DEFAULT, 2, ROUND_2.signature, ROUND_1.signature) is None


@for_each(
    ("chain_hash", "number", "signature", "previous", "field"),
    [
        ("quicknet", 1, QUICK_1.signature, None, "chain_hash"),
        ("", 1, QUICK_1.signature, None, "chain_hash"),
        (FASTNET_2.chain_hash, 2, FASTNET_2.signature, None, "chain_hash"),
        (QUICKNET, 0, QUICK_1.signature, None, "round"),
        (QUICKNET, 2**53, QUICK_1.signature, None, "round"),
        (QUICKNET, 1, QUICK_1.signature[1:], None, "signature"),
        (QUICKNET, 1, ROUND_1.signature, None, "signature"),
        (QUICKNET, 2, QUICK_2.signature, QUICK_1.signature, "previous_signature"),
        (DEFAULT, 2, ROUND_2.signature, None, "previous_signature"),
        (DEFAULT, 2, ROUND_2.signature, GENESIS, "previous_signature"),
    ],
)
def test_a_value_of_a_beacon_is_refused_by_name(
    chain_hash: str, number: int, signature: str, previous: str | None, field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        check_beacon(chain_hash, number, signature, previous)
    assert refusal.value.field == field
