"""Rounds of drand, the League of Entropy's randomness beacon (docs.drand.love, specification; github.com/drand/drand).

In each round a network signs SHA-256(u64be(round)), or in chained schemes SHA-256(previous signature ‖ u64be(round)).
The randomness of the round is SHA-256(signature). The hash of a chain's constant parameters identifies the chain.

The BLS signature is not verified here: that takes pairings on BLS12-381, which neither the standard library nor
`cryptography` has. The result lists it as unchecked, so its `valid` is never True; any drand client can verify that
`signature` is a signature of `message` under the chain's public key.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_range, encode_text, parse_hex
from service.core.verification import Difference, VerificationResult, build_result, compare_digests

MAX_PERIOD = 2**32 - 1
DEFAULT_BEACON_ID = "default"

_DIGEST = 32
_MAX_EXCERPT = 40
_CHAIN_FIELDS = ("public_key", "period", "genesis_time", "group_hash")


@dataclass(frozen=True)
class SignatureScheme:
    """A signature scheme of drand: the sizes of signatures and public keys in bytes, and whether rounds are chained."""

    signature_size: int
    public_key_size: int
    is_chained: bool = False


SIGNATURE_SCHEMES: Mapping[str, SignatureScheme] = {
    "pedersen-bls-chained": SignatureScheme(96, 48, is_chained=True),
    "pedersen-bls-unchained": SignatureScheme(96, 48),
    "bls-unchained-on-g1": SignatureScheme(48, 96),
    "bls-unchained-g1-rfc9380": SignatureScheme(48, 96),
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


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round of a beacon as a caller submits it. Bytes are hexadecimal digits of either case, as in drand's API.

    `round` is its number: 1 to 2^53 - 1.
    `signature` is 96 bytes, or 48 in schemes with signatures on G1.
    `previous_signature` is for chained schemes only: 96 bytes, or the 32 of the group hash in round 1.
    `randomness` is the published value: 32 bytes; without it there is nothing to compare the signature with.
    `chain_hash` identifies the chain: 32 bytes. The parameters of the chains in `CHAINS` may be omitted.
    `scheme_id` is a name of `SIGNATURE_SCHEMES`; it may be omitted where `chain_hash` is in `CHAINS`.
    `public_key` (48 or 96 bytes), `period` (1 to 2^32 - 1 seconds), `genesis_time` (0 to 2^53 - 1, seconds since 1970),
    `group_hash` (32 bytes) and `beacon_id` (up to 256 characters, by default `default`) are the chain's parameters, as
    its /info lists them; all but `beacon_id` are required together.
    """

    round: int
    signature: str
    previous_signature: str | None = None
    randomness: str | None = None
    chain_hash: str | None = None
    scheme_id: str | None = None
    public_key: str | None = None
    period: int | None = None
    genesis_time: int | None = None
    group_hash: str | None = None
    beacon_id: str | None = None


def check_round(request: Round) -> VerificationResult:
    """Check a round and return the result.

    It derives `scheme_id`, `message`, `randomness`, `client_seed`, `signature_checked` (False), and for a chain with
    known parameters `chain_hash` and `time`. Raises `Refused` for values that are not as `Round` documents them.
    """
    check_range("round", request.round, 1, MAX_INDEX)
    chain_hash = None if request.chain_hash is None else parse_hex("chain_hash", request.chain_hash, _DIGEST)
    known = None if chain_hash is None else CHAINS.get(chain_hash.hex())
    scheme_id = _resolve_scheme_id(request, known)
    chain = _parse_chain(request, scheme_id) or known
    signature = parse_hex("signature", request.signature, SIGNATURE_SCHEMES[scheme_id].signature_size)
    randomness = derive_randomness(signature)
    derived: dict[str, Any] = {
        "scheme_id": scheme_id,
        "message": build_message(request.round, _parse_previous_signature(request, scheme_id)).hex(),
        "randomness": randomness.hex(),
        "client_seed": format_client_seed(randomness),
        "signature_checked": False,
    }
    compared: dict[str, Difference | None] = {}
    unchecked = {"signature": "Its BLS signature is not verified here; any drand client does that offline."}

    if request.randomness is None:
        unchecked["randomness"] = "The request has no randomness to compare."
    else:
        published = parse_hex("randomness", request.randomness, _DIGEST)
        compared["randomness"] = compare_digests("randomness", randomness, published)
    if chain:
        derived["chain_hash"], derived["time"] = chain.hash.hex(), chain.round_time(request.round)
    if chain_hash and chain:
        compared["chain_hash"] = compare_digests("chain_hash", chain.hash, chain_hash)
    else:
        unchecked["chain_hash"] = "Give the chain_hash, and for a chain that is not built in also its parameters."
    if known and request.scheme_id not in {None, known.scheme_id}:
        compared["scheme_id"] = Difference(where="scheme_id", expected=known.scheme_id, seen=request.scheme_id)
    return build_result(derived, compared, unchecked)


def build_message(number: int, previous_signature: bytes = b"") -> bytes:
    """Return the message that the network signs in a round; unchained schemes have no previous signature."""
    return hashlib.sha256(previous_signature + number.to_bytes(8, "big")).digest()


def derive_randomness(signature: bytes) -> bytes:
    """Return the randomness of a round: 32 bytes."""
    return hashlib.sha256(signature).digest()


def format_client_seed(randomness: bytes) -> str:
    """Return the randomness of a round as a client seed: 64 lower-case hexadecimal digits.

    Nobody can choose this client seed: announce the chain and the number of a future round together with the
    commitment to the server seed, and take the seed from the round once it is published.
    """
    return randomness.hex()


def _resolve_scheme_id(request: Round, known: Chain | None) -> str:
    name = request.scheme_id if request.scheme_id is not None or known is None else known.scheme_id
    names = ", ".join(SIGNATURE_SCHEMES)
    if name is None:
        raise Refused("scheme_id", f"Say how the network signs: {names}; or give a known chain_hash.")
    if name not in SIGNATURE_SCHEMES:
        hint = did_you_mean(name, SIGNATURE_SCHEMES)
        raise Refused("scheme_id", f"There is no scheme {name[:_MAX_EXCERPT]!r} here.{hint} Known: {names}.")
    return name


def _parse_previous_signature(request: Round, scheme_id: str) -> bytes:
    if not SIGNATURE_SCHEMES[scheme_id].is_chained:
        if request.previous_signature:
            raise Refused("previous_signature", f"Rounds of {scheme_id} have no previous signature; leave it out.")
        return b""
    if request.previous_signature is None:
        raise Refused("previous_signature", f"Rounds of {scheme_id} are chained; give the previous signature.")
    sizes = (SIGNATURE_SCHEMES[scheme_id].signature_size, *((_DIGEST,) if request.round == 1 else ()))
    return parse_hex("previous_signature", request.previous_signature, *sizes)


def _parse_chain(request: Round, scheme_id: str) -> Chain | None:
    """Return the chain with the parameters of a request; None if it has none of them."""
    match request.public_key, request.period, request.genesis_time, request.group_hash, request.beacon_id:
        case None, None, None, None, None:
            return None
        case str(public_key), int(period), int(genesis_time), str(group_hash), beacon_id:
            if beacon_id:
                encode_text("beacon_id", beacon_id)
            return Chain(
                scheme_id=scheme_id,
                public_key=parse_hex("public_key", public_key, SIGNATURE_SCHEMES[scheme_id].public_key_size),
                period=check_range("period", period, 1, MAX_PERIOD),
                genesis_time=check_range("genesis_time", genesis_time, 0, MAX_INDEX),
                group_hash=parse_hex("group_hash", group_hash, _DIGEST),
                beacon_id=beacon_id or DEFAULT_BEACON_ID,
            )
    missing = next(field for field in _CHAIN_FIELDS if getattr(request, field) is None)
    raise Refused(missing, f"{', '.join(_CHAIN_FIELDS)} describe a chain together; give all of them, or none.")
