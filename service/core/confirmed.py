"""What the reader of a result knows from elsewhere, and no file can say: it decides who could have chosen."""

from dataclasses import dataclass, replace
from typing import Annotated

from service.core.sealed.receipts import MAX_CLIENT_SEED
from service.core.value_types import Flag, Sha256, Text
from service.core.verification import VerificationResult

MAX_PEM = 16_384
"""Characters of a certificate."""


@dataclass(frozen=True, kw_only=True)
class Confirmed:
    """What a reader confirms. It stands beside a result, and is never one of the result's members."""

    commitment: Annotated[str | None, Sha256("The commitment that you were shown before the first card.")] = None
    client_seed: Annotated[
        str | None, Text("The client seed, as you gave or heard it.", MAX_CLIENT_SEED, example="correct horse")
    ] = None
    digest: Annotated[str | None, Sha256("The digest of the last response, or of the plan.")] = None
    own_text: Annotated[
        str | None,
        Text("Your own text among those of the players: random, and given after all the rest was fixed."),
    ] = None
    public_before_round: Annotated[
        bool, Flag("Whether you saw all that the result names in public before its round of drand was due.")
    ] = False
    certificate: Annotated[
        str | None, Text("The certificate of NIST or of RANDOM.ORG in PEM, if you trust its source.", MAX_PEM)
    ] = None

    def add_uncompared(self, result: VerificationResult) -> VerificationResult:
        """Return a result that also lists as unchecked what it has nothing to compare with."""
        told = [name for name in ("commitment", "client_seed", "digest", "own_text") if getattr(self, name) is not None]
        reasons = {name: _NONE for name in told if name not in result.checks}
        return replace(result, unchecked=reasons | dict(result.unchecked)) if reasons else result


_NONE = "This result has none that could be compared with it."
NOTHING = Confirmed()
