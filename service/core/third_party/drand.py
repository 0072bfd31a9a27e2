"""Check rounds of drand, the League of Entropy's randomness beacon.

The BLS signature is verified with the extra `drand`. Without it the result lists the signature as unchecked, so its
`valid` is never True; any drand client can verify that `signature` is a signature of `message` under the chain's public
key.
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.crypto.bls import is_installed, is_public_key
from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import MAX_INDEX
from service.core.third_party.drand_chains import (
    CHAINS,
    DEFAULT_BEACON_ID,
    NO_LIBRARY,
    SIGNATURE_SCHEMES,
    SIZE_OF_DIGEST,
    Chain,
    build_message,
    parse_previous_signature,
    parse_signature,
)
from service.core.third_party.fields import Choice, Integer, Text, hexadecimal
from service.core.validation import check_range, encode_text, parse_hex
from service.core.verification import Difference, VerificationResult, build_result, compare_digests

MAX_PERIOD = 2**32 - 1

_MAX_EXCERPT = 40
_CHAIN_FIELDS = ("public_key", "period", "genesis_time", "group_hash")
_NO_KEY = "Its BLS signature cannot be verified: the scheme and the public key of its chain are not both known."


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round of a beacon as a caller submits it. Bytes are hexadecimal digits of either case, as in drand's API.

    `signature` and `previous_signature` have 96 bytes, or 48 in schemes with signatures on G1. `randomness` may
    be omitted: it follows from the signature. `scheme_id`, and the parameters of the chain as its /info lists them, may
    be omitted where `chain_hash` is in `CHAINS`; all of these but `beacon_id` are required together.
    """

    round: Annotated[int, Integer("The number of the round.", 1, MAX_INDEX, example=1)]
    signature: Annotated[str, hexadecimal("The signature of the round, which is checked with the extra `drand`.")]
    previous_signature: Annotated[
        str | None,
        hexadecimal("The signature of the round before, in chained schemes only; in round 1 the group hash."),
    ] = None
    randomness: Annotated[str | None, hexadecimal("The published randomness.")] = None
    chain_hash: Annotated[
        str | None,
        hexadecimal(
            "The hash of the chain; the parameters of the League of Entropy's default and quicknet may be omitted."
        ),
    ] = None
    scheme_id: Annotated[str | None, Choice("The signature scheme of the network.", tuple(SIGNATURE_SCHEMES))] = None
    public_key: Annotated[str | None, hexadecimal("The public key of the chain.")] = None
    period: Annotated[int | None, Integer("Seconds from round to round.", 1, MAX_PERIOD)] = None
    genesis_time: Annotated[int | None, Integer("The time of round 1, in seconds since 1970.", 0, MAX_INDEX)] = None
    group_hash: Annotated[str | None, hexadecimal("The genesis seed of the chain.")] = None
    beacon_id: Annotated[str | None, Text("The name of the chain, with its other parameters; without it default.")] = (
        None
    )


def check_round(request: Round) -> VerificationResult:
    """Check a round and return the result.

    It derives `scheme_id`, `message`, `randomness`, `client_seed`, `signature_checked`, and for a chain with known
    parameters `chain_hash` and `time`, if that is up to 2^53 - 1. Raises `Refused` for values that are not as `Round`
    documents them.
    """
    check_range("round", request.round, 1, MAX_INDEX)
    chain_hash = None if request.chain_hash is None else parse_hex("chain_hash", request.chain_hash, SIZE_OF_DIGEST)
    known = None if chain_hash is None else CHAINS.get(chain_hash.hex())
    scheme_id = _resolve_scheme_id(request, known)
    chain = _parse_chain(request, scheme_id) or known
    signature = parse_signature(scheme_id, request.signature)
    message = build_message(
        request.round, parse_previous_signature(scheme_id, request.round, request.previous_signature)
    )
    randomness = derive_randomness(signature)
    compared: dict[str, Difference | None] = {}
    unchecked: dict[str, str] = {}

    # First what makes everything after it differ.
    if known and request.scheme_id not in {None, known.scheme_id}:
        compared["scheme_id"] = Difference(where="scheme_id", expected=known.scheme_id, seen=request.scheme_id)
    if chain_hash and chain:
        compared["chain_hash"] = compare_digests("chain_hash", chain.hash, chain_hash)
    else:
        unchecked["chain_hash"] = "Give the chain_hash, and for a chain that is not built in also its parameters."
    is_right = chain.check_signature(message, signature) if chain and chain.scheme_id == scheme_id else None
    if is_right is None:
        unchecked["signature"] = _NO_KEY if is_installed() else NO_LIBRARY
    else:
        expected = f"a signature of {message.hex()} with the chain's key"
        compared["signature"] = (
            None if is_right else Difference(where="signature", expected=expected, seen=signature.hex())
        )
    if request.randomness is None:
        if is_right is None:
            unchecked["randomness"] = "The request has no randomness to compare."
    else:
        published = parse_hex("randomness", request.randomness, SIZE_OF_DIGEST)
        compared["randomness"] = compare_digests("randomness", randomness, published)

    derived: dict[str, Any] = {
        "scheme_id": scheme_id,
        "message": message.hex(),
        "randomness": randomness.hex(),
        "client_seed": format_client_seed(randomness),
        "signature_checked": is_right is not None,
    }
    if chain:
        derived["chain_hash"] = chain.hash.hex()
        if (time := chain.round_time(request.round)) <= MAX_INDEX:
            derived["time"] = time
    return build_result(derived, compared, unchecked)


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
                public_key=_parse_public_key(scheme_id, public_key),
                period=check_range("period", period, 1, MAX_PERIOD),
                genesis_time=check_range("genesis_time", genesis_time, 0, MAX_INDEX),
                group_hash=parse_hex("group_hash", group_hash, SIZE_OF_DIGEST),
                beacon_id=beacon_id or DEFAULT_BEACON_ID,
            )
    missing = next(field for field in _CHAIN_FIELDS if getattr(request, field) is None)
    raise Refused(missing, f"{', '.join(_CHAIN_FIELDS)} describe a chain together; give all of them, or none.")


def _parse_public_key(scheme_id: str, text: str) -> bytes:
    key = parse_hex("public_key", text, SIGNATURE_SCHEMES[scheme_id].public_key_size)
    if is_public_key(key) is False:
        raise Refused("public_key", "public_key must be a point of prime order on BLS12-381 in its compressed form.")
    return key
