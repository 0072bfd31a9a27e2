"""Wrap a view with random results: parse its request, check it, answer 304, draw, and write the response."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, wraps
from hashlib import sha256
from typing import Any

import orjson
from flask import Response, request, url_for

from .. import __version__
from ..core.errors import SeedsOff
from ..core.proof_terms import select_terms
from ..core.results_left import UNCOUNTED, Labels, ResultsLeft
from ..core.rng.streams import Randomness
from ..core.shuffles.batches import Chunk
from ..core.shuffles.samplers import Limits, Permutation
from ..core.work import OutOfStepsError, TooSlow
from . import request_parsing
from .concurrency import start_work
from .request_context import current_request
from .response_draft import ResponseDraft
from .responses import (
    JSON,
    OPENAPI_ADDITIONS,
    draw_response,
    etag_of,
    negotiate,
    not_modified,
)
from .results import Json
from .schemas.request_schemas import Batch, RequestSchema, check_marks
from .services import Services, services

_SENT_AT_ONCE = 2**16  # bytes
_CHUNKS_AT_ONCE = 8  # bounds the time between two parts of a stream
_MAX_SPLIT_BODY = 512  # bytes, with the seed
_MAX_KEY = (
    256  # bytes of a query or a body without its seed; a longer one is not cached
)
_MAX_CACHE_SIZE = 500  # labels that one cached draw may keep alive

FINGERPRINT = f"{__version__} {sha256(OPENAPI_ADDITIONS.read_bytes()).hexdigest()}"
"""A part of every ETag, which changes with the form of any response: the hashed file has an example of each."""


@dataclass(frozen=True, eq=False)
class PreparedResponse:
    """The draw that a request asks for: its response, and the number of its results, None for a single one.

    `arguments` is the parsed request, whose URL rule has the `path` with the names of entries.
    """

    response: ResponseDraft
    repeats: int | None
    path: str
    arguments: Any

    def describe_request(
        self, randomness: Randomness, terms: Mapping[str, Any] | None
    ) -> Json:
        """Return the members of a response with `request`; with `terms` that has `prove` in place of a seed."""
        # The terms and the whole list decide the seed of a proved response.
        grows = {"grows": terms is None} if self.response.grows else {}
        return {**grows, "request": self._write_request(randomness, terms)}

    def _write_request(
        self, randomness: Randomness, terms: Mapping[str, Any] | None
    ) -> Json:
        index = randomness.index or 0
        implied = self.response.imply_at(index)
        request: Json = {"path": self.path}
        for name, value in self._canonical.items():
            if name not in implied or value != implied[name]:
                request[name] = value
        if self.repeats is not None:
            request["repeats"] = self.repeats
        if terms is not None:
            request["prove"] = select_terms(terms)
        elif randomness.seed is not None:
            request["seed"] = randomness.seed
        if index:
            request["index"] = index
        return request

    @cached_property
    def _canonical(self) -> Json:
        """Return the members to repeat, with those that an index implies: one draw serves many seeds and indices."""
        return self.response.request.canonical(self.response.implied)

    def name_request(self) -> Json:
        """Return the request of one result as a proof names it, with what it applies to and without seed and index."""
        response = self.response
        members = response.request.name_members(response.common, response.implied)
        path = self.path.removesuffix("/batch")
        return {"path": path, **members, **response.proved_as}

    def find_choice(self) -> str | None:
        """Return the name of the first member by which the request chooses, whatever its seed is; None without one."""
        return self.response.request.find_choice(allowed={"seed"})

    def respond(self, randomness: Randomness) -> Json:
        """Draw within the limits of the service; return the JSON of the response, without `request`."""
        response = self.response
        repeats = self.repeats
        if repeats is not None:
            response.sampler.check_batch(
                randomness, repeats, services().limits, is_streamed=False
            )
        response.hold_slots(repeats)
        body, _ = (
            response.single(randomness)
            if repeats is None
            else response.batch(randomness, repeats)
        )
        return body

    def count_results(self, labels: Labels, response: Mapping[str, Any]) -> ResultsLeft:
        """Return how many results the request leaves, from a response to it, as far as the steps of a request tell."""
        result = dict(response)
        if self.repeats is not None:
            result = {
                name: value[0]
                for name, value in response.items()
                if name not in self.response.common
                and isinstance(value, list)
                and value
            }
        try:
            return self.response.count_results(
                labels, result, start_work(services().limits.draws)
            )
        except (OutOfStepsError, TooSlow):
            return UNCOUNTED


def check_choices(arguments: Any, allowed: Collection[str] = ()) -> None:
    """Raise `SeedsOff` for the arguments of a request that chooses, where ALLOW_SEEDS is off."""
    if services().allow_seeds:
        return
    single = arguments.arguments if isinstance(arguments, Batch) else arguments
    if choice := single.find_choice(allowed):
        raise SeedsOff(choice)


def prepare_response(
    rule: str,
    view: Callable[..., ResponseDraft],
    arguments: Any,
    names: Mapping[str, str],
) -> PreparedResponse:
    """Return the draw of a view for the arguments of a request and the `names` in its path."""
    is_batch = isinstance(arguments, Batch)
    single, repeats = (
        (arguments.arguments, arguments.repeats) if is_batch else (arguments, None)
    )
    path = rule + ("/batch" if is_batch else "")
    for name, value in names.items():
        path = path.replace(f"<{name}>", value)
    return PreparedResponse(view(single, **names), repeats, path, single)


@dataclass(frozen=True, eq=False)
class ParsedRequest:
    """A request for random results, parsed.

    `to_sign` has the request's parameters if the response is to be signed, `to_prove` the member `prove` of the request
    if it is to be proved.
    """

    draw: PreparedResponse
    randomness: Randomness
    to_sign: Mapping[str, Any] | None = None
    to_prove: Mapping[str, Any] | None = None

    @cached_property
    def is_reproducible(self) -> bool:
        return (
            self.randomness.seed is not None or not self.draw.response.sampler.is_random
        )


_Prepare = Callable[[bytes, Mapping[str, str]], PreparedResponse]
"""Takes a query or a body without its seed, and the parameters in the path; returns the response to draw."""


class _TooLargeToCacheError(Exception):
    def __init__(self, draw: PreparedResponse) -> None:
        super().__init__()
        self.draw = draw


def _prepare(
    prepare: _Prepare, key: bytes, _: tuple[Limits, bool], **path: str
) -> PreparedResponse:
    draw = prepare(key, path)
    if draw.response.cache_size > _MAX_CACHE_SIZE:
        raise _TooLargeToCacheError(draw)
    return draw


_prepare_cached = lru_cache(maxsize=96)(_prepare)


def draw_view(
    rule: str,
    view: Callable[..., ResponseDraft],
    schema: RequestSchema,
    media_types: tuple[str, ...],
) -> Callable[..., Response]:
    """Return the Flask view for a view that returns a `ResponseDraft`; its URL rule is `rule`, perhaps with `/batch`.

    The `ResponseDraft` depends only on the parameters without seed and index, so it is cached by these.
    """
    check_marks(schema)

    def prepare(arguments: Any, path: Mapping[str, str]) -> PreparedResponse:
        check_choices(arguments)
        return prepare_response(rule, view, arguments, path)

    def prepare_from_query(query: bytes, path: Mapping[str, str]) -> PreparedResponse:
        return prepare(request_parsing.validate_query(schema, query), path)

    def prepare_from_body(body: bytes, path: Mapping[str, str]) -> PreparedResponse:
        return prepare(request_parsing.validate(schema, orjson.loads(body)), path)

    def parse_arguments(
        environ: dict[str, Any], settings: tuple[Limits, bool], path: Mapping[str, str]
    ) -> ParsedRequest:
        prepare_again: _Prepare = prepare_from_query
        if environ["REQUEST_METHOD"] == "POST":
            parameters = schema.read_integers(request_parsing.parse_body(request))
            is_short = 0 < (request.content_length or 0) <= _MAX_SPLIT_BODY
            key_and_seed = (
                request_parsing.split_seed_of_body(parameters) if is_short else None
            )
            prepare_again = prepare_from_body
        else:
            request_parsing.reject_body(environ)
            key_and_seed = request_parsing.split_seed(
                environ.get("QUERY_STRING", "").encode("latin-1"), schema
            )
            parameters = (
                {}
                if key_and_seed
                else request_parsing.parse_query(schema, request.query_string)
            )
        if key_and_seed:
            key, randomness = key_and_seed
            try:
                prepare_or_reuse = _prepare_cached if len(key) <= _MAX_KEY else _prepare
                return ParsedRequest(
                    prepare_or_reuse(prepare_again, key, settings, **path), randomness
                )
            except _TooLargeToCacheError as large:
                return ParsedRequest(large.draw, randomness)
        draw = prepare(request_parsing.validate(schema, parameters), path)
        to_sign = parameters if parameters.get("sign") else None
        return ParsedRequest(
            draw, draw.arguments.randomness, to_sign, parameters.get("prove")
        )

    @wraps(view)
    def handler(**path: str) -> Response:
        environ = current_request().environ
        application = services()
        parsed = parse_arguments(
            environ, (application.limits, application.allow_seeds), path
        )
        response = parsed.draw.response
        repeats = parsed.draw.repeats
        download = response.results.download
        media_type = (
            download.media_type if download else negotiate(media_types, environ)
        )
        _check(parsed, media_type, application)
        etag = _etag(parsed, media_type, environ, path)
        if (
            etag
            and "HTTP_IF_NONE_MATCH" in environ
            and request.if_none_match.contains_weak(etag.strip('"'))
        ):
            return not_modified(etag)
        response.hold_slots(repeats, is_streamed=media_type != JSON)
        body = _render(parsed, media_type, application)
        return draw_response(
            body, media_type, etag, download.name if download else None
        )

    return handler


def _check(parsed: ParsedRequest, media_type: str, application: Services) -> None:
    """Raise `Refused` or `SeedsOff` for a draw that the limits, the settings or the media type do not allow."""
    response = parsed.draw.response
    repeats = parsed.draw.repeats
    if repeats is not None:
        response.sampler.check_batch(
            parsed.randomness,
            repeats,
            application.limits,
            is_streamed=media_type != JSON,
        )
    if parsed.randomness.seed is not None and not application.allow_seeds:
        raise SeedsOff
    if parsed.to_sign is not None:
        application.prover.check_signable(parsed.to_sign, media_type)
    if parsed.to_prove is not None:
        application.prover.check_provable(parsed.to_prove, response.common, media_type)


def _etag(
    parsed: ParsedRequest,
    media_type: str,
    environ: Mapping[str, Any],
    path: Mapping[str, str],
) -> str | None:
    """Return the ETag of a reproducible response to a GET, computed from the request alone, before any draw.

    `path` has the names of entries, so that an alias has the same ETag.
    """
    if (
        not parsed.is_reproducible
        or parsed.to_sign is not None
        or environ["REQUEST_METHOD"] == "POST"
    ):
        return None
    endpoint = current_request().endpoint or ""
    request_line = "\0".join(
        (
            FINGERPRINT,
            endpoint,
            *path.values(),
            environ.get("QUERY_STRING", ""),
            media_type,
        )
    )
    return etag_of(request_line.encode())


def _render(
    parsed: ParsedRequest, media_type: str, application: Services
) -> Json | bytes | Iterator[bytes]:
    """Draw the results, count them for the metrics, and return the body: JSON, bytes, or a stream for a long batch."""
    response = parsed.draw.response
    repeats = parsed.draw.repeats
    randomness = parsed.randomness
    if media_type != JSON:
        parts = response.stream(media_type, randomness, repeats or 1)
        texts = _record_chunks(parts, response.common, application)
        if response.search and repeats is not None:
            return texts
        return _join_short(texts) if response.is_long(repeats) else b"".join(texts)
    proof: Json = {}
    if parsed.to_prove is not None:
        randomness, proof = application.prover.prove(
            parsed.to_prove, parsed.draw.name_request()
        )
    results: Sequence[Permutation | Chunk]
    if repeats is None:
        body, results = response.single(randomness)
    else:
        body, results = response.batch(randomness, repeats)
    application.stats.record_shuffles(response.common, results, repeats or 1)
    if parsed.to_sign is not None:
        return _sign(body, parsed.to_sign, application)
    if not parsed.is_reproducible and not proof:
        return body
    request = parsed.draw.describe_request(randomness, parsed.to_prove)
    return body | request | ({"proof": proof} if proof else {})


def _sign(body: Json, parameters: Mapping[str, Any], application: Services) -> Json:
    """Return the body of the running request's response with a receipt as its last member.

    Its members are written as JSON texts, which take a fifth of the memory of their objects.
    """
    members = {
        name: orjson.Fragment(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY))
        for name, value in body.items()
    }
    # The path with the names of entries, whatever aliases were sent.
    path = url_for(request.endpoint or "", **(request.view_args or {}))
    signed_request = {
        "method": request.method,
        "path": path,
        "parameters": {
            name: value for name, value in parameters.items() if name != "sign"
        },
    }
    return members | {"receipt": application.prover.sign(signed_request, members)}


def _record_chunks(
    parts: Iterator[Any], labels: Mapping[str, Any], application: Services
) -> Iterator[bytes]:
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
