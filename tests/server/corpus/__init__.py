"""Requests that have been, or could have been, too much for a service like this one: no answer to them is a 500.

Each module has a table of one kind. A mistake that is found by fuzzing, or by a caller, gets an entry here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Nasty:
    """A request as bytes, and the status that it deserves."""

    why: str
    status: int
    path: str
    body: bytes | None = None  # a POST, if there is one
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = ""

    @property
    def raw(self) -> bytes:
        """It, as it is sent."""
        body = self.body if self.body is not None else b""
        headers = {"Host": "x", "Connection": "close"}
        if self.body is not None:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in (headers | dict(self.headers)).items() if value)
        return f"{self.verb} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + body

    @property
    def verb(self) -> str:
        """Its method."""
        return self.method or ("GET" if self.body is None else "POST")


def posted(why: str, status: int, path: str, **asked: Any) -> Nasty:
    """A POST of these members."""
    return Nasty(why, status, path, json.dumps(asked).encode())
