"""Wrap a view that draws: parse the request, check it, answer 304, render, respond."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import sha256
from typing import Any

import orjson
from flask import Response, request

from service import __version__
from service.api.http.draw_response import DrawResponse
from service.api.http.parsing import (
    parse_parameters,
    parse_query,
    reject_body,
    split_seed,
    split_seed_of_body,
    validate,
    validate_query,
)
from service.api.http.proving import check_provable, check_signable, prove_draw, sign_body
from service.api.http.request_context import current_request
from service.api.http.responses import JSON, OPENAPI_ADDITIONS, draw_response, etag_of, negotiate, not_modified
from service.api.http.results import Json
from service.api.http.services import Services, services
from service.api.schemas.requests import Batch, RequestSchema
from service.core.errors import SeedsOff
from service.core.rng.streams import Randomness
from service.core.shuffles.batches import Chunk
from service.core.shuffles.plans import Limits, Permutation

_SENT_AT_ONCE = 2**16  # bytes
_CHUNKS_AT_ONCE = 8  # which bounds the time between two of them
_MAX_SPLIT_BODY = 512  # bytes, of which the seed is a part
_MAX_KEY = 256  # bytes of a query or a body without its seed, to be cached by it
_MAX_CACHE_WEIGHT = 500  # labels that what is cached may keep alive

FINGERPRINT = f"{__version__} {sha256(OPENAPI_ADDITIONS.read_bytes()).hexdigest()}"
"""Changes with the form of any response: the additions to the OpenAPI document contain a real one of each."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request that was parsed.

    `repeats` is None for a single result. `to_sign` are the parameters of a response to sign, `to_prove` the terms of
    one to prove.
    """

    response: DrawResponse
    repeats: int | None
    randomness: Randomness
    to_sign: Mapping[str, Any] | None = None
    to_prove: Mapping[str, Any] | None = None


_Draw = tuple[DrawResponse, int | None]
"""The draw that a request asks for, and the number of its results: None for a single one."""


_Build = Callable[[bytes, Mapping[str, str]], _Draw]
"""A function of a query or a body without its seed, and the parameters in the path."""


class _TooHeavyToCacheError(Exception):
    def __init__(self, built: _Draw) -> None:
        super().__init__()
        self.built = built


def _build(build: _Build, key: bytes, _: Limits, **path: str) -> _Draw:
    built = build(key, path)
    if built[0].cache_weight > _MAX_CACHE_WEIGHT:
        raise _TooHeavyToCacheError(built)
    return built


_build_cached = lru_cache(maxsize=128)(_build)


def draw_view(
    view: Callable[..., DrawResponse], schema: RequestSchema, media_types: tuple[str, ...]
) -> Callable[..., Response]:
    """Return the Flask view of a view that returns what to draw.

    The plan and the results of a request depend on nothing but its parameters without the seed, and are cached by them.
    """

    def build(arguments: Any, path: Mapping[str, str]) -> _Draw:
        if isinstance(arguments, Batch):
            return view(arguments.arguments, **path), arguments.repeats
        return view(arguments, **path), None

    def build_from_query(query: bytes, path: Mapping[str, str]) -> _Draw:
        return build(validate_query(schema, query), path)

    def build_from_body(body: bytes, path: Mapping[str, str]) -> _Draw:
        return build(validate(schema, orjson.loads(body)), path)

    def parse(environ: dict[str, Any], limits: Limits, path: Mapping[str, str]) -> ParsedRequest:
        build_again: _Build = build_from_query
        if environ["REQUEST_METHOD"] == "POST":
            parameters = parse_parameters(schema, request)
            is_short = 0 < (request.content_length or 0) <= _MAX_SPLIT_BODY
            split = split_seed_of_body(parameters) if is_short else None
            build_again = build_from_body
        else:
            reject_body(environ)
            split = split_seed(environ.get("QUERY_STRING", "").encode("latin-1"), schema)
            parameters = {} if split else parse_query(schema, request.query_string)
        if split:
            key, randomness = split
            try:
                build_or_reuse = _build_cached if len(key) <= _MAX_KEY else _build
                response, repeats = build_or_reuse(build_again, key, limits, **path)
            except _TooHeavyToCacheError as heavy:
                response, repeats = heavy.built
            return ParsedRequest(response, repeats, randomness)
        arguments = validate(schema, parameters)
        single = arguments.arguments if isinstance(arguments, Batch) else arguments
        response, repeats = build(arguments, path)
        to_sign = parameters if parameters.get("sign") else None
        return ParsedRequest(response, repeats, single.randomness, to_sign, parameters.get("prove"))

    @wraps(view)
    def handler(**path: str) -> Response:
        environ, application = current_request().environ, services()
        parsed = parse(environ, application.limits, path)
        download = parsed.response.results.download
        media_type = download.media_type if download else negotiate(media_types, environ)
        _check(parsed, media_type, application)
        etag = _etag(parsed, media_type, environ)
        if etag and "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(etag.strip('"')):
            return not_modified(etag)
        parsed.response.hold_slots(parsed.repeats, is_streamed=media_type != JSON)
        body = _render(parsed, media_type, application)
        return draw_response(body, media_type, etag, download.name if download else None)

    return handler


def _check(parsed: ParsedRequest, media_type: str, application: Services) -> None:
    """Raise `Refused` or `SeedsOff` for what the limits, the settings or the media type do not allow."""
    if parsed.repeats is not None:
        parsed.response.plan.check_batch(
            parsed.randomness, parsed.repeats, application.limits, is_streamed=media_type != JSON
        )
    if parsed.randomness.seed is not None and not application.allow_seeds:
        raise SeedsOff
    if parsed.to_sign is not None:
        check_signable(parsed.to_sign, media_type, application.signing_keys)
    if parsed.to_prove is not None:
        check_provable(parsed.to_prove, parsed.response, media_type, application.vrf_keys)


def _etag(parsed: ParsedRequest, media_type: str, environ: Mapping[str, Any]) -> str | None:
    """Return the ETag of a reproducible response to a GET. It is a function of the request: nothing need be drawn."""
    is_reproducible = parsed.randomness.seed is not None or not parsed.response.plan.is_random
    if not is_reproducible or parsed.to_sign is not None or environ["REQUEST_METHOD"] == "POST":
        return None
    request_line = "\0".join((FINGERPRINT, environ["PATH_INFO"], environ.get("QUERY_STRING", ""), media_type))
    return etag_of(request_line.encode())


def _render(parsed: ParsedRequest, media_type: str, application: Services) -> Json | bytes | Iterator[bytes]:
    """Draw, record what it cost, and return the body: JSON, text, or a stream for a long batch."""
    response = parsed.response
    if media_type != JSON:
        parts = response.stream(media_type, parsed.randomness, parsed.repeats or 1)
        texts = _record_chunks(parts, response.common, application)
        if response.search and parsed.repeats is not None:
            return texts
        return _join_short(texts) if response.is_long(parsed.repeats) else b"".join(texts)
    randomness, proof = parsed.randomness, None
    if parsed.to_prove is not None:
        randomness, proof = prove_draw(parsed.to_prove, response, application.vrf_keys[0])
    drawn: Sequence[Permutation | Chunk]
    if parsed.repeats is None:
        body, drawn = response.single(randomness)
    else:
        body, drawn = response.batch(randomness, parsed.repeats)
    application.stats.record_shuffles(response.common, drawn, parsed.repeats or 1)
    if proof is not None:
        return body | {"proof": proof}
    return body if parsed.to_sign is None else sign_body(body, parsed.to_sign, application.signing_keys[0])


def _record_chunks(parts: Iterator[Any], labels: Mapping[str, Any], application: Services) -> Iterator[bytes]:
    for text, chunk in parts:
        application.stats.record_shuffles(labels, [chunk], len(chunk.offsets))
        yield text


def _join_short(texts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield short texts together: to send one, and to wake the client for it, takes as long as to draw 200 packs."""
    joined: list[bytes] = []
    for text in texts:
        joined.append(text)
        if len(joined) == _CHUNKS_AT_ONCE or sum(map(len, joined)) >= _SENT_AT_ONCE:
            yield b"".join(joined)
            joined.clear()
    if joined:
        yield b"".join(joined)
