"""Wrap a view with random results: parse its request, check it, answer 304, draw, and write the response."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import sha256
from typing import Any

import orjson
from flask import Response, request

from service import __version__
from service.api.http import request_parsing
from service.api.http.concurrency import mark_short
from service.api.http.draw_response import DrawResponse
from service.api.http.proving import check_provable, check_signable, prove_draw, sign_body
from service.api.http.request_context import current_request
from service.api.http.responses import JSON, OPENAPI_ADDITIONS, draw_response, etag_of, negotiate, not_modified
from service.api.http.results import Json
from service.api.http.services import Services, services
from service.api.schemas.request_schemas import Batch, RequestSchema
from service.core.choices import CHOICES, QUESTION, find_choice
from service.core.errors import SeedsOff
from service.core.rng.streams import Randomness
from service.core.shuffles.batches import Chunk
from service.core.shuffles.plans import Limits, Permutation

_SENT_AT_ONCE = 2**16  # bytes
_CHUNKS_AT_ONCE = 8  # bounds the time between two parts of a stream
_MAX_SPLIT_BODY = 512  # bytes, with the seed
_MAX_KEY = 256  # bytes of a query or a body without its seed; a longer one is not cached
_MAX_CACHE_WEIGHT = 500  # labels that one cached draw may keep alive

FINGERPRINT = f"{__version__} {sha256(OPENAPI_ADDITIONS.read_bytes()).hexdigest()}"
"""A part of every ETag, which changes with the form of any response: the hashed file has an example of each."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request for random results, parsed.

    `repeats` is None for a single result. `to_sign` has the request's parameters if the response is to be signed,
    `to_prove` the member `prove` of the request if it is to be proved.
    """

    response: DrawResponse
    repeats: int | None
    randomness: Randomness
    to_sign: Mapping[str, Any] | None = None
    to_prove: Mapping[str, Any] | None = None


_Draw = tuple[DrawResponse, int | None]
"""The response to draw, and the number of its results: None for a single result."""


_Build = Callable[[bytes, Mapping[str, str]], _Draw]
"""Takes a query or a body without its seed, and the parameters in the path; returns the response to draw."""


class _TooHeavyToCacheError(Exception):
    def __init__(self, draw: _Draw) -> None:
        super().__init__()
        self.draw = draw


def _build(build: _Build, key: bytes, _: tuple[Limits, bool], **path: str) -> _Draw:
    draw = build(key, path)
    if draw[0].cache_weight > _MAX_CACHE_WEIGHT:
        raise _TooHeavyToCacheError(draw)
    return draw


_build_cached = lru_cache(maxsize=128)(_build)


def draw_view(
    view: Callable[..., DrawResponse], schema: RequestSchema, media_types: tuple[str, ...]
) -> Callable[..., Response]:
    """Return the Flask view for a view that returns a `DrawResponse`.

    The `DrawResponse` depends only on the parameters without seed and index, so it is cached by these.
    """
    if unknown := schema.fields.keys() - CHOICES.keys() - QUESTION:
        raise ValueError(f"Enter {', '.join(unknown)} in service/core/choices.py: may a request choose an order by it?")

    def build(arguments: Any, path: Mapping[str, str]) -> _Draw:
        single = arguments.arguments if isinstance(arguments, Batch) else arguments
        if not services().allow_seeds and (choice := find_choice(vars(single) | getattr(single, "arguments", {}))):
            raise SeedsOff(choice)
        return view(single, **path), None if single is arguments else arguments.repeats

    def build_from_query(query: bytes, path: Mapping[str, str]) -> _Draw:
        return build(request_parsing.validate_query(schema, query), path)

    def build_from_body(body: bytes, path: Mapping[str, str]) -> _Draw:
        return build(request_parsing.validate(schema, orjson.loads(body)), path)

    def parse(environ: dict[str, Any], settings: tuple[Limits, bool], path: Mapping[str, str]) -> ParsedRequest:
        build_again: _Build = build_from_query
        if environ["REQUEST_METHOD"] == "POST":
            parameters = request_parsing.parse_parameters(schema, request)
            is_short = 0 < (request.content_length or 0) <= _MAX_SPLIT_BODY
            key_and_seed = request_parsing.split_seed_of_body(parameters) if is_short else None
            build_again = build_from_body
        else:
            request_parsing.reject_body(environ)
            key_and_seed = request_parsing.split_seed(environ.get("QUERY_STRING", "").encode("latin-1"), schema)
            parameters = {} if key_and_seed else request_parsing.parse_query(schema, request.query_string)
        if key_and_seed:
            key, randomness = key_and_seed
            try:
                build_or_reuse = _build_cached if len(key) <= _MAX_KEY else _build
                response, repeats = build_or_reuse(build_again, key, settings, **path)
            except _TooHeavyToCacheError as heavy:
                response, repeats = heavy.draw
            return ParsedRequest(response, repeats, randomness)
        arguments = request_parsing.validate(schema, parameters)
        single = arguments.arguments if isinstance(arguments, Batch) else arguments
        response, repeats = build(arguments, path)
        to_sign = parameters if parameters.get("sign") else None
        return ParsedRequest(response, repeats, single.randomness, to_sign, parameters.get("prove"))

    @wraps(view)
    def handler(**path: str) -> Response:
        environ, application = current_request().environ, services()
        draw = parse(environ, (application.limits, application.allow_seeds), path)
        download = draw.response.results.download
        media_type = download.media_type if download else negotiate(media_types, environ)
        _check(draw, media_type, application)
        etag = _etag(draw, media_type, environ, path)
        if etag and "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(etag.strip('"')):
            return not_modified(etag)
        draw.response.hold_slots(draw.repeats, is_streamed=media_type != JSON)
        body = _render(draw, media_type, application)
        return draw_response(body, media_type, etag, download.name if download else None)

    return mark_short(handler)  # `hold_slots` leaves the event loop for long work


def _check(draw: ParsedRequest, media_type: str, application: Services) -> None:
    """Raise `Refused` or `SeedsOff` for a draw that the limits, the settings or the media type do not allow."""
    if draw.repeats is not None:
        draw.response.plan.check_batch(
            draw.randomness, draw.repeats, application.limits, is_streamed=media_type != JSON
        )
    if draw.randomness.seed is not None and not application.allow_seeds:
        raise SeedsOff
    if draw.to_sign is not None:
        check_signable(draw.to_sign, media_type, application.signing_keys)
    if draw.to_prove is not None:
        check_provable(draw.to_prove, draw.response, media_type, application.vrf_keys)


def _etag(draw: ParsedRequest, media_type: str, environ: Mapping[str, Any], path: Mapping[str, str]) -> str | None:
    """Return the ETag of a reproducible response to a GET, computed from the request alone, before any draw.

    `path` has the names of entries, so that an alias has the same ETag.
    """
    is_reproducible = draw.randomness.seed is not None or not draw.response.plan.is_random
    if not is_reproducible or draw.to_sign is not None or environ["REQUEST_METHOD"] == "POST":
        return None
    endpoint = current_request().endpoint or ""
    request_line = "\0".join((FINGERPRINT, endpoint, *path.values(), environ.get("QUERY_STRING", ""), media_type))
    return etag_of(request_line.encode())


def _render(draw: ParsedRequest, media_type: str, application: Services) -> Json | bytes | Iterator[bytes]:
    """Draw the results, count them for the metrics, and return the body: JSON, bytes, or a stream for a long batch."""
    response = draw.response
    if media_type != JSON:
        parts = response.stream(media_type, draw.randomness, draw.repeats or 1)
        texts = _record_chunks(parts, response.common, application)
        if response.search and draw.repeats is not None:
            return texts
        return _join_short(texts) if response.is_long(draw.repeats) else b"".join(texts)
    randomness, proof = draw.randomness, None
    if draw.to_prove is not None:
        randomness, proof = prove_draw(draw.to_prove, response, application.vrf_keys[0])
    results: Sequence[Permutation | Chunk]
    if draw.repeats is None:
        body, results = response.single(randomness)
    else:
        body, results = response.batch(randomness, draw.repeats)
    application.stats.record_shuffles(response.common, results, draw.repeats or 1)
    if proof is not None:
        return body | {"proof": proof}
    return body if draw.to_sign is None else sign_body(body, draw.to_sign, application.signing_keys[0])


def _record_chunks(parts: Iterator[Any], labels: Mapping[str, Any], application: Services) -> Iterator[bytes]:
    for text, chunk in parts:
        application.stats.record_shuffles(labels, [chunk], len(chunk.offsets))
        yield text


def _join_short(texts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield short texts together: to send a text and wake the client takes as long as to draw 200 packs."""
    parts: list[bytes] = []
    for text in texts:
        parts.append(text)
        if len(parts) == _CHUNKS_AT_ONCE or sum(map(len, parts)) >= _SENT_AT_ONCE:
            yield b"".join(parts)
            parts.clear()
    if parts:
        yield b"".join(parts)
