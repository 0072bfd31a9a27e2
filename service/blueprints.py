"""The blueprints of the API: of its capabilities, of /v1/verify and of the operation of the service."""

from collections.abc import Sequence

import flask

from .capabilities import CAPABILITIES
from .http.blueprint import Blueprint
from .http.draws.evidence import Evidence
from .operations import operation_views as operations
from .verification import endpoint

BLUEPRINTS: Sequence[Blueprint] = (
    *(blueprint for capability in CAPABILITIES for blueprint in capability.blueprints),
    endpoint.blueprint,
    operations.problems,
    operations.blueprint,
)
EVIDENCE: Sequence[type[Evidence]] = [
    kind for capability in CAPABILITIES for kind in capability.evidence
]
"""The kinds of evidence for which every draw may be asked: of proofs, a receipt and a proof."""

for blueprint in BLUEPRINTS:
    blueprint.serve(EVIDENCE)

PAGE_BLUEPRINTS: Sequence[flask.Blueprint] = [
    blueprint for capability in CAPABILITIES for blueprint in capability.page_blueprints
]
"""Blueprints that only the pages use; openapi.yaml does not have them."""
