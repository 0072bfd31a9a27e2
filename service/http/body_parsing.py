"""Parse the JSON bodies of requests strictly: mistakes that lenient parsers ignore are errors here.

A body must not have repeated keys, NaN, infinities, lone surrogates, or numbers that Python would change.
"""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, NoReturn

import orjson
from flask import Request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from ..core.errors import Message
from ..core.rng.streams import MAX_INDEX, Randomness
from ..core.seeded_request import SeedText
from .problems import BodyTooLarge, InvalidValues, Malformed, UnsupportedBody
from .services import hold_large

_MAX_DEPTH = 200  # levels; every Python can parse more, and orjson can write more
_MAX_QUOTED = 60  # characters of a header in a message
_MAX_DIGITS = 300  # longer than any seed
_CUT_OFF = "The body ended before its announced length, or stopped arriving."
_TOO_DEEP = f"The body is nested too deeply: at most {_MAX_DEPTH} levels are accepted."
_UNSEEDED = Randomness()
_SEED = SeedText()
_ANY_SEED = "0"


def split_seed_of_body(
    parameters: Mapping[str, Any],
) -> tuple[bytes, Randomness] | None:
    """Split the parameters of a body into JSON without the seed and index, and a `Randomness` of the two.

    The JSON has the seed "0" in place of any seed. Return None if the seed or the index is invalid, or if a parameter
    cannot be written as JSON. {"max": 6, "seed": "x"} becomes b'{"max":6,"seed":"0"}' and the seed "x".
    """
    seedless = dict(parameters)
    randomness = _UNSEEDED
    if "seed" in parameters:
        seed = parameters["seed"]
        index = seedless.pop("index", 0)
        if type(seed) is not str or not _SEED.fits(seed):
            return None
        if type(index) is not int or not 0 <= index <= MAX_INDEX:
            return None
        seedless["seed"] = _ANY_SEED
        randomness = Randomness(seed=seed, index=index or None)
    elif "index" in parameters:
        return None
    try:
        return orjson.dumps(seedless), randomness
    except TypeError:
        return None


def parse_body(request: Request, if_too_large: str = "") -> dict[str, Any]:
    """Return the members of the body, a JSON object. `if_too_large` is advice for the error `BodyTooLarge`.

    Raises `Malformed`, `UnsupportedBody`, `BodyTooLarge`, `InvalidValues` or `Busy`.
    """
    if request.query_string:
        raise Malformed(
            "A POST takes its parameters in its JSON body, not in the query."
        )
    _check_media_type(request)
    body = _read_body(request, if_too_large)
    if not body:
        raise Malformed("The body is empty; send a JSON object, {} at the least.")
    hold_large(len(body))
    values = parse_json(body)
    if not isinstance(values, dict):
        message = Message("Must be a JSON object, such as {}.")
        raise InvalidValues({"body": [message]})
    return values


def _read_body(request: Request, if_too_large: str) -> bytes:
    """Return the bytes of the body. Raises `Malformed` if it is cut off, and `BodyTooLarge` above MAX_BODY_BYTES."""
    limit = request.max_content_length or 0
    try:
        body = request.get_data(cache=False)
    except ClientDisconnected:
        raise Malformed(_CUT_OFF) from None
    except RequestEntityTooLarge:
        raise BodyTooLarge(limit, if_too_large) from None
    if len(body) < (request.content_length or 0):
        raise Malformed(_CUT_OFF)  # even if the part that arrived is JSON
    # Werkzeug reads a chunked body up to the limit and no further.
    is_at_limit = request.content_length is None and len(body) == limit
    if is_at_limit and request.environ["wsgi.input"].read(1):
        raise BodyTooLarge(limit, if_too_large)
    return body


def _check_media_type(request: Request) -> None:
    """Raise `UnsupportedBody` unless the body is JSON in UTF-8 without compression."""
    coding = request.headers.get("Content-Encoding", "identity")
    if coding.lower() != "identity":
        sentence = f"This came compressed, with Content-Encoding {coding[:_MAX_QUOTED]!r}; send it as it is."
        raise UnsupportedBody(sentence, is_compressed=True)
    charset = request.mimetype_params.get("charset", "utf-8")
    is_utf_8 = charset.lower() in {"utf-8", "utf8"}
    if request.mimetype != "application/json" or not is_utf_8:
        media_type = request.headers.get("Content-Type")
        form = "without Content-Type"
        if media_type:
            form = f"as {media_type[:_MAX_QUOTED]!r}"
        raise UnsupportedBody(f"This came {form}.")


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON text; a number that Python cannot represent is `BEYOND`. Raises `Malformed`."""
    try:
        if b"\\u" in body:
            # orjson refuses lone surrogates, which the standard library accepts.
            orjson.loads(body)
        value = _DECODER.decode(body.decode())
    except UnicodeDecodeError:
        raise Malformed("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Malformed(
            f"The body is not JSON: {error.msg}, line {error.lineno} column {error.colno}."
        ) from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    if body.count(b"[") + body.count(b"{") > _MAX_DEPTH and _is_too_deep(value):
        raise Malformed(_TOO_DEEP)
    return value


def _is_too_deep(value: Any) -> bool:
    """Return whether a JSON value has more than `_MAX_DEPTH` levels. It goes level by level: recursion has a limit."""
    level = [value]
    for _ in range(_MAX_DEPTH + 1):
        next_level: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                next_level.extend(item.values())
            elif isinstance(item, list):
                next_level.extend(item)
        level = next_level
    return bool(level)


BEYOND = object()
"""A number that is too long or too large. No field accepts it, and it is never written back."""


def _parse_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object with its members in their order. Raises `Malformed` for a repeated key."""
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise Malformed(
                f"A JSON object in the body has the key {key[:60]!r} twice."
            )
        members[key] = value
    return members


def _parse_integer(digits: str) -> object:
    return int(digits) if len(digits) <= _MAX_DIGITS else BEYOND


def _parse_float(digits: str) -> object:
    number = float(digits)
    return number if isfinite(number) else BEYOND


def _reject_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_parse_object,
    parse_int=_parse_integer,
    parse_float=_parse_float,
    parse_constant=_reject_constant,
)
