"""Requests that two parsers could read in two ways: each is refused, and nothing behind it is served.

The same requests are sent through nginx in tests/deploy/test_nginx.py.
"""

import pytest

from tests.server.client import CHUNKED, DICE, GET, POST, connect
from tests.tables import for_each

SMUGGLED = b"GET /v1/integers?max=6&seed=smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
BODY = b"Content-Length: %d\r\n" % len(DICE)
REFUSED = {
    "two lengths that differ": POST + BODY + b"Content-Length: 60\r\n\r\n" + DICE,
    "two lengths that are equal": POST + BODY + BODY + b"\r\n" + DICE,
    "two lengths in one header": POST + b"Content-Length: 10, 10\r\n\r\n" + DICE,
    "a length with a sign": POST + b"Content-Length: +10\r\n\r\n" + DICE,
    "a negative length": POST + b"Content-Length: -1\r\n\r\n" + DICE,
    "a length in hexadecimal digits": POST + b"Content-Length: 0xA\r\n\r\n" + DICE,
    "a length with a separator": POST + b"Content-Length: 1_0\r\n\r\n" + DICE,
    "an empty length": POST + b"Content-Length:\r\n\r\n" + DICE,
    "a length and chunks": POST + BODY + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and a length": POST
    + b"Transfer-Encoding: chunked\r\n"
    + BODY
    + b"\r\n0\r\n\r\n",
    "chunks twice": POST
    + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks twice in one header": POST
    + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunks that are not last": POST
    + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a coding that ends without chunks": POST
    + b"Transfer-Encoding: gzip\r\n"
    + BODY
    + b"\r\n"
    + DICE,
    "a coding before the chunks": POST
    + b"Transfer-Encoding: gzip, chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
    % (len(DICE), DICE),
    "a coding before the chunks in a header of its own": POST
    + b"Transfer-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no coding before the chunks": POST
    + b"Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
    "a coding with a vertical tab": POST
    + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a coding that looks like chunks": POST
    + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunks in HTTP/1.0": CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n",
    "a space before the colon of the length": POST
    + b"Content-Length : 10\r\n\r\n"
    + DICE,
    "a space before the colon of the coding": POST
    + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a space before the name of a header": POST + b" Content-Length: 10\r\n\r\n" + DICE,
    "a folded header": POST + b"X-Folded: a\r\n b\r\n" + BODY + b"\r\n" + DICE,
    "a coding that is folded": POST
    + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
    "line feeds in the head": POST.replace(b"\r\n", b"\n")
    + b"Content-Length: 10\n\n"
    + DICE,
    "a line feed at the end of the head": POST + BODY + b"\n" + DICE,
    "a carriage return in a header": POST
    + b"X-Return: a\rContent-Length: 0\r\n"
    + BODY
    + b"\r\n"
    + DICE,
    "a null in a header": POST + b"X-Null: a\0b\r\n" + BODY + b"\r\n" + DICE,
    "a null in the name of a header": POST
    + b"Content-Length\0: 0\r\n"
    + BODY
    + b"\r\n"
    + DICE,
    "two hosts": GET + b"Host: y\r\n\r\n",
    "no host": b"GET /v1/integers?max=6 HTTP/1.1\r\n\r\n",
    "no host but in the address": b"GET http://x/v1/integers?max=6 HTTP/1.1\r\n\r\n",
    "a host with a space": GET.replace(b"Host: x", b"Host: a b") + b"\r\n",
    "a host with brackets of tags": GET.replace(b"Host: x", b"Host: a b/<>") + b"\r\n",
    "a host with a path": GET.replace(b"Host: x", b"Host: x/v1") + b"\r\n",
    "a host with a user": GET.replace(b"Host: x", b"Host: a@x") + b"\r\n",
    "two hosts in one header": GET.replace(b"Host: x", b"Host: x, y") + b"\r\n",
    "a host in HTTP/1.0 that is none": GET.replace(
        b"1.1\r\nHost: x", b"1.0\r\nHost: a b"
    )
    + b"\r\n",
    "a chunk with a sign": CHUNKED + b"+2\r\n{}\r\n0\r\n\r\n",
    "a chunk in hexadecimal notation": CHUNKED + b"0x2\r\n{}\r\n0\r\n\r\n",
    "a chunk with a space": CHUNKED + b"2 \r\n{}\r\n0\r\n\r\n",
    "an empty chunk size": CHUNKED + b"\r\n{}\r\n0\r\n\r\n",
    "a chunk size that ends with a line feed": CHUNKED + b"2\n{}\r\n0\r\n\r\n",
    "an extension with a line feed": CHUNKED + b"2;a\nb\r\n{}\r\n0\r\n\r\n",
    "an extension with a carriage return": CHUNKED + b"2;a\rb\r\n{}\r\n0\r\n\r\n",
    "a chunk without its end": CHUNKED + b"2\r\n{}xx0\r\n\r\n",
    "a chunk that is shorter than its size": CHUNKED + b"9\r\n{}\r\n0\r\n\r\n",
    "a length in the trailer": CHUNKED + b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
    "a coding in the trailer": CHUNKED
    + b"2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
    "a request line in two parts": b"GET /v1/integers?max=6\r\n HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tab in the request line": b"GET\t/v1/integers?max=6\tHTTP/1.1\r\nHost: x\r\n\r\n",
    "a null in the path": b"GET /v1/\0integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a path with raw bytes": b"GET /v1/\xff\xfe?max=6 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a request line of HTTP/0.9": b"GET /v1/integers?max=6\r\n\r\n",
    "a method in lower case": b"get /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "two empty lines first": b"\r\n\r\n" + GET + b"\r\n",
}
"""Requests that are refused with 400, or 501 for a coding that is unknown."""
SERVED = {
    "an address with a host": b"GET http://x/v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n",
    "an address with a host and a query alone": b"GET HTTP://x? HTTP/1.1\r\nHost: x\r\n\r\n",
    "an upgrade to HTTP/2": GET
    + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n",
    "an upgrade to a WebSocket": GET
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "an empty line first": b"\r\n" + GET + b"\r\n",
    "an empty host": GET.replace(b"Host: x", b"Host:") + b"\r\n",
    "an address of IPv6 as the host": GET.replace(b"Host: x", b"Host: [::1]:8000")
    + b"\r\n",
    "a host with an underscore and a port": GET.replace(
        b"Host: x", b"Host: a_b.example:8000"
    )
    + b"\r\n",
    "a host with a percent-encoded byte": GET.replace(b"Host: x", b"Host: a%20b:")
    + b"\r\n",
    "chunks in capitals": POST
    + b"Transfer-Encoding: CHUNKED\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(DICE), DICE),
    "a length under another name": GET + b"Content_Length: 60\r\n\r\n",
    "chunks with extensions and a trailer": CHUNKED
    + b"A;a=b\r\n%s\r\n0;c\r\nX-Sum: 1\r\n\r\n" % DICE,
}
"""Requests that look odd, but that are valid or may be read in one way only."""


def send_all(base: str, data: bytes) -> bytes:
    """Send bytes and what is to be smuggled, and return all that comes back."""
    with connect(base) as connection:
        connection.sendall(data + SMUGGLED + GET + b"Connection: close\r\n\r\n")
        return b"".join(iter(lambda: connection.recv(2**16), b""))


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
    assert received.count(b"HTTP/1.1 200 OK\r\n") == received.count(b"HTTP/1.1 ") == 3


@pytest.mark.parametrize("method", ["CONNECT", "TRACE"])
def test_a_method_of_proxies_ends_the_connection_or_is_refused(
    live: str, method: str
) -> None:
    received = send_all(
        live, f"{method} /v1/integers HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    )
    assert received.startswith(b"HTTP/1.1 405 ")
    assert received.count(b"HTTP/1.1 ") == (1 if method == "CONNECT" else 3)
