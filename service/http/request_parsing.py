"""Parse requests strictly: mistakes that lenient parsers ignore are errors here.

A query must not have unknown parameters, repeated parameters that are no lists, or bytes that are not UTF-8. A body
must not have repeated keys, NaN, infinities, lone surrogates, or numbers that Python would change.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any, NoReturn
from urllib.parse import unquote_plus

import marshmallow as ma
import orjson
from flask import Request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from ..core.errors import Refused, did_you_mean
from ..core.rng.streams import MAX_INDEX, Randomness, SeedText
from .problems import BodyTooLarge, InvalidValues, Malformed, UnsupportedBody
from .schemas.fields import MAX_ERRORS, BoundedList
from .schemas.request_schemas import OneOfSchema, RequestSchema
from .services import hold_large

_MAX_SIMPLE = 512  # bytes of the longest query that `split_seed` splits
_MAX_CACHED_PAIR = 64  # characters of a parameter and its value
_MAX_DEPTH = 200  # levels; every Python can parse more, and orjson can write more
_MAX_QUOTED = 60  # characters of a header in a message
_MAX_DIGITS = 300  # longer than any seed
_CUT_OFF = "The body ended before its announced length, or stopped arriving."
_TOO_DEEP = f"The body is nested too deeply: at most {_MAX_DEPTH} levels are accepted."
_SEED_PARAMETERS = re.compile(rb"(?:^|&)(seed|index)=([^&]*)")
_UNSEEDED = Randomness()
_SEED = SeedText()
_ANY_SEED = "0"


def split_seed(query: bytes, schema: RequestSchema) -> tuple[bytes, Randomness] | None:
    """Split a simple query into the query without `seed` and `index`, and a `Randomness` of the two.

    Return None for a query that is long, is percent-encoded, asks for a signature or has an invalid seed. The query
    `b"cards=5&seed=42&index=7"` is split into `b"cards=5"`, and the seed "42" with the index 7.
    """
    if len(query) > _MAX_SIMPLE or b"%" in query or b"+" in query or b"sign=" in query:
        return None
    if b"seed=" not in query:
        return query, _UNSEEDED
    pairs = _SEED_PARAMETERS.findall(query)
    texts = dict(pairs)
    if len(texts) < len(pairs):
        return None
    try:
        randomness = _parse_seed(texts, schema)
    except (KeyError, ma.ValidationError, UnicodeDecodeError, Refused):
        return None
    if randomness is None:
        return None
    return _SEED_PARAMETERS.sub(b"", query).removeprefix(b"&"), randomness


def _parse_seed(
    texts: Mapping[bytes, bytes], schema: RequestSchema
) -> Randomness | None:
    """Return the seed and the index of a query from their texts, or None for an invalid seed.

    Raises `KeyError`, `ValidationError`, `UnicodeDecodeError` or `Refused` for a missing seed or an unreadable text.
    """
    index = None
    if b"index" in texts:
        _, index = _validate_pair(schema, f"index={texts[b'index'].decode()}")
    seed = texts[b"seed"].decode()
    return Randomness(seed=seed, index=index or None) if _SEED.fits(seed) else None


def split_seed_of_body(
    parameters: Mapping[str, Any],
) -> tuple[bytes, Randomness] | None:
    """Split the parameters of a body into JSON without the seed and index, and a `Randomness` of the two.

    The JSON has the seed "0" in place of any seed. Return None if the response is to be signed or proved, if the seed
    or the index is invalid, or if a parameter cannot be written as JSON. {"max": 6, "seed": "x"} becomes
    b'{"max":6,"seed":"0"}' and the seed "x".
    """
    if "sign" in parameters or "prove" in parameters:
        return None
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


def parse_request(schema: RequestSchema | OneOfSchema, request: Request) -> Any:
    """Return the dataclass that the schema makes of a request. Raises what `parse_body` and `validate` raise."""
    if isinstance(schema, OneOfSchema):
        body = parse_body(request, if_too_large=schema.if_too_large)
        return validate(*schema.select(body))
    if request.method == "POST":
        return validate(schema, schema.read_integers(parse_body(request)))
    reject_body(request.environ)
    return validate(schema, parse_query(schema, request.query_string))


def validate(schema: RequestSchema, values: Mapping[str, Any]) -> Any:
    """Return the dataclass that the schema makes of JSON values. Raises `InvalidValues` with every error at once.

    Unknown parameters are found here, because marshmallow would not suggest similar names.
    """
    errors = {}
    members = values
    if schema.unknown == ma.RAISE and not values.keys() <= schema.fields.keys():
        unknown = (name for name in values if name not in schema.fields)
        errors = {name: _unknown(name, schema) for name in islice(unknown, MAX_ERRORS)}
        members = {
            name: value for name, value in values.items() if name in schema.fields
        }
    try:
        arguments = schema.load(members)
    except ma.ValidationError as error:
        errors |= error.messages_dict
    if errors:
        errors_by_path: dict[str, list[str]] = {}
        for name, messages in errors.items():
            errors_by_path.update(_split_fields(name, messages))
        raise InvalidValues(errors_by_path)
    return arguments


def validate_query(schema: RequestSchema, query: bytes) -> Any:
    """Return the dataclass that the schema makes of a query, as `validate` does.

    A cache has the parameters of valid queries: to look a parameter up takes a fifth of the time.
    """
    try:
        pairs = query.decode().split("&") if query else []
        arguments = {}
        for pair in pairs:
            is_short = len(pair) <= _MAX_CACHED_PAIR
            validate_pair = _validate_cached if is_short else _validate_pair
            name, value = validate_pair(schema, pair)
            arguments[name] = value
        if len(arguments) == len(pairs) and schema.required <= arguments.keys():
            return schema.to_dataclass(arguments)
    except (KeyError, UnicodeDecodeError, ma.ValidationError):
        pass  # `validate` raises it with every message
    return validate(schema, parse_query(schema, query))


def _validate_pair(schema: RequestSchema, pair: str) -> tuple[str, Any]:
    """Return the name and the value of a parameter without percent-encoding. Raises `KeyError` or `ValidationError`."""
    name, _, text = pair.partition("=")
    return name, schema.fields[name].deserialize(_parse_text(schema, name, text))


_validate_cached = lru_cache(maxsize=512)(_validate_pair)


def _unknown(name: str, schema: RequestSchema) -> list[str]:
    """Return the messages for a parameter that a schema does not have: where it belongs, or names that are near."""
    if name in schema.in_bodies:
        return ["Only a POST takes this, in its JSON body."]
    if name in schema.taken_elsewhere:
        return [f"Unknown parameter. {schema.taken_elsewhere[name]}"]
    parameters = {
        field_name: getattr(field, "value_type", None)
        for field_name, field in schema.fields.items()
    }
    takes = "This endpoint takes no parameters."
    if parameters:
        takes = f"This endpoint takes: {', '.join(parameters)}."
    return [f"Unknown parameter.{did_you_mean(name, parameters)} {takes}"]


def _split_fields(name: str, messages: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each field with an error, and its messages. A member of an object has a path as `prove.key`."""
    if isinstance(messages, Mapping) and all(
        isinstance(key, str) and key != "_schema" for key in messages
    ):
        for member, inner in messages.items():
            yield from _split_fields(f"{name}.{member}", inner)
    else:
        yield name, _flatten_messages(messages)


def _flatten_messages(messages: Any, where: str = "") -> list[str]:
    """Return the messages of one field. A message about an item of a list, at any depth, names its position."""
    if not isinstance(messages, Mapping):
        return [f"{where}: {text}" if where else text for text in messages]
    return [
        text
        for key, inner in messages.items()
        for text in _flatten_messages(inner, _within(where, key))
    ]


def _within(where: str, key: object) -> str:
    """Return a position such as "Item 2, cards". `key` is an index from 0 or a member's name within `where`."""
    step = "" if key == "_schema" else str(key)
    if isinstance(key, int):
        step = f"item {key + 1}"
    if not where:
        return step.capitalize()
    return ", ".join(filter(None, (where, step)))


def reject_body(environ: Mapping[str, Any]) -> None:
    """Raise `Malformed` if a GET has a body."""
    if (
        environ.get("CONTENT_LENGTH", "0") not in {"", "0"}
        or "HTTP_TRANSFER_ENCODING" in environ
    ):
        raise Malformed(
            "A GET takes its parameters in the query; send a body with POST."
        )


def parse_query(schema: ma.Schema, query: bytes) -> dict[str, Any]:
    """Return the parameters of a query as JSON values; repeated lists are joined.

    A list may also be written as axios and PHP do: `exclude[]=AS&exclude[]=KS` or `exclude[0]=AS&exclude[1]=KS`.
    """
    values: dict[str, Any] = {}
    repeated_names = set()
    for text_of_name, text in _decode_pairs(query):
        name = _find_list_name(schema, text_of_name, values)
        value = _parse_text(schema, name, text)
        if name not in values:
            values[name] = value
        elif isinstance(schema.fields.get(name), BoundedList):
            values[name] += value
        else:
            repeated_names.add(name)
    if repeated_names:
        message = "Given more than once; give it once."
        raise InvalidValues({name: [message] for name in sorted(repeated_names)})
    return values


def _decode_pairs(query: bytes) -> list[tuple[str, str]]:
    """Return the name and the text of each parameter of a query without their percent-encoding."""
    pairs = []
    try:
        for pair in query.decode().split("&"):
            if pair:
                name, _, text = pair.partition("=")
                pairs.append(
                    (
                        unquote_plus(name, errors="strict"),
                        unquote_plus(text, errors="strict"),
                    )
                )
    except UnicodeDecodeError:
        raise Malformed("The query is not UTF-8 in percent-encoding.") from None
    return pairs


def _find_list_name(schema: ma.Schema, name: str, values: Mapping[str, Any]) -> str:
    """Return the name of the list that a parameter adds to, such as `exclude` for `exclude[]`, or `name` itself."""
    match = _ITEM_OF_LIST.fullmatch(name)
    if not match:
        return name
    list_name = match[1]
    position = match[2]
    if not isinstance(schema.fields.get(list_name), BoundedList):
        return name
    next_position = str(len(values.get(list_name, ())))
    return list_name if position in {"", next_position} else name


_ITEM_OF_LIST = re.compile(r"(\w+)\[([0-9]{0,4})\]", re.ASCII)


def _parse_text(schema: ma.Schema, name: str, text: str) -> Any:
    """Return the JSON value of a text in the field `name`."""
    parse_query_text = getattr(schema.fields.get(name), "parse_query_text", None)
    return parse_query_text(text) if parse_query_text else text


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
        raise InvalidValues({"body": ["Must be a JSON object, such as {}."]})
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
