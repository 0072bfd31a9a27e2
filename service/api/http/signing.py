"""Sign responses: a receipt proves later what was answered, to which request, and when."""

import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from flask import request

from service.api.http.responses import JSON
from service.core.crypto.signatures import SigningKey
from service.core.errors import Refused

_REPRODUCIBLE = ("seed", "deal_number")
"""Parameters with which anybody can draw the response again."""


def check_signable(parameters: Mapping[str, Any], media_type: str, keys: Sequence[SigningKey]) -> None:
    """Raise `Refused` if the response to these parameters, in this media type, cannot be signed."""
    for name in (name for name in _REPRODUCIBLE if name in parameters):
        raise Refused(
            "sign", f"A response with a {name} is its own receipt: leave sign out, and post it to /v1/verify."
        )
    if media_type != JSON:
        raise Refused("sign", f"Only JSON responses are signed, and this one would be {media_type}.")
    if not keys:
        raise Refused("sign", "This service has no keys to sign with (the operator's SIGNING_KEYS).")


def sign_body(body: Mapping[str, Any], parameters: Mapping[str, Any], key: SigningKey) -> dict[str, Any]:
    """Return the body of the running request's response with a receipt as last member."""
    payload = {
        "iat": int(time.time()),
        "jti": str(uuid.uuid4()),
        "request": {
            "method": request.method,
            "path": request.script_root + request.path,
            "parameters": {name: value for name, value in parameters.items() if name != "sign"},
        },
        "answer": body,
    }
    return {**body, "receipt": key.sign(orjson.dumps(payload, option=orjson.OPT_SERIALIZE_NUMPY))}
