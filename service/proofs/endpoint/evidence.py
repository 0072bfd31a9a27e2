"""What a response has of proofs if its request asks for it: the receipt of `sign`, or the proof of `prove`."""

from typing import Any

import orjson
from flask import request, url_for

from ...core.draw_requests import list_order_parameters
from ...http.draws.evidence import DrawResults, Evidence
from ...http.draws.prepared_draw import PreparedDraw
from ..named_requests import name_request
from ..prover import check_provable, check_signable, prove_seed, sign_response
from ..terms import select_terms
from .keys import get_keys
from .prove import PROVE, ProveParameters

Json = dict[str, Any]


def name_drawn_request(draw: PreparedDraw) -> Json:
    """Return the request of one result as its proof names it: a batch has the path of the single draw."""
    draft = draw.draft
    path = draw.path.removesuffix("/batch")
    return name_request(path, draft.request, draft.common, draft.implied)


class ResponseReceipt(Evidence):
    """The signature of a response, with the time and the request, as the last member of the response."""

    parameter = "sign"

    def check(self, draw: PreparedDraw, media_type: str) -> None:
        reproducible = ("seed", *list_order_parameters(type(draw.arguments)))
        check_signable(self.parameters, reproducible, media_type, get_keys().signing)

    def respond(self, draw: PreparedDraw, draw_results: DrawResults) -> Json:
        """Return the response with its receipt, and without its `request`, which the receipt has.

        The members of the body are written as JSON texts, which take a fifth of the memory of the objects.
        """
        body = draw_results(draw.arguments.randomness)
        members = {
            name: orjson.Fragment(
                orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)
            )
            for name, value in body.items()
        }
        # The path has the names of entries, even if aliases were sent.
        path = url_for(request.endpoint or "", **(request.view_args or {}))
        signed_parameters = {
            name: value
            for name, value in self.parameters.items()
            if name != self.parameter
        }
        signed_request = {
            "method": request.method,
            "path": path,
            "parameters": signed_parameters,
        }
        key = get_keys().signing[0]
        return members | {"receipt": sign_response(key, signed_request, members)}


class SeedProof(Evidence):
    """The proof that a key, the agreed terms and the request decide the seed."""

    parameter = PROVE
    body_parameters = ProveParameters

    def check(self, draw: PreparedDraw, media_type: str) -> None:
        terms = self.parameters[PROVE]
        check_provable(terms, draw.draft.common, media_type, get_keys().vrf)

    def respond(self, draw: PreparedDraw, draw_results: DrawResults) -> Json:
        """Return the response to the seed of the proof, with a `request` that has the agreed terms, and the proof."""
        terms = self.parameters[PROVE]
        key = get_keys().vrf[0]
        randomness, proof = prove_seed(key, terms, name_drawn_request(draw))
        body = draw_results(randomness)
        body |= draw.describe_request(
            randomness, instead_of_seed={PROVE: select_terms(terms)}
        )
        body["proof"] = proof
        return body
