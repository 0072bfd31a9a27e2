"""Optional API keys, of which the service knows the SHA-256 only.

Everything below /v1/ needs a key except pictures, which pages load without a header, and the types of problems, to
which an error leads. Probes, metrics, pages, the OpenAPI document, the public keys of signatures and preflight requests
(OPTIONS) are open to all.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest

from flask import Response, request

from service.api.http.problems import Unauthorized

OPEN_BLUEPRINTS = ("pictures", "problems")


def is_open() -> bool:
    """Return whether the running request needs no key."""
    return not request.path.startswith("/v1/") or request.blueprint in OPEN_BLUEPRINTS or request.method == "OPTIONS"


def sent_api_key() -> str:
    """Return the API key of the running request, or "" if it has none."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else request.headers.get("X-API-Key", "")


def check_api_key(hashes: Sequence[str]) -> None:
    """Raise `Unauthorized` unless the running request is open or has a key with one of these hashes."""
    if is_open():
        return
    digest = sha256(sent_api_key().encode()).hexdigest()
    # Every hash is compared, and in constant time, so that the time does not reveal how close a key was.
    if not sum([compare_digest(digest, known) for known in hashes]):
        raise Unauthorized("Send an API key, as `Authorization: Bearer …` or as `X-API-Key: …`.")


def make_private(response: Response) -> None:
    """Make a cacheable response private: a shared cache would give it to clients without a key."""
    if not is_open() and response.cache_control.public:
        response.headers["Cache-Control"] = response.headers["Cache-Control"].replace("public", "private")
