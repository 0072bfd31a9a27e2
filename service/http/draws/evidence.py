"""What a response has beside its results, if its request asks for it, so that others can check where they come from.

A capability registers each kind of evidence (capability.py): proofs have a receipt, which signs the response, and a
proof, which decides the seed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ...core.rng.streams import Randomness
from ..results.result_types import Json
from ..schemas.request_schemas import RequestSchema
from .prepared_draw import PreparedDraw

DrawResults = Callable[[Randomness], Json]
"""Draws by a seed, or without one; returns the JSON of the response without its `request`, and counts the results."""


class Evidence(ABC):
    """The evidence that a request with these parameters asks for. A request asks for one kind at most."""

    parameter: ClassVar[str]
    """The name of the parameter that asks for it."""
    body_parameters: ClassVar[type[RequestSchema] | None] = None
    """The schema of the parameter, which every POST that draws takes after those of its endpoint.

    It is None for `sign`, which `SeededDraw` has: queries take it too, and openapi.yaml fixes its place before others.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self.parameters = parameters

    @abstractmethod
    def check(self, draw: PreparedDraw, media_type: str) -> None:
        """Raise `Refused` if a response of this media type with the results of this draw cannot have the evidence."""

    @abstractmethod
    def respond(self, draw: PreparedDraw, draw_results: DrawResults) -> Json:
        """Draw by the request's seed or by the seed of the evidence; return the JSON of the response."""
