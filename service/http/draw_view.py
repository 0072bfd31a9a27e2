"""Wrap a view with random results: parse its request, check it, answer 304, draw, and write the response."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from flask import Response, request, url_for

from .. import __version__
from ..core.errors import SeedsOff
from ..core.limits import Limits
from ..core.proof_terms import select_terms
from ..core.results_left import UNCOUNTED, Labels, ResultsLeft
from ..core.rng.streams import Randomness
from ..core.shuffles.batches import Chunk
from ..core.shuffles.samplers import Permutation
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
_MAX_KEY = 256
"""Bytes of a query or a body without its seed; a longer one is not cached."""

_MAX_CACHE_SIZE = 500  # labels that one cached draw may keep alive

FINGERPRINT = f"{__version__} {sha256(OPENAPI_ADDITIONS.read_bytes()).hexdigest()}"
"""A part of every ETag, which changes with the form of any response: the hashed file has an example of each."""


@dataclass(frozen=True, eq=False)
class PreparedResponse:
    """The draw that a request asks for: its response, and the number of its results, None for a single one.

    `arguments` is the parsed request. `path` is its URL rule with the names of entries filled in.
    """

    response: ResponseDraft
    repeats: int | None
    path: str
    arguments: Any

    def describe_request(
        self, randomness: Randomness, terms: Mapping[str, Any] | None
    ) -> Json:
        """Return the members of a response with `request`; with `terms` that has `prove` in place of a seed."""
        members: Json = {}
        if self.response.grows:
            # The terms and the whole list decide the seed of a proved response.
            members["grows"] = terms is None
        members["request"] = self._write_request(randomness, terms)
        return members

    def _write_request(
        self, randomness: Randomness, terms: Mapping[str, Any] | None
    ) -> Json:
        """Return the member `request`: {"path": "/v1/integers", "max": 6, "seed": "42"} without what is implied."""
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
        return {"path": path} | members | dict(response.proved_as)

    def find_choice(self) -> str | None:
        """Return the name of the first member, other than the seed, that chooses results; None if no member does."""
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
        if repeats is None:
            body, _ = response.single(randomness)
        else:
            body, _ = response.batch(randomness, repeats)
        return body

    def count_results(self, labels: Labels, response: Mapping[str, Any]) -> ResultsLeft:
        """Return how many results the request leaves, from a response to it, as far as the steps of a request tell."""
        result = self._select_first_result(response)
        work = start_work(services().limits.draws)
        try:
            return self.response.count_results(labels, result, work)
        except (OutOfStepsError, TooSlow):
            return UNCOUNTED

    def _select_first_result(self, response: Mapping[str, Any]) -> Json:
        """Return the members of the first result: of a batch the first entry of each list of results."""
        if self.repeats is None:
            return dict(response)
        return {
            name: value[0]
            for name, value in response.items()
            if name not in self.response.common and isinstance(value, list) and value
        }


def check_choices(arguments: Any, allowed: Collection[str] = ()) -> None:
    """Raise `SeedsOff` for the arguments of a request that chooses, where ALLOW_SEEDS is off."""
    if services().allow_seeds:
        return
    single = arguments.arguments if isinstance(arguments, Batch) else arguments
    choice = single.find_choice(allowed)
    if choice:
        raise SeedsOff(choice)


def prepare_response(
    rule: str,
    view: Callable[..., ResponseDraft],
    arguments: Any,
    names: Mapping[str, str],
) -> PreparedResponse:
    """Return the draw of a view for the arguments of a request and the `names` in its path.

    `rule` is the URL rule of one result: with the `names` {"deck": "tarot"}, "/v1/decks/<deck>/shuffle" becomes the
    path "/v1/decks/tarot/shuffle", which ends with "/batch" if the arguments are a `Batch`.
    """
    path = rule
    single = arguments
    repeats = None
    if isinstance(arguments, Batch):
        path = f"{rule}/batch"
        single = arguments.arguments
        repeats = arguments.repeats
    for name, value in names.items():
        path = path.replace(f"<{name}>", value)
    return PreparedResponse(view(single, **names), repeats, path, single)


@dataclass(frozen=True, eq=False)
class ParsedRequest:
    """A request for random results, parsed.

    `randomness` has its seed and index. `to_sign` has the request's parameters if the response is to be signed,
    `to_prove` the member `prove` of the request if it is to be proved.
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


class _TooLargeToCacheError(Exception):
    """Raised with a prepared response, so that the cache which called for it does not keep it."""

    def __init__(self, draw: PreparedResponse) -> None:
        super().__init__()
        self.draw = draw


class DrawSettings(NamedTuple):
    """The settings on which a prepared response depends: it is cached for them."""

    limits: Limits
    allow_seeds: bool


class SeedlessRequest(NamedTuple):
    """A query or a body without its seed and index: the key of its prepared response in the cache.

    `text` is what `split_seed` leaves of a query, such as `b"cards=5"`, or `split_seed_of_body` of the JSON of a body.
    """

    text: bytes
    is_body: bool


class DrawHandler:
    """A Flask view that draws by a view that returns a `ResponseDraft`: call it with the names in the path.

    `rule` is the URL rule of one result, such as "/v1/decks/<deck>/shuffle", also where this is the view of its
    `/batch`. `view` takes the dataclass of one result and the names in the path. `schema` validates the requests sent
    here, single or batch. The first of the `media_types` is JSON.
    """

    def __init__(
        self,
        rule: str,
        view: Callable[..., ResponseDraft],
        schema: RequestSchema,
        media_types: tuple[str, ...],
    ) -> None:
        check_marks(schema)
        self.rule = rule
        self.view = view
        self.schema = schema
        self.media_types = media_types

    def __call__(self, **path: str) -> Response:
        """Return the response to the running request. The order of the steps decides which problem a client gets."""
        environ = current_request().environ
        application = services()
        settings = DrawSettings(application.limits, application.allow_seeds)
        parsed = self._parse(environ, settings, path)
        draft = parsed.draw.response
        download = draft.results.download
        media_type = (
            download.media_type if download else negotiate(self.media_types, environ)
        )
        _check(parsed, media_type, application)
        etag = _etag(parsed, media_type, environ, path)
        if etag and _client_has(etag, environ):
            return not_modified(etag)
        draft.hold_slots(parsed.draw.repeats, is_streamed=media_type != JSON)
        body = _render(parsed, media_type, application)
        filename = download.name if download else None
        return draw_response(body, media_type, etag, filename)

    def _parse(
        self,
        environ: Mapping[str, Any],
        settings: DrawSettings,
        path: Mapping[str, str],
    ) -> ParsedRequest:
        """Return the running request parsed: its draw is cached if the seed can be split from it."""
        if environ["REQUEST_METHOD"] == "POST":
            return self._parse_body(settings, path)
        request_parsing.reject_body(environ)
        query = environ.get("QUERY_STRING", "").encode("latin-1")
        split = request_parsing.split_seed(query, self.schema)
        if split:
            text, randomness = split
            return self._reuse(
                SeedlessRequest(text, is_body=False), randomness, settings, path
            )
        parameters = request_parsing.parse_query(self.schema, request.query_string)
        return self._prepare_whole(parameters, path)

    def _parse_body(
        self, settings: DrawSettings, path: Mapping[str, str]
    ) -> ParsedRequest:
        body = request_parsing.parse_body(request)
        parameters = self.schema.read_integers(body)
        if 0 < (request.content_length or 0) <= _MAX_SPLIT_BODY:
            split = request_parsing.split_seed_of_body(parameters)
            if split:
                text, randomness = split
                return self._reuse(
                    SeedlessRequest(text, is_body=True), randomness, settings, path
                )
        return self._prepare_whole(parameters, path)

    def _prepare_whole(
        self, parameters: Mapping[str, Any], path: Mapping[str, str]
    ) -> ParsedRequest:
        """Return a request with all its parameters, perhaps with a signature or a proof, without the cache."""
        arguments = request_parsing.validate(self.schema, parameters)
        draw = self._prepare_arguments(arguments, path)
        return ParsedRequest(
            draw,
            draw.arguments.randomness,
            to_sign=parameters if parameters.get("sign") else None,
            to_prove=parameters.get("prove"),
        )

    def _reuse(
        self,
        seedless: SeedlessRequest,
        randomness: Randomness,
        settings: DrawSettings,
        path: Mapping[str, str],
    ) -> ParsedRequest:
        """Return a request after its seed was split from it; the draw of a small request is from the cache."""
        is_small = len(seedless.text) <= _MAX_KEY
        prepare = _prepare_cached if is_small else _prepare
        try:
            return ParsedRequest(prepare(self, seedless, settings, **path), randomness)
        except _TooLargeToCacheError as large:
            return ParsedRequest(large.draw, randomness)

    def prepare(
        self, seedless: SeedlessRequest, path: Mapping[str, str]
    ) -> PreparedResponse:
        """Return the draw of a request without its seed."""
        if seedless.is_body:
            parameters = orjson.loads(seedless.text)
            arguments = request_parsing.validate(self.schema, parameters)
        else:
            arguments = request_parsing.validate_query(self.schema, seedless.text)
        return self._prepare_arguments(arguments, path)

    def _prepare_arguments(
        self, arguments: Any, path: Mapping[str, str]
    ) -> PreparedResponse:
        check_choices(arguments)
        return prepare_response(self.rule, self.view, arguments, path)


def _prepare(
    view: DrawHandler, seedless: SeedlessRequest, _: DrawSettings, **path: str
) -> PreparedResponse:
    """Return the draw of a request without its seed. Raises `_TooLargeToCacheError` with it if it is large.

    The settings and the names in the path are arguments because the cache tells requests apart by its arguments.
    """
    draw = view.prepare(seedless, path)
    if draw.response.cache_size > _MAX_CACHE_SIZE:
        raise _TooLargeToCacheError(draw)
    return draw


_prepare_cached = lru_cache(maxsize=96)(_prepare)


def _client_has(etag: str, environ: Mapping[str, Any]) -> bool:
    """Return whether the running request says that its client has the response with an ETag."""
    return "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(
        etag.strip('"')
    )


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
    query = environ.get("QUERY_STRING", "")
    decisive = (FINGERPRINT, endpoint, *path.values(), query, media_type)
    return etag_of("\0".join(decisive).encode())


def _render(
    parsed: ParsedRequest, media_type: str, application: Services
) -> Json | bytes | Iterator[bytes]:
    """Draw the results, count them for the metrics, and return the body: JSON, bytes, or a stream for a long batch."""
    if media_type == JSON:
        return _render_json(parsed, application)
    draft = parsed.draw.response
    repeats = parsed.draw.repeats
    parts = draft.stream(media_type, parsed.randomness, repeats or 1)
    texts = _record_chunks(parts, draft.common, application)
    if draft.search and repeats is not None:
        return texts
    if draft.is_long(repeats):
        return _join_short(texts)
    return b"".join(texts)


def _render_json(parsed: ParsedRequest, application: Services) -> Json:
    """Draw the results, count them for the metrics, and return the JSON: with a receipt or a proof if it is asked for.

    A response that can be drawn again, by a seed, by its proof or because nothing in it is random, has its `request`.
    """
    draw = parsed.draw
    randomness = parsed.randomness
    proof: Json = {}
    if parsed.to_prove is not None:
        named_request = draw.name_request()
        randomness, proof = application.prover.prove(parsed.to_prove, named_request)
    drawn: Sequence[Permutation | Chunk]
    if draw.repeats is None:
        body, drawn = draw.response.single(randomness)
    else:
        body, drawn = draw.response.batch(randomness, draw.repeats)
    common = draw.response.common
    application.stats.record_shuffles(common, drawn, draw.repeats or 1)
    if parsed.to_sign is not None:
        return _sign(body, parsed.to_sign, application)
    if parsed.is_reproducible or proof:
        body |= draw.describe_request(randomness, parsed.to_prove)
    if proof:
        body["proof"] = proof
    return body


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
    signed_parameters = {
        name: value for name, value in parameters.items() if name != "sign"
    }
    signed_request = {
        "method": request.method,
        "path": path,
        "parameters": signed_parameters,
    }
    return members | {"receipt": application.prover.sign(signed_request, members)}


def _record_chunks(
    parts: Iterator[tuple[bytes, Chunk]],
    labels: Mapping[str, Any],
    application: Services,
) -> Iterator[bytes]:
    """Yield the text of each part of a stream, after its chunk of results was counted under the labels of its draw."""
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
