"""Requests while they arrive: gunicorn's thread worker, in which no thread waits for a client that is slow to ask.

gunicorn gives a connection to a thread, which reads from it for as long as that takes: as many clients as there are
threads, each sending half a header and no more, stop a worker. Here the worker's own loop collects what arrives on all
connections, and a thread is given a request that is whole. What a request says is for gunicorn to read, from the same
bytes; here is only seen where it ends, and what could have no end is left to gunicorn to refuse.
"""

import re
import selectors
import socket
import struct
import time
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

SECONDS = 10
"""In which a request must have arrived, from its first byte, or the connection's; it is closed if it has not."""
STALL = 30
"""Seconds for which a thread waits for a client that reads its answer too slowly, or sends on a very long body."""
LONGEST = 2**20
"""Bytes of a body that are waited for here; a longer one is read by a thread, or refused by the application."""
MOST = 2**25
"""Bytes of unfinished requests in one worker; beyond them the oldest is closed."""

_LONGEST_HEAD = 2**18
_LONGEST_LINE = 2**13  # of the request, or of a chunk's size: more is always refused
_PIECE = 2**16

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_CODING = re.compile(rb"\r\ntransfer-encoding:[ \t]*([^\r]*)\r\n", re.IGNORECASE)
_EXPECTATION = re.compile(rb" HTTP/1\.1\r\n(?:.*\r\n)*?expect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
_SIZE = re.compile(rb"[0-9a-f]{1,8}[ \t]*(?:;.*)?", re.IGNORECASE)


class Arrival:
    """One request, as far as it has come."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.deadline = time.monotonic() + SECONDS
        self.expects = False
        """Whether the client waits to be told that it may send the body."""
        self._seen = 0  # bytes in which the head does not end, and then, where the next chunk begins
        self._end: int | None = None  # where the request ends, once that is known
        self._chunked = False

    def is_whole(self) -> bool:
        """Whether nothing more need be waited for."""
        if self._end is None and not self._chunked and not self._head():
            return len(self.data) > _LONGEST_HEAD or self._has_no_line()
        if self._chunked:
            return self._last_chunk() or len(self.data) > _LONGEST_HEAD + LONGEST
        return self._end is not None and len(self.data) >= self._end

    def _has_no_line(self) -> bool:
        return len(self.data) > _LONGEST_LINE and b"\r\n" not in self.data[:_LONGEST_LINE]

    def _head(self) -> bool:
        """Look for the end of the head, and in the head for what says how long the body is."""
        found = self.data.find(b"\r\n\r\n", max(self._seen - 3, 0))
        if found < 0:
            self._seen = len(self.data)
            return False
        end = found + 4
        if self.data.startswith(b"GET /") and end == len(self.data):  # nearly all, and a body of theirs is refused
            self._end = end
            return True
        head = bytes(self.data[:end])
        length, coding = _LENGTH.search(head), _CODING.search(head)
        self.expects = end == len(self.data) and bool(_EXPECTATION.search(head))
        if coding and not length and coding[1].strip().lower() == b"chunked":
            self._chunked, self._seen = True, end
        elif coding:
            self._end = end
        else:
            body = int(length[1]) if length else 0
            self._end = end + body if body <= LONGEST else end
        return True

    def _last_chunk(self) -> bool:
        """Whether the body's last chunk is here, or one that is none."""
        while True:
            line = self.data.find(b"\r\n", self._seen, self._seen + _LONGEST_LINE)
            if line < 0:
                return len(self.data) - self._seen >= _LONGEST_LINE
            said = bytes(self.data[self._seen : line])
            if not _SIZE.fullmatch(said):
                return True
            size = int(said.split(b";")[0], 16)
            if size == 0:
                return self.data.find(b"\r\n\r\n", line) >= 0
            after = line + 2 + size
            if len(self.data) < after + 2:
                return len(self.data) > after and self.data[after] != ord("\r")
            if self.data[after : after + 2] != b"\r\n":
                return True
            self._seen = after + 2


class ArrivalWorker(ThreadWorker):  # type: ignore[misc]
    """A thread worker whose threads are given whole requests."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._arrivals: dict[TConn, Arrival] = {}  # in the order of their deadlines

    def enqueue_req(self, conn: TConn) -> None:
        """What gunicorn calls when there may be something to read: collect it, and pass on what is whole."""
        if self.cfg.is_ssl:
            super().enqueue_req(conn)
            return
        conn.sock.settimeout(0)
        if conn.parser is None:
            stall = struct.pack("ll", STALL, 0)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, stall)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, stall)
            arrival = Arrival()
        else:
            arrival = Arrival(conn.parser.unreader.take_buffered())
        if not self._is_passed_on(conn, arrival):
            self._arrivals[conn] = arrival
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_more, conn))

    def _on_more(self, conn: TConn, _: socket.socket) -> None:
        arrival = self._arrivals.get(conn)
        if arrival is None:  # closed since, to make room
            return
        if self._is_passed_on(conn, arrival):
            if self._arrivals.pop(conn, None):
                self.poller.unregister(conn.sock)
        elif len(arrival.data) > _PIECE:
            self._make_room()

    def _is_passed_on(self, conn: TConn, arrival: Arrival) -> bool:
        """Collect what there is of a request; whether it has left here, being whole, or its client being gone."""
        try:
            piece = conn.sock.recv(_PIECE)
            arrival.data += piece
            if piece and not arrival.is_whole():
                if arrival.expects:
                    arrival.expects = False
                    conn.sock.send(_GO_ON)
                return False
        except BlockingIOError:
            if not (arrival.data and arrival.is_whole()):
                return False
        except OSError:
            arrival.data.clear()
        if not arrival.data:
            self._give_up(conn)
            return True
        conn.init()
        conn.parser.unreader.unread(bytes(arrival.data))
        super().enqueue_req(conn)
        return True

    def murder_pending(self) -> None:
        """What gunicorn calls again and again: close what has taken too long."""
        super().murder_pending()
        now = time.monotonic()
        while self._arrivals and next(iter(self._arrivals.values())).deadline <= now:
            self._give_up(next(iter(self._arrivals)))

    def _cap_keepalive(self, deadline: float) -> None:
        """What gunicorn calls when it stops: nor are connections waited for on which nothing has come yet."""
        super()._cap_keepalive(deadline)
        for arrival in self._arrivals.values():
            if not arrival.data:
                arrival.deadline = min(arrival.deadline, deadline)
        self._arrivals = dict(sorted(self._arrivals.items(), key=lambda item: item[1].deadline))

    def _make_room(self) -> None:
        while sum(len(arrival.data) for arrival in self._arrivals.values()) > MOST:
            self._give_up(next(iter(self._arrivals)))

    def _give_up(self, conn: TConn) -> None:
        if self._arrivals.pop(conn, None):
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()
