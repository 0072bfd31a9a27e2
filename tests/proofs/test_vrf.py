"""The alpha of proved deals, its canonical JSON, and the keys that prove."""

import secrets
from typing import Any

import pytest
import rfc8785

from service.core.crypto.keys import VrfKey
from service.core.errors import Refused
from service.proofs.vrf import (
    build_alpha,
    check_key,
    check_proof,
    encode_alpha,
    make_proof,
)
from tests.tables import for_each

FIRST = VrfKey.from_base64url(secrets.token_urlsafe(32))
SECOND = VrfKey.from_base64url(secrets.token_urlsafe(32))
TERMS = {"key": FIRST.kid, "game": "table 7", "round": 1, "players": ["x"]}


def test_the_input_is_the_prefix_and_canonical_json_of_exactly_these_members() -> None:
    request = {"path": "/v1/integers", "max": 6}
    assert encode_alpha(build_alpha(TERMS, request)) == (
        b'shuffle-and-deal vrf 1\n{"game":"table 7","players":["x"],"request":{"max":6,"path":"/v1/integers"},'
        b'"round":1,"scheme":"vrf1","stream":"sd1"}'
    )


def test_members_are_sorted_by_their_utf_16_code_units() -> None:
    """The order of code points would be the other one: U+1F0A1 is beyond U+FB33, and begins with D83C in UTF-16."""
    encoded = encode_alpha({"\ufb33": 1, "\U0001f0a1": 2, "a": 3}).decode()
    assert encoded.endswith('{"a":3,"\U0001f0a1":2,"\ufb33":1}')


def test_only_characters_that_must_be_are_escaped() -> None:
    alpha = build_alpha(TERMS | {"game": '"\\/\b\n\x01\x7f é\u2028\U0001f0a1'}, {})
    assert (
        '"game":"\\"\\\\/\\b\\n\\u0001\x7f é\u2028\U0001f0a1"'.encode()
        in encode_alpha(alpha)
    )


@for_each(
    ("number", "text"),
    [(2**53 - 1, "9007199254740991"), (-(2**53) + 1, "-9007199254740991")],
)
def test_integers_are_written_up_to_the_last_that_is_exact(
    number: int, text: str
) -> None:
    alpha = build_alpha(TERMS, {"min": number, "path": "/v1/integers"})
    assert f'"min":{text},' in encode_alpha(alpha).decode()


@for_each("value", [2**53, -(2**53), 2**64, float("nan"), float("inf"), object()])
def test_a_value_without_canonical_json_is_refused(value: Any) -> None:
    with pytest.raises(rfc8785.CanonicalizationError):
        encode_alpha(build_alpha(TERMS, {"min": value}))


def test_a_proof_depends_on_key_and_alpha_alone() -> None:
    alpha = build_alpha(TERMS, {"path": "/v1/integers", "max": 6})
    reordered = dict(reversed(alpha.items()))
    seed, proof = make_proof(FIRST, alpha)
    assert make_proof(FIRST, reordered) == (seed, proof)
    assert make_proof(SECOND, alpha)[0] != seed
    assert len(bytes.fromhex(seed)) == 64
    assert proof["scheme"] == "vrf1"
    assert proof["kid"] == FIRST.kid
    assert len(proof["pi"]) == 160


def test_the_first_key_alone_proves() -> None:
    check_key(FIRST.kid, [FIRST, SECOND])
    with pytest.raises(Refused):
        check_key(SECOND.kid, [FIRST, SECOND])
    with pytest.raises(Refused):
        check_key("x", [FIRST])
    with pytest.raises(Refused):
        check_key(FIRST.kid, [])


def test_sixty_characters_of_a_key_that_the_service_does_not_have_are_shown() -> None:
    alpha = build_alpha(TERMS, {"path": "/v1/integers", "max": 6})
    seed, proof = make_proof(FIRST, alpha)
    foreign = proof | {"kid": "x" * 100, "alpha": alpha}
    _, unchecked = check_proof(foreign, {"seed": seed}, [])
    shown = '"' + "x" * 59
    sentence = f"It is made with the key {shown}, and this service has no keys."
    assert unchecked["proof"] == sentence
