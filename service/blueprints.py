"""The blueprints of the API: of its capabilities, of /v1/verify and of the operation of the service."""

from collections.abc import Sequence

import flask

from .capabilities import CAPABILITIES
from .http.blueprint import Blueprint
from .http.operations import operation_views as operations
from .verification import endpoint

BLUEPRINTS: Sequence[Blueprint] = (
    *(blueprint for capability in CAPABILITIES for blueprint in capability.blueprints),
    endpoint.blueprint,
    operations.keys,
    operations.problems,
    operations.blueprint,
)
PAGE_BLUEPRINTS: Sequence[flask.Blueprint] = [
    blueprint for capability in CAPABILITIES for blueprint in capability.page_blueprints
]
"""Blueprints that only the pages use; openapi.yaml does not have them."""
