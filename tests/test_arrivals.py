"""Where a request ends, seen while it arrives in pieces: never before its end, and never after it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.arrivals import LONGEST, Arrival

HEAD = b"POST /v1/integers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
BODY = b'{"max": 6}'

WHOLE = {
    "a GET": b"GET /v1/integers?max=6 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a HEAD": b"HEAD / HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
    "a POST": HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY,
    "a POST of nothing": HEAD + b"cOnTeNt-LeNgTh:0\r\n\r\n",
    "a length with spaces round it": HEAD + b"Content-Length: \t 10 \r\n\r\n" + BODY,
    "a body with an empty line": HEAD + b"Content-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n",
    "chunks": CHUNKED + b"3\r\n" + BODY[:3] + b"\r\n7\r\n" + BODY[3:] + b"\r\n0\r\n\r\n",
    "chunks with extensions, and a trailer": CHUNKED + b"a;x=y\r\n" + BODY + b"\r\n000\r\nX-Sum: 1\r\n\r\n",
    "a chunk that looks like the end": CHUNKED + b"7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n",
}


def in_pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({cut % len(data) for cut in cuts} | {0, len(data)})
    return [data[start:end] for start, end in pairwise(places)]


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_a_request_is_whole_with_its_last_byte_however_it_is_cut(data: bytes) -> None:
    arrival = Arrival()
    for number in range(len(data)):
        arrival.data += data[number : number + 1]
        assert arrival.is_whole() == (number == len(data) - 1), data[: number + 1]


@given(st.sampled_from(list(WHOLE.values())), st.lists(st.integers(min_value=0), max_size=6))
def test_it_makes_no_difference_where_a_request_is_cut(data: bytes, cuts: list[int]) -> None:
    arrival = Arrival()
    said = []
    for piece in in_pieces(data, cuts):
        arrival.data += piece
        said.append(arrival.is_whole())
    assert said == [False] * (len(said) - 1) + [True]
    assert bytes(arrival.data) == data


@given(st.binary(max_size=200), st.lists(st.integers(min_value=0), max_size=6))
def test_anything_at_all_that_is_cut_ends_as_it_ends_in_one_piece(data: bytes, cuts: list[int]) -> None:
    at_once = Arrival(CHUNKED + data)
    is_whole = at_once.is_whole()
    arrival, said = Arrival(CHUNKED), False
    for piece in in_pieces(data, cuts) if data else []:
        arrival.data += piece
        said = said or arrival.is_whole()
    assert said == is_whole


@pytest.mark.parametrize(
    "data",
    [
        CHUNKED + b"six\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"1\r\n{}}\r\n",
        CHUNKED + b"\r\n",
        CHUNKED + b"1" * 9_000,
        HEAD + b"Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: gzip\r\n\r\n",
        HEAD + b"Content-Length: %d\r\n\r\n" % (LONGEST + 1),
        HEAD + b"Content-Length: six\r\n\r\n",
        b"GET /" + b"x" * 9_000,
        b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 50_000,
        b"\x16\x03\x01\x02\x00" * 2_000,
    ],
)
def test_what_is_to_be_refused_is_not_waited_for(data: bytes) -> None:
    assert Arrival(data).is_whole()


def test_a_client_that_waits_to_be_told_to_go_on_is_told_so_once() -> None:
    arrival = Arrival(HEAD + b"Expect: 100-Continue\r\nContent-Length: 10\r\n\r\n")
    assert not arrival.is_whole()
    assert arrival.expects
    arrival.expects = False
    arrival.data += BODY[:5]
    assert not arrival.is_whole()
    assert not arrival.expects
    arrival.data += BODY[5:]
    assert arrival.is_whole()


def test_a_client_of_http_1_0_is_not_told_to_go_on() -> None:
    arrival = Arrival(HEAD.replace(b"1.1", b"1.0") + b"Expect: 100-continue\r\nContent-Length: 10\r\n\r\n")
    assert not arrival.is_whole()
    assert not arrival.expects
