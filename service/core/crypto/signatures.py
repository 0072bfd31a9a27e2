"""Signatures: an answer with its time and its request as a compact JWS under an Ed25519 key (docs/signed-answers.md).

What it takes to sign and to verify is loaded once it is needed: it is a tenth of what the service takes to start.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from service.core.verification import Difference, VerificationResult, build_result, compare_values

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from jwt import PyJWS

ALGORITHM = "EdDSA"
TYPE = "shuffle-and-deal+jwt"
"""Says what is signed, so that no other JWT of an operator can be taken for an answer (RFC 8725, 3.11)."""

_UNKNOWN = "What was signed is not known, since the receipt was not found to be valid."
_LONGEST_SHOWN = 60
_SEED = re.compile(r"[\w-]{43}", re.ASCII)
_COMPACT = re.compile(r"[\w-]+\.[\w-]+\.[\w-]*", re.ASCII)


@dataclass(frozen=True)
class SigningKey:
    """An Ed25519 key: `public` in base64url, and its id, the thumbprint of RFC 7638. It shows nothing secret."""

    kid: str
    public: str
    private: "Ed25519PrivateKey" = field(repr=False, compare=False)

    @classmethod
    def from_base64url(cls, text: str) -> "SigningKey":
        """The key whose 32 secret bytes are these 43 characters of base64url. Raises `ValueError`, without the text."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

        seed = base64.urlsafe_b64decode(f"{text}=") if _SEED.fullmatch(text) else b""
        if not seed or _base64url(seed) != text:
            raise ValueError("A key is 32 bytes in base64url: 43 characters, without padding.")
        private = Ed25519PrivateKey.from_private_bytes(seed)
        public = _base64url(private.public_key().public_bytes_raw())
        required = json.dumps(_required(public), separators=(",", ":"), sort_keys=True)
        return cls(_base64url(sha256(required.encode()).digest()), public, private)

    @property
    def jwk(self) -> dict[str, str]:
        """The public key as a JWK (RFC 8037)."""
        return {**_required(self.public), "kid": self.kid, "use": "sig", "alg": ALGORITHM}

    def sign(self, payload: bytes) -> str:
        """The payload, a JSON object, as a compact JWS."""
        return _jws().encode(payload, self.private, ALGORITHM, {"typ": TYPE, "kid": self.kid})


def check_signature(receipt: str, answer: Mapping[str, Any] | None, keys: Sequence[SigningKey]) -> VerificationResult:
    """Whether a receipt was signed with one of the keys and, if an answer is given, whether that is what was signed.

    The answer may have the receipt in it, as it had when it came. It is as `json.loads` reads it.
    """
    opened = _opened(receipt, keys)
    if isinstance(opened, Difference):
        return build_result({}, {"receipt": opened}, {} if answer is None else {"answer": _UNKNOWN})
    if isinstance(opened, str):
        return build_result({}, {}, {"receipt": opened} | ({} if answer is None else {"answer": _UNKNOWN}))
    kid, payload = opened
    compared: dict[str, Difference | None] = {"receipt": None}
    if answer is not None:
        whole = payload["answer"] | ({"receipt": receipt} if "receipt" in answer else {})
        compared["answer"] = compare_values("", whole, answer)
    derived = {"iat": payload["iat"], "jti": payload["jti"], "kid": kid, "request": payload["request"]}
    return build_result(derived, compared, {})


def _opened(receipt: str, keys: Sequence[SigningKey]) -> tuple[str, dict[str, Any]] | Difference | str:
    """The id of the key and what was signed with it, or what is wrong with the receipt, or why that cannot be told."""
    from jwt import InvalidTokenError  # noqa: PLC0415

    try:
        if not _COMPACT.fullmatch(receipt):
            raise InvalidTokenError
        header = _jws().get_unverified_header(receipt)
    except InvalidTokenError:
        return _wrong("a compact JWS: three parts in base64url, joined by dots", receipt)
    for name, value in (("alg", ALGORITHM), ("typ", TYPE)):
        if header.get(name) != value:
            return _wrong(f"{name} {value}", f"{name} {json.dumps(header[name])}" if name in header else f"no {name}")
    kid = header.get("kid")
    key = next((key for key in keys if key.kid == kid), None)
    if key is None:
        known = f"has the keys {', '.join(key.kid for key in keys)}" if keys else "has no keys"
        return f"It is signed with the key {json.dumps(kid)[:_LONGEST_SHOWN]}, and this service {known}."
    try:
        return key.kid, json.loads(_jws().decode(receipt, key.private.public_key(), [ALGORITHM]))
    except InvalidTokenError:
        return _wrong(f"a signature of this with the key {key.kid}", receipt.rpartition(".")[2])


def _wrong(expected: str, seen: str) -> Difference:
    return Difference(where="receipt", expected=expected, seen=seen[:_LONGEST_SHOWN])


def _required(public: str) -> dict[str, str]:
    """The members of a JWK that make the key, and of which the thumbprint is taken."""
    return {"kty": "OKP", "crv": "Ed25519", "x": public}


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@cache
def _jws() -> "PyJWS":
    from jwt import PyJWS  # noqa: PLC0415

    return PyJWS([ALGORITHM])
