"""From a request to what it draws, and from there to an answer in the form that the client accepts."""

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from hashlib import sha256
from typing import Any

from flask import Response, current_app, request

from service import __version__
from service.api.http.concurrency import LARGE, take_turn
from service.api.http.draw_response import DrawResponse
from service.api.http.parsing import load, parameters, refuse_body, remembering, split
from service.api.http.responses import JSON, NDJSON, OPENAPI, accepted, drawn, etag_of, unchanged
from service.api.http.signing import allow_signing, signed
from service.api.schemas.requests import Batch, RequestSchema
from service.core.errors import SeedsOff
from service.core.rng.streams import Randomness
from service.core.shuffles.plans import Limits

_MOST_REMEMBERED = 512  # queries of one endpoint
_HEAVIEST_REMEMBERED = 500  # texts of cards that one of them may hold on to

Question = tuple[DrawResponse, int | None, Randomness, Mapping[str, Any] | None]
"""What is to be drawn, how many times, on which words, and the parameters of a request for a signed answer."""

FINGERPRINT = f"{__version__} {sha256(OPENAPI.read_bytes()).hexdigest() if OPENAPI.exists() else ''}"
"""Changes with the form of any answer: the OpenAPI document has a real one of each in it."""


def limits() -> Limits:
    """How much one request may ask of the running application."""
    found: Limits = current_app.config["LIMITS"]
    return found


def draw_view(
    view: Callable[..., DrawResponse], schema: RequestSchema, forms: tuple[str, ...]
) -> Callable[..., Response]:
    """The view as a handler: what it draws is drawn, and answered in the form that the client accepts.

    What a query draws depends on nothing but the query without its seed, and is remembered.
    """

    def prepared(asked: Any, names: Mapping[str, str]) -> tuple[DrawResponse, int | None]:
        if isinstance(asked, Batch):
            return view(asked.asked, **names), asked.repeats
        return view(asked, **names), None

    loaded = remembering(schema)

    @lru_cache(maxsize=_MOST_REMEMBERED)
    def remembered(query: bytes, _: Limits, **names: str) -> tuple[DrawResponse, int | None]:
        found = prepared(loaded(query), names)
        if found[0].weight > _HEAVIEST_REMEMBERED:
            raise TooHeavyError(found)
        return found

    def question(names: Mapping[str, str], environ: Mapping[str, Any], allowed: Limits) -> Question:
        if environ["REQUEST_METHOD"] != "POST":
            refuse_body(environ)
            simple = split(environ.get("QUERY_STRING", "").encode("latin-1"), schema)
            if simple is not None:
                try:
                    return *remembered(simple[0], allowed, **names), simple[1], None
                except TooHeavyError as heavy:
                    return *heavy.found, simple[1], None
        said = parameters(schema, request)
        asked = load(schema, said)
        single = asked.asked if isinstance(asked, Batch) else asked
        return *prepared(asked, names), single.randomness, said if said.get("sign") else None

    @wraps(view)
    def handler(**names: str) -> Response:
        environ, config = request.environ, current_app.config
        drawing, repeats, randomness, signing = question(names, environ, config["LIMITS"])
        form, etag = drawing.download.media_type if drawing.download else accepted(forms, environ), None
        if repeats is not None:
            drawing.plan.under(randomness).allow(repeats, limits(), streamed=form != JSON)
        if randomness.seed is not None and not config["ALLOW_SEEDS"]:
            raise SeedsOff
        count = config["STATS"].record_shuffle
        known = randomness.seed is not None or not drawing.plan.chance
        if known and signing is None and environ["REQUEST_METHOD"] != "POST":
            # The answer is a function of these; so nothing need be drawn to know that it is known.
            etag = etag_of(FINGERPRINT, environ["PATH_INFO"], environ.get("QUERY_STRING", ""), form)
            if "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(etag.strip('"')):
                return unchanged(etag)
        if drawing.plan.held(repeats, streamed=form != JSON) > LARGE:
            take_turn()
        if signing is not None:
            allow_signing(signing, form)
            answer = drawing.single(randomness, count) if repeats is None else drawing.batch(randomness, repeats, count)
            return drawn(signed(answer, signing), form, etag)
        name = drawing.download.name if drawing.download else None
        if repeats is None:
            single = (
                drawing.single(randomness, count) if form == JSON else b"".join(drawing.texts(randomness, 1, count))
            )
            return drawn(single, form, etag, name)
        if form == JSON:
            return drawn(drawing.batch(randomness, repeats, count), form, etag)
        return drawn((drawing.lines if form == NDJSON else drawing.texts)(randomness, repeats, count), form, etag, name)

    return handler


class TooHeavyError(Exception):
    """What was found holds on to too much to be remembered."""

    def __init__(self, found: tuple[DrawResponse, int | None]) -> None:
        super().__init__()
        self.found = found
