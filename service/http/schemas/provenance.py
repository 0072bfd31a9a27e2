"""Provenance: the members of a random response that say how it was drawn, and its proof if the request has `prove`.

Together with the rest of the response, these members let anybody draw it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import marshmallow as ma

from ...core.draw_requests import Unnamed, list_order_parameters, read_members
from ...core.errors import Refused
from ...core.object_types import Described
from ...core.rng.streams import MAX_INDEX, STREAM
from ...core.shuffles.registry import SHUFFLES
from ...core.shuffles.samplers import ShuffleRequest
from ...core.shuffles.shuffle import Uniformity
from ...core.texts import VISIBLE, find_ambiguity
from ...core.value_types import Choice, Document, Hex, Integer, ListOf, Text
from ...proof_terms import MAX_PLAYERS, MAX_TEXT, SCHEME
from .fields import combine, parameter
from .request_schemas import PARAMETERS, ObjectSchema, RequestSchema, errors, nested
from .response_schemas import ResponseSchema, optional, required

_EXAMPLE_KID = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"  # of the worked example of docs/definitions/proofs.md
_TEXT = Text("", MAX_TEXT)


@dataclass(frozen=True, eq=False)
class VisibleText(Text):
    """A value type: a text that people compare by eye. Two accepted texts that look alike are equal."""

    max_length: int = MAX_TEXT

    def fits(self, value: object) -> bool:
        return super().fits(value) and not find_ambiguity(str(value))

    def refuse(self, value: object) -> str:
        if not super().fits(value):
            return super().refuse(value)
        return f"{find_ambiguity(str(value))} {VISIBLE}"


class BeaconRequest(ObjectSchema):
    """A round of drand."""

    error_messages = errors(
        "an object with chain_hash, round, signature and, in the chain default, previous_signature"
    )

    chain_hash = parameter(
        Hex("The hash of the chain: of quicknet or of default.", (64,))
    )
    round = parameter(Integer("The number of the round.", 1, MAX_INDEX, example=1))
    signature = parameter(Hex("The signature of the round.", (96, 192)))
    previous_signature = parameter(
        Hex(
            "The signature of the round before, in the chain default; in round 1 the group hash.",
            (64, 192),
        ),
        None,
    )


class TermsRequest(ObjectSchema):
    """The terms on which the callers of a proved deal agreed."""

    game = parameter(_TEXT)
    round = parameter(
        Integer("The number of the round, without gaps.", 0, MAX_INDEX, example=1)
    )
    players = parameter(ListOf("", _TEXT, MAX_PLAYERS, 1))
    beacon = nested(
        BeaconRequest,
        "A round of drand that was still to come when the terms were agreed.",
    )


class ProveRequest(TermsRequest):
    """The key and the terms of a proof, which together with the request decide the seed."""

    error_messages = errors(
        "an object with key, game, round, players and perhaps a beacon"
    )

    game = parameter(
        VisibleText(
            "The game or the table, as you name it in visible characters and NFC.",
            example="table 7",
        )
    )
    players = parameter(
        ListOf(
            "A text of each player, likewise, fresh in each round, in an agreed order.",
            VisibleText(),
            MAX_PLAYERS,
            1,
            example=["k3v9", "x0c2"],
        )
    )
    key = parameter(
        Text(
            "The kid of the first key in /.well-known/jwks.json with the use vrf.",
            MAX_TEXT,
            example=_EXAMPLE_KID,
        )
    )


class ProveParameters(RequestSchema):
    """The parameter `prove`. No dataclass has it: any POST with random results takes it, and no view reads it."""

    beside: ClassVar[Mapping[str, Unnamed]] = {
        "prove": Unnamed("Its terms stand beside the request.")
    }

    prove = nested(
        ProveRequest,
        "In place of a seed: the seed is the output of a verifiable random function of these terms and the request, "
        "and the response has its `proof`. If the operator has VRF_KEYS.",
    )

    def make_request(self, values: dict[str, Any]) -> Any:
        """Return the request without `prove`. Raises `Refused` for a parameter that does not go with `prove`."""
        if values.pop("prove", None) is not None:
            self._check_proved(values)
        return super().make_request(values)

    def _check_proved(self, values: Mapping[str, Any]) -> None:
        """Raise `Refused` for a parameter that does not go with `prove`."""
        for name in ("seed", "index", *list_order_parameters(self.target), "sign"):
            if name in values:
                raise Refused(
                    "prove",
                    f"The proof decides the seed and is the receipt; leave {name} out.",
                )


def add_prove(schema: type[RequestSchema]) -> type[RequestSchema]:
    """Return a schema of the same name that also has the optional parameter `prove`.

    For RollRequest this is `class RollRequest(ProveParameters, RollRequest)`.
    """
    return combine(schema.__name__, ProveParameters, schema)


class AlphaRequest(TermsRequest):
    """The alpha of a proof, as a caller submits it: the agreed terms and the request on which the seed depends."""

    error_messages = errors(
        "an object with scheme, stream, game, round, players, request and perhaps a beacon"
    )

    scheme = parameter(Choice("", (SCHEME,)))
    stream = parameter(Choice("", (STREAM,)))
    request = parameter(Document())


class ProofRequest(ObjectSchema):
    """A proof as a caller submits it."""

    error_messages = errors("an object with scheme, kid, alpha and pi")

    scheme = parameter(Choice("", (SCHEME,)))
    kid = parameter(_TEXT)
    alpha = nested(AlphaRequest, "As in the response.", required=True)
    pi = parameter(Hex(lengths=(160,)))


class Proof(ResponseSchema):
    """The proof that a seed is the only one that its key has for an alpha."""

    scheme = required(
        str,
        "The definition of the proof, as in /docs/guide/definitions/proofs",
        enum=[SCHEME],
    )
    kid = required(str, "The key, which /.well-known/jwks.json has")
    alpha = required(dict, "The terms and the request on which the seed depends")
    pi = required(str, "The proof, 80 bytes in hexadecimal digits")


_PARAMETERS = {
    name: optional(
        str if entry.choices else int,
        f"{entry.meaning.capitalize()}; only if the algorithm takes it",
    )
    for name, entry in PARAMETERS.items()
}


class Provenance(ResponseSchema.from_dict(_PARAMETERS)):  # type: ignore[misc]
    """The parameters of the shuffle, the number of draws and the seed.

    With a request of a draw as `described`, a response repeats its members, except for those that are marked as not
    repeated. Those with a default other than None are always there, as the view puts them into `common`.
    """

    uniformity = required(
        Uniformity, "The distance of the shuffle from uniform, in a word"
    )
    draws = required(
        int, "The number of random integers drawn with a bound of 2 or more"
    )
    seed = optional(str, "The seed of the request, if it has one")
    index = optional(
        int, "The index of the result under the seed", minimum=0, maximum=MAX_INDEX
    )
    stream = optional(
        str, "The definition of the random stream of a seed", enum=[STREAM]
    )
    request = optional(
        dict,
        "With a seed, a deal_number or a proof: the `path` and the parameters that differ from their defaults, by "
        "which this response is drawn again; a list of `items` is not repeated",
    )
    receipt = optional(
        str,
        "With sign: the time, the request and the response as a JWS, verified with /.well-known/jwks.json",
    )
    proof = optional(Proof, "With prove: the proof of the seed")

    @classmethod
    def derive_fields(cls, described: Described) -> dict[str, ma.fields.Field[Any]]:
        members = read_members(cls.described)
        repeated = {
            name: field
            for name, field in described.items()
            if members[name].is_repeated
        }
        derived: dict[str, ma.fields.Field[Any]] = super().derive_fields(repeated)
        for name, (_, default) in repeated.items():
            if default is not None and default != ():
                derived[name].required = True
        return derived


class ShuffleProvenance(Provenance):
    """The provenance of a response that always has a shuffle."""

    algorithm = required(str, "The shuffle", enum=list(SHUFFLES))


NO_SHUFFLE = {"algorithm": None, "uniformity": Uniformity.EXACT}
"""The members of `Provenance` for a draw without a shuffle."""

BIASED = {"algorithm": None, "uniformity": Uniformity.BIASED}
"""The members of `Provenance` for a draw without a shuffle, if its results are not equally probable."""


def algorithm_fields(request: ShuffleRequest) -> dict[str, Any]:
    """Return the members of `Provenance` that name the shuffle and its parameters."""
    shuffle = request.shuffle
    named = {"algorithm": shuffle.name, "uniformity": shuffle.uniformity}
    return named | dict(request.resolved_arguments)
