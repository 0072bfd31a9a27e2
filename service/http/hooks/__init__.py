"""Run the checks before every request, and add headers after it.

Flask calls one function before a request and one function after it; they call plain functions in the modules here.
With RATE_LIMIT and API_KEYS, Flask calls two more functions before a request, in this order.
"""

from collections.abc import Sequence
from functools import partial

from flask import Flask, Response

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


def install_hooks(
    app: Flask, access: Access, failed_self_tests: Sequence[str]
) -> CountedRequests | None:
    """Install the hooks. If RATE_LIMIT is set, return the object that counts requests before they are answered."""
    app.before_request(partial(_check_worker, failed_self_tests, access.max_wait))
    app.after_request(partial(_complete, access, _common_headers(access)))
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


def _check_worker(failed_self_tests: Sequence[str], max_wait: float) -> None:
    """Raise the error of a problem if this worker failed a self-test, or the running request has waited too long."""
    environ = current_request().environ
    if failed_self_tests:
        check_self_tests(failed_self_tests)
    if WAITED in environ:
        check_wait(environ, max_wait)


def _complete(
    access: Access, common_headers: Sequence[tuple[str, str]] | None, response: Response
) -> Response:
    """Compress a response, add the headers of every response, and return it.

    Its slots are released at once or when it is sent.
    """
    current = current_request()
    environ = current.environ
    headers = response.headers
    if isinstance(response, JsonResponse):
        response.compress_for(current)
    if HELD_SLOTS in environ:
        release_when_sent(environ, response)
    context = ensure_context(environ)
    if current.url_rule is not None:
        context.route = current.url_rule.rule
    if common_headers is not None and "Content-Security-Policy" not in headers:
        headers.extend([(REQUEST_ID, context.request_id), *common_headers])
    else:
        headers.add(REQUEST_ID, context.request_id)
        add_headers(headers, access.cors_origins, environ.get("HTTP_ORIGIN"))
    if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
        add_preflight_headers(headers, environ["REQUEST_METHOD"])
    if access.api_keys:
        make_private(response)
    return response


def _release_slots(_: BaseException | None) -> None:
    """Release the slots of a request that has no response."""
    environ = current_request().environ
    if HELD_SLOTS in environ:
        release(environ)
