"""The table of the other providers' fairness schemes that /v1/verify checks.

docs/recipes/schemes.md adds a scheme: a module with a frozen dataclass for the body of a request, each field annotated
with its value type, and a function that checks it; an entry here; and a class of endpoint.py that names the scheme. The
schema of requests and the list of fields follow from the dataclass.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..proofs.drand import DrandRound, check_round
from ..verdicts.confirmed import Confirmed
from ..verdicts.verdict import VerificationResult
from .hash_chain import ChainRound, check_chain
from .rfc3797 import Selection, check_selection
from .signed_randomness import PulseRequest, SignedRandom, check_pulse, check_random
from .stake import Bet, check_bet


class FairnessScheme(NamedTuple):
    """A scheme: its published definition (`source`), the dataclass of a request, and the function that checks one.

    Refusals name the scheme by `result`, one of its results in words.
    """

    name: str
    title: str
    result: str
    source: str
    request_type: type
    check: Callable[[Any, Confirmed], VerificationResult]


SCHEMES: Mapping[str, FairnessScheme] = {
    scheme.name: scheme
    for scheme in (
        FairnessScheme(
            name="stake",
            title="Stake's provably fair games",
            result="a bet at Stake",
            source="https://stake.com/provably-fair/implementation",
            request_type=Bet,
            check=check_bet,
        ),
        FairnessScheme(
            name="rfc3797",
            title="Publicly verifiable NomCom random selection",
            result="a selection by RFC 3797",
            source="https://www.rfc-editor.org/rfc/rfc3797",
            request_type=Selection,
            check=check_selection,
        ),
        FairnessScheme(
            name="drand",
            title="A round of the drand randomness beacon",
            result="a round of drand",
            source="https://docs.drand.love/docs/specification/",
            request_type=DrandRound,
            check=check_round,
        ),
        FairnessScheme(
            name="hash_chain",
            title="Hash chains with a public salt: crash and slide at Stake, bustabit, Roobet",
            result="a round of a game with a hash chain",
            source="https://bitcointalk.org/index.php?topic=2807542.0",
            request_type=ChainRound,
            check=check_chain,
        ),
        FairnessScheme(
            name="nist_beacon",
            title="A pulse of NIST's randomness beacon 2.0",
            result="a pulse of NIST's beacon",
            source="https://doi.org/10.6028/NIST.IR.8213-draft",
            request_type=PulseRequest,
            check=check_pulse,
        ),
        FairnessScheme(
            name="random_org",
            title="A signed response of RANDOM.ORG",
            result="a signed response of RANDOM.ORG",
            source="https://api.random.org/signatures/manual",
            request_type=SignedRandom,
            check=check_random,
        ),
    )
}
"""Every scheme by name."""
