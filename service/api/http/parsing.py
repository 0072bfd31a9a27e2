"""Reading a request strictly: what other readers let pass in silence is refused here.

Queries: unknown and repeated parameters, and bytes that are not UTF-8. Bodies: repeated keys, NaN and infinities, lone
surrogates, and numbers that would not be what was sent.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any, NoReturn
from urllib.parse import unquote_plus

import marshmallow as ma
import orjson
from flask import Request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, UnsupportedMediaType

from service.api.http.concurrency import LARGE, take_turn
from service.api.http.problems import InvalidValues, Malformed
from service.api.schemas.fields import MAX_ERRORS, Seed
from service.api.schemas.one_of import OneOfSchema
from service.api.schemas.requests import RequestSchema
from service.core.errors import Refused, did_you_mean
from service.core.rng.streams import Randomness

_LONGEST_SIMPLE = 512  # bytes


def split(query: bytes, schema: RequestSchema) -> tuple[bytes, Randomness] | None:
    """A simple query without its seed, which is the same again and again, and what the seed is.

    None if the query is not so simple, asks for a signature, or has something wrong with it.
    """
    if len(query) > _LONGEST_SIMPLE or b"%" in query or b"+" in query or b"sign=" in query:
        return None
    if b"seed=" not in query:
        return query, _UNSEEDED
    rest: list[bytes] = []
    given: dict[str, bytes] = {}
    for pair in query.split(b"&"):
        key, _, text = pair.partition(b"=")
        name = _SEEDING.get(key)
        if name is None:
            rest.append(pair)
        elif name in given:
            return None
        else:
            given[name] = text
    try:
        seed = Seed.checked(_text(given["seed"]))
        index = _index(schema, _text(given["index"])) if "index" in given else None
        return b"&".join(rest), Randomness(seed=seed, index=index)
    except (KeyError, ma.ValidationError, Malformed, Refused):
        return None


_SEEDING = {b"seed": "seed", b"index": "index"}
_UNSEEDED = Randomness()


def read(schema: RequestSchema | OneOfSchema, request: Request) -> Any:
    """What a request asks, as the schema makes it. Raises `Malformed` or `InvalidValues`."""
    if isinstance(schema, OneOfSchema):
        body = read_body(request)
        return load(schema.select(body), body)
    return load(schema, parameters(schema, request))


def parameters(schema: RequestSchema, request: Request) -> dict[str, Any]:
    """The parameters of a request as JSON values, whatever they are. Raises `Malformed` or `InvalidValues`."""
    if request.method == "POST":
        return read_body(request)
    refuse_body(request.environ)
    return read_query(schema, request.query_string)


def remembering(schema: RequestSchema) -> Callable[[bytes], Any]:
    """A function that makes of a query what `load` does, and remembers what each pair of a name and a text means."""

    @lru_cache(maxsize=_MOST_PAIRS)
    def meaning(pair: str) -> tuple[str, Any]:
        [(name, value)] = read_query(schema, pair.encode()).items()
        return name, schema.fields[name].deserialize(value)

    def loaded(query: bytes) -> Any:
        try:
            pairs = [meaning(pair) for pair in _text(query).split("&") if pair]
        except (KeyError, ma.ValidationError):
            pairs = []
        values = dict(pairs)
        if len(values) < len(pairs) or not schema.required <= values.keys():
            values = {}
        if values:
            return schema.to_dataclass(values)
        # Nothing was asked, or something is wrong, and all that is wrong is to be told.
        return load(schema, read_query(schema, query))

    return loaded


_MOST_PAIRS = 2_048


def load(schema: RequestSchema, values: Mapping[str, Any]) -> Any:
    """What the schema makes of the values; all that is wrong with them is told at once."""
    strict = schema.unknown == ma.RAISE
    unknown = (name for name in values if strict and name not in schema.fields)
    errors = {name: _unknown(name, schema) for name in islice(unknown, MAX_ERRORS)}
    try:
        loaded = schema.load({name: value for name, value in values.items() if name in schema.fields or not strict})
    except ma.ValidationError as error:
        errors |= error.messages_dict
    if errors:
        raise InvalidValues({name: _flat(messages) for name, messages in errors.items()})
    return loaded


def _unknown(name: str, schema: ma.Schema) -> list[str]:
    known = list(schema.fields)
    takes = f"This endpoint takes: {', '.join(known)}." if known else "This endpoint takes no parameters."
    return [f"Unknown parameter.{did_you_mean(name, known)} {takes}"]


def _flat(messages: Any, where: str = "") -> list[str]:
    """The sentences for one field; those for an item of a list, or of a list in a list, name its place."""
    if not isinstance(messages, Mapping):
        return [f"{where}: {text}" if where else text for text in messages]
    return [text for key, inner in messages.items() for text in _flat(inner, _within(where, key))]


def _within(where: str, key: object) -> str:
    """A place in a list, counted from 1, or a member of an object, within another."""
    step = f"item {key + 1}" if isinstance(key, int) else "" if key == "_schema" else str(key)
    return ", ".join(filter(None, (where, step))) if where else step.capitalize()


def refuse_body(environ: Mapping[str, Any]) -> None:
    """Raise `Malformed` if a GET has a body."""
    if environ.get("CONTENT_LENGTH", "0") not in {"", "0"} or "HTTP_TRANSFER_ENCODING" in environ:
        raise Malformed("A GET takes its parameters in the query; send a body with POST.")


def read_query(schema: ma.Schema, query: bytes) -> dict[str, Any]:
    """The query's parameters, each as the JSON value that its text stands for."""
    text = _text(query)
    values: dict[str, Any] = {}
    repeated = set()
    for pair in text.split("&"):
        if pair:
            name, _, value = pair.partition("=")
            if _QUOTED.search(pair):
                name, value = _unquoted(name), _unquoted(value)
            if name in values:
                repeated.add(name)
            values[name] = _value(schema, name, value)
    if repeated:
        raise InvalidValues({name: ["Given more than once; give it once."] for name in sorted(repeated)})
    return values


_QUOTED = re.compile("[%+]")


def _value(schema: ma.Schema, name: str, text: str) -> Any:
    """The JSON value that a text stands for, if the field of that name is to read it."""
    read_text = getattr(schema.fields.get(name), "read_text", None)
    return read_text(text) if read_text else text


def _index(schema: ma.Schema, text: str) -> int:
    index: int = schema.fields["index"].deserialize(_value(schema, "index", text))
    return index


def _text(query: bytes) -> str:
    try:
        return query.decode()
    except UnicodeDecodeError:
        raise Malformed(_NO_UTF_8) from None


def _unquoted(text: str) -> str:
    try:
        return unquote_plus(text, errors="strict")
    except UnicodeDecodeError:
        raise Malformed(_NO_UTF_8) from None


_NO_UTF_8 = "The query is not UTF-8 in percent-encoding."


_CUT_OFF = "The body ended before it had the length that was announced, or no more of it came."


def read_body(request: Request) -> dict[str, Any]:
    """The members of the body, a JSON object."""
    if request.query_string:
        raise Malformed("A POST takes its parameters in its JSON body, not in the query.")
    charset = request.mimetype_params.get("charset", "utf-8")
    coding = request.headers.get("Content-Encoding", "identity")
    if request.mimetype != "application/json" or coding != "identity" or charset.lower() not in {"utf-8", "utf8"}:
        raise UnsupportedMediaType
    try:
        body = request.get_data(cache=False)
    except ClientDisconnected:
        raise Malformed(_CUT_OFF) from None
    if len(body) < (request.content_length or 0):
        raise Malformed(_CUT_OFF)  # though it may be JSON
    cut = request.content_length is None and len(body) == request.max_content_length
    if cut and request.environ["wsgi.input"].read(1):  # of a body in chunks Werkzeug reads the limit, and no more
        raise RequestEntityTooLarge
    if not body:
        raise Malformed("The body is empty; send a JSON object, {} at the least.")
    if len(body) > LARGE:
        take_turn()
    values = read_json(body)
    if not isinstance(values, dict):
        raise InvalidValues({"body": ["Must be a JSON object, such as {}."]})
    return values


def read_json(body: bytes) -> Any:
    """The value of a JSON text; what no JSON value of Python's stands for exactly is `BEYOND`. Raises `Malformed`."""
    try:
        if b"\\u" in body:
            orjson.loads(body)  # refuses lone surrogates, which Python's reader takes
        value = _DECODER.decode(body.decode())
    except UnicodeDecodeError:
        raise Malformed("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is not JSON: {error.msg}, line {error.lineno} column {error.colno}.") from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    if body.count(b"[") + body.count(b"{") > _DEEPEST and _is_too_deep(value):
        raise Malformed(_TOO_DEEP)
    return value


_DEEPEST = 200  # levels: fewer than any Python's reader and than orjson's writer can do
_TOO_DEEP = f"The body is nested too deeply: {_DEEPEST} levels are the most."


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST + 1):
        inner = [item.values() if isinstance(item, dict) else item for item in level if isinstance(item, (dict, list))]
        level = [item for items in inner for item in items]
    return bool(level)


BEYOND = object()
"""Stands for a number that is too long or too large. No field takes it, and nothing writes it back."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise Malformed(f"A JSON object in the body has the key {key[:60]!r} twice.")
        members[key] = value
    return members


def _integer(digits: str) -> object:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else BEYOND


def _float(digits: str) -> object:
    number = float(digits)
    return number if isfinite(number) else BEYOND


def _constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON.")


_LONGEST_INTEGER = 300  # digits: longer than any seed
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
