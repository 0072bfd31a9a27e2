"""Check rounds of drand, the League of Entropy's randomness beacon.

docs.drand.love has the specification, github.com/drand/drand the code. In each round a network signs
SHA-256(u64be(round)), or in chained schemes SHA-256(previous signature ‖ u64be(round)). The randomness of the round is
SHA-256(signature). The hash of a chain's constant parameters identifies the chain.

The BLS signature is verified with the extra `drand`. Without it the result lists the signature as unchecked, so its
`valid` is never True; any drand client can verify that `signature` is a signature of `message` under the chain's public
key.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, NamedTuple

from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.validation import check_range, parse_hex
from ..core.value_types import Choice, Integer, Text
from ..verdicts.confirmed import NOTHING, Confirmed
from ..verdicts.verdict import (
    ChosenBy,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    unknown,
)
from .bls import SIZE_OF_G1, SIZE_OF_G2, has_signed, is_installed, is_public_key
from .published import compare_published, conclude, hex_text

MAX_PERIOD = 2**32 - 1

NO_LIBRARY = (
    "Its BLS signature is not verified here, for lack of the extra `drand`, which `make serve` and the image have. Any "
    "drand client verifies it offline."
)
"""The reason why a signature is unchecked."""

DEFAULT_BEACON_ID = "default"
SIZE_OF_DIGEST = 32

_ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"

_CHAIN_FIELDS = ("public_key", "period", "genesis_time", "group_hash")
_OF_LEAGUE = Origin(
    ChosenBy.LAST_WORD,
    "The network of the League of Entropy signed this round: whoever named it could choose among the rounds that were "
    "there; nobody could, if you saw its number in public before it was due.",
)
_PUBLIC = Origin(
    ChosenBy.NOBODY_ALONE,
    "The network of the League of Entropy signed this round, and you saw its number in public before it was due.",
)
_OTHER_CHAIN = unknown(
    "This chain is not known here: whoever made its key may hold all of it."
)
_GIVE_CHAIN = (
    "Give the chain_hash, and for a chain that is not built in also its parameters."
)
_NO_KEY = "Its BLS signature cannot be verified: the scheme and the public key of its chain are not both known."


class SignatureScheme(NamedTuple):
    """A signature scheme of drand: size of a signature in bytes, domain of its hash, and whether rounds are chained."""

    signature_size: int
    domain: bytes
    is_chained: bool = False


SIGNATURE_SCHEMES: Mapping[str, SignatureScheme] = {
    "pedersen-bls-chained": SignatureScheme(SIZE_OF_G2, _ON_G2, is_chained=True),
    "pedersen-bls-unchained": SignatureScheme(SIZE_OF_G2, _ON_G2),
    # drand's mistake, which the next one corrects
    "bls-unchained-on-g1": SignatureScheme(SIZE_OF_G1, _ON_G2),
    "bls-unchained-g1-rfc9380": SignatureScheme(SIZE_OF_G1, _ON_G1),
}
"""Every drand scheme with SHA-256 for its messages, by its id (drand's crypto/schemes.go)."""


class Chain(NamedTuple):
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
        return hashlib.sha256(
            times + self.public_key + self.group_hash + beacon_id.encode()
        ).digest()

    def round_time(self, number: int) -> int:
        """Return the time when a round is due, in seconds since 1970."""
        return self.genesis_time + (number - 1) * self.period

    def find_round(self, time: float) -> int:
        """Return the number of the first round that is due at a time or after it."""
        return max(1, 1 + ceil((time - self.genesis_time) / self.period))

    def has_signed(self, message: bytes, signature: bytes) -> bool | None:
        """Return whether the network has signed a message; None without the extra `drand`."""
        return has_signed(
            self.public_key,
            message,
            signature,
            SIGNATURE_SCHEMES[self.scheme_id].domain,
        )


CHAINS: Mapping[str, Chain] = {
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": Chain(
        scheme_id="pedersen-bls-chained",
        public_key=bytes.fromhex(
            "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"
        ),
        period=30,
        genesis_time=1595431050,
        group_hash=bytes.fromhex(
            "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"
        ),
    ),
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": Chain(
        scheme_id="bls-unchained-g1-rfc9380",
        public_key=bytes.fromhex(
            "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
            "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        ),
        period=3,
        genesis_time=1692803367,
        group_hash=bytes.fromhex(
            "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"
        ),
        beacon_id="quicknet",
    ),
}
"""The League of Entropy's chains, default and quicknet, by their hashes: a request may omit their parameters."""

QUICKNET = CHAINS["52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"]


def compare_beacon(where: str, beacon: Mapping[str, Any]) -> Outcome:
    """Check a round of drand; return None if it is right, the difference, or the reason why it cannot be checked.

    `beacon` has the arguments of `check_beacon`, and `where` is its path in the request.
    """
    try:
        is_right = check_beacon(**beacon)
    except Refused as refusal:
        seen = beacon.get(refusal.field)
        return Difference(
            where=f"{where}.{refusal.field}",
            expected=str(refusal).removesuffix("."),
            seen=None if seen is None else str(seen),
        )
    if is_right is None:
        return NO_LIBRARY
    expected = f"Must be the signature of round {beacon['round']} of the chain"
    if is_right:
        return None
    return Difference(
        where=f"{where}.signature", expected=expected, seen=beacon["signature"]
    )


def derive_round_due(
    beacon: Mapping[str, Any], chain: Chain | None = None
) -> dict[str, int]:
    """Return `round_due`, when a round is due, in seconds since 1970; {} for none, an unknown chain, or above 2^53 - 1.

    `beacon` has the arguments of `check_beacon`, or the number of the `round` alone if there is a chain.
    """
    chain = chain or CHAINS.get(str(beacon.get("chain_hash")).lower())
    time = chain.round_time(beacon["round"]) if chain else MAX_INDEX + 1
    return {"round_due": time} if time <= MAX_INDEX else {}


def compare_client_seed(
    beacon: Mapping[str, Any], label: str | None, client_seed: str | None
) -> Outcome:
    """Check that a shoe's client seed is the randomness of a round of drand that the shoe's label named before.

    The label must end with the round, as `quicknet round 66908212`, and name no other. Return None if all is right, the
    first difference, or the reason why the signature was not checked.
    """
    chain = CHAINS.get(str(beacon["chain_hash"]).lower())
    if chain is not None:
        name_of_round = f"{chain.beacon_id} round {beacon['round']}"
        if not _names_only(name_of_round, label or ""):
            return Difference(
                where="terms.label",
                expected=f"… {name_of_round}",
                seen=label,
                detail=_OTHER_ROUND,
            )
    outcome = compare_beacon("beacon", beacon)
    if isinstance(outcome, Difference):
        return outcome
    randomness = derive_randomness(bytes.fromhex(beacon["signature"])).hex()
    if client_seed != randomness:
        return Difference(
            where="client_seed",
            expected=randomness,
            seen=client_seed,
            detail=_OTHER_RANDOMNESS,
        )
    return outcome


def _names_only(name_of_round: str, label: str) -> bool:
    """Return whether a label ends with the name of a round, and names no other round."""
    return _NAMED_ROUND.findall(label) == [name_of_round] and label.endswith(
        name_of_round
    )


_NAMED_ROUND = re.compile(
    f"(?:{'|'.join(chain.beacon_id for chain in CHAINS.values())}) round [0-9]+"
)
_OTHER_ROUND = "The terms do not name this round of drand, and no other, at the end of their label."
_OTHER_RANDOMNESS = "The client seed is not the randomness of this round of drand."


def check_beacon(
    chain_hash: str, round: int, signature: str, previous_signature: str | None = None
) -> bool | None:
    """Return whether a known chain has signed a round; None without the extra `drand`.

    `chain_hash` and signatures are hexadecimal digits; only rounds of the chain `default` have a previous signature.
    Raises `Refused`, which names the parameter, for an unknown chain and for values of another form.
    """
    chain = CHAINS.get(chain_hash.lower())
    if chain is None:
        hashes = " or ".join(
            f"{digest} ({chain.beacon_id})" for digest, chain in CHAINS.items()
        )
        raise Refused(
            "chain_hash",
            f"chain_hash must be that of a chain that is known here: {hashes}.",
        )
    check_range("round", round, 1, MAX_INDEX)
    message = build_message(
        round, parse_previous_signature(chain.scheme_id, round, previous_signature)
    )
    return chain.has_signed(message, parse_signature(chain.scheme_id, signature))


def parse_signature(scheme_id: str, signature: str) -> bytes:
    return parse_hex(
        "signature", signature, SIGNATURE_SCHEMES[scheme_id].signature_size
    )


def parse_previous_signature(
    scheme_id: str, number: int, signature: str | None
) -> bytes:
    """Return the bytes of the signature of the round before `number`; b"" in unchained schemes, which have none."""
    scheme = SIGNATURE_SCHEMES[scheme_id]
    if not scheme.is_chained:
        if signature:
            raise Refused(
                "previous_signature",
                f"Rounds of {scheme_id} have no previous signature; leave it out.",
            )
        return b""
    if signature is None:
        raise Refused(
            "previous_signature",
            f"Rounds of {scheme_id} are chained; give the previous signature.",
        )
    sizes = (scheme.signature_size, *((SIZE_OF_DIGEST,) if number == 1 else ()))
    return parse_hex("previous_signature", signature, *sizes)


def build_message(number: int, previous_signature: bytes = b"") -> bytes:
    """Return the message that the network signs in a round; unchained schemes have no previous signature."""
    return hashlib.sha256(previous_signature + number.to_bytes(8, "big")).digest()


@dataclass(frozen=True, kw_only=True)
class DrandRound:
    """A round of a beacon as a caller submits it. Bytes are hexadecimal digits of either case, as in drand's API.

    `signature` and `previous_signature` have 96 bytes, or 48 in schemes with signatures on G1. `randomness` may
    be omitted: it follows from the signature. `scheme_id`, and the parameters of the chain as its /info lists them, may
    be omitted where `chain_hash` is in `CHAINS`; all of these but `beacon_id` are required together.
    """

    round: Annotated[int, Integer("The number of the round.", 1, MAX_INDEX, example=1)]
    signature: Annotated[
        str,
        hex_text(
            "The signature of the round, which is checked with the extra `drand`."
        ),
    ]
    previous_signature: Annotated[
        str | None,
        hex_text(
            "The signature of the round before, in chained schemes only; in round 1 the group hash."
        ),
    ] = None
    randomness: Annotated[str | None, hex_text("The published randomness.")] = None
    chain_hash: Annotated[
        str | None,
        hex_text(
            "The hash of the chain; the parameters of the League of Entropy's default and quicknet may be omitted."
        ),
    ] = None
    scheme_id: Annotated[
        str | None,
        Choice("The signature scheme of the network.", tuple(SIGNATURE_SCHEMES)),
    ] = None
    public_key: Annotated[str | None, hex_text("The public key of the chain.")] = None
    period: Annotated[
        int | None, Integer("Seconds from round to round.", 1, MAX_PERIOD)
    ] = None
    genesis_time: Annotated[
        int | None, Integer("The time of round 1, in seconds since 1970.", 0, MAX_INDEX)
    ] = None
    group_hash: Annotated[str | None, hex_text("The genesis seed of the chain.")] = None
    beacon_id: Annotated[
        str | None,
        Text("The name of the chain, with its other parameters; without it default."),
    ] = None


def check_round(
    request: DrandRound, confirmed: Confirmed = NOTHING
) -> VerificationResult:
    """Check a round of drand and return the result.

    It derives `scheme_id`, `message`, `randomness`, `client_seed`, `signature_checked`, and for a chain with known
    parameters `chain_hash` and `round_due`, unless the time is above 2^53 - 1. Raises `Refused` for values that do not
    fit the scheme or the chain.
    """
    parsed = _parse_round(request)
    chain = parsed.chain
    is_right = None
    if chain and chain.scheme_id == parsed.scheme_id:
        is_right = chain.has_signed(parsed.message, parsed.signature)
    outcomes = _compare_round(request, parsed, is_right=is_right)
    randomness = derive_randomness(parsed.signature).hex()
    derived: dict[str, Any] = {
        "scheme_id": parsed.scheme_id,
        "message": parsed.message.hex(),
        "randomness": randomness,
        "client_seed": randomness,
        "signature_checked": is_right is not None,
    }
    if chain:
        derived["chain_hash"] = chain.hash.hex()
        derived |= derive_round_due({"round": request.round}, chain)
    origin = _OTHER_CHAIN
    if parsed.league_chain:
        origin = _PUBLIC if confirmed.public_before_round else _OF_LEAGUE
    return conclude(derived, outcomes, origin)


class _ParsedRound(NamedTuple):
    """A round as a request has it, parsed.

    `league_chain` is the chain of `CHAINS` with the `chain_hash` of the request, or None. `chain` is the chain with the
    parameters in the request, or else the `league_chain`; None if neither is known. `message` is what the network signs
    in the round.
    """

    scheme_id: str
    chain: Chain | None
    league_chain: Chain | None
    signature: bytes
    message: bytes


def _parse_round(request: DrandRound) -> _ParsedRound:
    """Return a round as a request has it, parsed. Raises `Refused` for values that do not fit the scheme."""
    league_chain = None
    if request.chain_hash is not None:
        chain_hash = parse_hex("chain_hash", request.chain_hash, SIZE_OF_DIGEST)
        league_chain = CHAINS.get(chain_hash.hex())
    scheme_id = _select_scheme(request, league_chain)
    chain = _parse_chain(request, scheme_id) or league_chain
    signature = parse_signature(scheme_id, request.signature)
    previous_signature = parse_previous_signature(
        scheme_id, request.round, request.previous_signature
    )
    message = build_message(request.round, previous_signature)
    return _ParsedRound(scheme_id, chain, league_chain, signature, message)


def _compare_round(
    request: DrandRound, parsed: _ParsedRound, *, is_right: bool | None
) -> dict[str, Outcome]:
    """Return the outcomes of the comparisons, first of what makes everything after it differ.

    `is_right` tells whether the signature is, None if it could not be checked. An outcome is None where values agree, a
    difference, or a sentence that says why nothing was compared, as of a signature that could not be checked.
    """
    outcomes: dict[str, Outcome] = {}
    league_chain = parsed.league_chain
    if league_chain and parsed.scheme_id != league_chain.scheme_id:
        outcomes["scheme_id"] = Difference(
            where="scheme_id", expected=league_chain.scheme_id, seen=parsed.scheme_id
        )
    outcomes["chain_hash"] = _GIVE_CHAIN
    if request.chain_hash and parsed.chain:
        outcomes["chain_hash"] = compare_published(
            "chain_hash", parsed.chain.hash, request.chain_hash, ""
        )
    outcomes["signature"] = _describe_signature(
        parsed.message, parsed.signature, is_right=is_right
    )
    if request.randomness is not None or is_right is None:
        outcomes["randomness"] = compare_published(
            "randomness",
            derive_randomness(parsed.signature),
            request.randomness,
            "The request has no randomness to compare.",
        )
    return outcomes


def _select_scheme(request: DrandRound, league_chain: Chain | None) -> str:
    """Return the scheme that a request names, or the scheme of its known chain. Raises `Refused` without either."""
    if request.scheme_id:
        return request.scheme_id
    if league_chain:
        return league_chain.scheme_id
    names = ", ".join(SIGNATURE_SCHEMES)
    raise Refused(
        "scheme_id", f"Say how the network signs: {names}; or give a known chain_hash."
    )


def _describe_signature(
    message: bytes, signature: bytes, *, is_right: bool | None
) -> Outcome:
    """Return the outcome of the check of a signature, `is_right` being None if it could not be checked."""
    if is_right is None:
        return _NO_KEY if is_installed() else NO_LIBRARY
    if is_right:
        return None
    expected = f"a signature of {message.hex()} with the chain's key"
    return Difference(where="signature", expected=expected, seen=signature.hex())


def derive_randomness(signature: bytes) -> bytes:
    """Return the 32 random bytes of a round; in lower-case hexadecimal digits they are a client seed.

    Nobody can choose this client seed: announce the chain and the number of a future round together with the
    commitment to the server seed, and take the seed from the round once it is published.
    """
    return hashlib.sha256(signature).digest()


def _parse_chain(request: DrandRound, scheme_id: str) -> Chain | None:
    """Return the chain with the parameters of a request; None if the request has no parameter of a chain."""
    match (
        request.public_key,
        request.period,
        request.genesis_time,
        request.group_hash,
        request.beacon_id,
    ):
        case None, None, None, None, None:
            return None
        case str(public_key), int(period), int(genesis_time), str(
            group_hash
        ), beacon_id:
            return Chain(
                scheme_id=scheme_id,
                public_key=_parse_public_key(scheme_id, public_key),
                period=period,
                genesis_time=genesis_time,
                group_hash=parse_hex("group_hash", group_hash, SIZE_OF_DIGEST),
                beacon_id=beacon_id or DEFAULT_BEACON_ID,
            )
    missing = next(field for field in _CHAIN_FIELDS if getattr(request, field) is None)
    raise Refused(
        missing,
        f"{', '.join(_CHAIN_FIELDS)} describe a chain together; give all of them, or none.",
    )


def _parse_public_key(scheme_id: str, text: str) -> bytes:
    """Return the bytes of a network's public key. Raises `Refused` for bytes of another number.

    With the extra `drand`, raises `Refused` also for bytes that are no point of prime order.
    """
    # If signatures are on G1, keys are on G2, and the reverse.
    key = parse_hex(
        "public_key",
        text,
        SIZE_OF_G1 + SIZE_OF_G2 - SIGNATURE_SCHEMES[scheme_id].signature_size,
    )
    if is_public_key(key) is False:
        raise Refused(
            "public_key",
            "public_key must be a point of prime order on BLS12-381 in its compressed form.",
        )
    return key
