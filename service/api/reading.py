"""Reading a request strictly: what other readers let pass in silence is refused here.

Queries: unknown and repeated parameters, and bytes that are not UTF-8. Bodies: repeated keys, NaN and infinities, lone
surrogates, integers and nesting that could not be written back as they came.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import unquote_to_bytes

import marshmallow as ma
import orjson
from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from service.api.problems import InvalidValues, Malformed
from service.core.errors import Refused, did_you_mean


def load(schema: ma.Schema, values: Mapping[str, Any]) -> Any:
    """What the schema makes of the values; all that is wrong with them is told at once."""
    errors = {name: _unknown(name, schema) for name in values if name not in schema.fields}
    try:
        loaded = schema.load({name: value for name, value in values.items() if name not in errors})
    except ma.ValidationError as error:
        errors |= error.messages_dict
    if errors:
        raise InvalidValues({name: _flat(messages) for name, messages in errors.items()})
    return loaded


def _unknown(name: str, schema: ma.Schema) -> list[str]:
    known = list(schema.fields)
    takes = f"This endpoint takes: {', '.join(known)}." if known else "This endpoint takes no parameters."
    return [f"Unknown parameter.{did_you_mean(name, known)} {takes}"]


def _flat(messages: Any) -> list[str]:
    """The sentences for one field; those for an item of a list name its place."""
    if isinstance(messages, Mapping):
        messages = [f"Item {place + 1}: {text}" for place, texts in messages.items() for text in texts]
    return list(messages)


def read_query(schema: ma.Schema, request: Request) -> dict[str, Any]:
    """The query's parameters, each as the JSON value that its text stands for."""
    if request.content_length or "Transfer-Encoding" in request.headers:
        raise Malformed("A GET takes its parameters in the query; send a body with POST.")
    values: dict[str, Any] = {}
    repeated = set()
    for pair in request.query_string.split(b"&"):
        if pair:
            name, _, text = (_text(part) for part in pair.partition(b"="))
            if name in values:
                repeated.add(name)
            read = getattr(schema.fields.get(name), "read_text", str)
            values[name] = read(text)
    if repeated:
        raise InvalidValues({name: ["Given more than once; give it once."] for name in sorted(repeated)})
    return values


def _text(quoted: bytes) -> str:
    try:
        return unquote_to_bytes(quoted.replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise Malformed("The query is not UTF-8 in percent-encoding.") from None


def read_body(request: Request) -> dict[str, Any]:
    """The members of the body, a JSON object."""
    if request.query_string:
        raise Malformed("A POST takes its parameters in its JSON body, not in the query.")
    charset = request.mimetype_params.get("charset", "utf-8")
    coding = request.headers.get("Content-Encoding", "identity")
    if request.mimetype != "application/json" or coding != "identity" or charset.lower() not in {"utf-8", "utf8"}:
        raise UnsupportedMediaType
    body = request.get_data(cache=False)
    cut = request.content_length is None and len(body) == request.max_content_length
    if cut and request.environ["wsgi.input"].read(1):  # of a body in chunks Werkzeug reads the limit, and no more
        raise RequestEntityTooLarge
    if not body:
        raise Malformed("The body is empty; send a JSON object, {} at the least.")
    values = read_json(body)
    if not isinstance(values, dict):
        raise InvalidValues({"body": ["Must be a JSON object, such as {}."]})
    return values


def read_json(body: bytes) -> Any:
    """The value of a JSON text, if it can be written back without loss. Raises `Malformed` or `Refused`."""
    try:
        value = _DECODER.decode(body.decode())
        orjson.dumps(value)
    except UnicodeDecodeError:
        raise Malformed("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: {error.msg}, line {error.lineno} column {error.colno}.") from None
    except RecursionError:
        raise Malformed("The body is nested too deeply.") from None
    except orjson.JSONEncodeError as error:
        # Lone surrogates, and nesting deeper than can be written.
        raise Malformed(f"The body cannot be written back as it came: {error}.") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Malformed("A JSON object in the body has the same key twice.")
    return members


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_INTEGER or not -(2**63) <= (number := int(digits)) < 2**64:
        raise Refused("body", "An integer in the body is beyond 64 bits; send it as a string.")
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if number in {float("inf"), float("-inf")}:
        raise Refused("body", "A number in the body is too large for a double; send it as a string.")
    return number


def _constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON.")


_LONGEST_INTEGER = 20
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
