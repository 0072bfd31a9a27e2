"""gunicorn's thread worker with a queue in which nobody waits for long: who has waited too long is told to come again.

gunicorn's own hands every connection to its threads, where all of them wait, however long, and some for nothing: their
clients have given up. Here a connection comes to a thread when there is something to read and a thread has time. Until
then it waits unread, at most `longest_wait` seconds, and is then refused by a thread kept for that, with bytes made
beforehand. To refuse at once would be worse: who asks again at once costs a third of an answer each time.
Since the refused have waited, there are at most so many refusals a second as there are connections, by those seconds.

Whoever asks how the process is (`PROBES`) does not wait behind others: while all threads are at work, a thread kept for
that answers. And closing is watched over here too: gunicorn's own waits for the client, up to two seconds, in the very
loop that accepts connections.
"""

import re
import socket
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from errno import EAGAIN, ECONNABORTED, EWOULDBLOCK
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.util import close
from gunicorn.workers.gthread import TConn, ThreadWorker

PROBES = ("livez", "readyz", "metrics")

_PROBE = re.compile(rb"(?:GET|HEAD) /(?:%s)[ ?]" % "|".join(PROBES).encode())
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r\n")
_NOT_WHOLE = re.compile(rb"\r\n(?:transfer-encoding|expect|upgrade):|\r\nconnection:[^\r\n]*close")
_ORIGIN = re.compile(rb"\r\norigin:[ \t]*([^\r\n]*?)[ \t]*\r\n", re.IGNORECASE)
_AHEAD = 2  # requests for each thread that are with the threads: so that none is idle until the loop sees to it
_PEEKED = 2**16  # bytes: no head is longer
_LINGERING = 2.0  # seconds for which one that was answered may still send, so that it is not reset before it has read
_MOST_LINGERING = 1_000
_MOST_DRAINED = 2**21  # bytes
_BETWEEN_LINES = 10.0  # seconds


class Connection(TConn):  # type: ignore[misc]
    """A connection; since when it waits, whether it is a probe's, and how much was read of it in vain."""

    def __init__(self, worker: "QueueWorker", client: socket.socket, address: Any, listener: socket.socket) -> None:
        super().__init__(worker.cfg, client, address, listener.getsockname())
        self.worker = worker
        self.waits_since = 0.0
        self.aside = False
        self.drained = 0

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 (gunicorn's signature)
        """Close, at once or when the client has; a worker that stops does it as gunicorn does."""
        if graceful and self.worker.alive:
            self.worker.linger(self)
        else:
            super().close(graceful)

    def begun(self) -> bytes:
        """What has come of the next request; nothing, if a thread has read some of it already."""
        if self.parser and self.parser.unreader.buf.getvalue():
            return b""
        client: socket.socket = self.sock
        try:
            return client.recv(_PEEKED, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except OSError:
            return b""


class QueueWorker(ThreadWorker):  # type: ignore[misc]
    """A thread worker that refuses what it cannot answer soon. `longest_wait`, in seconds, is for heirs to set."""

    longest_wait: float

    def init_process(self) -> None:
        """Make what belongs to this process alone, and run."""
        self._with_threads = 0
        self._most_with_threads = self.cfg.threads * _AHEAD
        self._waiting: deque[Connection] = deque()
        self._aside = ThreadPoolExecutor(1, "probes")
        self._refusing = ThreadPoolExecutor(1, "refusals")
        self._lingering: deque[Connection] = deque()
        self._refused, self._told = 0, 0.0
        super().init_process()

    def busy(self, origin: str, *, stays: bool, bodyless: bool) -> bytes:
        """The answer to who is refused, a page of that origin ("": none); the connection `stays` open, or not."""
        raise NotImplementedError

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, and wait until there is something to read: no thread waits for that."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (EAGAIN, ECONNABORTED, EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        conn = Connection(self, client, address, listener)
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def enqueue_req(self, conn: Connection) -> None:
        """Hand a connection that has something to read to a thread, or have it wait for one."""
        if self._with_threads < self._most_with_threads and not self._waiting:
            self._hand_over(conn)
        elif _PROBE.match(conn.begun()):
            conn.aside = True
            self._submit(self._aside, self.handle, conn)
        else:
            conn.waits_since = time.monotonic()
            self._waiting.append(conn)

    def finish_request(self, conn: Connection, fs: Any) -> None:
        """See to a connection whose request was answered, and to the one that waits longest."""
        self._with_threads -= not conn.aside
        conn.aside = False
        if self._waiting and self._with_threads < self._most_with_threads:
            self._hand_over(self._waiting.popleft())
        super().finish_request(conn, fs)

    def _hand_over(self, conn: Connection) -> None:
        self._with_threads += 1
        self._submit(self.tpool, self.handle, conn)

    def _submit(self, pool: ThreadPoolExecutor, answer: Callable[[Connection], Any], conn: Connection) -> None:
        pool.submit(answer, conn).add_done_callback(
            lambda future: self.method_queue.defer(self.finish_request, conn, future)
        )

    def murder_pending(self) -> None:
        """What gunicorn's loop does each time round: close what has said nothing for too long. And refuse who waits."""
        super().murder_pending()
        now = time.monotonic()
        while self._waiting and now - self._waiting[0].waits_since > self.longest_wait:
            self._refused += 1
            conn = self._waiting.popleft()
            conn.aside = True
            self._submit(self._refusing, self._refuse, conn)
        while self._lingering and self._lingering[0].timeout < now:
            self._part(self._lingering[0])
        if self._refused and now - self._told > _BETWEEN_LINES:
            self.log.warning("Overloaded: %d requests were told to come again.", self._refused)
            self._refused, self._told = 0, now

    def _refuse(self, conn: Connection) -> bool:
        """Tell a client to come again, in a thread for that; whether its connection can be kept."""
        begun = conn.begun()
        stays = self.alive and _is_whole(begun)
        page = _ORIGIN.search(begun)
        answer = self.busy(page[1].decode("latin-1") if page else "", stays=stays, bodyless=begun[:5] == b"HEAD ")
        conn.init()  # as the loop expects of a connection that is kept
        conn.sock.settimeout(0)
        try:
            if stays:
                conn.sock.recv(len(begun))
            return conn.sock.send(answer) == len(answer) and stays
        except OSError:
            return False

    def linger(self, conn: Connection) -> None:
        """Say no more on a connection, and close it when the client does, or soon."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            close(conn.sock)
            return
        if len(self._lingering) == _MOST_LINGERING:
            self._part(self._lingering[0])
        conn.sock.settimeout(0)
        conn.timeout = time.monotonic() + _LINGERING
        self._lingering.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))

    def _drain(self, conn: Connection, client: socket.socket) -> None:
        try:
            received = len(client.recv(_PEEKED))
        except OSError:
            received = 0
        conn.drained += received
        if not received or conn.drained > _MOST_DRAINED:
            self._part(conn)

    def _part(self, conn: Connection) -> None:
        self._lingering.remove(conn)
        self.poller.unregister(conn.sock)
        close(conn.sock)


def _is_whole(begun: bytes) -> bool:
    """Whether this is one request to its end and nothing else, on a connection that its client keeps."""
    head, end, body = begun.lower().partition(b"\r\n\r\n")
    head += b"\r\n"
    if not end or b" http/1.1\r\n" not in head or _NOT_WHOLE.search(head):
        return False
    lengths = _LENGTH.findall(head)
    if len(lengths) != head.count(b"content-length"):
        return False
    return len(body) == int(lengths[0]) if len(lengths) == 1 else not lengths and not body
