"""What the reader of a result knows from elsewhere, as no file can say it. It decides who could have chosen."""

from dataclasses import dataclass
from typing import Annotated, Any

from ..core.object_types import ObjectOf
from ..core.value_types import Flag, JsonSchema, Path, Sha256, Text
from .verdict import VerificationResult

# A client seed lets callers take part in an order: it is one text, or joins the texts of several with commas.
MAX_WORDS = 32
"""The most texts that a client seed joins."""
MAX_WORD = 64
"""The most characters of each text of a client seed."""
MAX_CLIENT_SEED = (MAX_WORD + 1) * MAX_WORDS
"""The most characters of a client seed: of all texts, with commas."""
MAX_PEM = 16_384
"""Characters of a certificate."""


@dataclass(frozen=True, kw_only=True)
class Confirmed:
    """What a reader confirms. It stands beside a result, and is never one of the result's members."""

    commitment: Annotated[
        str | None, Sha256("The commitment shown to you before the first card.")
    ] = None
    client_seed: Annotated[
        str | None,
        Text(
            "The client seed, as you gave or heard it.",
            MAX_CLIENT_SEED,
            example="correct horse",
        ),
    ] = None
    digest: Annotated[
        str | None, Sha256("The digest of the last response or the plan.")
    ] = None
    own_text: Annotated[
        str | None,
        Text("Your own text among the players': random, given after all else."),
    ] = None
    public_before_round: Annotated[
        bool,
        Flag(
            "Whether you saw all that the result names in public before its round was due."
        ),
    ] = False
    certificate: Annotated[
        str | None,
        Text(
            "The certificate of NIST or RANDOM.ORG in PEM, if you trust its source.",
            MAX_PEM,
        ),
    ] = None

    def add_uncompared(self, result: VerificationResult) -> VerificationResult:
        """Return the result, and list as unchecked each confirmed member that it has nothing to compare with."""
        told = [
            name
            for name in ("commitment", "client_seed", "digest", "own_text")
            if getattr(self, name) is not None
        ]
        reasons = {name: _NONE for name in told if name not in result.checks}
        return (
            result._replace(unchecked=reasons | dict(result.unchecked))
            if reasons
            else result
        )


@dataclass(frozen=True, eq=False)
class ConfirmedObject(ObjectOf):
    """The value type of what a reader confirms. A null member counts as missing, because programs send nulls."""

    members: type = Confirmed
    component: str = "Confirmed"

    @property
    def schema(self) -> JsonSchema:
        schema: JsonSchema = super().schema
        members = schema["properties"].items()
        return schema | {
            "properties": {
                name: part | {"type": [part["type"], "null"]} for name, part in members
            }
        }

    def read(self, path: Path, value: Any) -> Any:
        is_object = isinstance(value, dict)
        return super().read(
            path,
            {name: part for name, part in value.items() if part is not None}
            if is_object
            else value,
        )


_NONE = "This result has none that could be compared with it."
NOTHING = Confirmed()
