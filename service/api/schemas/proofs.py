"""Proved deals: the member `prove` of requests, and the member `proof` of responses."""

from typing import Any, ClassVar

import marshmallow as ma

from service.api.schemas.derived import parameter
from service.api.schemas.fields import BoundedList, BoundedString, Choice, Integer, JsonObject, openapi
from service.api.schemas.requests import RequestSchema
from service.api.schemas.responses import ResponseSchema, required
from service.core import kinds
from service.core.errors import Refused
from service.core.kinds import Hex
from service.core.proofs import MAX_PLAYERS, MAX_TEXT, SCHEME
from service.core.rng.streams import MAX_INDEX, STREAM
from service.core.texts import VISIBLE, find_ambiguity

_EXAMPLE_KID = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"  # of the worked example of docs/stream-proofs.md
_NOT_WITH = ("seed", "index", "deal_number", "sign")


def errors(accepted: str) -> dict[str, str]:
    """Return marshmallow's messages for a value that is no such object."""
    return {"type": f"Must be {accepted}.", "unknown": f"Unknown member. This is {accepted}."}


class ObjectSchema(RequestSchema):
    """An object in a request, which becomes a dictionary if it has no `target` of its own."""

    target: ClassVar[type] = dict


def nested(schema: type[ObjectSchema], meaning: str, *, required: bool = False) -> ma.fields.Nested:
    """Return the field of an object of a request."""
    accepted = schema.error_messages["type"]
    messages: dict[str, Any] = {
        "required": f"This is required. {accepted}",
        "null": f"This must not be null. {accepted}",
    }
    return ma.fields.Nested(schema, required=required, error_messages=messages, metadata={"description": meaning})


class _Visible(kinds.Text):
    """A text that people compare by eye: no other one that is accepted differs from it in what cannot be seen."""

    def fits(self, value: object) -> bool:
        """Return whether a value is a text of that length in which nothing is ambiguous."""
        return super().fits(value) and not find_ambiguity(str(value))


class VisibleText(BoundedString):
    """A text that people compare by eye; a refusal names the character that is ambiguous."""

    def __init__(self, max_length: int, **options: Any) -> None:
        super().__init__(max_length, **options)
        self.text, self.kind = self.kind, _Visible("", max_length)

    def _deserialize(self, value: Any, *arguments: Any, **options: Any) -> Any:
        if self.text.fits(value) and (ambiguity := find_ambiguity(value)):
            raise ma.ValidationError(f"{ambiguity} {VISIBLE}")
        return super()._deserialize(value, *arguments, **options)


class BeaconRequest(ObjectSchema):
    """A round of drand."""

    error_messages = errors("an object with chain_hash, round, signature and, in the chain default, previous_signature")

    chain_hash = parameter(Hex("The hash of the chain: of quicknet or of default.", (64,)))
    round = parameter(kinds.Integer("The number of the round.", 1, MAX_INDEX, example=1))
    signature = parameter(Hex("The signature of the round.", (96, 192)))
    previous_signature = parameter(
        Hex("The signature of the round before, in the chain default; in round 1 the group hash.", (64, 192)), None
    )


class TermsRequest(ObjectSchema):
    """The terms on which the callers of a proved deal agreed."""

    game = BoundedString(MAX_TEXT, required=True)
    round = Integer(0, MAX_INDEX, required=True, metadata=openapi("The number of the round, without gaps.", 1))
    players = BoundedList(BoundedString(MAX_TEXT), 1, MAX_PLAYERS, required=True)
    beacon = nested(BeaconRequest, "A round of drand that was still to come when the terms were agreed.")


class ProveRequest(TermsRequest):
    """The key and the terms of a proof, which together with the request decide the seed."""

    error_messages = errors("an object with key, game, round, players and perhaps a beacon")

    game = VisibleText(
        MAX_TEXT,
        required=True,
        metadata=openapi("The game or the table, as you name it in visible characters and NFC.", "table 7"),
    )
    players = BoundedList(
        VisibleText(MAX_TEXT),
        1,
        MAX_PLAYERS,
        required=True,
        metadata=openapi("A text of each player, likewise, fresh in each round, in an agreed order.", ["k3v9", "x0c2"]),
    )
    key = BoundedString(
        MAX_TEXT,
        required=True,
        metadata=openapi("The kid of the first key in /.well-known/jwks.json with the use vrf.", _EXAMPLE_KID),
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


class DecodedInteger(Integer):
    """An integer of a free object, which some generated clients decode, and write again, as 7.0."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        is_whole = isinstance(value, float) and value.is_integer()
        integer: int = super()._deserialize(int(value) if is_whole else value, *args, **kwargs)
        return integer


class DecodedBeaconRequest(BeaconRequest):
    """A round of drand as a caller submits it."""

    round = DecodedInteger(1, MAX_INDEX, required=True)


class AlphaRequest(TermsRequest):
    """The alpha of a proof as a caller submits it."""

    error_messages = errors("an object with scheme, stream, game, round, players, request and perhaps a beacon")

    round = DecodedInteger(0, MAX_INDEX, required=True)
    beacon = nested(DecodedBeaconRequest, "As in the response.")

    scheme = Choice([SCHEME], required=True)
    stream = Choice([STREAM], required=True)
    request = JsonObject(required=True)


class ProofRequest(ObjectSchema):
    """A proof as a caller submits it."""

    error_messages = errors("an object with scheme, kid, alpha and pi")

    scheme = Choice([SCHEME], required=True)
    kid = BoundedString(MAX_TEXT, required=True)
    alpha = nested(AlphaRequest, "As in the response.", required=True)
    pi = parameter(Hex(lengths=(160,)))


class Proof(ResponseSchema):
    """The proof that a seed is the only one that its key has for an alpha."""

    scheme = ma.fields.String(**required("The definition of the proof (docs/stream-proofs.md)", enum=[SCHEME]))
    kid = ma.fields.String(**required("The key, which /.well-known/jwks.json has"))
    alpha = ma.fields.Dict(**required("The terms and the request on which the seed depends"))
    pi = ma.fields.String(**required("The proof, 80 bytes in hexadecimal digits"))
