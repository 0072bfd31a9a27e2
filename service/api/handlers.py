"""From a request to what it draws, and from there to an answer in the form that the client accepts."""

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

from flask import Response, current_app, request

from service import __version__
from service.api.drawings import Drawing
from service.api.parameters import Asks, Batch
from service.api.reading import read, refuse_body, remembering, split
from service.api.rendering import JSON, LINES, accepted, conditional, drawn, etag_of
from service.core.errors import SeedsOff
from service.core.permutations import Limits
from service.core.streams import Randomness

_MOST_REMEMBERED = 512  # queries of one endpoint


def drawing_handler(view: Callable[..., Drawing], schema: Asks, forms: tuple[str, ...]) -> Callable[..., Response]:
    """The view as a handler: what it draws is drawn, and answered in the form that the client accepts.

    What a query draws depends on nothing but the query without its seed, and is remembered.
    """

    def prepared(asked: Any, names: Mapping[str, str]) -> tuple[Drawing, int | None]:
        if isinstance(asked, Batch):
            return view(asked.asked, **names), asked.repeats
        return view(asked, **names), None

    loaded = remembering(schema)

    @lru_cache(maxsize=_MOST_REMEMBERED)
    def remembered(query: bytes, _: Limits, **names: str) -> tuple[Drawing, int | None]:
        return prepared(loaded(query), names)

    def question(names: Mapping[str, str], environ: Mapping[str, Any]) -> tuple[Drawing, int | None, Randomness]:
        if environ["REQUEST_METHOD"] != "POST":
            refuse_body(environ)
            simple = split(environ.get("QUERY_STRING", "").encode("latin-1"), schema)
            if simple is not None:
                return *remembered(simple[0], current_app.config["LIMITS"], **names), simple[1]
        asked = read(schema, request)
        single = asked.asked if isinstance(asked, Batch) else asked
        return *prepared(asked, names), single.randomness

    @wraps(view)
    def handler(**names: str) -> Response:
        environ = request.environ
        drawing, repeats, randomness = question(names, environ)
        form, etag = accepted(forms, environ), None
        if randomness.seed is not None:
            if not current_app.config["ALLOW_SEEDS"]:
                raise SeedsOff
            if environ["REQUEST_METHOD"] != "POST":
                # What is drawn from a seed is a function of these; so nothing need be drawn to know that it is known.
                etag = etag_of(__version__, environ["PATH_INFO"], environ.get("QUERY_STRING", ""), form)
                known = environ.get("HTTP_IF_NONE_MATCH", "")
                if etag in known or known == "*":
                    return conditional(drawn(b"", form, etag))
        if repeats is None:
            return drawn(
                drawing.single(randomness) if form == JSON else b"".join(drawing.texts(randomness, 1)), form, etag
            )
        drawing.plan.under(randomness).allow(repeats, current_app.config["LIMITS"], streamed=form != JSON)
        if form == JSON:
            return drawn(drawing.batch(randomness, repeats), form, etag)
        return drawn((drawing.lines if form == LINES else drawing.texts)(randomness, repeats), form, etag)

    return handler
