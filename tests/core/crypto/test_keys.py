"""Keys that sign and keys that prove."""

import base64
import json
import os
import secrets
import subprocess
import sys

import pytest
from jwcrypto.jwk import JWK, InvalidJWKUsage

from service.core.crypto import ecvrf
from service.core.crypto.keys import SecretKey, VrfKey, decode_key
from service.core.crypto.signatures import SigningKey
from tests.tables import for_each
from tools.files import ROOT

# RFC 8037, A.1 to A.3
RFC_SECRET = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
RFC_PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
RFC_THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"

of_each_kind = for_each("kind", [SigningKey, VrfKey])


@of_each_kind
def test_the_public_key_and_thumbprint_match_rfc_8037_and_nothing_secret_shows(
    kind: type[SecretKey],
) -> None:
    key = kind.from_base64url(RFC_SECRET)
    assert key.kid == RFC_THUMBPRINT
    assert key.jwk["kid"] == RFC_THUMBPRINT
    assert key.jwk["x"] == RFC_PUBLIC
    shown = f"{key!r} {key.jwk}"
    for secret in (RFC_SECRET, "private", "secret"):
        assert secret not in shown


@of_each_kind
@for_each(
    "text",
    [
        "",
        "x",
        "=",
        RFC_SECRET[:-1],
        f"{RFC_SECRET}A",
        f"{RFC_SECRET}==",
        f"{RFC_SECRET}\n",
        f" {RFC_SECRET}",
        RFC_SECRET.replace("_", "."),
        f"{RFC_SECRET[:-1]}é",
        f"{RFC_SECRET[:-1]}B",
        f"={RFC_SECRET}",
    ],
)
def test_an_invalid_key_is_refused_without_quoting_it(
    kind: type[SecretKey], text: str
) -> None:
    with pytest.raises(ValueError, match="43 characters") as refusal:
        kind.from_base64url(text)
    assert len(text) < 2 or text[:42] not in str(refusal.value)


def test_a_key_may_be_in_base64_or_base64url_and_padded() -> None:
    samples = [bytes(range(number, number + 32)) for number in range(0, 224, 7)]
    for secret in [*samples, b"\xfb\xff" * 16]:
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            text = encode(secret).decode()
            assert decode_key(text) == secret
            assert decode_key(text.removesuffix("=")) == secret


def test_a_jwk_says_what_the_key_is_for() -> None:
    key = {"kty": "OKP", "crv": "Ed25519", "x": RFC_PUBLIC, "kid": RFC_THUMBPRINT}
    signing = SigningKey.from_base64url(RFC_SECRET).jwk
    assert signing == key | {"use": "sig", "alg": "EdDSA"}
    proving = VrfKey.from_base64url(RFC_SECRET).jwk
    assert proving == key | {"use": "vrf", "alg": "ECVRF-EDWARDS25519-SHA512-TAI"}


def test_a_proof_is_accepted_under_its_key_alone() -> None:
    key = VrfKey.from_base64url(secrets.token_urlsafe(32))
    other = VrfKey.from_base64url(secrets.token_urlsafe(32))
    pi = key.prove(b"alpha")
    assert pi == ecvrf.prove(key.secret, b"alpha")
    assert key.verify(b"alpha", pi) == ecvrf.proof_to_hash(pi)
    assert key.verify(b"beta", pi) is None
    assert other.verify(b"alpha", pi) is None


def test_the_published_key_verifies_a_proof_and_no_signature_of_a_library() -> None:
    key = VrfKey.from_base64url(RFC_SECRET)
    public = base64.urlsafe_b64decode(f"{key.jwk['x']}=")
    assert ecvrf.verify(public, b"", key.prove(b"")) is not None
    published = JWK.from_json(json.dumps(key.jwk))
    with pytest.raises(InvalidJWKUsage):
        published.get_op_key("verify")


@pytest.mark.long
@pytest.mark.parametrize(
    ("setting", "is_loaded"), [("SIGNING_KEYS", False), ("VRF_KEYS", True)]
)
def test_pynacl_is_loaded_at_startup_and_only_for_keys_that_prove(
    setting: str, is_loaded: bool
) -> None:
    code = "import sys, service.wsgi; print('nacl' in sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {setting: RFC_SECRET},
        capture_output=True,
        check=True,
    )
    assert process.stdout.decode().strip() == str(is_loaded)
