"""Rounds of drand, the League of Entropy's randomness beacon (docs.drand.love, specification; github.com/drand/drand).

A network signs one message a round: SHA-256(u64be(round)), or where rounds are chained SHA-256(previous signature ‖
u64be(round)). The randomness of the round is SHA-256(signature). A chain is named by the hash of what never changes
about it.

The BLS signature itself is not verified here: that takes pairings on BLS12-381, which neither the standard library nor
`cryptography` has. A finding says so, and so its `valid` is never True; what is left to verify, with any drand client,
is that `signature` is the public key's signature of `message`.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import MAX_INDEX
from service.core.validation import check_range, encode_text, parse_hex
from service.core.verification import Difference, Value, VerificationResult, build_result, compare_digests

MAX_PERIOD = 2**32 - 1
DEFAULT_BEACON_ID = "default"

_DIGEST = 32
_SHOWN = 40
_DESCRIPTION = ("public_key", "period", "genesis_time", "group_hash")


@dataclass(frozen=True)
class SignatureScheme:
    """How a network signs: the sizes of a signature and of its public key, and whether rounds are chained."""

    signature: int
    public_key: int
    chained: bool = False


SIGNATURE_SCHEMES: Mapping[str, SignatureScheme] = {
    "pedersen-bls-chained": SignatureScheme(96, 48, chained=True),
    "pedersen-bls-unchained": SignatureScheme(96, 48),
    "bls-unchained-on-g1": SignatureScheme(48, 96),
    "bls-unchained-g1-rfc9380": SignatureScheme(48, 96),
}
"""Every drand scheme whose messages are SHA-256, by its id (drand's crypto/schemes.go)."""


@dataclass(frozen=True, kw_only=True)
class Chain:
    """What never changes about a chain; `group_hash` is its genesis seed."""

    scheme_id: str
    public_key: bytes
    period: int
    genesis_time: int
    group_hash: bytes
    beacon_id: str = DEFAULT_BEACON_ID

    @property
    def hash(self) -> bytes:
        """Its hash (`Info.Hash` in drand's common/chain/info.go), which has the beacon id but in the default chain."""
        beacon_id = "" if self.beacon_id == DEFAULT_BEACON_ID else self.beacon_id
        times = self.period.to_bytes(4, "big") + self.genesis_time.to_bytes(8, "big")
        return hashlib.sha256(times + self.public_key + self.group_hash + beacon_id.encode()).digest()

    def time(self, number: int) -> int:
        """When a round is due, in seconds since 1970."""
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
"""The League of Entropy's chains, default and quicknet, by their hashes. What they are, no request need say."""


@dataclass(frozen=True, kw_only=True)
class Round:
    """What a request says of a round of a beacon. Bytes are hexadecimal digits of either case, as drand's API has them.

    `round` is its number: 1 to 2^53 - 1.
    `signature` is 96 bytes, or 48 in schemes with signatures on G1.
    `previous_signature` goes with chained schemes only: 96 bytes, or the 32 of the group hash in round 1.
    `randomness` is what was published or used: 32 bytes; without it nothing is held against the signature.
    `chain_hash` names the chain: 32 bytes. Of the chains in `CHAINS` nothing else need be said.
    `scheme_id` is a name of `SIGNATURE_SCHEMES`; it may be left out where `chain_hash` is in `CHAINS`.
    `public_key` (48 bytes, or 96), `period` (1 to 2^32 - 1 seconds), `genesis_time` (0 to 2^53 - 1, seconds since
    1970), `group_hash` (32 bytes) and `beacon_id` (up to 256 characters, by default `default`) describe the chain, as
    its /info does; all but `beacon_id` go together.
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


def check_round(asked: Round) -> VerificationResult:
    """What a round comes to.

    That is `scheme_id`, `message`, `randomness`, `client_seed`, `signature_checked` (False), and of a chain that is
    known or described `chain_hash` and `time`. Raises `Refused` for what cannot be read.
    """
    check_range("round", asked.round, 1, MAX_INDEX)
    named = None if asked.chain_hash is None else parse_hex("chain_hash", asked.chain_hash, _DIGEST)
    known = None if named is None else CHAINS.get(named.hex())
    scheme_id = _scheme_id(asked, known)
    chain = _described(asked, scheme_id) or known
    signing = SIGNATURE_SCHEMES[scheme_id]
    signature = parse_hex("signature", asked.signature, signing.signature)
    derived: dict[str, Value] = {
        "scheme_id": scheme_id,
        "message": message(asked.round, _previous(asked, scheme_id)).hex(),
        "randomness": randomness(signature).hex(),
        "client_seed": client_seed(randomness(signature)),
        "signature_checked": False,
    }
    compared: dict[str, Difference | None] = {}
    unchecked = {"signature": "Its BLS signature is not verified here; any drand client does that offline."}

    if asked.randomness is None:
        unchecked["randomness"] = "Nothing was given to hold the randomness against."
    else:
        published = parse_hex("randomness", asked.randomness, _DIGEST)
        compared["randomness"] = compare_digests("randomness", randomness(signature), published)
    if chain:
        derived["chain_hash"], derived["time"] = chain.hash.hex(), chain.time(asked.round)
    if named and chain:
        compared["chain_hash"] = compare_digests("chain_hash", chain.hash, named)
    else:
        unchecked["chain_hash"] = "Give the chain_hash, and unless it is a known one what describes the chain."
    if known and asked.scheme_id not in {None, known.scheme_id}:
        compared["scheme_id"] = Difference(where="scheme_id", expected=known.scheme_id, seen=asked.scheme_id)
    return build_result(derived, compared, unchecked)


def message(number: int, previous_signature: bytes = b"") -> bytes:
    """What the network signs in a round; the previous signature is none where rounds are not chained."""
    return hashlib.sha256(previous_signature + number.to_bytes(8, "big")).digest()


def randomness(signature: bytes) -> bytes:
    """The randomness of a round: 32 bytes."""
    return hashlib.sha256(signature).digest()


def client_seed(drawn: bytes) -> str:
    """The randomness of a round as a client seed: 64 lower-case hexadecimal digits.

    It is the client's part in a result that nobody can choose: announce the chain and the number of a round that is
    still to come together with the commitment to the server seed, and take the seed from the round when it is out.
    """
    return drawn.hex()


def _scheme_id(asked: Round, known: Chain | None) -> str:
    name = asked.scheme_id if asked.scheme_id is not None or known is None else known.scheme_id
    names = ", ".join(SIGNATURE_SCHEMES)
    if name is None:
        raise Refused("scheme_id", f"Say how the network signs: {names}; or give a known chain_hash.")
    if name not in SIGNATURE_SCHEMES:
        hint = did_you_mean(name, SIGNATURE_SCHEMES)
        raise Refused("scheme_id", f"There is no scheme {name[:_SHOWN]!r} here.{hint} Known: {names}.")
    return name


def _previous(asked: Round, scheme_id: str) -> bytes:
    if not SIGNATURE_SCHEMES[scheme_id].chained:
        if asked.previous_signature:
            raise Refused("previous_signature", f"Rounds of {scheme_id} have no previous signature; leave it out.")
        return b""
    if asked.previous_signature is None:
        raise Refused("previous_signature", f"Rounds of {scheme_id} are chained; give the previous signature.")
    sizes = (SIGNATURE_SCHEMES[scheme_id].signature, *((_DIGEST,) if asked.round == 1 else ()))
    return parse_hex("previous_signature", asked.previous_signature, *sizes)


def _described(asked: Round, scheme_id: str) -> Chain | None:
    """The chain as the request describes it; None if it does not."""
    match asked.public_key, asked.period, asked.genesis_time, asked.group_hash, asked.beacon_id:
        case None, None, None, None, None:
            return None
        case str(public_key), int(period), int(genesis_time), str(group_hash), beacon_id:
            if beacon_id:
                encode_text("beacon_id", beacon_id)
            return Chain(
                scheme_id=scheme_id,
                public_key=parse_hex("public_key", public_key, SIGNATURE_SCHEMES[scheme_id].public_key),
                period=check_range("period", period, 1, MAX_PERIOD),
                genesis_time=check_range("genesis_time", genesis_time, 0, MAX_INDEX),
                group_hash=parse_hex("group_hash", group_hash, _DIGEST),
                beacon_id=beacon_id or DEFAULT_BEACON_ID,
            )
    missing = next(field for field in _DESCRIPTION if getattr(asked, field) is None)
    raise Refused(missing, f"{', '.join(_DESCRIPTION)} describe a chain together; give all of them, or none.")
