"""Run the checks before every request, and add headers after it.

Flask calls one function before a request and one function after it; they call plain functions in the modules here.
With RATE_LIMIT and API_KEYS, Flask calls two more functions before a request, in this order.
"""

from collections.abc import Sequence
from functools import partial

from flask import Flask, Request, Response

from ...wsgi_keys import WAITED
from ..concurrency import HELD_SLOTS, release, release_when_sent
from ..request_context import REQUEST_ID, current_request, ensure_context
from ..responses import JsonResponse
from ..services import Access
from .headers import (
    ALL_ORIGINS,
    SECURITY_HEADERS,
    add_headers,
    add_preflight_headers,
    cors_headers,
)
from .proxies import trust_proxies
from .rate_limit import CountedRequests, limit_rate
from .request_checks import check_api_key, check_self_tests, check_wait, make_private


class Hooks:
    """Check a request before it is answered, and complete its response.

    Flask calls both for the requests that it answers, and `PlannedDraws` for those that it answers itself.
    """

    def __init__(self, access: Access, failed_self_tests: Sequence[str]) -> None:
        self._access = access
        self._max_wait = access.max_wait
        self._failed_self_tests = failed_self_tests
        self._common_headers = _common_headers(access)

    def check(self, client_request: Request) -> None:
        """Raise the error of a problem if this worker failed a self-test, or the request has waited too long."""
        if self._failed_self_tests:
            check_self_tests(self._failed_self_tests, client_request)
        if WAITED in client_request.environ:
            check_wait(client_request, self._max_wait)

    def complete(self, client_request: Request, response: Response) -> Response:
        """Compress a response, add the headers of every response, and return it.

        Its slots are released at once or when it is sent.
        """
        environ = client_request.environ
        headers = response.headers
        has_policy = False
        if isinstance(response, JsonResponse):
            response.compress_for(client_request)
        else:
            has_policy = "Content-Security-Policy" in headers
        if HELD_SLOTS in environ:
            release_when_sent(environ, response)
        context = ensure_context(environ)
        if client_request.url_rule is not None:
            context.route = client_request.url_rule.rule
        if self._common_headers is not None and not has_policy:
            headers.extend([(REQUEST_ID, context.request_id), *self._common_headers])
        else:
            headers.add(REQUEST_ID, context.request_id)
            origins = self._access.cors_origins
            add_headers(headers, origins, environ.get("HTTP_ORIGIN"))
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            add_preflight_headers(headers, environ["REQUEST_METHOD"])
        if self._access.api_keys:
            make_private(response)
        return response


def install_hooks(app: Flask, access: Access, hooks: Hooks) -> CountedRequests | None:
    """Install the hooks. If RATE_LIMIT is set, return the object that counts requests before they are answered."""
    app.before_request(lambda: hooks.check(current_request()))
    app.after_request(lambda response: hooks.complete(current_request(), response))
    app.teardown_request(_release_slots)
    trust_proxies(app, access.trusted_proxies)
    counted_requests = limit_rate(app, access)
    if access.api_keys:  # after the limit, so that wrong keys are counted
        app.before_request(partial(check_api_key, access.api_keys))
    return counted_requests


def _common_headers(access: Access) -> Sequence[tuple[str, str]] | None:
    """Return the headers that nearly all responses have if every origin is allowed, or None if only some are."""
    if access.cors_origins != ALL_ORIGINS:
        return None
    return list((cors_headers(ALL_ORIGINS, None) | SECURITY_HEADERS).items())


def _release_slots(_: BaseException | None) -> None:
    """Release the slots of a request that has no response."""
    environ = current_request().environ
    if HELD_SLOTS in environ:
        release(environ)
