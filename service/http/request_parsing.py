"""Parse a request by its schema, from its query or from its JSON body."""

from typing import Any

from flask import Request

from .body_parsing import parse_body
from .query_parsing import parse_query, reject_body
from .request_validation import validate
from .schemas.request_schemas import OneOfSchema, RequestSchema


def parse_request(schema: RequestSchema | OneOfSchema, request: Request) -> Any:
    """Return the dataclass that the schema makes of a request. Raises what `parse_body` and `validate` raise."""
    if isinstance(schema, OneOfSchema):
        body = parse_body(request, if_too_large=schema.if_too_large)
        return validate(*schema.select(body))
    if request.method == "POST":
        return validate(schema, schema.read_integers(parse_body(request)))
    reject_body(request.environ)
    return validate(schema, parse_query(schema, request.query_string))
