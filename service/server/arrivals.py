"""gunicorn's thread worker, in which no thread waits for a client that is slow to ask, and no probe waits for a thread.

gunicorn gives a connection to a thread, which reads from it for as long as that takes: as many clients as there are
threads, each of which sends half a request and no more, stop a worker. Here the worker's loop waits until a request is
there, its head and its body. Nothing is collected for it: the loop looks at what the system holds of a connection,
and has itself woken when there is as much as is wanted (SO_RCVLOWAT). It only judges when to read; gunicorn reads, and
where the judgement was wrong, or where there is more than the system holds for anybody, a thread reads on, and gives
up when nothing comes.

So a hostile client still has means against a server that faces it: a long body, sent a byte a second. Before a public
address stands a proxy that collects requests (deploy/nginx).
"""

import re
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import EAGAIN, ECONNABORTED, EWOULDBLOCK
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from service.api.hooks.overload import PROBES, has_waited

ARRIVAL = 10.0
"""Seconds in which a request must have arrived, and in which a client must close after the last answer."""
STALL = 10
"""Seconds for which a thread waits for the next part of a long body."""
UNREAD = 30
"""Seconds for which a thread waits for a client that does not read its answer."""
LONGEST = 2**15
"""Bytes of a request that are waited for, which the system holds for anybody; in a longer one a thread reads on."""

_LOOKED_AT = 2**14  # bytes: a head is shorter, or is handed to a thread as it is
_PROBE = re.compile(rb"(?:GET|HEAD) /(?:%s)[ ?]" % "|".join(PROBES).encode())
_BODY = re.compile(rb"\r\n(?:content-length|transfer-encoding):", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n", re.IGNORECASE)
_LAST_CHUNK = re.compile(rb"\r\n0+[\s;]")
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


def _is_held_back(begun: bytes) -> bool:
    """Whether these first bytes of a request are its head, after which the client waits to be told to go on."""
    head = begun.find(b"\r\n\r\n") + 4
    return head >= 4 and _EXPECTS.search(begun, 0, head) is not None


def wanted(begun: bytes) -> int:
    """How many bytes a request has at least of which these are the first; 0 if a thread is to see to it."""
    head = begun.find(b"\r\n\r\n") + 4
    one_more = len(begun) + 1 if len(begun) < _LOOKED_AT else 0
    if head < 4:
        return one_more
    if _BODY.search(begun, 0, head) is None:
        return head
    if _CHUNKED.search(begun, 0, head):
        return 0 if _LAST_CHUNK.search(begun, head - 2) else one_more
    length = _LENGTH.search(begun, 0, head)
    total = head + int(length[1]) if length else 0
    return total if total <= LONGEST else 0


class Connection(TConn):  # type: ignore[misc]
    """A connection; `wants` is how many bytes its next request has at least, and since `queued` it waits for a thread.

    A request may begin in gunicorn's buffer, which has what came together with the end of the request before.
    """

    wants = 1
    woken_for = 1
    queued = 0.0
    is_probe = False
    told_to_go_on = False

    def __init__(self, worker: "ArrivalWorker", client: socket.socket, address: Any, listener: socket.socket) -> None:
        super().__init__(worker.cfg, client, address, listener.getsockname())
        self.worker = worker
        self.data_ready = True  # when a thread has it
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", STALL, 0))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", UNREAD, 0))

    def is_there(self) -> bool:
        """Whether to have the request read now; if not, the loop is woken when more of it is there."""
        if self.worker.ends_tls:
            return True  # nobody but a thread can tell
        ahead = self.parser.unreader.buf.getvalue() if self.parser else b""
        try:
            come = self.sock.recv(_LOOKED_AT, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            begun = ahead + come if come else b""  # the client is gone, as a thread will find out
        except BlockingIOError:
            begun = ahead
        except OSError:
            begun = b""
        wants = wanted(begun) if self.wants <= len(begun) else 0
        there = wants <= len(begun)
        if not there and not self.told_to_go_on and _is_held_back(begun):
            self.told_to_go_on = True  # gunicorn will say so once more, as it may (RFC 9110, 15.2)
            with suppress(OSError):
                self.sock.send(_GO_ON, socket.MSG_DONTWAIT)
        self.told_to_go_on = not there and self.told_to_go_on  # it is another request that comes next
        self.wants = 1 if there else wants
        woken_for = 1 if there else wants - len(ahead)
        if woken_for != self.woken_for:
            self.woken_for = woken_for
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, woken_for)
        # The thread for probes must not wait for what is not there.
        self.is_probe = 0 < wants <= len(begun) and _PROBE.match(begun) is not None
        return there

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 (gunicorn's signature)
        """Close, at once or when the client has: not as gunicorn does, whose loop waits for that."""
        if graceful:
            self.worker.part(self)
        else:
            super().close(graceful)


class ArrivalWorker(ThreadWorker):  # type: ignore[misc]
    """A thread worker whose threads are given requests that are there, and that knows how long each has waited."""

    def init_process(self) -> None:
        """Make what belongs to this process alone, and run."""
        self._probes = ThreadPoolExecutor(1, "probes")
        self.ends_tls = self.cfg.is_ssl
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        """What gunicorn calls for a new connection: wait until a request is there."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (EAGAIN, ECONNABORTED, EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        self._await(Connection(self, client, address, listener), self.on_pending_socket_readable)

    def _await(self, conn: Connection, then: Any) -> None:
        conn.timeout = time.monotonic() + ARRIVAL
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(then, conn))

    def on_pending_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """What gunicorn calls when there is something to read on a connection that is awaited."""
        if conn.is_there():
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self._hand_over(conn)

    def enqueue_req(self, conn: Connection) -> None:
        """What gunicorn calls when the next request on a connection begins: it may have read so far itself."""
        if conn.is_there():
            self._hand_over(conn)
        else:
            self._await(conn, self.on_pending_socket_readable)

    def _hand_over(self, conn: Connection) -> None:
        """Give a connection to the threads; one that asks how the process is, to the thread kept for that."""
        conn.queued = time.monotonic()
        done = (self._probes if conn.is_probe else self.tpool).submit(self.handle, conn)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def handle(self, conn: Connection) -> Any:
        """Answer a request, in a thread, which is told how long it has waited."""
        has_waited.set(time.monotonic() - conn.queued)
        return super().handle(conn)

    def part(self, conn: Connection) -> None:
        """Say no more on a connection, and close it when the client does, or soon."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            conn.close()
            return
        conn.sock.settimeout(0)
        self.nr_conns += 1  # for gunicorn has counted it off
        self._await(conn, self._drain)
        if not self.alive:
            self._cap_keepalive(time.monotonic() + STOP_KEEPALIVE_LINGER)

    def _drain(self, conn: Connection, client: socket.socket) -> None:
        received = b""
        with suppress(OSError):
            received = client.recv(_LOOKED_AT)
        if not received:
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self.nr_conns -= 1
            conn.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """What gunicorn calls when it stops: nor are those waited for long who have not begun to ask, or have done."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            if conn.wants == 1:
                conn.timeout = min(conn.timeout, deadline)
        in_order = sorted(self.pending_conns, key=lambda conn: conn.timeout)  # as gunicorn expects
        self.pending_conns.clear()
        self.pending_conns.extend(in_order)
