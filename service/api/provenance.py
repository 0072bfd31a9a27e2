"""How an answer came about: the part that every answer with something random in it has in common.

Together with the rest of the answer it says all that is needed to do the same again. The schemas of answers document
them and are what tests hold them against; they never stand between an answer and its caller.
"""

from typing import Any

import marshmallow as ma

from service.api.parameters import SETTINGS
from service.core.algorithms import Uniformity
from service.core.permutations import Shuffling
from service.core.shuffles import SHUFFLES
from service.core.streams import MAX_INDEX, STREAM


def member(text: str, **more: Any) -> dict[str, Any]:
    """What OpenAPI says of a required member of an answer."""
    return {"required": True, "metadata": {"description": text} | more}


def optional(text: str, **more: Any) -> dict[str, Any]:
    """What OpenAPI says of a member that is not always there."""
    return {"metadata": {"description": text} | more}


def indices() -> ma.fields.List[int]:
    """A list of places in the unshuffled order."""
    return ma.fields.List(ma.fields.Integer(), **member("Places in the unshuffled order, from 0"))


_SETTINGS = {
    name: (ma.fields.String if parameter.choices else ma.fields.Integer)(
        **optional(f"{parameter.meaning.capitalize()}; there if the algorithm takes it")
    )
    for name, parameter in SETTINGS.items()
}


class Provenance(ma.Schema.from_dict(_SETTINGS)):  # type: ignore[misc]
    """Which shuffle, with how many draws, under which seed."""

    algorithm = ma.fields.String(**member("The shuffle", enum=list(SHUFFLES)))
    uniformity = ma.fields.String(**member("How near it is to uniform", enum=list(Uniformity)))
    draws = ma.fields.Integer(**member("Random integers drawn that had a choice"))
    seed = ma.fields.String(**optional("As asked; there if one was given"))
    index = ma.fields.Integer(**optional("Which result of the seed", minimum=0, maximum=MAX_INDEX))
    stream = ma.fields.String(**optional("The definition that the seed was used with", enum=[STREAM]))


def provenance(asked: Shuffling, draws: int) -> dict[str, Any]:
    """The members of `Provenance`."""
    shuffle = asked.shuffle
    body = {"algorithm": shuffle.name, "uniformity": shuffle.uniformity, **asked.settled, "draws": draws}
    return body | seeding(asked)


def seeding(asked: Shuffling) -> dict[str, Any]:
    """The seed, its index and the stream, if a seed was given."""
    if asked.seed is None:
        return {}
    return {"seed": asked.seed, "index": asked.index or 0, "stream": STREAM}
