"""The client of a connection, by what its transport and the kernel say: what it has taken, and whether it is there.

Linux says most of it: on another system, and for a socket that is not TCP, no request has waited in the kernel, no
client has reset its connection, and the bytes in the kernel count as taken.
"""

import asyncio
import socket
import struct
from contextlib import suppress
from fcntl import ioctl
from math import inf
from termios import TIOCOUTQ
from typing import Any

SEND_TIMEOUT = 30
"""A client that takes no byte of a response for this number of seconds is disconnected."""

_TCP_INFO = getattr(socket, "TCP_INFO", -1)  # -1: an option that no system has
# tcpi_last_data_sent and tcpi_last_data_recv of the struct tcp_info in linux/tcp.h
_MILLISECONDS_SINCE = struct.Struct("=44xI4xI")
_TCP_CLOSE = b"\7"  # tcpi_state after a reset, of linux/tcp.h
_INT = struct.Struct("i")


class Client:
    """The client of a connection, and how long the worker waits for it.

    `since` is the time, by the clock of the loop, when the worker last began to wait for the client, and `deadline`
    when it has waited long enough, unless the client still takes what was written.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.since = loop.time()
        self.deadline = inf
        self.socket: Any = None
        self._loop = loop
        self._transport: Any = None
        self._unsent = 0  # bytes, when they were counted last
        self._end_of_patience = inf  # when the client must have taken some of them

    def connect(self, transport: Any) -> None:
        """Note the connection's transport, before anything else is called."""
        self._transport = transport
        self.socket = transport.get_extra_info("socket")

    def wait(self, seconds: float) -> None:
        """Wait for the client for this number of seconds, and longer while the client takes what was written."""
        self.since = self._loop.time()
        self.deadline = self.since + seconds
        self._unsent = self.count_unsent()
        self._end_of_patience = self.since + SEND_TIMEOUT

    def count_unsent(self) -> int:
        """Return the number of bytes that the client has not taken, those in the kernel included while others wait."""
        unsent: int = self._transport.get_write_buffer_size()
        if unsent:
            # Raised on another system, and by a socket that is closed:
            with suppress(OSError, ValueError):
                unsent += _INT.unpack(
                    ioctl(self.socket.fileno(), TIOCOUTQ, bytes(_INT.size))
                )[0]
        return unsent

    def is_late(self, now: float) -> bool:
        """Return whether the deadline has passed, and the client takes no bytes any more."""
        unsent = self.count_unsent() if self._unsent or now >= self.deadline else 0
        if unsent < self._unsent:
            self._unsent = unsent
            self._end_of_patience = now + SEND_TIMEOUT
        if now < self.deadline:
            return False
        return not unsent or now >= self._end_of_patience

    def has_reset(self) -> bool:
        """Return whether the client has reset the connection; on Linux also if the loop does not read it."""
        with suppress(OSError):  # it is closed, or not TCP
            return bool(
                self.socket.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, 1) == _TCP_CLOSE
            )
        return False


def seconds_waited(connection: socket.socket) -> float:
    """Return the seconds since the last bytes of a request arrived, or since its client was sent bytes if later.

    Linux knows when bytes arrived, also while the loop had no time to read them. A client may send a request before it
    has the previous response: then the request waits from that response on. Return 0 for a socket that is not TCP or
    not on Linux.
    """
    try:
        info = connection.getsockopt(
            socket.IPPROTO_TCP, _TCP_INFO, _MILLISECONDS_SINCE.size
        )
        return float(min(_MILLISECONDS_SINCE.unpack(info))) / 1000
    except (OSError, struct.error):
        return 0.0
