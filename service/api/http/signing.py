"""Signed answers: a receipt in the answer, which shows anybody later what was answered, to what, and when."""

import time
import uuid
from collections.abc import Mapping
from typing import Any

import orjson
from flask import current_app, request

from service.api.http.responses import JSON
from service.core.crypto.signatures import SigningKey
from service.core.errors import Refused


def signing_keys() -> tuple[SigningKey, ...]:
    """The running application's keys; the first signs."""
    found: tuple[SigningKey, ...] = current_app.config["SIGNING_KEYS"]
    return found


def allow_signing(asked: Mapping[str, Any], form: str) -> None:
    """Raise `Refused` if an answer to these parameters, in this form, cannot be signed."""
    for name in _PROOFS & asked.keys():
        raise Refused("sign", f"An answer with a {name} is its own receipt: leave sign out, and post it to /v1/verify.")
    if form != JSON:
        raise Refused("sign", f"Only JSON answers are signed, and this one would be {form}.")
    if not signing_keys():
        raise Refused("sign", "This service has no keys to sign with (the operator's SIGNING_KEYS).")


def signed(answer: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with its receipt as last member, given the parameters of the running request as they were asked."""
    payload = {
        "iat": int(time.time()),
        "jti": str(uuid.uuid4()),
        "request": {
            "method": request.method,
            "path": request.script_root + request.path,
            "parameters": {name: value for name, value in asked.items() if name != "sign"},
        },
        "answer": answer,
    }
    receipt = signing_keys()[0].sign(orjson.dumps(payload, option=orjson.OPT_SERIALIZE_NUMPY))
    return {**answer, "receipt": receipt}


_PROOFS = {"seed", "deal_number"}  # who has one of these makes the answer again
