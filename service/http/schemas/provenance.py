"""Provenance: the members of a random response that say how it was drawn, with its receipt or its proof.

Together with the rest of the response, these members let anybody draw it again.
"""

from typing import Any

import marshmallow as ma

from ...core.draw_requests import read_members
from ...core.object_types import Described
from ...core.rng.streams import MAX_INDEX, STREAM
from ...core.shuffle_requests import ShuffleRequest
from ...core.shuffles.registry import SHUFFLES
from ...core.shuffles.shuffle import Uniformity
from .request_schemas import PARAMETERS
from .response_schemas import ResponseSchema, optional, required

_PARAMETERS = {
    name: optional(
        str if entry.choices else int,
        f"{entry.meaning.capitalize()}; only if the algorithm takes it",
    )
    for name, entry in PARAMETERS.items()
}


class Proof(ResponseSchema):
    """The proof that a seed is the only one that its key has for an alpha."""

    scheme = required(
        str,
        "The definition of the proof, as in /docs/guide/definitions/proofs",
        enum=["vrf1"],  # FROZEN: as in proofs/vrf.py
    )
    kid = required(str, "The key, which /.well-known/jwks.json has")
    alpha = required(dict, "The terms and the request on which the seed depends")
    pi = required(str, "The proof, 80 bytes in hexadecimal digits")


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
