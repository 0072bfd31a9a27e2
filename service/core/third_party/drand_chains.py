"""The chains of drand, the League of Entropy's randomness beacon: what a network signs in a round, and its signatures.

docs.drand.love has the specification, github.com/drand/drand the code. In each round a network signs
SHA-256(u64be(round)), or in chained schemes SHA-256(previous signature ‖ u64be(round)). The randomness of the round is
SHA-256(signature). The hash of a chain's constant parameters identifies the chain.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from service.core.crypto.bls import SIZE_OF_G1, SIZE_OF_G2, check_signature
from service.core.errors import Refused
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_range, parse_hex

NO_LIBRARY = (
    "Its BLS signature is not verified here, for lack of the extra `drand` (`make serve EXTRAS=drand`; the image has "
    "it). Any drand client verifies it offline."
)
"""The reason why a signature is unchecked."""

DEFAULT_BEACON_ID = "default"
SIZE_OF_DIGEST = 32

_ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


@dataclass(frozen=True)
class SignatureScheme:
    """A signature scheme of drand: the bytes of a signature, the domain of its hash, and whether rounds are chained."""

    signature_size: int
    domain: bytes
    is_chained: bool = False

    @property
    def public_key_size(self) -> int:
        """Return the size of public keys in bytes: they are on the group that signatures are not on."""
        return SIZE_OF_G1 + SIZE_OF_G2 - self.signature_size


SIGNATURE_SCHEMES: Mapping[str, SignatureScheme] = {
    "pedersen-bls-chained": SignatureScheme(SIZE_OF_G2, _ON_G2, is_chained=True),
    "pedersen-bls-unchained": SignatureScheme(SIZE_OF_G2, _ON_G2),
    "bls-unchained-on-g1": SignatureScheme(SIZE_OF_G1, _ON_G2),  # drand's mistake, which the next one corrects
    "bls-unchained-g1-rfc9380": SignatureScheme(SIZE_OF_G1, _ON_G1),
}
"""Every drand scheme whose messages are SHA-256, by its id (drand's crypto/schemes.go)."""


@dataclass(frozen=True, kw_only=True)
class Chain:
    """The constant parameters of a chain; `group_hash` is its genesis seed."""

    scheme_id: str
    public_key: bytes
    period: int
    genesis_time: int
    group_hash: bytes
    beacon_id: str = DEFAULT_BEACON_ID

    @property
    def hash(self) -> bytes:
        """Return the chain hash (`Info.Hash` in drand's common/chain/info.go), which omits the default beacon id."""
        beacon_id = "" if self.beacon_id == DEFAULT_BEACON_ID else self.beacon_id
        times = self.period.to_bytes(4, "big") + self.genesis_time.to_bytes(8, "big")
        return hashlib.sha256(times + self.public_key + self.group_hash + beacon_id.encode()).digest()

    def round_time(self, number: int) -> int:
        """Return the time at which a round is due, in seconds since 1970."""
        return self.genesis_time + (number - 1) * self.period

    def check_signature(self, message: bytes, signature: bytes) -> bool | None:
        """Return whether a signature is that of a round's message; None without the extra `drand`."""
        return check_signature(self.public_key, message, signature, SIGNATURE_SCHEMES[self.scheme_id].domain)


CHAINS: Mapping[str, Chain] = {
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": Chain(
        scheme_id="pedersen-bls-chained",
        public_key=bytes.fromhex(
            "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"
        ),
        period=30,
        genesis_time=1595431050,
        group_hash=bytes.fromhex("176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"),
    ),
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": Chain(
        scheme_id="bls-unchained-g1-rfc9380",
        public_key=bytes.fromhex(
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
            "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        ),
        period=3,
        genesis_time=1692803367,
        group_hash=bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"),
        beacon_id="quicknet",
    ),
}
"""The League of Entropy's chains, default and quicknet, by their hashes: a request may omit their parameters."""


def find_chain(chain_hash: str) -> Chain:
    """Return a chain of `CHAINS` by its hash. Raises `Refused`, which lists them."""
    if (known := CHAINS.get(chain_hash.lower())) is not None:
        return known
    hashes = " or ".join(f"{digest} ({chain.beacon_id})" for digest, chain in CHAINS.items())
    raise Refused("chain_hash", f"chain_hash must be that of a chain that is known here: {hashes}.")


def check_beacon(chain_hash: str, round: int, signature: str, previous_signature: str | None = None) -> bool | None:
    """Return whether a signature is that of a round of a known chain; None without the extra `drand`.

    Hash and signatures are hexadecimal digits, and only rounds of `default` have a previous signature.
    Raises `Refused`, which names the parameter, for values that cannot be compared.
    """
    known = find_chain(chain_hash)
    check_range("round", round, 1, MAX_INDEX)
    message = build_message(round, parse_previous_signature(known.scheme_id, round, previous_signature))
    return known.check_signature(message, parse_signature(known.scheme_id, signature))


def parse_signature(scheme_id: str, signature: str) -> bytes:
    """Return a signature of a scheme from its hexadecimal digits."""
    return parse_hex("signature", signature, SIGNATURE_SCHEMES[scheme_id].signature_size)


def parse_previous_signature(scheme_id: str, number: int, signature: str | None) -> bytes:
    """Return the signature of the round before; nothing in unchained schemes, which have none."""
    scheme = SIGNATURE_SCHEMES[scheme_id]
    if not scheme.is_chained:
        if signature:
            raise Refused("previous_signature", f"Rounds of {scheme_id} have no previous signature; leave it out.")
        return b""
    if signature is None:
        raise Refused("previous_signature", f"Rounds of {scheme_id} are chained; give the previous signature.")
    sizes = (scheme.signature_size, *((SIZE_OF_DIGEST,) if number == 1 else ()))
    return parse_hex("previous_signature", signature, *sizes)


def build_message(number: int, previous_signature: bytes = b"") -> bytes:
    """Return the message that the network signs in a round; unchained schemes have no previous signature."""
    return hashlib.sha256(previous_signature + number.to_bytes(8, "big")).digest()
