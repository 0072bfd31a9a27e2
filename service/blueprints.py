"""The blueprints of the API, for its capabilities, /v1/verify and the operation of the service."""

from collections.abc import Sequence

import flask

from .capabilities import CAPABILITIES
from .http import operations
from .http.blueprint import Blueprint
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
"""Blueprints that serve the pages alone, and are in no document."""
