"""Who may ask: optional API keys, of which the service knows the SHA-256 alone.

What a key is asked for is everything below /v1/ but pictures, which pages show by their address
and so without a header, and the kinds of problem, which a refusal leads to. Probes, metrics, pages, the document, the
keys that verify signatures, and the question of a browser whether it may ask (OPTIONS) are open to all.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest

from flask import Flask, Response, request

from service.api.http.problems import Unauthorized

OPEN_BLUEPRINTS = ("pictures", "problems")


def is_open() -> bool:
    """Whether the running request needs no key."""
    return not request.path.startswith("/v1/") or request.blueprint in OPEN_BLUEPRINTS or request.method == "OPTIONS"


def given_key() -> str:
    """The API key that came with the running request, or "" if there is none."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else request.headers.get("X-API-Key", "")


def require_keys(app: Flask, hashes: Sequence[str]) -> None:
    """Answer only those who send a key that has one of these hashes; everybody, if there are none."""
    app.config["API_KEYS"] = tuple(hashes)
    if not hashes:
        return

    @app.before_request
    def check() -> None:
        if is_open():
            return
        found = sha256(given_key().encode()).hexdigest()
        # Every hash is compared, and in constant time, so that no answer tells how close a key was.
        if not sum([compare_digest(found, known) for known in hashes]):
            raise Unauthorized("Send an API key, as `Authorization: Bearer …` or as `X-API-Key: …`.")

    @app.after_request
    def keep_private(response: Response) -> Response:
        # A cache on the way would give it to those who have no key.
        if not is_open() and response.cache_control.public:
            response.headers["Cache-Control"] = response.headers["Cache-Control"].replace("public", "private")
        return response
