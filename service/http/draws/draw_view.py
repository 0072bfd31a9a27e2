"""The steps of a request that draws: parse it, get its draw from the cache or its view, check, answer 304, respond.

`DrawHandler` wraps each view that returns a `ResponseDraft`. Its `__call__` has the steps in their order; the functions
of each step follow below.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, NamedTuple

from flask import Request, Response

from ... import __version__
from ...core.rng.streams import Randomness
from ...core.shuffles.batches import Chunk
from ...core.shuffles.samplers import Permutation
from ..draw_cache import DrawCache
from ..problems import SeedsOff
from ..request_context import current_request
from ..request_validation import validate
from ..responses import (
    CACHE_IMMUTABLE,
    JSON,
    OPENAPI_ADDITIONS,
    draw_response,
    etag_of,
    find_known_etag,
    negotiate,
    not_modified,
)
from ..results.result_types import Json
from ..schemas.request_schemas import (
    Batch,
    RequestSchema,
    SeededDraw,
    check_marks,
    split_batch,
)
from ..services import Allowed, Services, services
from ..stats import Stats
from .evidence import Evidence
from .prepared_draw import DrawRoute, PreparedDraw, check_choices
from .split_requests import SplitRequest, split_request

_SENT_AT_ONCE = 2**16  # bytes
_CHUNKS_AT_ONCE = 8  # bounds the time between two parts of a stream
_MAX_KEY = 256
"""Bytes of a query or a body without its seed; the draw of a longer query or body is not cached."""

_MAX_LABELS = 500  # labels that one cached draw may keep alive

FINGERPRINT = f"{__version__} {sha256(OPENAPI_ADDITIONS.read_bytes()).hexdigest()}"
"""A part of every ETag. It changes with the form of any response: the hashed file has an example of each response."""


@dataclass(frozen=True, eq=False)
class ParsedRequest:
    """A parsed request for random results: its draw, the seed that fills it, and the evidence that it asks for."""

    draw: PreparedDraw
    randomness: Randomness
    """The seed and the index of the request."""
    evidence: Evidence | None = None

    @cached_property
    def is_reproducible(self) -> bool:
        return self.randomness.seed is not None or not self.draw.draft.sampler.is_random


class DrawKey(NamedTuple):
    """What a prepared draw depends on: requests to an application with equal keys differ only in seed and index."""

    handler: "DrawHandler"
    names: tuple[str, ...]
    """The names in the path."""
    seedless: bytes
    """The query as `split_seed` leaves it, or the JSON of a body as `split_seed_of_body` leaves it."""


class DrawHandler:
    """The Flask view of one method of a route that draws, of single results or of batches.

    `schema` validates the requests to this view. The first of the `media_types` is JSON. A request may ask for one of
    the kinds of `evidence`.
    """

    def __init__(
        self,
        route: DrawRoute,
        schema: RequestSchema,
        media_types: tuple[str, ...],
        evidence: Sequence[type[Evidence]],
    ) -> None:
        check_marks(schema)
        self.route = route
        self.schema = schema
        self.media_types = media_types
        self._evidence = {kind.parameter: kind for kind in evidence}

    def __call__(self, **names: str) -> Response:
        """Return the response to the running request. `names` has the names in its path.

        The order of the steps decides which problem a client gets.
        """
        client_request = current_request()
        shared = services()
        parsed = self._parse(client_request, names, shared)
        return self._respond(parsed, client_request, names, shared)

    def respond_planned(
        self, client_request: Request, names: Mapping[str, str], shared: Services
    ) -> Response | None:
        """Return the response to a request of one result whose draw is in the cache; None for any other request.

        It needs no context of Flask: such a result takes no slot, and its work is certain.
        """
        asked = split_request(client_request, self.schema)
        if asked.randomness is None:
            return None
        draw = shared.draws.get(self._build_key(asked, names))
        if draw is None or not draw.is_simple:
            return None
        if negotiate(self.media_types, client_request) != JSON:
            return None
        parsed = ParsedRequest(draw, asked.randomness)
        return self._respond(parsed, client_request, names, shared)

    def _respond(
        self,
        parsed: ParsedRequest,
        client_request: Request,
        names: Mapping[str, str],
        shared: Services,
    ) -> Response:
        """Check a parsed request, draw, and return the response, or a 304."""
        draft = parsed.draw.draft
        download = draft.results.download
        media_type = (
            download.media_type
            if download
            else negotiate(self.media_types, client_request)
        )
        _check(parsed, media_type, shared.allowed)
        etag = _etag(parsed, media_type, client_request, names)
        known_etag = find_known_etag(etag, client_request) if etag else None
        if known_etag:
            return not_modified(known_etag, CACHE_IMMUTABLE, ["Accept"])
        draft.hold_slots(parsed.draw.repeats, is_streamed=media_type != JSON)
        body = _render(parsed, media_type, shared.stats)
        filename = download.name if download else None
        return draw_response(body, media_type, etag, filename)

    def _parse(
        self, client_request: Request, names: Mapping[str, str], shared: Services
    ) -> ParsedRequest:
        """Return a parsed request. If the seed can be split from it, the draw may be from the cache.

        A draw is never kept for a request that names the parameter of an evidence: the evidence needs all parameters.
        """
        asked = split_request(client_request, self.schema)
        if asked.randomness is None:
            return self._parse_whole(asked.read(), names)
        key = self._build_key(asked, names)
        draw = shared.draws.get(key)
        if draw is None:
            if asked.names_one_of(self._evidence):
                return self._parse_whole(asked.read(), names)
            draw = self._prepare(asked.validate(), names)
            _keep_small(key, draw, shared.draws)
        return ParsedRequest(draw, asked.randomness)

    def _build_key(self, asked: SplitRequest, names: Mapping[str, str]) -> DrawKey:
        return DrawKey(self, tuple(names.values()), asked.seedless)

    def _parse_whole(
        self, parameters: Mapping[str, Any], names: Mapping[str, str]
    ) -> ParsedRequest:
        """Return a request without the cache. It may ask for evidence."""
        draw = self._prepare(validate(self.schema, parameters), names)
        asked = (
            kind(parameters)
            for name, kind in self._evidence.items()
            if parameters.get(name)
        )
        return ParsedRequest(draw, draw.arguments.randomness, next(asked, None))

    def _prepare(
        self, asked: SeededDraw | Batch, names: Mapping[str, str]
    ) -> PreparedDraw:
        """Return the draw that the view makes of valid arguments. Raises `SeedsOff` if they choose and must not."""
        arguments, repeats = split_batch(asked)
        check_choices(arguments)
        return self.route.prepare(arguments, repeats, names)


def _keep_small(
    key: DrawKey, draw: PreparedDraw, draws: DrawCache[DrawKey, PreparedDraw]
) -> None:
    """Keep a draw for later requests unless the draw or its request is large."""
    if len(key.seedless) <= _MAX_KEY and draw.draft.cache_size <= _MAX_LABELS:
        draws.put(key, draw)


def _check(parsed: ParsedRequest, media_type: str, allowed: Allowed) -> None:
    """Raise `Refused` or `SeedsOff` for a draw that the limits, the settings or the media type do not allow."""
    repeats = parsed.draw.repeats
    if repeats is not None:
        parsed.draw.draft.sampler.check_batch(
            parsed.randomness, repeats, allowed.limits, is_streamed=media_type != JSON
        )
    if parsed.randomness.seed is not None and not allowed.seeds:
        raise SeedsOff
    if parsed.evidence is not None:
        parsed.evidence.check(parsed.draw, media_type)


def _etag(
    parsed: ParsedRequest,
    media_type: str,
    client_request: Request,
    names: Mapping[str, str],
) -> str | None:
    """Return the ETag of a reproducible response to a GET, computed from the request alone, before any draw.

    The `names` in the path are names of entries and not aliases, so that an alias gives the same ETag.
    """
    if not parsed.is_reproducible or client_request.method == "POST":
        return None
    endpoint = client_request.endpoint or ""
    query = client_request.environ.get("QUERY_STRING", "")
    decisive = (FINGERPRINT, endpoint, *names.values(), query, media_type)
    return etag_of("\0".join(decisive).encode())


def _render(
    parsed: ParsedRequest, media_type: str, stats: Stats
) -> Json | bytes | Iterator[bytes]:
    """Draw the results, count them for the metrics, and return the body: JSON, bytes, or a stream for a long batch."""
    if media_type == JSON:
        return _render_json(parsed, stats)
    draft = parsed.draw.draft
    repeats = parsed.draw.repeats
    parts = draft.stream(media_type, parsed.randomness, repeats or 1)
    texts = _record_chunks(parts, draft.common, stats)
    if draft.search and repeats is not None:
        return texts
    if draft.is_long(repeats):
        return _join_short(texts)
    return b"".join(texts)


def _render_json(parsed: ParsedRequest, stats: Stats) -> Json:
    """Draw the results, and return the JSON of the response, with the evidence that is asked for.

    Without evidence, the response repeats its `request` if it can be drawn again: by a seed, or as it is not random.
    """
    draw = parsed.draw
    if parsed.evidence is not None:
        return parsed.evidence.respond(draw, partial(_draw_results, draw, stats))
    body = _draw_results(draw, stats, parsed.randomness)
    if parsed.is_reproducible:
        body |= draw.describe_request(parsed.randomness)
    return body


def _draw_results(draw: PreparedDraw, stats: Stats, randomness: Randomness) -> Json:
    """Draw the results, count them for the metrics, and return the JSON of the response without its `request`."""
    drawn: Sequence[Permutation | Chunk]
    if draw.repeats is None:
        body, drawn = draw.draft.single(randomness)
    else:
        body, drawn = draw.draft.batch(randomness, draw.repeats)
    stats.record_shuffles(draw.draft.common, drawn, draw.repeats or 1)
    return body


def _record_chunks(
    parts: Iterator[tuple[bytes, Chunk]], labels: Mapping[str, Any], stats: Stats
) -> Iterator[bytes]:
    """Count the chunk of results in each part of a stream, under the labels of its draw, and then yield its text."""
    for text, chunk in parts:
        stats.record_shuffles(labels, [chunk], len(chunk.offsets))
        yield text
        del text, chunk  # before the next is drawn


def _join_short(texts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield short texts together: sending a text and waking the client takes as long as drawing 200 packs."""
    parts: list[bytes] = []
    for text in texts:
        parts.append(text)
        del text
        if len(parts) == _CHUNKS_AT_ONCE or sum(map(len, parts)) >= _SENT_AT_ONCE:
            yield b"".join(parts)
            parts.clear()
    if parts:
        yield b"".join(parts)
