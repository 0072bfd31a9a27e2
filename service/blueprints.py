"""The blueprints of the API: of its capabilities, of /v1/verify and of the operation of the service."""

from collections.abc import Sequence

import flask

from .capabilities import CAPABILITIES
from .http.blueprint import Blueprint
from .http.operations import operation_views as operations
from .http.schemas.request_schemas import RequestSchema
from .verification import endpoint

BLUEPRINTS: Sequence[Blueprint] = (
    *(blueprint for capability in CAPABILITIES for blueprint in capability.blueprints),
    endpoint.blueprint,
    operations.keys,
    operations.problems,
    operations.blueprint,
)
BODY_PARAMETERS: Sequence[type[RequestSchema]] = [
    schema for capability in CAPABILITIES for schema in capability.body_parameters
]
"""The schemas of parameters that every POST which draws takes: of proofs, `prove`."""

for blueprint in BLUEPRINTS:
    blueprint.serve(BODY_PARAMETERS)

PAGE_BLUEPRINTS: Sequence[flask.Blueprint] = [
    blueprint for capability in CAPABILITIES for blueprint in capability.page_blueprints
]
"""Blueprints that only the pages use; openapi.yaml does not have them."""
