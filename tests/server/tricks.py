"""Requests that two parsers could read in two ways, and others that have one meaning."""

from tests.server.client import CHUNKED, DICE, GET, POST, connect, read_all

SMUGGLED = b"GET /v1/integers?max=6&seed=smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(DICE)
IN_CHUNKS = b"Transfer-Encoding: chunked\r\n"
LAST_CHUNK = b"0\r\n\r\n"
DICE_IN_CHUNKS = b"%x\r\n%s\r\n" % (len(DICE), DICE) + LAST_CHUNK


def post(headers: bytes, body: bytes = DICE) -> bytes:
    """Return a POST with these headers, of which each ends its line."""
    return POST + headers + b"\r\n" + body


def get(headers: bytes) -> bytes:
    """Return a GET with these headers, of which each ends its line."""
    return GET + headers + b"\r\n"


def get_from(host: bytes) -> bytes:
    """Return a GET with this value of `Host`."""
    return GET.replace(b"Host: x", b"Host:" + host) + b"\r\n"


REFUSED = {
    "two lengths that differ": post(LENGTH + b"Content-Length: 60\r\n"),
    "two lengths that are equal": post(LENGTH + LENGTH),
    "two lengths in one header": post(b"Content-Length: 10, 10\r\n"),
    "a length with a sign": post(b"Content-Length: +10\r\n"),
    "a negative length": post(b"Content-Length: -1\r\n"),
    "a length in hexadecimal digits": post(b"Content-Length: 0xA\r\n"),
    "a length with a separator": post(b"Content-Length: 1_0\r\n"),
    "an empty length": post(b"Content-Length:\r\n"),
    "a length and chunks": post(LENGTH + IN_CHUNKS, LAST_CHUNK),
    "chunks and a length": post(IN_CHUNKS + LENGTH, LAST_CHUNK),
    "chunks twice": post(IN_CHUNKS + IN_CHUNKS, LAST_CHUNK),
    "chunks twice in one header": post(
        b"Transfer-Encoding: chunked, chunked\r\n", LAST_CHUNK
    ),
    "chunks that are not last": post(
        b"Transfer-Encoding: chunked, identity\r\n", LAST_CHUNK
    ),
    "a coding that ends without chunks": post(b"Transfer-Encoding: gzip\r\n" + LENGTH),
    "a coding before the chunks": post(
        b"Transfer-Encoding: gzip, chunked\r\n", DICE_IN_CHUNKS
    ),
    "a coding before the chunks in a header of its own": post(
        b"Transfer-Encoding: deflate\r\n" + IN_CHUNKS, LAST_CHUNK
    ),
    "no coding before the chunks": post(
        b"Transfer-Encoding: identity, chunked\r\n", LAST_CHUNK
    ),
    "a coding with a vertical tab": post(
        b"Transfer-Encoding: \x0bchunked\r\n", LAST_CHUNK
    ),
    "a coding that looks like chunks": post(
        b"Transfer-Encoding: xchunked\r\n", LAST_CHUNK
    ),
    "chunks in HTTP/1.0": CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + LAST_CHUNK,
    "a space before the colon of the length": post(b"Content-Length : 10\r\n"),
    "a space before the colon of the coding": post(
        b"Transfer-Encoding : chunked\r\n", LAST_CHUNK
    ),
    "a space before the name of a header": post(b" Content-Length: 10\r\n"),
    "a folded header": post(b"X-Folded: a\r\n b\r\n" + LENGTH),
    "a coding that is folded": post(b"Transfer-Encoding:\r\n chunked\r\n", LAST_CHUNK),
    "line feeds in the head": post(LENGTH, b"").replace(b"\r\n", b"\n") + DICE,
    "a line feed at the end of the head": POST + LENGTH + b"\n" + DICE,
    "a carriage return in a header": post(
        b"X-Return: a\rContent-Length: 0\r\n" + LENGTH
    ),
    "a null in a header": post(b"X-Null: a\0b\r\n" + LENGTH),
    "a null in the name of a header": post(b"Content-Length\0: 0\r\n" + LENGTH),
    "two hosts": get(b"Host: y\r\n"),
    "no host": b"GET /v1/integers?max=6 HTTP/1.1\r\n\r\n",
    "no host but in the address": b"GET http://x/v1/integers?max=6 HTTP/1.1\r\n\r\n",
    "a host with a space": get_from(b" a b"),
    "a host with brackets of tags": get_from(b" a b/<>"),
    "a host with a path": get_from(b" x/v1"),
    "a host with a user": get_from(b" a@x"),
    "two hosts in one header": get_from(b" x, y"),
    "a host in HTTP/1.0 that is none": get_from(b" a b").replace(b"1.1", b"1.0"),
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
    "an upgrade to HTTP/2": get(
        b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
    ),
    "an upgrade to a WebSocket": get(
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    ),
    "an empty line first": b"\r\n" + GET + b"\r\n",
    "an empty host": get_from(b""),
    "an address of IPv6 as the host": get_from(b" [::1]:8000"),
    "a host with an underscore and a port": get_from(b" a_b.example:8000"),
    "a host with a percent-encoded byte": get_from(b" a%20b:"),
    "chunks in capitals": post(b"Transfer-Encoding: CHUNKED\r\n", DICE_IN_CHUNKS),
    "a length under another name": get(b"Content_Length: 60\r\n"),
    "chunks with extensions and a trailer": CHUNKED
    + b"A;a=b\r\n%s\r\n0;c\r\nX-Sum: 1\r\n\r\n" % DICE,
}
"""Requests that look odd, but that are valid or may be read in one way only."""


def send_all(base: str, data: bytes) -> bytes:
    """Send bytes and what is to be smuggled, and return all that comes back."""
    with connect(base) as connection:
        connection.sendall(data + SMUGGLED + GET + b"Connection: close\r\n\r\n")
        return read_all(connection)
