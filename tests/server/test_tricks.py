"""Requests that two parsers could read in two ways: each is refused, and nothing behind it is served.

The same requests are sent through nginx in tests/deploy/test_nginx.py.
"""

from tests.server.tricks import REFUSED, SERVED, send_all
from tests.tables import for_each


@for_each("data", REFUSED.values(), ids=REFUSED)
def test_nothing_behind_a_refused_request_is_served(live: str, data: bytes) -> None:
    received = send_all(live, data)
    assert received[:13] in (b"HTTP/1.1 400 ", b"HTTP/1.1 501 "), received[:200]
    assert received.count(b"HTTP/1.1 ") == 1
    assert b"Content-Type: application/problem+json\r\n" in received


@for_each("data", SERVED.values(), ids=SERVED)
def test_what_has_one_meaning_is_served_and_so_are_the_next_requests(
    live: str, data: bytes
) -> None:
    received = send_all(live, data)
    assert received.count(b"HTTP/1.1 ") == 3
    assert received.count(b"HTTP/1.1 200 OK\r\n") == 3


@for_each(("method", "responses"), [(b"CONNECT", 1), (b"TRACE", 3)])
def test_a_method_of_proxies_ends_the_connection_or_is_refused(
    live: str, method: bytes, responses: int
) -> None:
    head = b"%s /v1/integers HTTP/1.1\r\nHost: x\r\n\r\n" % method
    received = send_all(live, head)
    assert received.startswith(b"HTTP/1.1 405 ")
    assert received.count(b"HTTP/1.1 ") == responses
