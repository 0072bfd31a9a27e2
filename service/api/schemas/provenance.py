"""Provenance: the members of every random response that say how it was drawn, and its proof, which `prove` asks for.

Together with the other members they are all that is needed to draw it again.
"""

from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.schemas.fields import parameter
from service.api.schemas.requests import PARAMETERS, ObjectSchema, RequestSchema, errors, nested
from service.api.schemas.responses import ResponseSchema, optional, required
from service.core.errors import Refused
from service.core.kinds import Choice, Document, Hex, Integer, ListOf, Text
from service.core.proofs import MAX_PLAYERS, MAX_TEXT, SCHEME
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from service.core.shuffles.plans import ShuffleRequest
from service.core.texts import VISIBLE, find_ambiguity

_EXAMPLE_KID = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"  # of the worked example of docs/stream-proofs.md
_TEXT = Text("", MAX_TEXT)
_NOT_WITH = ("seed", "index", "deal_number", "sign")


@dataclass(frozen=True)
class VisibleText(Text):
    """A text that people compare by eye: no other one that is accepted differs from it in what cannot be seen."""

    max_length: int = MAX_TEXT

    def fits(self, value: object) -> bool:
        """Return whether a value is a text of that length that looks like no other one."""
        return super().fits(value) and not find_ambiguity(str(value))

    def refuse(self, value: object) -> str:
        """Return the sentence that refuses a value, for a text with a character that looks like others that one."""
        return f"{find_ambiguity(str(value))} {VISIBLE}" if super().fits(value) else super().refuse(value)


class BeaconRequest(ObjectSchema):
    """A round of drand."""

    error_messages = errors("an object with chain_hash, round, signature and, in the chain default, previous_signature")

    chain_hash = parameter(Hex("The hash of the chain: of quicknet or of default.", (64,)))
    round = parameter(Integer("The number of the round.", 1, MAX_INDEX, example=1))
    signature = parameter(Hex("The signature of the round.", (96, 192)))
    previous_signature = parameter(
        Hex("The signature of the round before, in the chain default; in round 1 the group hash.", (64, 192)), None
    )


class TermsRequest(ObjectSchema):
    """The terms on which the callers of a proved deal agreed."""

    game = parameter(_TEXT)
    round = parameter(Integer("The number of the round, without gaps.", 0, MAX_INDEX, example=1))
    players = parameter(ListOf("", _TEXT, MAX_PLAYERS, 1))
    beacon = nested(BeaconRequest, "A round of drand that was still to come when the terms were agreed.")


class ProveRequest(TermsRequest):
    """The key and the terms of a proof, which together with the request decide the seed."""

    error_messages = errors("an object with key, game, round, players and perhaps a beacon")

    game = parameter(
        VisibleText("The game or the table, as you name it in visible characters and NFC.", example="table 7")
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
        Text("The kid of the first key in /.well-known/jwks.json with the use vrf.", MAX_TEXT, example=_EXAMPLE_KID)
    )


class ProveMixin(RequestSchema):
    """An optional proof."""

    prove = nested(
        ProveRequest,
        "In place of a seed: the seed is the output of a verifiable random function of these terms and the request, "
        "and the response has its `proof`. For JSON, if the operator has VRF_KEYS.",
    )

    def build(self, values: dict[str, Any]) -> Any:
        """Return the dataclass of a request, without `prove`, which the view does not need."""
        if values.pop("prove", None) is not None:
            for name in (name for name in _NOT_WITH if name in values):
                raise Refused("prove", f"The proof decides the seed and is the receipt; leave {name} out.")
        return super().build(values)


def provable(schema: type[RequestSchema]) -> type[RequestSchema]:
    """Return the schema of requests of another schema that may be proved."""
    return type(schema.__name__, (ProveMixin, schema), {"__doc__": schema.__doc__})


@dataclass(frozen=True)
class DecodedInteger(Integer):
    """An integer of a free object, which some generated clients decode, and write again, as 7.0."""

    def fits(self, value: object) -> bool:
        """Return whether a value is an integer in the range, or is written as one with a fraction of zero."""
        return super().fits(self.convert(value))

    def convert(self, value: Any) -> Any:
        """Return the integer."""
        return int(value) if isinstance(value, float) and value.is_integer() else value


class DecodedBeaconRequest(BeaconRequest):
    """A round of drand as a caller submits it."""

    round = parameter(DecodedInteger("", 1, MAX_INDEX))


class AlphaRequest(TermsRequest):
    """The alpha of a proof as a caller submits it."""

    error_messages = errors("an object with scheme, stream, game, round, players, request and perhaps a beacon")

    round = parameter(DecodedInteger("", 0, MAX_INDEX))
    beacon = nested(DecodedBeaconRequest, "As in the response.")

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

    scheme = ma.fields.String(**required("The definition of the proof, as in /docs/guide/stream-proofs", enum=[SCHEME]))
    kid = ma.fields.String(**required("The key, which /.well-known/jwks.json has"))
    alpha = ma.fields.Dict(**required("The terms and the request on which the seed depends"))
    pi = ma.fields.String(**required("The proof, 80 bytes in hexadecimal digits"))


_PARAMETERS = {
    name: (ma.fields.String if entry.choices else ma.fields.Integer)(
        **optional(f"{entry.meaning.capitalize()}; only if the algorithm takes it")
    )
    for name, entry in PARAMETERS.items()
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
