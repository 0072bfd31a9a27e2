"""Sign for the two seats of a shoe of rummy, and open the views of seat 1. The keys are fixed: this is a test."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc.jwe import decrypt_compact
from joserfc.jwk import ECKey

TEXTS = ["clients-words-of-seat-1", "clients-words-of-the-dealer"]
WORDS = [sha256(text.encode()).hexdigest() for text in TEXTS]
_SIGNING = {
    "1": Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32),
    "dealer": Ed25519PrivateKey.from_private_bytes(bytes([2]) * 32),
}
_READING = ec.derive_private_key(7, ec.SECP256R1())


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def write_signing_key(key: Ed25519PrivateKey) -> dict[str, str]:
    """Return the public key as a JWK."""
    public = key.public_key().public_bytes_raw()
    return {"kty": "OKP", "crv": "Ed25519", "x": encode(public)}


SIGNING_KEYS = {seat: write_signing_key(key) for seat, key in _SIGNING.items()}
_POINT = _READING.public_key().public_numbers()
READING_KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": encode(_POINT.x.to_bytes(32, "big")),
    "y": encode(_POINT.y.to_bytes(32, "big")),
}


def consent(digest: str, action: dict[str, str | int]) -> dict[str, str]:
    """Return the signatures of both seats over an action after a digest. It has no nulls and no defaults."""
    message = b"shuffle-and-deal sealed 1 consent\n" + bytes.fromhex(digest)
    message += rfc8785.dumps(action)
    return {seat: encode(key.sign(message)) for seat, key in _SIGNING.items()}


def open_view(view: str, digest: str) -> dict[str, Any]:
    """Return what `signed` has of the view of seat 1."""
    key = ECKey.import_key(_READING)
    decrypted = decrypt_compact(view, key, algorithms=["ECDH-ES", "A256GCM"])
    text = json.loads(decrypted.plaintext or b"")
    return {
        "seat": text["seat"],
        "cards": len(text["cards"]),
        "is_current": text["digest"] == digest,
    }
