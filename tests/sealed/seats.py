"""Players with keys of their own: they sign requests and read their views."""

import base64
import json
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash

Jwk = dict[str, str]


def write_bytes(data: bytes) -> str:
    """Return bytes in unpadded base64url."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_bytes(text: str) -> bytes:
    """Return the bytes of unpadded base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Player:
    """A player at a seat, with a key that signs and a key for views."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.signing = Ed25519PrivateKey.generate()
        self.reading = ec.generate_private_key(ec.SECP256R1())

    @cached_property
    def key(self) -> Jwk:
        x = self.signing.public_key().public_bytes_raw()
        return {"kty": "OKP", "crv": "Ed25519", "x": write_bytes(x)}

    @cached_property
    def view_key(self) -> Jwk:
        numbers = self.reading.public_key().public_numbers()
        x = write_bytes(numbers.x.to_bytes(32))
        y = write_bytes(numbers.y.to_bytes(32))
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y}

    def consent(self, digest: str, action: str, **body: Any) -> str:
        """Return the signature of an action over a digest; the further members of the action are ASCII."""
        signed = body | {"action": action}
        members = json.dumps(
            signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        tag = b"shuffle-and-deal sealed 1 consent\n"
        return self._sign(tag + bytes.fromhex(digest) + members.encode())

    def leave(self, commitment: str, number: int = 0) -> str:
        """Return the signature of a leave from a round of a shoe."""
        tag = b"shuffle-and-deal sealed 1 leave\n"
        return self._sign(tag + bytes.fromhex(commitment) + number.to_bytes(4))

    def read(self, text: str) -> bytes:
        """Return the text of a compact JWE, padding included."""
        header, encrypted_key, nonce, encrypted, tag = text.split(".")
        members = json.loads(read_bytes(header))
        epk = members.pop("epk")
        assert members == {"alg": "ECDH-ES", "enc": "A256GCM"}
        assert encrypted_key == ""
        assert epk.keys() == {"kty", "crv", "x", "y"}
        assert epk["kty"] == "EC"
        assert epk["crv"] == "P-256"
        x = int.from_bytes(read_bytes(epk["x"]))
        y = int.from_bytes(read_bytes(epk["y"]))
        public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
        info = (7).to_bytes(4) + b"A256GCM" + bytes(8) + (256).to_bytes(4)
        shared = self.reading.exchange(ec.ECDH(), public)
        key = ConcatKDFHash(SHA256(), 32, info).derive(shared)
        sealed = read_bytes(encrypted) + read_bytes(tag)
        return AESGCM(key).decrypt(read_bytes(nonce), sealed, header.encode())

    def _sign(self, text: bytes) -> str:
        return write_bytes(self.signing.sign(text))


def sit_down(*seats: str) -> dict[str, Player]:
    """Return a player for each seat."""
    return {seat: Player(seat) for seat in seats}


def private_terms(
    players: dict[str, Player], *, with_views: bool = True, **consent: int
) -> dict[str, Any]:
    """Return the terms of a private hand: by default all players must consent to each draw."""
    count = len(players)
    keys = {seat: player.key for seat, player in players.items()}
    needed = {"keys": keys, "quorum": count, "start": count}
    terms: dict[str, Any] = {"reveal": "shown", "consent": needed | consent}
    if with_views:
        terms["view_keys"] = {seat: player.view_key for seat, player in players.items()}
    return terms
