"""Hostile requests that have broken services, or could; none of them may cause a 500.

Each module has a table of one kind. Add an entry for every mistake that fuzzing or a caller finds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entry:
    """A request as bytes, and the expected status."""

    name: str
    status: int
    path: str
    body: bytes | None = None  # with a body the request is a POST
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = ""

    @property
    def raw(self) -> bytes:
        body = self.body if self.body is not None else b""
        headers = {"Host": "x", "Connection": "close"}
        if self.body is not None:
            headers |= {
                "Content-Type": "application/json",
                "Content-Length": str(len(body)),
            }
        lines = "".join(
            f"{name}: {value}\r\n"
            for name, value in (headers | dict(self.headers)).items()
            if value
        )
        return f"{self.verb} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + body

    @property
    def verb(self) -> str:
        return self.method or ("GET" if self.body is None else "POST")


def post(name: str, status: int, path: str, **members: Any) -> Entry:
    """Return a POST of a JSON object with these members."""
    return Entry(name, status, path, json.dumps(members).encode())
