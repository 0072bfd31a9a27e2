"""Deals in which some cards are known: their request and their response."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import marshmallow as ma

from service.api.schemas.fields import JsonObject
from service.api.schemas.requests import RequestSchema, openapi
from service.api.schemas.responses import ResponseSchema, optional


@dataclass(frozen=True, kw_only=True)
class KnownCards:
    """The known cards of a deal, as the request has them."""

    given: Mapping[str, Any] | None = None


class GivenMixin(RequestSchema):
    """The known cards of a deal."""

    given = JsonObject(
        metadata=openapi(
            "Known cards, which come first in their hand (by seat) or pile (by name, or by name and part); the others "
            "are shuffled into the free places.",
            {"hands": {"1": ["AS", "AH"]}},
        )
    )


class GivenFields(ResponseSchema):
    """The known cards of a deal."""

    given = ma.fields.Dict(**optional("As args, with canonical codes and in the order of the deal"))
