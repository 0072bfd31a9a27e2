"""Provenance: the members of every random response that say how it was drawn.

Together with the other members they are all that is needed to draw it again.
"""

from typing import Any

import marshmallow as ma

from service.api.schemas.proofs import Proof
from service.api.schemas.requests import PARAMETERS
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import ShuffleRequest

_PARAMETERS = {
    name: (ma.fields.String if parameter.choices else ma.fields.Integer)(
        **optional(f"{parameter.meaning.capitalize()}; only if the algorithm takes it")
    )
    for name, parameter in PARAMETERS.items()
}


class Provenance(ResponseSchema.from_dict(_PARAMETERS)):  # type: ignore[misc]
    """The parameters of the shuffle, the number of draws and the seed."""

    uniformity = ma.fields.String(
        **required("The distance of the shuffle from uniform, in a word", enum=list(Uniformity))
    )
    draws = ma.fields.Integer(**required("The number of random integers drawn with a bound of 2 or more"))
    seed = ma.fields.String(**optional("The seed of the request, if it has one"))
    index = ma.fields.Integer(**optional("The index of the result under the seed", minimum=0, maximum=MAX_INDEX))
    stream = ma.fields.String(**optional("The definition of the random stream of a seed", enum=[STREAM]))
    receipt = ma.fields.String(
        **optional("With sign: the time, the request and the response as a JWS, verified with /.well-known/jwks.json")
    )
    proof = ma.fields.Nested(Proof, **optional("With prove: the proof of the seed"))


class ShuffleProvenance(Provenance):
    """The provenance of a response that always has a shuffle."""

    algorithm = ma.fields.String(**required("The shuffle", enum=list(SHUFFLES)))


NO_SHUFFLE = {"algorithm": None, "uniformity": Uniformity.EXACT}
"""The members of `Provenance` where no shuffle applies."""


def algorithm_fields(request: ShuffleRequest) -> dict[str, Any]:
    """Return the members of `Provenance` that name the shuffle and its parameters."""
    shuffle = request.shuffle
    return {"algorithm": shuffle.name, "uniformity": shuffle.uniformity, **request.resolved_arguments}
