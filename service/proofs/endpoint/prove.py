"""The schemas of `prove`, the terms of a proved draw in its request, and of a `proof` that comes to /v1/verify."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.draw_requests import Unnamed, list_order_parameters
from ...core.errors import Refused
from ...core.rng.streams import MAX_INDEX, STREAM
from ...core.value_types import Choice, Document, Hex, Integer, ListOf, Text
from ...http.schemas.fields import parameter
from ...http.schemas.request_schemas import ObjectSchema, RequestSchema, errors, nested
from ..terms import MAX_PLAYERS, MAX_TEXT, VisibleText
from ..vrf import PROOF_SCHEME

PROVE = "prove"
"""The parameter of a request that asks for a proof."""

_EXAMPLE_KID = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"  # of the worked example of docs/definitions/proofs.md
_TEXT = Text("", MAX_TEXT)


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


class AlphaRequest(TermsRequest):
    """The alpha of a proof, as a caller submits it: the agreed terms and the request on which the seed depends."""

    error_messages = errors(
        "an object with scheme, stream, game, round, players, request and perhaps a beacon"
    )

    scheme = parameter(Choice("", (PROOF_SCHEME,)))
    stream = parameter(Choice("", (STREAM,)))
    request = parameter(Document())


class ProofRequest(ObjectSchema):
    """A proof as a caller submits it."""

    error_messages = errors("an object with scheme, kid, alpha and pi")

    scheme = parameter(Choice("", (PROOF_SCHEME,)))
    kid = parameter(_TEXT)
    alpha = nested(AlphaRequest, "As in the response.", required=True)
    pi = parameter(Hex(lengths=(160,)))
