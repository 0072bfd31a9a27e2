"""Messages between the event loop and its processes: a kind and a length, then the content.

Both ends are processes of one service, forked from one process, so that objects travel as `marshal` writes them.
"""

import marshal
import struct
from enum import IntEnum
from typing import Any, NamedTuple

_PREFIX = struct.Struct("=BI")
"""The kind of a message, and the bytes of its content."""

PREFIX_SIZE = _PREFIX.size


class MessageKind(IntEnum):
    """What a message says.

    From the loop: a JOB to do, a CANCEL of it as its client has gone. From a process: the HEAD of the response, a PART
    of its body, and its END: what was counted, whether the process has grown so much that another should take its
    place, and whether the response was made to its end.
    """

    JOB = 1
    CANCEL = 2
    HEAD = 3
    PART = 4
    END = 5


class ReceivedMessage(NamedTuple):
    kind: MessageKind
    content: bytes

    def read(self) -> Any:
        """Return the object in the content of a message that `write` wrote."""
        # From a process of this service, and from nobody else
        return marshal.loads(self.content)  # noqa: S302 # nosec B302


def write(kind: MessageKind, value: Any) -> bytes:
    """Return a message with an object of plain types: numbers, texts, bytes, tuples, lists, dictionaries."""
    return write_bytes(kind, marshal.dumps(value))


def write_bytes(kind: MessageKind, content: bytes = b"") -> bytes:
    """Return a message with some bytes."""
    return _PREFIX.pack(kind, len(content)) + content


def read_prefix(data: bytes) -> tuple[MessageKind, int]:
    """Return the kind of a message, and the bytes of its content, from its first `PREFIX_SIZE` bytes."""
    kind, size = _PREFIX.unpack(data)
    return MessageKind(kind), size


class MessageStream:
    """Messages in a stream of bytes; `add` takes the parts of the stream as they were received."""

    def __init__(self) -> None:
        self._received = bytearray()

    def add(self, data: bytes) -> list[ReceivedMessage]:
        """Return the messages that these bytes complete, and keep the beginning of the next for a later call."""
        received = self._received
        received += data
        messages = []
        start = 0
        while len(received) - start >= PREFIX_SIZE:
            kind, size = read_prefix(bytes(received[start : start + PREFIX_SIZE]))
            end = start + PREFIX_SIZE + size
            if len(received) < end:
                break
            messages.append(
                ReceivedMessage(kind, bytes(received[start + PREFIX_SIZE : end]))
            )
            start = end
        del received[:start]
        return messages
